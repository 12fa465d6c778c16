import { testRule, tool } from "../support/rule-tester.js";

const ADVICE = "Return an error result with `isError: true`, or rethrow";

/** A tool that reads one order after the other, inside a clause of its own. */
const looped = (attempt: string, clause: string, after = "", answer = "{ orders }"): string =>
  tool(`  const orders = [];
  try {
    for (const id of args.ids) {
      try {
        ${attempt}
      } ${clause}
      ${after}
    }
    return { content: [{ type: "text", text: JSON.stringify(${answer}) }] };
  } catch (error) {
    console.error("Error while reading", error);
    return { isError: true, content: [{ type: "text", text: "Reading the orders failed." }] };
  }`);

/** A tool whose work is caught in a loop, and once more around that. */
const outer = (clause: string, beside: string): string =>
  tool(`  const rows = [];
  try {
    for (const id of args.ids) {
      let found = { text: "", id, path: "" };
      try {
        found = await api.order(id); // the old text is shown where there is no new one
      } catch (error) {
        // Best effort: the list names every order, with or without its text.
        ${clause}
      }
      ${beside}
    }
  } catch (error) { console.error(error); }
  return { content: [{ type: "text", text: JSON.stringify(rows) }] };`);

/** A tool that adds to an order what another service knows of it. */
const adding = (attempt: string, clause: string): string =>
  tool(`  const order = await api.order(args.id);
  try {
    ${attempt}
  } ${clause}
  return { content: [{ type: "text", text: JSON.stringify(order) }] };`);

/** A tool whose helper reads one order after the other; what is made of the list is written elsewhere. */
const helped = (clause: string, check = ""): string =>
  `async function readAll(ids) {
  const orders = [];
  for (const id of ids) {
    try {
      orders.push(await api.order(id));
    } ${clause}
  }
  return orders;
}
${tool(`  const orders = await readAll(args.ids);
  ${check}
  const graph = buildGraph(orders);
  return { content: [{ type: "text", text: JSON.stringify(graph) }] };`)}`;

/** A tool whose clause ends the round; the list grows behind it. */
const rounds = (clause: string, behind: string, within = ""): string =>
  tool(`  const orders = [];
  for (const id of args.ids) {
    ${within}
    let order;
    try {
      order = await api.order(id);
    } ${clause}
    ${behind}
  }
  return { content: [{ type: "text", text: JSON.stringify({ orders }) }] };`);

/** A tool with a function that keeps what it has read once. */
const keeping = (clause: string, attempt = "kept.set(id, await api.items(id));"): string =>
  tool(`  const kept = new Map();
  const itemsOf = async (id) => {
    if (!kept.has(id)) {
      try {
        ${attempt}
      } ${clause}
    }
    return kept.get(id);
  };
  const items = await itemsOf(args.id);
  return { content: [{ type: "text", text: JSON.stringify(items) }] };`);

/** A tool that counts two things, one of them in a clause of its own. */
const counting = (start: string, clause: string, answer = "{ orders, open }"): string =>
  tool(`  const orders = await api.orders();
  let open = ${start};
  try {
    open = await api.countOpen();
  } ${clause}
  return { content: [{ type: "text", text: JSON.stringify(${answer}) }] };`);

const PUSH = "orders.push(await api.order(id));";
const LOGGED = "catch (error) { console.error(error); }";
const SKIPS = "const order = await api.order(id); if (order.hidden) continue; orders.push(order);";

testRule(
  "no-swallowed-error",
  [
    {
      name: "rounds that end, of which the answer tells",
      code: rounds("catch (error) { orders.push({ id, error: error.message }); continue; }", "orders.push(order);"),
    },
    {
      name: "what was kept before, where nothing newer can be had",
      code: keeping("catch (error) { console.error(error); kept.set(id, before.get(id)); }"),
    },
    {
      name: "a failure that is kept as one",
      code: keeping("catch (error) { kept.set(id, [String(error)]); }"),
    },
    {
      name: "a count that is not known where it could not be had",
      code: counting("null", LOGGED),
    },
    {
      name: "a count of which the answer says that it is missing",
      code: counting("0", "catch (error) { missing.push(String(error)); }", "{ orders, open, missing }"),
    },
    {
      name: "a count that the answer does not tell",
      code: counting("0", LOGGED, "{ orders }"),
    },
    {
      name: "rounds that add to nothing from before the loop",
      code: rounds("catch { continue; }", "parts.push(order.id);", "await api.ping(); const parts = [];"),
    },
    {
      name: "an answer that has words for what is missing",
      code: looped(PUSH, LOGGED, "", "{ orders, failed: args.ids.length - orders.length }"),
    },
    {
      name: "an answer that counts what was skipped",
      code: looped(PUSH, LOGGED, "", "{ orders, note: `${args.ids.length - orders.length} were skipped` }"),
    },
    {
      name: "a part that is left away where it cannot be had",
      code: adding("order.items = await api.items(order);", "catch (error) { console.error(error); }"),
    },
    {
      name: "a part for which something else is tried",
      code: adding("order.items = await api.items(order);", "catch { order.items = await store.items(order); }"),
    },
    {
      name: "work that is caught inside, with values at hand around it",
      code: outer("console.warn(id, error);", "rows.push({ id, text: found.text.trim() });"),
    },
    {
      name: "the first order that can be had",
      code: looped("orders.push(await api.order(id));\n        break;", "catch {\n        continue;\n      }"),
    },
    {
      name: "an order that is good enough",
      code: looped(
        "const order = await api.order(id);\n        orders.push(order);\n        if (order.open) break;",
        "catch {\n        continue;\n      }",
      ),
    },
  ],
  [
    {
      name: "a count of nothing in place of one that could not be had",
      code: counting("0", "⟦catch (error) { console.error(error); }⟧"),
      problems: [
        {
          messageId: "swallowed",
          data: {
            advice: ADVICE,
            path: "api.countOpen() fails → caught in line 9",
            excuse: "; or say in a comment why the failure may pass",
          },
        },
      ],
    },
    {
      name: "an empty list that is kept in place of one that could not be had",
      code: keeping("⟦catch (error) { console.error(error); kept.set(id, []); }⟧"),
      problems: [
        {
          messageId: "swallowed",
          data: {
            advice: ADVICE,
            path: "api.items() fails → caught in line 10",
            excuse: "; or say in a comment why the failure may pass",
          },
        },
      ],
    },
    {
      name: "each order up to a number of them",
      code: looped(
        "orders.push(await api.order(id));\n        if (orders.length >= 10) break;",
        "⟦catch {\n        continue;\n      }⟧",
      ),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: ADVICE, path: "api.order() fails → caught in line 11" },
        },
      ],
    },
    ...[
      ["what reaches out stands beside", "rows.push(await api.price(found.id));", "api.price"],
      ["a store is asked beside", "rows.push(await store.read(found.path));", "store.read"],
      ["a service is told beside", "rows.push(await this.db.prepare(SELECT).get(found.id));", "this.db.prepare().get"],
    ].map(([name, beside = "", source = ""]) => ({
      name: `a clause around work that is caught inside, where ${String(name)}`,
      code: outer("console.warn(id, error);", beside).replace("catch (error) { console.error(error); }", "⟦$&⟧"),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: ADVICE, path: `${source}() fails → caught in line 17` },
        },
      ],
    })),
    {
      name: "an empty list that the clause gives, beside other work",
      code: adding("order.items = await api.items(order);", "⟦catch { order.items = []; }⟧"),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: ADVICE, path: "api.items() fails → caught in line 8" },
        },
      ],
    },
    {
      name: "a helper that leaves items out of a list from which something else is made",
      code: helped(`⟦${LOGGED}⟧`),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: ADVICE, path: "api.order() fails → caught in line 6" },
        },
      ],
    },
    {
      name: "a helper that leaves items out, and the tool tells only where none is left",
      code: helped(`⟦${LOGGED}⟧`, 'if (orders.length === 0) throw new Error("The orders could not be read.");'),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: ADVICE, path: "api.order() fails → caught in line 6" },
        },
      ],
    },
    {
      name: "an item without what could not be read",
      code: rounds("⟦catch { order = undefined; }⟧", "orders.push({ id, order });", "await api.ping();"),
      problems: [
        {
          messageId: "swallowed",
          data: {
            advice: ADVICE,
            path: "api.order() fails → caught in line 11",
          },
        },
      ],
    },
    ...[
      "orders.push(order);",
      "if (order.open) orders.push(order);",
      "for (const item of order.items) orders.push(item);",
    ].map((behind) => ({
      name: `rounds that end, and a list that grows behind: ${behind}`,
      code: rounds("⟦catch { continue; }⟧", behind),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: ADVICE, path: "api.order() fails → caught in line 11" },
        },
      ],
    })),
    ...[
      [PUSH, LOGGED, "{ orders }"],
      [SKIPS, LOGGED, "{ orders }"],
      ["orders[id] = await api.order(id);", "catch { orders[id] = []; }", "{ orders }"],
    ].map(([attempt = "", clause = "", answer]) => ({
      name: `a list of which the failed items are missing: ${attempt}`,
      code: looped(attempt, `⟦${clause}⟧`, "", answer),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: ADVICE, path: "api.order() fails → caught in line 10" },
        },
      ],
    })),
  ],
);

/** A tool of which another function keeps apart what has failed. */
const keptApart = (
  use: string,
  answer = "{ orders }",
  caught = "catch (error) { errors.push(error.message); }",
): string =>
  tool(
    `  const { orders, errors } = await readAll(args.ids);
  ${use}
  return { content: [{ type: "text", text: JSON.stringify(${answer}) }] };`,
    `async function readAll(ids) {
  const orders = [];
  const errors = [];
  for (const id of ids) {
    try {
      orders.push(await api.order(id));
    } ${caught}
  }
  return { orders, errors };
}`,
  );

testRule(
  "no-swallowed-error",
  [
    { name: "failures that are a part of the answer", code: keptApart("console.error(errors);", "{ orders, errors }") },
    {
      name: "failures that make another answer",
      code: keptApart("if (errors.length > 0) { console.error(errors); return refused(errors); }"),
    },
    {
      name: "failures that are counted for the model",
      code: keptApart("", "{ orders, failed: errors.length }"),
    },
  ],
  [
    ["nobody reads", ""],
    ["are only logged", "console.error(errors.join());"],
    ["are only logged, if there are any", "if (errors.length > 0) process.stderr.write(errors.join());"],
    ["are logged one after the other", "for (const one of errors) logger.warn(one);"],
  ].map(([what = "", use = ""]) => ({
    name: `failures that ${what}`,
    code: keptApart(use, "{ orders }", "⟦catch (error) { errors.push(error.message); }⟧"),
    problems: [{ messageId: "swallowed", data: { advice: ADVICE, path: "api.order() fails → caught in line 8" } }],
  })),
);

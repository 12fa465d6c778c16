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

const PUSH = "orders.push(await api.order(id));";
const LOGGED = "catch (error) { console.error(error); }";
const SKIPS = "const order = await api.order(id); if (order.hidden) continue; orders.push(order);";

testRule(
  "no-swallowed-error",
  [
    {
      name: "an answer that has words for what is missing",
      code: looped(PUSH, LOGGED, "", "{ orders, failed: args.ids.length - orders.length }"),
    },
    {
      name: "an answer that counts what was skipped",
      code: looped(PUSH, LOGGED, "", "{ orders, note: `${args.ids.length - orders.length} were skipped` }"),
    },
    {
      name: "work that is caught inside, with values at hand around it",
      code: outer("console.warn(id, error);", "rows.push({ id, text: titleOf(found.text) });"),
    },
  ],
  [
    ...[
      ["what reaches out stands beside", "rows.push(await api.price(found.id));"],
      ["a file is read at once", "rows.push(readFileSync(found.path));"],
      ["a database is asked at once", "rows.push(this.db.prepare(SELECT).get(found.id));"],
    ].map(([name, beside = ""]) => ({
      name: `a clause around work that is caught inside, where ${String(name)}`,
      code: outer("console.warn(id, error);", beside).replace("catch (error) { console.error(error); }", "⟦$&⟧"),
      problems: [
        {
          messageId: "swallowedInCatch",
          data: { advice: ADVICE, path: "api.order() fails → caught in line 17 → goes on with the code behind it" },
        },
      ],
    })),
    ...[
      [PUSH, LOGGED, "{ orders }"],
      [SKIPS, LOGGED, "{ orders }"],
      ["orders[id] = await api.order(id);", "catch { orders[id] = []; }", "{ orders, skipped: hidden.length }"],
    ].map(([attempt = "", clause = "", answer]) => ({
      name: `a list of which the failed items are missing: ${attempt}`,
      code: looped(attempt, `⟦${clause}⟧`, "", answer),
      problems: [
        {
          messageId: "swallowedInCatch",
          data: { advice: ADVICE, path: "api.order() fails → caught in line 10 → goes on with the code behind it" },
        },
      ],
    })),
  ],
);

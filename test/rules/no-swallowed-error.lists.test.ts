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
  ],
  [
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
);

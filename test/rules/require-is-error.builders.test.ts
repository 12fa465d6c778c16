import { testRule, tool } from "../support/rule-tester.js";

/** A handler that is one call of a function with several ways out. */
const answered = (refusal: string): string =>
  tool(
    "  return answer(args);",
    `const text = (text) => ({ content: [{ type: "text", text }] });
async function answer(args) {
  const orders = await api.list();
  if (orders.length === 0) return ${refusal};
  return text(orders.join());
}`,
  );

testRule(
  "require-is-error",
  [
    {
      name: "a call of a function whose answers are judged where they stand",
      code: answered('text("No orders yet.")'),
    },
  ],
  [
    {
      name: "one of several answers of a function that a handler calls",
      code: answered('⟦text("Could not load the orders.")⟧'),
      problems: [{ messageId: "toldByCall", data: { callee: "text" } }],
    },
  ],
);

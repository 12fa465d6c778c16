import { testRule, tool } from "../support/rule-tester.js";

/** A builder of results under this name, that is given a sentence behind a test. */
const built = (name: string, call: string): string =>
  tool(
    `  const order = await api.load(args);\n  if (order.closed) return ${call};\n  return ${name}(order.text);`,
    `const ${name} = (text) => ({ content: [{ type: "text", text }] });`,
  );

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
    {
      name: "a sentence for a builder of plain results",
      code: built("respond", 'respond("The order was closed on Monday.")'),
    },
    {
      name: "nothing found, told by a builder of errors",
      code: built("errorResponse", 'errorResponse("No orders found.")'),
    },
    {
      name: "a question back, asked by a builder of errors",
      code: built("errorResponse", 'errorResponse("Please confirm that the order is to be opened.")'),
    },
  ],
  [
    {
      name: "one of several answers of a function that a handler calls",
      code: answered('⟦text("Could not load the orders.")⟧'),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "a builder that is named for errors, behind a test",
      code: built("createErrorResponse", '⟦createErrorResponse("The order was closed on Monday.")⟧'),
      problems: [{ messageId: "toldAsText" }],
    },
  ],
);

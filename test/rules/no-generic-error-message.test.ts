import { errorResult, testRule, tool } from "../support/rule-tester.js";

const inCatch = (text: string): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await load(args) }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: ${text} }] };\n  }`,
  );

testRule(
  "no-generic-error-message",
  [
    { name: "the cause in the message", code: inCatch("`Failed to load the order: ${error.message}`") },
    {
      name: "a sentence of one's own",
      code: inCatch('"The order service is down for maintenance until six o\'clock. Ask the user to come back then."'),
    },
    {
      name: "a generic word beside a cause in another field",
      code: tool(
        `  try { return { content: [] }; } catch (error) { return ${errorResult('errorCode: "FAILED", errorCategory: "transient", description: `The service answered ${error.status}.`')}; }`,
      ),
    },
    {
      name: "a check of the input",
      code: tool(
        '  if (!args.id) return { isError: true, content: [{ type: "text", text: "Invalid id" }] };\n  return { content: [] };',
      ),
    },
    {
      name: "thrown with the cause",
      code: tool(
        "  try { return { content: [] }; } catch (error) { throw new Error(`Failed: ${error.message}`, { cause: error }); }",
      ),
    },
    {
      name: "not a tool",
      code: 'export const page = () => { try { go(); } catch { return { status: 500, body: "Operation failed" }; } };',
    },
  ],
  [
    {
      name: "Operation failed",
      code: inCatch('⟦"Operation failed"⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "Operation failed" } }],
    },
    {
      name: "Failed to X",
      code: inCatch('⟦"Failed to load the order"⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to load the order" } }],
    },
    {
      name: "Something went wrong, and what follows it",
      code: inCatch('⟦"Something went wrong. Please try again later."⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "Something went wrong. Please try again later." } }],
    },
    {
      name: "with what was asked for",
      code: inCatch("⟦`Failed to load order ${args.id}`⟧"),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to load order …" } }],
    },
    {
      name: "a description",
      code: tool(
        `  try { return { content: [] }; } catch (error) { return ${errorResult('errorCategory: "transient", description: ⟦"An unexpected error occurred"⟧')}; }`,
      ),
      problems: [{ messageId: "causeDropped", data: { message: "An unexpected error occurred" } }],
    },
    {
      name: "thrown",
      code: tool('  try { return { content: [] }; } catch (error) { throw ⟦⟦new Error("Failed")⟧⟧; }')
        .replace("⟦⟦new Error(", "new Error(⟦")
        .replace(")⟧⟧", "⟧)"),
      problems: [{ messageId: "causeDropped", data: { message: "Failed" } }],
    },
    {
      name: "behind a test of the response",
      code: tool(
        '  const res = await fetch(url);\n  if (!res.ok) return { isError: true, content: [{ type: "text", text: ⟦"Request failed"⟧ }] };\n  return { content: [] };',
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Request failed" } }],
    },
    {
      name: "a phrase of the project",
      options: { phrases: ["Computer says no"] },
      code: inCatch('⟦"computer says no."⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "computer says no." } }],
    },
  ],
);

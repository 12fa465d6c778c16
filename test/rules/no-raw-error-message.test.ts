import { errorResult, fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const attempt = (clause: string): string =>
  tool(`  try {\n    return await load(args);\n  } catch (error) {\n${clause}\n  }`);
const told = (text: string): string => `    return { isError: true, content: [{ type: "text", text: ${text} }] };`;

testRule(
  "no-raw-error-message",
  [
    { name: "a sentence of one's own", code: attempt(told("`Order ${args.id} cannot be read (${error.code}).`")) },
    {
      name: "a class of the project's own",
      code: attempt(`    if (error instanceof OrdersError) {\n  ${told("error.message")}\n    }\n    throw error;`),
    },
    {
      name: "everything else has left before",
      code: attempt(`    if (!(error instanceof OrdersError)) throw error;\n${told("error.message")}`),
    },
    {
      name: "only where the kind is known",
      code: attempt(told("error instanceof OrdersError ? error.message : 'The order service gave no clear answer.'")),
    },
    { name: "filtered", code: attempt(told("redact(error.message)")) },
    {
      name: "what a parser says of the input",
      code: tool(
        `  try {\n    JSON.parse(args.json);\n  } catch (error) {\n${told("error.message")}\n  }\n  return { content: [] };`,
      ),
    },
    { name: "the whole error is another rule's", code: attempt(told("JSON.stringify(error)")) },
    { name: "logged", code: attempt("    console.error(error.message);\n    throw error;") },
    {
      name: "a throw out of a low-level handler is another rule's",
      code: lowLevel(
        "  try {\n    return await load(request);\n  } catch (error) {\n    throw new Error(error.message);\n  }",
      ),
    },
    {
      name: "handed to a builder of another file",
      code: attempt("    return failure(error);").replace(
        "const server",
        'import { failure } from "./failure.js";\nconst server',
      ),
    },
    {
      name: "no tool",
      code: "export async function run() { try { await load(); } catch (error) { return `Error: ${error.message}`; } }",
    },
  ],
  [
    {
      name: "the message",
      code: attempt(told("`Error: ${⟦error.message⟧}`")),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "the usual ternary",
      code: attempt(
        `    const message = error instanceof Error ? ⟦error.message⟧ : String(error);\n${told("`Error: ${message}`")}`,
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "the error as text",
      code: attempt(told("`Error: ${⟦error⟧}`")),
      problems: [{ messageId: "rawMessage", data: { source: "error" } }],
    },
    {
      name: "in the JSON, beside a category",
      code: attempt(
        `    return ${errorResult("errorCategory: 'transient', isRetryable: false, description: `Order ${args.id}: ${⟦(error as Error).message⟧}`")};`,
      ),
      problems: [{ messageId: "rawMessage", data: { source: "(error as Error).message" } }],
    },
    {
      name: "one class is told apart, and the rest goes out",
      code: attempt(`    if (error instanceof OrdersError) return refused(error);\n${told("⟦error.message⟧")}`),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "once, in the builder",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    return failure(error);\n  }",
        "function failure(error: unknown) {\n  return { isError: true, content: [{ type: 'text', text: error instanceof Error ? ⟦error.message⟧ : String(error) }] };\n}",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "thrown, in FastMCP",
      code: fastmcp(
        "  try {\n    return await load(args);\n  } catch (error) {\n    throw new UserError(`Order ${args.id}: ${⟦error.message⟧}`);\n  }",
      ),
      problems: [{ messageId: "rawMessageThrown", data: { source: "error.message" } }],
    },
  ],
);

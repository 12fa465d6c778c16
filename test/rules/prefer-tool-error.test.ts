import { errorResult, fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const PLAIN = '{ isError: true, content: [{ type: "text", text: "The id is taken." }] }';
const BUSINESS = errorResult('errorCategory: "business", isRetryable: false, description: "d"');
const PACKAGE = 'import { toolError } from "mcp-tool-errors";';

const OWN_HELPER =
  'function fail(error) {\n  return { isError: true, content: [{ type: "text", text: JSON.stringify({ category: kindOf(error), message: String(error) }) }] };\n}';

/** A builder that sorts, and writes neither a category nor a code. */
const SORTING = `function fail(error) {
  if (error instanceof StoreError) return { isError: true, content: [{ type: "text", text: error.detail }] };
  return { isError: true, content: [{ type: "text", text: String(error) }] };
}`;
/** A builder that sorts, and the leaf that it ends in. */
const LEAF = `function told(error) {
  return ${PLAIN.replace('"The id is taken."', "error.message")};
}
function fail(error) {
  if (error instanceof StoreError) return told(error);
  log(error);
  return told(error);
}`;
/** A result with the value as JSON. */
const typed = (value: string): string => PLAIN.replace('"The id is taken."', `JSON.stringify(${value}, null, 2)`);
const TO_FAILURE =
  "function toFailure(given: unknown): ShopFailure | null {\n  return read(given);\n}\nasync function readFailure(given: unknown): Promise<ShopFailure> {\n  return read(given);\n}";
const marked = (code: string): string => code.replace(/\{ isError.*?\] \}/gu, "⟦$&⟧");
const HAND_BUILT = {
  messageId: "handBuilt",
  data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" },
};

testRule(
  "prefer-tool-error",
  [
    {
      name: "the helper",
      code: tool('  return toolError.business({ description: "d", customerFriendlyMessage: "c" });', PACKAGE),
    },
    { name: "a success", code: tool('  return { content: [{ type: "text", text: "ok" }] };') },
    { name: "a flag that is passed on", code: tool("  return { isError: answer.isError, content: answer.content };") },
    {
      name: "a flag that is computed",
      code: tool("  return { isError: !answer.ok, content: [{ type: 'text', text: answer.text }] };"),
    },
    {
      name: "a flag that is set later",
      code: tool("  const result = { content: [] };\n  if (args.a) result.isError = true;\n  return result;"),
    },
    {
      name: "a flag that is denied, and set later",
      code: tool(
        "  const result = { isError: false, content: [] };\n  if (args.a) result.isError = true;\n  return result;",
      ),
    },
    {
      name: "an error of somebody else",
      code: tool(
        "  const answer = await call(args);\n  if (answer.isError) return { isError: true, content: answer.content };\n  return answer;",
      ),
    },
    {
      name: "an error of somebody else, by an early exit",
      code: tool(
        "  const answer = await call(args);\n  if (answer.isError !== true) return answer;\n  return { isError: true, content: answer.content };",
      ),
    },
    {
      name: "a test of what has been read before",
      code: tool(
        `  const job = await load(args.id);\n  logger.info(job.state);\n  if (!job) return ${PLAIN};\n  return { content: [] };`,
      ),
    },
    ...[
      ["a parameter", "function fail(failure: ShopFailure)", "failure"],
      [
        "a value that is written out",
        "function fail(text: string)",
        "failure",
        "const failure: { error: string; hint?: string } = { error: text };",
      ],
      ["a cast", "function fail(given: unknown)", "failure", "const failure = redact(given) as ShopFailure;"],
      [
        "what is waited for",
        "async function fail(given: unknown)",
        "failure",
        "const failure = await readFailure(given);",
      ],
      ["what a function gives", "function fail(given: unknown)", "toFailure(given)"],
      ["what a function has given", "function fail(given: unknown)", "failure", "const failure = toFailure(given);"],
    ].map(([name = "", head = "", value = "", before = ""]) => ({
      name: `a type of the project's own: ${name}`,
      code: tool("  return fail(args);", `${head} {\n  ${before}\n  return ${typed(value)};\n}\n${TO_FAILURE}`),
    })),
    {
      name: "a type of the project's own beside the text",
      code: tool(
        "  return fail(args);",
        `function fail(failure: ShopFailure) {\n  return ${PLAIN.replace("content", "structuredContent: failure, content")};\n}`,
      ),
    },
    {
      name: "the answer where no tool has that name",
      code: lowLevel(`  return ${PLAIN.replace('"The id is taken."', "`Unknown tool: ${request.params.name}`")};`),
    },
    {
      name: "a clause that nothing comes to",
      code: tool(
        `  try {\n    return await load(args);\n  } catch (error) {\n    return ${PLAIN};\n  }`,
        "async function load(args) {\n  try {\n    return { content: [{ type: 'text', text: await api.load(args) }] };\n  } catch (error) {\n    return refusedLoad;\n  }\n}",
      ),
    },
    {
      name: "a framework's own file",
      code: `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
export class FastMCP {
  run(tool, args) {
    return tool.execute(args).catch((error) => (${PLAIN}));
  }
}`,
    },
    {
      name: "options of a builder",
      code: tool(
        "  return respond({ texts: ['The id is taken.'], isError: true, ...(args.a && { detail: args.a }) });",
      ),
    },
    {
      name: "a shape of the project's own",
      code: tool('  return { success: false, isError: true, message: "The id is taken." };'),
    },
    {
      name: "the file that is the helper",
      code: `import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
export const toolError = { business: (text: string): CallToolResult => (${PLAIN.replace('"The id is taken."', "text")}) };`,
    },
    {
      name: "no server",
      code: `export const x = ${PLAIN};\nexport const isError = true;`.replace("content", "blocks"),
    },
    {
      name: "a value of the start that is replaced before it is returned",
      code: tool(
        `  let result = ${PLAIN};\n  try {\n    message = await load(args);\n  } catch (error) {\n    message = error.message;\n  }\n  result = { content: [{ type: "text", text: message }] };\n  return result;`,
      ),
    },
    {
      name: "a generated file",
      code: `// Code generated by the maker of clients. DO NOT EDIT.\n${tool(`  return ${PLAIN};`)}`,
    },
    {
      name: "a function of the project's own that writes the category",
      code: tool("  return fail(args);", OWN_HELPER),
    },
    {
      name: "a function of the project's own that sorts errors by their kind",
      code: tool("  return fail(args);", SORTING),
    },
    {
      name: "what such a function says of all other errors",
      code: tool("  return fail(args);", SORTING.replace("String(error)", '"Unexpected. See the log."')),
    },
    { name: "the leaf of a function that sorts errors by their kind", code: tool("  return fail(args);", LEAF) },
    {
      name: "the content is what the called function makes of it",
      code: tool(
        '  return respond({ texts: ["The id is taken."], isError: true, structuredContent: { id: args.id } });',
      ),
    },
    {
      name: "all that could be lost is written by a function of the project's own",
      code: tool(
        "  return { isError: true, content: [blockOf(args)] };",
        'const blockOf = (args) => ({ type: "text", text: JSON.stringify({ code: args.code, category: "business", message: args.text }) });',
      ),
    },
    {
      name: "a hook of the page that calls the server",
      code: `import { useCallback } from "react";\nimport type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";\nexport const useTools = (client) => useCallback(async (name): Promise<CallToolResult> => {\n  if (!client) return ${PLAIN};\n  return client.callTool({ name });\n});`,
    },
  ],
  [
    {
      name: "by hand",
      code: tool(`  return ⟦${PLAIN}⟧;`),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "by hand, with structured content alone",
      code: tool("  return ⟦{ isError: true, structuredContent: { id: args.id }, content: [] }⟧;"),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "by hand, around a block that a function of the project's own writes as text alone",
      code: tool(
        "  return ⟦{ isError: true, content: [blockOf(args.text)] }⟧;",
        'const blockOf = (text) => ({ type: "text", text: `Error: ${text}` });',
      ),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "by hand, with a category",
      code: lowLevel(`  return ⟦${BUSINESS}⟧;`),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.business({ … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "by hand, in a catch clause",
      code: fastmcp(`  try {\n    return await load(args);\n  } catch (error) {\n    return ⟦${PLAIN}⟧;\n  }`),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.from(error, { … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "by hand, where the kind of the error is known",
      code: tool(
        `  try {\n    return await load(args);\n  } catch (error) {\n    if (error instanceof TakenError) return ⟦${PLAIN}⟧;\n    throw error;\n  }`,
      ),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "a test of what may be missing",
      code: tool(
        `  const job = await load(args.id);\n  logger.info(job?.state);\n  if (!job) return ⟦${PLAIN}⟧;\n  return { content: [] };`,
      ),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" } }],
    },
    ...[
      ["none", "function fail(failure)"],
      ["one that holds anything", "function fail(failure: unknown)"],
      ["one of the language", "function fail(failure: Record<string, string>)"],
      ["any of them by name", "function fail(failure: Record<string, ShopFailure>)"],
      ["one of which all may be missing", "function fail(failure: Partial<ShopFailure>)"],
      ["that of a caller's choice", "function fail<T>(failure: T)"],
      ["that of every error", "function fail(failure: Error)"],
    ].map(([name = "", head = ""]) => ({
      name: `a type that keeps nothing: ${name}`,
      code: marked(tool("  return fail(args);", `${head} {\n  return ${typed("failure")};\n}`)),
      problems: [HAND_BUILT],
    })),
    {
      name: "a promise of a type that keeps nothing",
      code: marked(
        tool(
          "  return fail(args);",
          `async function fail(given: unknown) {\n  const failure = await readFailure(given);\n  return ${typed("failure")};\n}\nasync function readFailure(given: unknown): Promise<Record<string, string>> {\n  return read(given);\n}`,
        ),
      ),
      problems: [HAND_BUILT],
    },
    {
      name: "on top of a builder of content",
      code: tool(
        '  return ⟦{ ...text("The id is taken."), isError: true }⟧;',
        'const text = (value) => ({ content: [{ type: "text", text: value }] });',
      ),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "in a builder, once",
      code: tool(
        '  if (args.a) return fail("a");\n  return fail("b");',
        `const fail = (text) => (⟦${PLAIN.replace('"The id is taken."', "text")}⟧);`,
      ),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "in a builder that only asks whether it is an error at all",
      code: tool(
        "  return fail(args);",
        marked(SORTING.replace("error instanceof StoreError", "error instanceof Error")),
      ),
      problems: [HAND_BUILT, HAND_BUILT],
    },
    {
      name: "in a leaf that others call too",
      code: tool("  return args.a ? told(args) : fail(args);", marked(LEAF)),
      problems: [HAND_BUILT],
    },
    {
      name: "in a leaf of a function that does not sort",
      code: tool("  return fail(args);", marked(LEAF.replace("error instanceof StoreError", "error instanceof Error"))),
      problems: [HAND_BUILT],
    },
    {
      name: "in a builder that a handler calls behind the test",
      code: tool(
        "  if (args.error instanceof StoreError) return told(args.error);\n  return load(args);",
        marked(LEAF.slice(0, LEAF.indexOf("function fail"))),
      ),
      problems: [HAND_BUILT],
    },
    {
      name: "in a handler that sorts errors by their kind",
      code: tool(
        `  try {\n    return await load(args);\n  } catch (error) {\n    if (error instanceof StoreError) return retry(error);\n    return ⟦${PLAIN}⟧;\n  }`,
      ),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.from(error, { … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "beside the helper",
      code: tool(`  return ⟦${BUSINESS}⟧;`, PACKAGE),
      problems: [
        { messageId: "handBuiltBesideHelper", data: { call: "toolError.business({ … })", module: "mcp-tool-errors" } },
      ],
    },
    {
      name: "beside a helper that was written into the project",
      code: tool(`  return ⟦${BUSINESS}⟧;`, 'import { toolError } from "./tool-errors.js";'),
      problems: [
        { messageId: "handBuiltBesideHelper", data: { call: "toolError.business({ … })", module: "./tool-errors.js" } },
      ],
    },
    {
      name: "beside the helper of the settings",
      settings: { helper: { module: "@acme/errors", names: ["failure"] } },
      code: tool(`  return ⟦${BUSINESS}⟧;`),
      problems: [{ messageId: "handBuiltBesideHelper", data: { call: "failure(…)", module: "@acme/errors" } }],
    },
    {
      name: "a value of the start that one way leaves",
      code: tool(
        `  let result = ⟦${PLAIN}⟧;\n  if (args.a) result = { content: [{ type: "text", text: "b" }] };\n  return result;`,
      ),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "a comment on something generated",
      code: `// The list of orders is generated each night.\n${tool(`  return ⟦${PLAIN}⟧;`)}`,
      problems: [{ messageId: "handBuilt", data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "a function of the project's own that writes text alone",
      code: tool(
        "  return fail(args);",
        OWN_HELPER.replace("{ category: kindOf(error), message: String(error) }", "String(error)")
          .replace("{ isError", "⟦{ isError")
          .replace("] };", "] }⟧;"),
      ),
      problems: [{ messageId: "handBuilt", data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" } }],
    },
    {
      name: "a function of the project's own beside the typed helper",
      code: `import { toolError } from "mcp-tool-errors";\n${tool("  return fail(args);", OWN_HELPER.replace("{ isError", "⟦{ isError").replace("] };", "] }⟧;"))}`,
      problems: [
        {
          messageId: "handBuiltBesideHelper",
          data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" },
        },
      ],
    },
  ],
);

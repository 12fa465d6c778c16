import { errorResult, fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const PLAIN = '{ isError: true, content: [{ type: "text", text: "The id is taken." }] }';
const BUSINESS = errorResult('errorCategory: "business", isRetryable: false, description: "d"');
const PACKAGE = 'import { toolError } from "mcp-tool-errors";';

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
  ],
  [
    {
      name: "by hand",
      code: tool(`  return ⟦${PLAIN}⟧;`),
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
  ],
);

import { errorResult, testRule, tool } from "../support/rule-tester.js";

const answer = (result: string): string => tool(`  if (bad(args)) return ${result};\n  return { content: [] };`);
const missing = (field: string) => ({
  messageId: "missingRetryable",
  data: { fields: `\`${field}\``, additions: `a boolean \`${field}\`` },
});
const PLAIN = '{ isError: true, content: [{ type: "text", text: "The id is taken." }] }';

/** An error result whose JSON is of a declared type. */
const typed = (type: string): string =>
  answer('⟦{ isError: true, content: [{ type: "text", text: JSON.stringify(explain(args)) }] }⟧').replace(
    "const server",
    `${type}\nfunction explain(args): Explained { return describe(args); }\nconst server`,
  );
const unmarked = (code: string): string => code.replace(/[⟦⟧]/gu, "");

/** A builder of error results whose callers may give it fields of their own. */
const builder = (body: string, open = "", close = ""): string =>
  tool(
    `  ${body}`,
    `function failed(message, extra) {\n  return ${open}{ isError: true, content: [{ type: "text", text: message }], structuredContent: extra }${close};\n}`,
  );

/** A function that runs what it is given, and results that are made in there, each with or without the field. */
const measured = (first: string, second: string): string =>
  tool(
    `  return await measure(async () => {
    try { return { content: [{ type: "text", text: await api.load(args.id) }] }; }
    catch (error) {
      if (error.code === "GONE") return ${first};
      return ${second};
    }
  });`,
    "async function measure(run) {\n  const result = await run();\n  meter(result);\n  return result;\n}",
  );

testRule(
  "require-is-retryable",
  [
    { name: "true", code: answer(errorResult("isRetryable: true")) },
    { name: "false", code: answer(errorResult("isRetryable: false")) },
    { name: "known at run time", code: answer(errorResult("isRetryable: error.status >= 500")) },
    { name: "another spelling", code: answer(errorResult("canRetry: false")) },
    {
      name: "in structuredContent",
      code: answer(
        '{ isError: true, content: [{ type: "text", text: "a" }], structuredContent: { isRetryable: false } }',
      ),
    },
    {
      name: "fields that cannot be read",
      code: answer('{ isError: true, content: [{ type: "text", text: JSON.stringify(payload) }] }'),
    },
    {
      name: "a type that has it",
      code: unmarked(typed("interface Explained { message: string; code: string; retryable?: boolean }")),
    },
    {
      name: "a type that may have more",
      code: unmarked(typed("interface Explained extends Base { message: string }")),
    },
    {
      name: "a type with any further fields",
      code: unmarked(typed("type Explained = { message: string; [name: string]: unknown };")),
    },
    {
      name: "a type with more below",
      code: unmarked(typed("type Explained = { message: string; details: unknown };")),
    },
    {
      name: "behind every case there is",
      code: tool(
        `  switch (args.kind) {\n    case "a": return { content: [] };\n    default: {\n      const rest: never = args.kind;\n      return ${PLAIN};\n    }\n  }`,
      ),
    },
    { name: "a dialect without such a field", settings: { dialect: "recovery" }, code: answer(PLAIN) },
    {
      name: "a builder that takes further fields, where one call gives the contract",
      code: builder(
        'if (args.a) return failed("The order is closed.", { errorCategory: "business", isRetryable: false });\n  return failed("The store is busy.", { errorCategory: "transient", isRetryable: true });',
      ),
    },
    {
      name: "a variable that holds one of two objects with it",
      code: answer(
        '(() => { let body;\n  if (args.a) body = { code: "CLOSED", isRetryable: false };\n  else body = { code: "BUSY", isRetryable: true };\n  return { isError: true, content: [{ type: "text", text: JSON.stringify(body) }] }; })()',
      ),
    },
    {
      name: "a variable whose fields are written later",
      code: tool(
        '  let body = { message: "The order is closed." };\n  if (args.a) body = { message: "The order is gone." };\n  body.isRetryable = false;\n  return { isError: true, content: [{ type: "text", text: JSON.stringify(body) }] };',
      ),
    },
    {
      name: "JSON for the failure, which cannot be seen, and prose for the success",
      code: tool(
        '  const done = await close(args.id);\n  return { isError: !done.ok, content: [{ type: "text", text: done.ok ? "Closed." : JSON.stringify(done.problem) }] };',
      ),
    },
  ],
  [
    {
      name: "a default that other values come to",
      code: tool(
        `  switch (args.kind) {\n    case "a": return { content: [] };\n    default: {\n      const rest: string = args.kind;\n      return ⟦${PLAIN}⟧;\n    }\n  }`,
      ),
      problems: [missing("isRetryable")],
    },
    {
      name: "plain text",
      code: answer(`⟦${PLAIN}⟧`),
      problems: [missing("isRetryable")],
    },
    {
      name: "once at the builder, where nothing that it is given speaks the contract",
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
function failed(payload) {
  return ⟦{ isError: true, content: [{ type: "text", text: JSON.stringify(payload) }] }⟧;
}
server.registerTool("a", { description: "d" }, async (args) => {
  if (args.a) return failed({ code: "CLOSED", message: "The order is closed." });
  return failed({ code: "GONE", message: "The order is gone." });
});
`,
      problems: [missing("isRetryable")],
    },
    {
      name: "at the call, where another call has it",
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
function failed(payload) {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(payload) }] };
}
server.registerTool("a", { description: "d" }, async (args) => {
  if (args.a) return ⟦failed({ code: "CLOSED", message: "The order is closed." })⟧;
  return failed({ code: "BUSY", isRetryable: true, message: "The order is locked." });
});
`,
      problems: [missing("isRetryable")],
    },
    {
      name: "where a result that denies it becomes an error",
      code: tool(
        "  const result = ⟦{ content: [], isError: false }⟧;\n  if (!args.id) {\n    result.content.push({ type: 'text', text: 'No id.' });\n    result.isError = true;\n  }\n  return result;",
      ),
      problems: [missing("isRetryable")],
    },
    {
      name: "a type without it",
      code: typed("interface Explained { message: string; code: string; details?: string | undefined }"),
      problems: [missing("isRetryable")],
    },
    {
      name: "JSON without it",
      code: answer(`⟦${errorResult('errorCategory: "business"')}⟧`),
      problems: [missing("isRetryable")],
    },
    {
      name: "the field of the dialect",
      settings: { dialect: "envelope" },
      code: answer(`⟦${PLAIN}⟧`),
      problems: [missing("retryable")],
    },
    {
      name: "a string",
      code: answer(errorResult('isRetryable: ⟦"no"⟧')),
      problems: [{ messageId: "notBoolean", data: { name: "isRetryable", value: '"no"' } }],
    },
    {
      name: "a number",
      code: answer(errorResult("retryable: ⟦1⟧")),
      problems: [{ messageId: "notBoolean", data: { name: "retryable", value: "1" } }],
    },
    {
      name: "null",
      code: answer(errorResult("isRetryable: ⟦null⟧")),
      problems: [{ messageId: "notBoolean", data: { name: "isRetryable", value: "null" } }],
    },
    {
      name: "at a builder that takes further fields, where no call gives the contract",
      code: builder(
        'if (args.a) return failed("The order is closed.", { order: args.a });\n  return failed("The store is busy.");',
        "⟦",
        "⟧",
      ),
      problems: [missing("isRetryable")],
    },
    {
      name: "beside metadata that cannot be seen",
      code: tool(
        '  return ⟦{ isError: true, content: [{ type: "text", text: "The order is closed." }], _meta: widgetMeta() }⟧;',
      ),
      problems: [missing("isRetryable")],
    },
    {
      name: "a variable that holds one of two objects without it",
      code: tool(
        '  let body;\n  if (args.a) body = { code: "CLOSED" };\n  else body = { code: "BUSY" };\n  return ⟦{ isError: true, content: [{ type: "text", text: JSON.stringify(body) }] }⟧;',
      ),
      problems: [missing("isRetryable")],
    },
    {
      name: "a variable without it on one of two paths, where it cannot be seen on the other",
      code: tool(
        '  let body = { message: "The order is closed." };\n  if (args.a) body = explain(args.a);\n  return ⟦{ isError: true, content: [{ type: "text", text: JSON.stringify(body) }] }⟧;',
      ),
      problems: [missing("isRetryable")],
    },
    {
      name: "a function that returns one of two objects without it",
      code: tool(
        '  return ⟦{ isError: true, content: [{ type: "text", text: JSON.stringify(explain(args.a)) }] }⟧;',
        'function explain(a) { if (a) return { code: "CLOSED" }; return { code: "BUSY" }; }',
      ),
      problems: [missing("isRetryable")],
    },
    {
      name: "prose for the failure, and JSON that cannot be seen for the success",
      code: tool(
        '  const done = await close(args.id);\n  return ⟦{ isError: !done.ok, content: [{ type: "text", text: done.ok ? JSON.stringify(done.data) : `Error: ${done.problem}` }] }⟧;',
      ),
      problems: [missing("isRetryable")],
    },
    {
      name: "in a result that is made in what another function runs",
      code: measured(
        errorResult('errorCategory: "business", isRetryable: false'),
        `⟦${errorResult('errorCategory: "transient", message: error.message')}⟧`,
      ),
      problems: [missing("isRetryable")],
    },
  ],
);

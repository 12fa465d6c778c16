import { errorResult, fastmcp, testRule, tool } from "../support/rule-tester.js";

const answer = (result: string, head = ""): string =>
  tool(`  if (bad(args)) return ${result};\n  return { content: [] };`, head);
const CATEGORIES = '"transient", "validation", "permission" and "business"';
const missing = (field: string, categories = CATEGORIES) => ({
  messageId: "missingCategory",
  data: { fields: `\`${field}\``, additions: `\`${field}\` (${categories.replace(" and ", " or ")})` },
});
const BUCKETS = '"Transient", "Data", "Permission" and "Business"';
const other = (value: string, category: string, name: string, categories: string) => ({
  messageId: "otherSpelling",
  data: { value, category, name, categories },
  suggest: { messageId: "writeCategory", data: { category }, from: `"${value}"`, to: `"${category}"` },
});
const PLAIN = '{ isError: true, content: [{ type: "text", text: "The id is taken." }] }';

const SCHEMAS = 'import { failureSchema, format } from "./schemas.js";';

testRule(
  "require-error-category",
  [
    {
      name: "the result of another server's tool",
      code: tool(
        '  const result = await upstream.callTool({ name: "find", arguments: args });\n  return { content: result.content, isError: result.isError };',
        'import { Client } from "@modelcontextprotocol/sdk/client/index.js";\nconst upstream = new Client({ name: "shop", version: "1.0.0" });',
      ),
    },
    {
      name: "thrown as JSON, with a category",
      code: tool(
        "  if (args.odd) throw new Error(JSON.stringify({ errorCategory: 'validation', isRetryable: false }));",
      ),
    },
    { name: "thrown in words", code: tool("  if (args.odd) throw new Error('Odd: give an even number.');") },
    {
      name: "what a log is told",
      code: tool("  logger.warn('refused', { ...args, isError: true, size: 1 });\n  return { content: [] };"),
    },
    { name: "in the JSON of the text", code: answer(errorResult('errorCategory: "validation", isRetryable: false')) },
    {
      name: "in structuredContent",
      code: answer('{ isError: true, content: [], structuredContent: { errorCategory: "validation" } }'),
    },
    {
      name: "in the JSON, checked by a schema",
      code: answer(
        '{ isError: true, content: [{ type: "text", text: JSON.stringify(failureSchema.parse({ errorCategory: "validation", isRetryable: false })) }] }',
        SCHEMAS,
      ),
    },
    ...["failureSchema.parse({ error: 'no' }, context)", "format.parse({ error: 'no' })", "failureSchema.read({})"].map(
      (made) => ({
        name: `something else of the project may put it in: ${made}`,
        code: answer(`{ isError: true, content: [{ type: "text", text: JSON.stringify(${made}) }] }`, SCHEMAS),
      }),
    ),
    { name: "another dialect", code: answer(errorResult('bucket: "Transient", retryable: true')) },
    { name: "a store of files", code: answer(errorResult('errorCategory: "validation", bucket: "photos"')) },
    { name: "a spelling that is read", code: answer(errorResult('error_category: "TIMEOUT", isRetryable: false')) },
    {
      name: "a synonym that the project knows",
      settings: { categories: ["timeout"] },
      code: answer(errorResult('errorCategory: "timeout", isRetryable: false')),
    },
    { name: "one level deeper", code: answer(errorResult('error: { category: "permission" }')) },
    { name: "known at run time", code: answer(errorResult("errorCategory: kindOf(args)")) },
    { name: "fields that cannot be read", code: answer("{ isError: true, content: blocks(args) }") },
    { name: "a spread of something unknown", code: answer(errorResult("...details(args)")) },
    { name: "a success", code: answer('{ content: [{ type: "text", text: "ok" }] }') },
    {
      name: "a flag that is passed on",
      code: answer("{ isError: response.isError, content: [{ type: 'text', text: 'a' }] }"),
    },
    {
      name: "a word of the project",
      settings: { categories: ["quota"] },
      code: answer(errorResult('errorCategory: "quota"')),
    },
    { name: "a dialect that goes by the code", settings: { dialect: "recovery" }, code: answer(PLAIN) },
    { name: "not a server", code: "export const x = { isError: true, content: [] };" },
    {
      name: "JSON of something unknown",
      code: answer('{ isError: true, content: [{ type: "text", text: JSON.stringify(payloadOf(args)) }] }'),
    },
    {
      name: "a builder whose spread cannot be read",
      code: answer(
        "{ ...built(args), isError: true }",
        'const built = (data) => ({ content: [{ type: "text", text: JSON.stringify(data) }] });',
      ),
    },
    {
      name: "in the JSON that another function makes",
      code: answer(
        '{ isError: true, content: [{ type: "text", text: JSON.stringify(problem("no")) }] }',
        'const problem = (error) => ({ error, category: "validation", retryable: false });',
      ),
    },
    {
      name: "in one of the problems that a function makes",
      code: answer(
        '{ isError: true, content: [{ type: "text", text: "no" }], structuredContent: problem(args) }',
        'function problem(args) { if (args.id) return { errorCategory: "business" }; return known(args); }\nconst known = () => ({ errorCategory: "transient" });',
      ),
    },
    {
      name: "code and retry hint of one value of the project's own",
      code: answer(
        errorResult("ok: false, error: { code: told.code, retryable: told.retryable }"),
        "const told = explained(failures.at(-1));",
      ),
    },
    {
      name: "a code of the project's own that goes with a flag of its own",
      code: answer(errorResult('error: { code: "INVALID_WINDOW", retryable: false, message: "no" }')),
    },
    {
      name: "a fenced block behind the words, of something unknown",
      code: answer(
        '{ isError: true, content: [{ type: "text", text: `No.\\n\\`\\`\\`json\\n${JSON.stringify(data)}` }] }',
      ),
    },
  ],
  [
    {
      name: "a result whose text a wrapper throws",
      code: tool(
        "  const found = await read(args);\n  if (found.isError) throw new Error(found.content[0].text);\n  return found;",
        `async function read(args) {
  const response = await fetch(args.url);
  if (!response.ok) return ⟦{ isError: true, content: [{ type: "text", text: "The order service refused." }] }⟧;
  return { content: [{ type: "text", text: await response.text() }] };
}`,
      ),
      problems: [missing("errorCategory")],
    },
    { name: "plain text", code: answer(`⟦${PLAIN}⟧`), problems: [missing("errorCategory")] },
    {
      name: "an error of a function, in a copy with more around it",
      code: tool(
        "  const found = await read(args);\n  return { _meta: {}, ...found };",
        `async function read(args) {
  try {
    return { content: [{ type: "text", text: await load(args.id) }] };
  } catch (error) {
    return ⟦{ isError: true, content: [{ type: "text", text: error.message }] }⟧;
  }
}`,
      ),
      problems: [missing("errorCategory")],
    },
    {
      name: "in a clause that is there for what nobody expects",
      code: tool(
        `  try {
    return await read(args);
  } catch (error) {
    return ⟦{ isError: true, content: [{ type: "text", text: error.message }] }⟧;
  }`,
        `async function read(args) {
  const found = await load(args.id).catch((error) => ({ name: error.message }));
  return { content: [{ type: "text", text: found.name }] };
}`,
      ),
      problems: [missing("errorCategory")],
    },
    {
      name: "JSON without it",
      code: answer(`⟦${errorResult('error: "no", isRetryable: false')}⟧`),
      problems: [missing("errorCategory")],
    },
    {
      name: "JSON without it, checked by a schema",
      code: answer(
        '⟦{ isError: true, content: [{ type: "text", text: JSON.stringify(failureSchema.parse({ success: false, error: "no" })) }] }⟧',
        SCHEMAS,
      ),
      problems: [missing("errorCategory")],
    },
    ...[
      "code: told.code, retryable: again.retryable",
      "code: told.code, isRetryable: told.retryable",
      "code: told(1), retryable: told(2)",
    ].map((fields) => ({
      name: `code and retry hint from apart: ${fields}`,
      code: answer(`⟦${errorResult(`error: "no", ${fields}`)}⟧`, "const told = require('x'), again = require('y');"),
      problems: [missing("errorCategory")],
    })),
    {
      name: "in a builder, once",
      code: answer("fail('x')", `const fail = (text) => (⟦{ isError: true, content: [{ type: "text", text }] }⟧);`),
      problems: [missing("errorCategory")],
    },
    { name: "FastMCP", code: fastmcp(`  return ⟦${PLAIN}⟧;`), problems: [missing("errorCategory")] },
    {
      name: "the field of the dialect",
      settings: { dialect: "envelope" },
      code: answer(`⟦${PLAIN}⟧`),
      problems: [missing("bucket", BUCKETS)],
    },
    {
      name: "with the words of the project",
      settings: { categories: ["quota"] },
      code: answer(`⟦${PLAIN}⟧`),
      problems: [missing("errorCategory", '"transient", "validation", "permission", "business" and "quota"')],
    },
    {
      name: "a word that is none",
      code: answer(errorResult('errorCategory: ⟦"oops"⟧, isRetryable: false')),
      problems: [{ messageId: "unknownCategory", data: { value: "oops", categories: CATEGORIES } }],
    },
    {
      name: "a synonym",
      code: answer(errorResult('errorCategory: ⟦"timeout"⟧, isRetryable: false')),
      problems: [other("timeout", "transient", "errorCategory", CATEGORIES)],
    },
    {
      name: "another case",
      code: answer(errorResult('errorCategory: ⟦"TRANSIENT"⟧, isRetryable: false')),
      problems: [other("TRANSIENT", "transient", "errorCategory", CATEGORIES)],
    },
    {
      name: "a bucket in another case",
      code: answer(errorResult('bucket: ⟦"transient"⟧, retryable: false')),
      problems: [other("transient", "Transient", "bucket", BUCKETS)],
    },
    {
      name: "a bucket by the name of another dialect",
      settings: { dialect: "envelope" },
      code: answer(errorResult('bucket: ⟦"Validation"⟧, errorCode: "BAD_SKU"')),
      problems: [other("Validation", "Data", "bucket", BUCKETS)],
    },
    {
      name: "a bucket that is none",
      code: answer(errorResult('bucket: ⟦"Unknown"⟧, retryable: false')),
      problems: [{ messageId: "unknownCategory", data: { value: "Unknown", categories: BUCKETS } }],
    },
    {
      name: "JSON behind words is a part of a sentence",
      code: answer(
        '⟦{ isError: true, content: [{ type: "text", text: `The service says: ${JSON.stringify(data)}` }] }⟧',
      ),
      problems: [missing("errorCategory")],
    },
    {
      name: "in the JSON that another function makes, without one",
      code: answer(
        '⟦{ isError: true, content: [{ type: "text", text: JSON.stringify(problem("no")) }] }⟧',
        "const problem = (error, code) => ({ success: false, error, code });",
      ),
      problems: [missing("errorCategory")],
    },
    {
      name: "a flag on a built result",
      code: answer(
        "⟦{ ...built({ created: 0 }), isError: true }⟧",
        'const built = (data) => ({ content: [{ type: "text", text: JSON.stringify(data) }] });',
      ),
      problems: [missing("errorCategory")],
    },
    {
      name: "structured content of a function with several problems",
      code: answer(
        '⟦{ isError: true, content: [{ type: "text", text: "no" }], structuredContent: problem(args) }⟧',
        'function problem(args) { if (args.id) return { title: "taken" }; return known(args); }\nconst known = () => ({ title: "unknown" });',
      ),
      problems: [missing("errorCategory")],
    },
    {
      name: "a flag that is set later, on blocks that are pushed in another function",
      code: tool(
        "  const run = await spawn(args);\n  const result = ⟦{ content: blocks(run) }⟧;\n  if (run.code !== 0) result.isError = true;\n  return result;",
        'function blocks(run) {\n  const found = [];\n  if (run.out) found.push({ type: "text", text: run.out });\n  return found;\n}',
      ),
      problems: [missing("errorCategory")],
    },
    {
      name: "the answer of a browser's API",
      code: tool(
        '  const answer = await chrome.tabs.sendMessage(args.tab, {});\n  return ⟦{ content: [{ type: "text", text: JSON.stringify(answer) }], isError: !answer.success }⟧;',
      ),
      problems: [missing("errorCategory")],
    },
    {
      name: "a spread of a package's answer",
      code: tool(
        '  const answer = await notes.open(args.id);\n  return ⟦{ content: [{ type: "text", text: answer.message }], ...answer, isError: !answer.success }⟧;',
        'import { notes } from "notes-client";',
      ),
      problems: [missing("errorCategory")],
    },

    {
      name: "thrown as JSON",
      code: tool("  if (args.odd) throw ⟦new Error(JSON.stringify({ isRetryable: false, description: 'Odd.' }))⟧;"),
      problems: [{ ...missing("errorCategory"), messageId: "missingInMessage" }],
    },
    {
      name: "a clause around work that can fail",
      code: tool(
        '  try { await reset(); return { content: [] }; } catch (error) { return ⟦{ isError: true, content: [{ type: "text", text: String(error) }] }⟧; }',
        "async function reset() { await store.clear(); }",
      ),
      problems: [missing("errorCategory")],
    },
  ],
);

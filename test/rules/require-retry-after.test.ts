import { errorResult, testRule, tool } from "../support/rule-tester.js";

const answer = (fields: string): string =>
  tool(`  if (bad(args)) return ${errorResult(fields)};\n  return { content: [] };`);
const limited = (result: string): string =>
  tool(`  const res = await fetch(url);\n  if (res.status === 429) return ${result};\n  return { content: [] };`);
const RETRYABLE = 'errorCategory: "transient", isRetryable: true';

testRule(
  "require-retry-after",
  [
    { name: "a wait", code: answer(`${RETRYABLE}, retryAfterSeconds: 30`) },
    {
      name: "a wait known at run time",
      code: limited(errorResult(`${RETRYABLE}, retryAfterSeconds: Number(res.headers.get("retry-after") ?? 10)`)),
    },
    { name: "another unit", code: answer('bucket: "Transient", retryable: true, retryAfterMs: 500') },
    { name: "the recovery dialect", code: answer("isRetryable: true, recovery: { retryAfterSeconds: 5 }") },
    {
      name: "compact, which has no field for it, by the settings",
      settings: { dialect: "compact" },
      code: answer(`${RETRYABLE}, code: "BUSY_NOW", message: "d"`),
    },
    {
      name: "compact by its names",
      code: answer(`${RETRYABLE}, code: "BUSY_NOW", message: "d", customerMessage: "d"`),
    },
    {
      name: "the recovery dialect, with hints that are known at run time",
      settings: { dialect: "recovery" },
      code: answer('success: false, error: "d", errorCode: "RATE_LIMITED", recovery: hintsOf(args)'),
    },
    {
      name: "the recovery dialect, another failure",
      settings: { dialect: "recovery" },
      code: answer('success: false, error: "d", errorCode: "PIPE_CLOSED", recovery: { requiresReconnect: true }'),
    },
    { name: "not retryable", code: answer('errorCategory: "transient", isRetryable: false') },
    { name: "known at run time", code: answer("isRetryable: isTransient(error)") },
    { name: "fields that cannot be read", code: answer(`${RETRYABLE}, ...wait(error)`) },
    {
      name: "told in the text",
      code: limited(
        '{ isError: true, content: [{ type: "text", text: `Too many calls. Retry after ${res.headers.get("retry-after")} seconds.` }] }',
      ),
    },
    {
      name: "another status",
      code: tool(
        `  const res = await fetch(url);\n  if (res.status === 404) return ${errorResult('errorCategory: "validation", isRetryable: false')};\n  return { content: [] };`,
      ),
    },
    {
      name: "somebody has to agree first",
      code: answer('isRetryable: true, authorizationUrl: "https://example.com/agree"'),
    },
    {
      name: "a dispatcher hands on what a builder of its own makes",
      code: tool("  return run(args);", `const run = () => (${errorResult(`${RETRYABLE}, retryAfterSeconds: 5`)});`),
    },
  ],
  [
    {
      name: "fields for a builder, behind no test",
      code: tool(
        '  if (args.ok) return { content: [] };\n  return ⟦fail({ errorCategory: "transient", isRetryable: true })⟧;',
        "const fail = (payload) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] });",
      ),
      problems: [{ messageId: "missingWait", data: { field: "retryAfterSeconds" } }],
    },
    {
      name: "another dialect than the compact of the settings",
      settings: { dialect: "compact" },
      code: tool(
        `  if (bad(args)) return ⟦${errorResult('bucket: "Transient", retryable: true, humanMessage: "d"')}⟧;\n  return { content: [] };`,
      ),
      problems: [{ messageId: "missingWait", data: { field: "retryAfterSeconds" } }],
    },
    {
      name: "compact, a header that is at hand",
      settings: { dialect: "compact" },
      code: limited(`⟦${errorResult(`${RETRYABLE}, code: "BUSY_NOW", message: "d"`)}⟧`),
      problems: [{ messageId: "droppedRetryAfter", data: { field: "retryAfterSeconds", status: "429" } }],
    },
    {
      name: "retryable without a wait",
      code: tool(`  if (bad(args)) return ⟦${errorResult(RETRYABLE)}⟧;\n  return { content: [] };`),
      problems: [{ messageId: "missingWait", data: { field: "retryAfterSeconds" } }],
    },
    {
      name: "a builder that says the wait for some failures, told in the builder",
      code: tool(
        "  try { return await run(args); } catch (error) { return fail(error); }",
        `const fail = (error) => { if (error.limited) return ${errorResult(`${RETRYABLE}, retryAfterSeconds: error.wait`)}; return ⟦${errorResult(RETRYABLE)}⟧; };`,
      ),
      problems: [{ messageId: "missingWait", data: { field: "retryAfterSeconds" } }],
    },
    {
      name: "the recovery dialect, a rate limit with other hints",
      settings: { dialect: "recovery" },
      code: tool(
        `  if (bad(args)) return ⟦${errorResult('success: false, error: "d", errorCode: "RATE_LIMITED", recovery: { suggestedAction: "Wait." }')}⟧;\n  return { content: [] };`,
      ),
      problems: [{ messageId: "limitWithoutWait", data: { field: "retryAfterSeconds" } }],
    },
    {
      name: "transient without a flag",
      code: tool(`  if (bad(args)) return ⟦${errorResult('errorCategory: "transient"')}⟧;\n  return { content: [] };`),
      problems: [{ messageId: "missingWait", data: { field: "retryAfterSeconds" } }],
    },
    {
      name: "the field of the dialect",
      settings: { dialect: "envelope" },
      code: tool(
        `  if (bad(args)) return ⟦${errorResult('bucket: "Transient", retryable: true')}⟧;\n  return { content: [] };`,
      ),
      problems: [{ messageId: "missingWait", data: { field: "retryAfterMs" } }],
    },
    {
      name: "the header is dropped",
      code: limited(`⟦${errorResult(RETRYABLE)}⟧`),
      problems: [{ messageId: "droppedRetryAfter", data: { field: "retryAfterSeconds", status: "429" } }],
    },
    {
      name: "the header is dropped from plain text",
      code: limited('⟦{ isError: true, content: [{ type: "text", text: "Too many calls." }] }⟧'),
      problems: [{ messageId: "droppedRetryAfter", data: { field: "retryAfterSeconds", status: "429" } }],
    },
    {
      name: "503 carries it too",
      code: tool(
        `  const res = await fetch(url);\n  if (res.status === 503) return ⟦${errorResult(RETRYABLE)}⟧;\n  return { content: [] };`,
      ),
      problems: [{ messageId: "droppedRetryAfter", data: { field: "retryAfterSeconds", status: "503" } }],
    },
    {
      name: "a wait of 0",
      code: limited(`⟦${errorResult(`${RETRYABLE}, retryAfterSeconds: 0`)}⟧`),
      problems: [{ messageId: "zeroWait", data: { field: "retryAfterSeconds" } }],
    },
    {
      name: "thrown",
      code: tool(
        '  const res = await fetch(url);\n  if (res.status === 429) throw ⟦new Error("Too many calls.")⟧;\n  return { content: [] };',
      ),
      problems: [{ messageId: "droppedRetryAfter", data: { field: "retryAfterSeconds", status: "429" } }],
    },
  ],
);

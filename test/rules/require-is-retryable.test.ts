import { errorResult, testRule, tool } from "../support/rule-tester.js";

const answer = (result: string): string => tool(`  if (bad(args)) return ${result};\n  return { content: [] };`);
const PLAIN = '{ isError: true, content: [{ type: "text", text: "The id is taken." }] }';

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
    { name: "a dialect without such a field", settings: { dialect: "recovery" }, code: answer(PLAIN) },
  ],
  [
    {
      name: "plain text",
      code: answer(`⟦${PLAIN}⟧`),
      problems: [{ messageId: "missingRetryable", data: { field: "isRetryable" } }],
    },
    {
      name: "JSON without it",
      code: answer(`⟦${errorResult('errorCategory: "business"')}⟧`),
      problems: [{ messageId: "missingRetryable", data: { field: "isRetryable" } }],
    },
    {
      name: "the field of the dialect",
      settings: { dialect: "envelope" },
      code: answer(`⟦${PLAIN}⟧`),
      problems: [{ messageId: "missingRetryable", data: { field: "retryable" } }],
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
  ],
);

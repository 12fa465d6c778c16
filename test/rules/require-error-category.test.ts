import { errorResult, fastmcp, testRule, tool } from "../support/rule-tester.js";

const answer = (result: string, head = ""): string =>
  tool(`  if (bad(args)) return ${result};\n  return { content: [] };`, head);
const CATEGORIES = '"transient", "validation", "permission", "business"';
const missing = (field: string, categories = CATEGORIES) => ({
  messageId: "missingCategory",
  data: { field, categories },
});
const PLAIN = '{ isError: true, content: [{ type: "text", text: "The id is taken." }] }';

testRule(
  "require-error-category",
  [
    { name: "in the JSON of the text", code: answer(errorResult('errorCategory: "validation", isRetryable: false')) },
    {
      name: "in structuredContent",
      code: answer('{ isError: true, content: [], structuredContent: { errorCategory: "validation" } }'),
    },
    { name: "another dialect", code: answer(errorResult('bucket: "Transient", retryable: true')) },
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
  ],
  [
    { name: "plain text", code: answer(`⟦${PLAIN}⟧`), problems: [missing("errorCategory")] },
    {
      name: "JSON without it",
      code: answer(`⟦${errorResult('error: "no", isRetryable: false')}⟧`),
      problems: [missing("errorCategory")],
    },
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
      problems: [missing("bucket")],
    },
    {
      name: "with the words of the project",
      settings: { categories: ["quota"] },
      code: answer(`⟦${PLAIN}⟧`),
      problems: [missing("errorCategory", `${CATEGORIES}, "quota"`)],
    },
    {
      name: "a word that is none",
      code: answer(errorResult('errorCategory: ⟦"oops"⟧, isRetryable: false')),
      problems: [{ messageId: "unknownCategory", data: { value: "oops", categories: CATEGORIES } }],
    },
  ],
);

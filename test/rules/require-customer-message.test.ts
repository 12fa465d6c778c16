import { errorResult, fastmcp, testRule, tool } from "../support/rule-tester.js";

const answer = (fields: string, head = ""): string => tool(`  return ${errorResult(fields)};`, head);
const missing = (category: string, field = "customerFriendlyMessage") => ({
  messageId: "missingMessage",
  data: { category, fields: `\`${field}\``, additions: `a \`${field}\` for the user` },
});
const OPEN_BUILDER =
  "const fail = (payload) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] });";
const CLOSED_BUILDER = `const fail = (errorCategory, description, customerFriendlyMessage) => (${errorResult(
  "errorCategory, isRetryable: false, description, customerFriendlyMessage",
)});`;

testRule(
  "require-customer-message",
  [
    {
      name: "standard",
      code: answer('errorCategory: "business", description: "d", customerFriendlyMessage: "This order is closed."'),
    },
    {
      name: "compact",
      code: answer('errorCategory: "permission", message: "d", customerMessage: "I may not do that."'),
    },
    { name: "envelope does not ask for it", code: answer('bucket: "Business", retryable: false, humanMessage: "d"') },
    {
      name: "recovery does not ask for it",
      settings: { dialect: "recovery" },
      code: answer('success: false, errorCode: "ACCESS_DENIED", error: "d"'),
    },
    { name: "transient", code: answer('errorCategory: "transient", isRetryable: false, description: "d"') },
    { name: "validation", code: answer('errorCategory: "validation", isRetryable: false, description: "d"') },
    { name: "a category known at run time", code: answer("errorCategory: kindOf(args), isRetryable: false") },
    {
      name: "a message known at run time",
      code: answer('errorCategory: "business", customerFriendlyMessage: say(args)'),
    },
    { name: "fields that cannot be read", code: answer('errorCategory: "business", ...details(args)') },
    { name: "another vocabulary", code: answer('errorType: "authentication", message: "d"') },
    {
      name: "given to a builder",
      code: tool('  return fail("business", "d", "This order is closed.");', CLOSED_BUILDER),
    },
    { name: "a builder for every category", code: tool('  return fail("validation", "d");', CLOSED_BUILDER) },
  ],
  [
    {
      name: "business",
      code: tool(`  return ⟦${errorResult('errorCategory: "business", isRetryable: false, description: "d"')}⟧;`),
      problems: [missing("business")],
    },
    {
      name: "permission",
      code: tool(`  return ⟦${errorResult('errorCategory: "permission", isRetryable: false, description: "d"')}⟧;`),
      problems: [missing("permission")],
    },
    {
      name: "compact, by the settings",
      settings: { dialect: "compact" },
      code: tool(`  return ⟦${errorResult('errorCategory: "permission", isRetryable: false, message: "d"')}⟧;`),
      problems: [missing("permission", "customerMessage")],
    },
    {
      name: "FastMCP",
      code: fastmcp(`  return ⟦${errorResult('errorCategory: "business", isRetryable: false, description: "d"')}⟧;`),
      problems: [missing("business")],
    },
    {
      name: "a plain name with the contract's own word",
      code: tool(`  return ⟦${errorResult('category: "permission", message: "d"')}⟧;`),
      problems: [missing("permission")],
    },
    {
      name: "not given to a builder that would take it",
      code: tool('  return ⟦fail("business", "d")⟧;', CLOSED_BUILDER),
      problems: [missing("business")],
    },
    {
      name: "an object without it for a builder",
      code: tool('  return ⟦fail({ errorCategory: "business", isRetryable: false, description: "d" })⟧;', OPEN_BUILDER),
      problems: [missing("business")],
    },
    {
      name: "in a builder for one category, once",
      code: tool(
        '  if (args.a) return refuse("a");\n  return refuse("b");',
        `const refuse = (description) => (⟦${errorResult('errorCategory: "business", isRetryable: false, description')}⟧);`,
      ),
      problems: [missing("business")],
    },
    {
      name: "empty",
      code: answer('errorCategory: "business", description: "d", customerFriendlyMessage: ⟦""⟧'),
      problems: [{ messageId: "emptyMessage", data: { category: "business", field: "customerFriendlyMessage" } }],
    },
  ],
);

import { errorResult, fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const answer = (fields: string, head = ""): string => tool(`  return ${errorResult(fields)};`, head);
const missing = (field: string) => ({
  messageId: "missingDescription",
  data: { fields: `\`${field}\``, additions: `a \`${field}\` of what failed and what to do next` },
});

testRule(
  "require-error-description",
  [
    {
      name: "standard",
      code: answer('errorCategory: "validation", isRetryable: false, description: "The id has no digits."'),
    },
    {
      name: "envelope",
      code: answer('bucket: "Data", retryable: false, retryAfterMs: 0, humanMessage: "The id has no digits."'),
    },
    { name: "compact", code: answer('errorCategory: "validation", code: "BAD_ID", message: "The id has no digits."') },
    { name: "recovery", code: answer('success: false, errorCode: "BAD_ID", error: "The id has no digits."') },
    {
      name: "little more than the category, beside a code",
      code: answer('errorCategory: "permission", errorCode: "SCOPE_READ_MISSING", description: "Not allowed."'),
    },
    {
      name: "the words of another category",
      code: answer('errorCategory: "business", isRetryable: false, description: "Not allowed."'),
    },
    { name: "known at run time", code: answer('errorCategory: "validation", description: explain(args)') },
    { name: "one level deeper", code: answer('error: { code: "BAD_ID", message: "The id has no digits." }') },
    {
      name: "in a block of its own",
      code: tool(
        '  return { isError: true, content: [{ type: "text", text: "The id has no digits." }], structuredContent: { errorCategory: "validation" } };',
      ),
    },
    {
      name: "around the JSON",
      code: tool(
        '  return { isError: true, content: [{ type: "text", text: `The id has no digits: ${JSON.stringify({ errorCategory: "validation" })}` }] };',
      ),
    },
    { name: "under a name of the project's own", code: answer('code: "TOP_N_LIMIT", status: explain(args)') },
    { name: "fields that cannot be read", code: answer('errorCategory: "validation", ...details(args)') },
    {
      name: "prose alone is for other rules",
      code: tool('  return { isError: true, content: [{ type: "text", text: "" }] };'),
    },
    { name: "a number that is no code of the contract", code: answer("code: 404") },
    {
      name: "a success",
      code: tool('  return { content: [{ type: "text", text: JSON.stringify({ code: "OK" }) }] };'),
    },
    {
      name: "a result of the project's own",
      code: tool('  return { success: false, isError: true, errorCode: "BAD_ID", message: "The id has no digits." };'),
    },
    {
      name: "a builder that takes it",
      code: tool(
        '  return fail("The id has no digits.");',
        `const fail = (description) => (${errorResult('errorCategory: "validation", isRetryable: false, description')});`,
      ),
    },
    {
      name: "the code once more, beside the value that failed",
      code: answer('errorCode: "order_not_found", error: "Order not found", orderId: args.id'),
    },
    {
      name: "under a name that says what it is of",
      code: answer('errorCode: "NOT_READ", statusCode: -1, statusMessage: "The folder of orders cannot be read."'),
    },
  ],
  [
    {
      name: "standard",
      code: tool(`  return ⟦${errorResult('errorCategory: "validation", isRetryable: false')}⟧;`),
      problems: [missing("description")],
    },
    {
      name: "envelope, by its names",
      code: tool(`  return ⟦${errorResult('bucket: "Data", retryable: false, retryAfterMs: 0')}⟧;`),
      problems: [missing("humanMessage")],
    },
    {
      name: "recovery, by the settings",
      settings: { dialect: "recovery" },
      code: tool(`  return ⟦${errorResult('success: false, errorCode: "BAD_ID"')}⟧;`),
      problems: [missing("error")],
    },
    {
      name: "compact, by its names",
      code: tool(`  return ⟦${errorResult('errorCategory: "business", customerMessage: "No."')}⟧;`),
      problems: [missing("message")],
    },
    {
      name: "an error that only wraps the other fields",
      code: lowLevel(`  return ⟦${errorResult('error: { code: "BAD_ID", retryable: false }')}⟧;`),
      problems: [missing("humanMessage")],
    },
    {
      name: "a status in one word says nothing",
      code: tool(`  return ⟦${errorResult('errorCategory: "validation", status: "failed"')}⟧;`),
      problems: [missing("description")],
    },
    {
      name: "FastMCP",
      code: fastmcp(`  return ⟦${errorResult('errorCategory: "validation", isRetryable: false')}⟧;`),
      problems: [missing("description")],
    },
    {
      name: "given to a builder",
      code: tool(
        '  return ⟦fail({ errorCategory: "validation", isRetryable: false })⟧;',
        "const fail = (payload) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] });",
      ),
      problems: [missing("description")],
    },
    {
      name: "undefined",
      code: tool(
        `  return ⟦${errorResult('errorCategory: "validation", isRetryable: false, description: undefined')}⟧;`,
      ),
      problems: [missing("description")],
    },
    {
      name: "empty",
      code: answer('errorCategory: "validation", isRetryable: false, description: ⟦" "⟧'),
      problems: [{ messageId: "emptyDescription" }],
    },
    {
      name: "the code once more",
      code: answer('errorCategory: "transient", errorCode: "RATE_LIMITED", description: ⟦"Rate limited."⟧'),
      problems: [{ messageId: "repeatsCode" }],
    },
    {
      name: "the category once more",
      code: answer('bucket: "Business", retryable: false, humanMessage: ⟦"business"⟧'),
      problems: [{ messageId: "repeatsCode" }],
    },
    {
      name: "the category in other words",
      code: answer('errorCategory: "permission", isRetryable: false, description: ⟦"Access denied."⟧'),
      problems: [{ messageId: "repeatsCategory" }],
    },
    {
      name: "the same variable",
      code: answer("errorCategory: 'transient', errorCode: args.code, description: ⟦args.code⟧")
        .replace("errorCode: args.code", "errorCode: reason")
        .replace("⟦args.code⟧", "⟦reason⟧")
        .replace("return", "const reason = lookUp(args);\n  return"),
      problems: [{ messageId: "repeatsCode" }],
    },
    {
      name: "a status that is a number is no sentence",
      code: tool(`  return ⟦${errorResult('errorCode: "NOT_READ", statusMessage: 404')}⟧;`),
      problems: [missing("description")],
    },
  ],
);

import { errorResult, testRule, tool } from "../support/rule-tester.js";

const answer = (fields: string): string =>
  tool(`  if (bad(args)) return ${errorResult(fields)};\n  return { content: [] };`);
const set = (name: string, from = `${name}: true`) => ({
  messageId: "setFalse",
  data: { name },
  from,
  to: from.replace("true", "false"),
});

testRule(
  "no-retryable-terminal-error",
  [
    { name: "false", code: answer('errorCategory: "permission", isRetryable: false') },
    { name: "transient", code: answer('errorCategory: "transient", isRetryable: true, retryAfterSeconds: 5') },
    {
      name: "transient and false: the budget is spent",
      code: answer('errorCategory: "transient", isRetryable: false'),
    },
    { name: "a value known at run time", code: answer('errorCategory: "permission", isRetryable: retry(args)') },
    { name: "a category known at run time", code: answer("errorCategory: kind(args), isRetryable: true") },
    { name: "no flag", code: answer('errorCategory: "business"') },
    {
      name: "something else called category",
      code: answer('title: "Permission to land", category: kinds[1], isRetryable: true'),
    },
    {
      name: "a status that may pass",
      code: tool(
        `  const res = await fetch(url);\n  if (res.status === 503) return ${errorResult("isRetryable: true, retryAfterSeconds: 5")};\n  return { content: [] };`,
      ),
    },
    {
      name: "a class of the platform, which says nothing of the kind",
      code: tool(
        `  try {\n    return { content: [{ type: "text", text: await db.read(args.id) }] };\n  } catch (error) {\n    if (error instanceof SyntaxError) return ${errorResult("isRetryable: true, retryAfterSeconds: 5")};\n    throw error;\n  }`,
      ),
    },
    {
      name: "what is missing, but may come, as the author says",
      code: tool(
        `  try {\n    return { content: [{ type: "text", text: await db.read(args.id) }] };\n  } catch (error) {\n    if (error instanceof IndexNotFoundError) return ${errorResult('errorCategory: "transient", isRetryable: true, retryAfterSeconds: 5')};\n    throw error;\n  }`,
      ),
    },
    {
      name: "an entry of a report on something that was examined",
      code: 'export const issues = (warnings) => warnings.map((message) => ({ severity: "warning", category: "validation", message, retryable: true }));',
    },
  ],
  [
    ...(["permission", "business", "validation"] as const).map((category) => ({
      name: category,
      code: answer(`errorCategory: "${category}", isRetryable: ⟦true⟧`),
      problems: [
        { messageId: "retryableTerminal", data: { category, name: "isRetryable" }, suggest: set("isRetryable") },
      ],
    })),
    {
      name: "the envelope dialect",
      code: answer('bucket: "Data", retryable: ⟦true⟧'),
      problems: [
        { messageId: "retryableTerminal", data: { category: "Data", name: "retryable" }, suggest: set("retryable") },
      ],
    },
    {
      name: "further spellings",
      code: answer('error_category: "FORBIDDEN", is_retryable: ⟦true⟧'),
      problems: [
        {
          messageId: "retryableTerminal",
          data: { category: "FORBIDDEN", name: "is_retryable" },
          suggest: set("is_retryable"),
        },
      ],
    },
    {
      name: "through a helper's parameters",
      code: tool(
        '  if (bad(args)) return ⟦fail("business", true)⟧;\n  return { content: [] };',
        `const fail = (category, retry) => (${errorResult("errorCategory: category, isRetryable: retry")});`,
      ),
      problems: [{ messageId: "retryableTerminal", data: { category: "business", name: "isRetryable" } }],
    },
    {
      name: "a constant that is always true",
      code: answer('errorCategory: "permission", isRetryable: ⟦!false⟧'),
      problems: [{ messageId: "retryableTerminal", data: { category: "permission", name: "isRetryable" } }],
    },
    {
      name: "a status that cannot pass",
      code: tool(
        `  const res = await fetch(url);\n  if (res.status === 403) return ${errorResult("isRetryable: ⟦true⟧, retryAfterSeconds: 5")};\n  return { content: [] };`,
      ),
      problems: [
        {
          messageId: "retryableStatus",
          data: { category: "permission", name: "isRetryable", status: "403" },
          // A wait that leads nowhere goes with the flag.
          suggest: {
            messageId: "setFalse",
            data: { name: "isRetryable" },
            from: "isRetryable: true, retryAfterSeconds: 5",
            to: "isRetryable: false",
          },
        },
      ],
    },
    ...(["", 'errorCategory: "transient", '] as const).map((stated) => ({
      name: `a class that cannot pass, ${stated ? "called transient" : "without a category"}`,
      code: tool(
        `  try {\n    return { content: [{ type: "text", text: await db.read(args.id) }] };\n  } catch (error) {\n    if (error instanceof PermissionDeniedError) return ${errorResult(`${stated}isRetryable: ⟦true⟧`)};\n    throw error;\n  }`,
      ),
      problems: [
        {
          messageId: "retryableClass",
          data: { category: "permission", name: "isRetryable", className: "PermissionDeniedError" },
          suggest: set("isRetryable"),
        },
      ],
    })),
    {
      name: "a bad request called transient",
      code: tool(
        `  const res = await fetch(url);\n  if (res.status === 400) return ${errorResult('errorCategory: "transient", isRetryable: ⟦true⟧')};\n  return { content: [] };`,
      ),
      problems: [
        {
          messageId: "retryableStatus",
          data: { category: "validation", name: "isRetryable", status: "400" },
          suggest: set("isRetryable"),
        },
      ],
    },
    {
      name: "a builder of transient errors, called for one that is not",
      code: tool(
        '  const res = await fetch(url);\n  if (res.status === 403) return fail(⟦transient("The token lacks billing:read.")⟧);\n  if (res.status === 503) return fail(transient("The service is down."));\n  return { content: [] };',
        `const transient = (description) => ({ errorCategory: "transient", isRetryable: true, retryAfterSeconds: 5, description });\nconst fail = (error) => ({ isError: true, content: [{ type: "text", text: JSON.stringify(error) }] });`,
      ),
      problems: [
        { messageId: "retryableStatus", data: { category: "permission", name: "isRetryable", status: "403" } },
      ],
    },
    {
      name: "in the dialect envelope, which asks for a wait on every error",
      code: answer('bucket: "permission", retryable: ⟦true⟧, retryAfterMs: 5000'),
      problems: [
        {
          messageId: "retryableTerminal",
          data: { category: "permission", name: "retryable" },
          suggest: {
            messageId: "setFalse",
            data: { name: "retryable" },
            from: "retryable: true, retryAfterMs: 5000",
            to: "retryable: false, retryAfterMs: 0",
          },
        },
      ],
    },
    {
      name: "an object that is made for a helper",
      code: tool(
        '  if (bad(args)) return toolFailure({ errorCategory: "validation", isRetryable: ⟦true⟧ });\n  return { content: [] };',
        'import { toolFailure } from "package";',
      ),
      problems: [
        {
          messageId: "retryableTerminal",
          data: { category: "validation", name: "isRetryable" },
          suggest: set("isRetryable"),
        },
      ],
    },

    {
      name: "an error that says how grave it is",
      code: answer('severity: "high", errorCategory: "validation", isRetryable: ⟦true⟧'),
      problems: [
        {
          messageId: "retryableTerminal",
          data: { category: "validation", name: "isRetryable" },
          suggest: set("isRetryable"),
        },
      ],
    },
  ],
);

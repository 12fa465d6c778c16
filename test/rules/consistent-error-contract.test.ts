import { errorResult, fastmcp, testRule, tool } from "../support/rule-tester.js";

const answer = (fields: string, head = ""): string => tool(`  return ${errorResult(fields)};`, head);
const TRANSIENT = 'errorCategory: "transient", isRetryable: true, description: "d"';
const STANDARD = errorResult('errorCategory: "validation", isRetryable: false, description: "d"');
const ENVELOPE = errorResult('bucket: "Data", retryable: false, retryAfterMs: 0, humanMessage: "d"');
const ENVELOPE_NAMES = "bucket, retryable, retryAfterMs, humanMessage";

/** A result that says whether it is an error by the flag of what it carries. */
const flagged = (isError: string, flag = "true"): string =>
  `const okay = (data) => ({ ok: ${flag}, data });\nconst toResult = (made) => ({ content: [{ type: "text", text: "d" }], structuredContent: made, isError: ${isError} });`;
const SORTED = "  return toResult(okay({ category: kindOf(args) }));";

const answered = (test: string, category: string, marks: readonly [string, string] = ["", ""]): string =>
  tool(
    `  const res = await api.get(args.id);\n  if (${test}) return ${errorResult(`errorCategory: ${marks[0]}"${category}"${marks[1]}, isRetryable: false, description: "d"`)};\n  return { content: [] };`,
  );

testRule(
  "consistent-error-contract",
  [
    { name: "standard", code: answer(`${TRANSIENT}, retryAfterSeconds: 30, customerFriendlyMessage: "c"`) },
    { name: "envelope", code: answer('bucket: "Transient", retryable: true, retryAfterMs: 1500, humanMessage: "d"') },
    {
      name: "compact",
      code: answer('errorCategory: "business", isRetryable: false, code: "A_B", customerMessage: "c"'),
    },
    {
      name: "recovery",
      code: answer('success: false, error: "d", recovery: { retryAfterSeconds: 5 }, retryAfterSeconds: 5'),
    },
    {
      name: "a customer message in envelope",
      code: answer(
        'bucket: "Business", retryable: false, retryAfterMs: 0, humanMessage: "d", customerFriendlyMessage: "c"',
      ),
    },
    {
      name: "a category and a customer message in recovery",
      settings: { dialect: "recovery" },
      code: answer(
        'success: false, error: "d", errorCategory: "business", isRetryable: false, customerFriendlyMessage: "c"',
      ),
    },
    {
      name: "recovery hints beside a category",
      code: answer(`${TRANSIENT}, retryAfterSeconds: 5, recovery: { requiresReconnect: true }`),
    },
    {
      name: "a field under two names that agree",
      code: answer(`${TRANSIENT}, retryable: true, retryAfterSeconds: 2, retryAfterMs: 2000`),
    },
    {
      name: "a category of something else",
      code: answer('errorCategory: "validation", isRetryable: false, details: { category: "business" }'),
    },
    { name: "names of no dialect", code: answer('category: "limit", canRetry: false, message: "d"') },
    {
      name: "one dialect in all errors of the file",
      code: tool(`  if (args.a) return ${ENVELOPE};\n  return ${ENVELOPE};`),
    },
    { name: "full minutes", code: answer(`${TRANSIENT}, retryAfterSeconds: 1800`) },
    { name: "an hour", code: answer(`${TRANSIENT}, retryAfterSeconds: 3600`) },
    {
      name: "more than an hour, allowed",
      options: { maxWaitSeconds: 86400 },
      code: answer(`${TRANSIENT}, retryAfterSeconds: 86400`),
    },
    { name: "no wait", code: answer('bucket: "Data", retryable: false, retryAfterMs: 0, humanMessage: "d"') },
    { name: "converted", code: answer(`${TRANSIENT}, retryAfterSeconds: Math.ceil(delayMs / 1000)`) },
    { name: "a name in the same unit", code: answer('bucket: "Transient", retryable: true, retryAfterMs: delayMs') },
    {
      name: "the header, converted",
      code: answer('bucket: "Transient", retryable: true, retryAfterMs: Number(res.headers.get("retry-after")) * 1000'),
    },
    {
      name: "the header in seconds",
      code: answer(`${TRANSIENT}, retryAfterSeconds: Number(res.headers.get("retry-after"))`),
    },
    { name: "a date", code: answer('success: false, error: "d", recovery: { retryAfter: "2026-01-01T00:00:00Z" }') },
    {
      name: "mirrors of hints that agree, and one that stands alone",
      code: answer(
        'success: false, error: "d", recovery: { requiresReconnect: true, processId: 8 }, requiresReconnect: true, timeoutSeconds: 9',
      ),
    },
    {
      name: "a hint that is known at run time",
      code: answer('success: false, error: "d", recovery: { processId: host.id }, processId: 8'),
    },
    { name: "a name of the server's own", code: answer(`${TRANSIENT}, retryAfterSeconds: limits.Infinity`) },
    {
      name: "the words say the same",
      code: answer(
        'errorCategory: "transient", isRetryable: true, retryAfterSeconds: 120, description: "Try again in 2 minutes."',
      ),
    },
    {
      name: "the words speak of another time",
      code: answer(
        'errorCategory: "transient", isRetryable: true, retryAfterSeconds: 5, description: "It timed out after 30 seconds."',
      ),
    },
    { name: "something inside that worked", code: answer(`${TRANSIENT}, cache: { ok: true }`) },
    { name: "a failure flag", code: answer(`success: false, ${TRANSIENT}`) },
    { name: "two failures in one list", code: answer('errorCategory: "transient", failed: [{ retryAfterMs: 2 }]') },
    { name: "the input, behind a status that blames it", code: answered("res.status === 422", "validation") },
    { name: "a limit of the account's plan", code: answered("res.status === 429", "business") },
    {
      name: "one of two statuses",
      code: answered("[422, 503].includes(res.status)", "validation"),
    },
    ...["!made.ok", "made.ok ? undefined : true"].map((flag) => ({
      name: `the flag of a success: ${flag}`,
      code: tool(SORTED, flagged(flag)),
    })),
  ],
  [
    {
      name: "two dialects in one error",
      code: tool(
        `  return ⟦${errorResult('errorCategory: "transient", retryable: true, retryAfterMs: 1500, description: "d"')}⟧;`,
      ),
      problems: [{ messageId: "mixedNames", data: { names: "errorCategory, retryable, retryAfterMs, description" } }],
    },
    {
      name: "compact and envelope in one error, FastMCP",
      code: fastmcp(`  return ⟦${errorResult('errorCategory: "business", customerMessage: "c", humanMessage: "d"')}⟧;`),
      problems: [
        {
          messageId: "mixedNames",
          data: { names: "errorCategory, customerMessage, humanMessage" },
        },
      ],
    },
    {
      name: "another dialect than most errors of the file",
      code: tool(`  if (args.a) return ${STANDARD};\n  if (args.b) return ⟦${ENVELOPE}⟧;\n  return ${STANDARD};`),
      problems: [{ messageId: "otherDialect", data: { own: "envelope", names: ENVELOPE_NAMES, expected: "standard" } }],
    },
    {
      name: "another dialect than the settings say",
      settings: { dialect: "envelope" },
      code: tool(`  return ⟦${STANDARD}⟧;`),
      problems: [
        {
          messageId: "otherDialect",
          data: { own: "standard", names: "errorCategory, isRetryable, description", expected: "envelope" },
        },
      ],
    },
    {
      name: "a mirror that disagrees",
      code: answer(`${TRANSIENT}, retryAfterSeconds: 30, recovery: { retryAfterSeconds: ⟦60⟧ }`),
      problems: [
        {
          messageId: "disagreeing",
          data: { name: "recovery.retryAfterSeconds", value: "60", other: "retryAfterSeconds", otherValue: "30" },
        },
      ],
    },
    {
      name: "mirrors in different units",
      code: answer(`${TRANSIENT}, retryAfterSeconds: 30, retryAfterMs: ⟦3000⟧`),
      problems: [
        {
          messageId: "disagreeing",
          data: { name: "retryAfterMs", value: "3000", other: "retryAfterSeconds", otherValue: "30" },
        },
      ],
    },
    {
      name: "text and structuredContent",
      code: tool(
        `  return { ...${errorResult('errorCategory: "transient", isRetryable: false, description: "d"')}, structuredContent: { errorCategory: ⟦"permission"⟧, isRetryable: false, description: "d" } };`,
      ),
      problems: [
        {
          messageId: "disagreeing",
          data: {
            name: "structuredContent.errorCategory",
            value: "permission",
            other: "errorCategory",
            otherValue: "transient",
          },
        },
      ],
    },
    {
      name: "a flag that says success",
      code: answer(`success: ⟦true⟧, ${TRANSIENT}, retryAfterSeconds: 5`),
      problems: [{ messageId: "successInError", data: { name: "success" } }],
    },
    {
      name: "the words name another wait",
      code: answer(
        'errorCategory: "transient", isRetryable: true, retryAfterSeconds: ⟦60⟧, description: "Wait 30 seconds, then repeat the call."',
      ),
      problems: [{ messageId: "otherWaitInWords", data: { name: "retryAfterSeconds", value: "60", words: "30" } }],
    },
    {
      name: "milliseconds in seconds",
      code: answer(`${TRANSIENT}, retryAfterSeconds: ⟦2000⟧`),
      problems: [
        {
          messageId: "wrongUnit",
          data: { name: "retryAfterSeconds", unit: "seconds", other: "milliseconds", factor: "1000 times" },
          suggest: { messageId: "writeInUnit", data: { value: "2", unit: "seconds" }, from: "2000", to: "2" },
        },
      ],
    },
    {
      name: "seconds in milliseconds",
      code: answer('bucket: "Transient", retryable: true, retryAfterMs: ⟦2⟧, humanMessage: "d"'),
      problems: [
        {
          messageId: "wrongUnit",
          data: { name: "retryAfterMs", unit: "milliseconds", other: "seconds", factor: "a thousandth of" },
          suggest: {
            messageId: "writeInUnit",
            data: { value: "2000", unit: "milliseconds" },
            from: "retryAfterMs: 2",
            to: "retryAfterMs: 2000",
          },
        },
      ],
    },
    {
      name: "a variable named after the other unit",
      code: answer(`${TRANSIENT}, retryAfterSeconds: ⟦limits.delayMs⟧`),
      problems: [
        {
          messageId: "wrongUnit",
          data: { name: "retryAfterSeconds", unit: "seconds", other: "milliseconds", factor: "1000 times" },
        },
      ],
    },
    {
      name: "the header as milliseconds",
      code: answer('bucket: "Transient", retryable: true, retryAfterMs: ⟦Number(res.headers.get("retry-after"))⟧'),
      problems: [
        {
          messageId: "wrongUnit",
          data: { name: "retryAfterMs", unit: "milliseconds", other: "seconds", factor: "a thousandth of" },
        },
      ],
    },
    {
      name: "a wait through a builder",
      code: tool(
        "  return busy(⟦5000⟧);",
        `const busy = (retryAfterSeconds) => (${errorResult(`${TRANSIENT}, retryAfterSeconds`)});`,
      ),
      problems: [
        {
          messageId: "wrongUnit",
          data: { name: "retryAfterSeconds", unit: "seconds", other: "milliseconds", factor: "1000 times" },
          suggest: { messageId: "writeInUnit", data: { value: "5", unit: "seconds" }, from: "5000", to: "5" },
        },
      ],
    },
    {
      name: "a string",
      code: answer(`${TRANSIENT}, retryAfterSeconds: ⟦"soon"⟧`),
      problems: [{ messageId: "noNumber", data: { name: "retryAfterSeconds", unit: "seconds", value: '"soon"' } }],
    },
    {
      name: "a mirror of a hint that disagrees",
      settings: { dialect: "recovery" },
      code: answer('success: false, error: "d", recovery: { requiresReconnect: true }, requiresReconnect: ⟦false⟧'),
      problems: [
        {
          messageId: "disagreeing",
          data: { name: "requiresReconnect", value: "false", other: "recovery.requiresReconnect", otherValue: "true" },
        },
      ],
    },
    {
      name: "the input, behind a status that blames the service",
      code: answered("res.status === 503", "validation", ["⟦", "⟧"]),
      problems: [
        {
          messageId: "otherStatus",
          data: { status: "503", name: "errorCategory", value: "validation", category: "transient" },
        },
      ],
    },
    {
      name: "hints beside `recovery` alone",
      settings: { dialect: "recovery" },
      code: tool(
        `  return ⟦${errorResult('success: false, error: "d", errorCode: "PIPE_CLOSED", requiresReconnect: true, processId: 8')}⟧;`,
      ),
      problems: [{ messageId: "mirrorsAlone", data: { names: "`requiresReconnect`, `processId`" } }],
    },
    {
      name: "two processes",
      code: answer('success: false, error: "d", processId: ⟦7⟧, recovery: { processId: 8 }'),
      problems: [
        {
          messageId: "disagreeing",
          data: { name: "processId", value: "7", other: "recovery.processId", otherValue: "8" },
        },
      ],
    },
    {
      name: "no number",
      code: answer(`${TRANSIENT}, retryAfterSeconds: ⟦NaN⟧`),
      problems: [{ messageId: "noNumber", data: { name: "retryAfterSeconds", unit: "seconds", value: "NaN" } }],
    },
    {
      name: "no end",
      code: answer(`${TRANSIENT}, retryAfterSeconds: ⟦-Infinity⟧`),
      problems: [{ messageId: "noNumber", data: { name: "retryAfterSeconds", unit: "seconds", value: "-Infinity" } }],
    },
    {
      name: "no end, as a member",
      code: answer(`${TRANSIENT}, retryAfterSeconds: ⟦Number.POSITIVE_INFINITY⟧`),
      problems: [{ messageId: "noNumber", data: { name: "retryAfterSeconds", unit: "seconds", value: "Infinity" } }],
    },
    {
      name: "a negative wait",
      code: answer(`${TRANSIENT}, retryAfterSeconds: ⟦-1⟧`),
      problems: [{ messageId: "noNumber", data: { name: "retryAfterSeconds", unit: "seconds", value: "-1" } }],
    },
    {
      name: "a wait on an error that is not to be retried",
      code: answer('errorCategory: "business", isRetryable: false, retryAfterSeconds: ⟦30⟧, description: "d"'),
      problems: [{ messageId: "waitWithoutRetry", data: { name: "retryAfterSeconds", flag: "isRetryable" } }],
    },
    {
      name: "two hours",
      code: answer(`${TRANSIENT}, retryAfterSeconds: ⟦2 * 3600⟧`),
      problems: [{ messageId: "tooLong", data: { name: "retryAfterSeconds", value: "7200", minutes: "120" } }],
    },
    {
      name: "longer than the option allows",
      options: { maxWaitSeconds: 60 },
      code: answer(`${TRANSIENT}, retryAfterSeconds: ⟦300⟧`),
      problems: [{ messageId: "tooLong", data: { name: "retryAfterSeconds", value: "300", minutes: "5" } }],
    },
    {
      name: "the flag of a success in an error, made by a function",
      code: tool(SORTED, flagged("true", "⟦true⟧")),
      problems: [{ messageId: "successInError", data: { name: "ok" } }],
    },
  ],
);

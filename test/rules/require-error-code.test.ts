import { errorResult, fastmcp, testRule, tool } from "../support/rule-tester.js";

const answer = (fields: string, head = ""): string => tool(`  return ${errorResult(fields)};`, head);
const caught = (fields: string): string =>
  tool(`  try {\n    return await load(args);\n  } catch (error) {\n    return ${errorResult(fields)};\n  }`);
const missing = (field: string) => ({
  messageId: "missingCode",
  data: { fields: `\`${field}\``, additions: `an UPPER_SNAKE_CASE \`${field}\` from a list the server owns` },
});

/** A flag that is made of what the envelope says. */
const envelope = (ok: string): string =>
  `const wrap = (data) => ({ ok: ${ok}, data });\nconst toResult = (made) => ({ content: [{ type: "text", text: "d" }], structuredContent: made, isError: !made.ok });`;
const SORTED = "  return toResult(wrap({ category: kindOf(args) }));";

/** A builder that is given what was caught. */
const BUILT = tool(
  "  try {\n    return await load(args);\n  } catch (error) {\n    return failed(error);\n  }",
  `function failed(error) {\n  return ${errorResult("reason: error.reason, message: error.message, retryable: false")};\n}`,
);

testRule(
  "require-error-code",
  [
    { name: "standard", code: answer('errorCategory: "transient", isRetryable: false, errorCode: "UPSTREAM_DOWN"') },
    { name: "envelope", code: answer('bucket: "Transient", retryable: false, errorCode: "UPSTREAM_DOWN"') },
    { name: "compact", code: answer('errorCategory: "transient", code: "UPSTREAM_DOWN", message: "d"') },
    { name: "recovery", code: answer('success: false, errorCode: "UPSTREAM_DOWN", error: "d"') },
    {
      name: "PascalCase in recovery",
      code: answer('success: false, errorCode: "PipeReadyTimeout", error: "d", recovery: { requiresReconnect: true }'),
    },
    {
      name: "PascalCase in recovery by the settings, beside a category",
      settings: { dialect: "recovery" },
      code: answer(
        'success: false, errorCategory: "transient", isRetryable: false, errorCode: "BootstrapFailed", error: "d"',
      ),
    },
    { name: "chosen by a function", code: answer('errorCategory: "transient", errorCode: codeOf(args)') },
    { name: "taken from the error's code", code: caught('errorCategory: "transient", errorCode: error.code') },
    { name: "a status in it", code: caught('errorCategory: "transient", errorCode: `HTTP_${error.status}`') },
    { name: "an enum of the project", code: answer('errorCategory: "transient", errorCode: Codes.UpstreamDown') },
    {
      name: "prose alone is for other rules",
      code: tool('  return { isError: true, content: [{ type: "text", text: "Down." }] };'),
    },
    {
      name: "an argument that is told again is no field of the contract",
      code: tool(
        `  const { category } = args;\n  try {\n    return await load(category);\n  } catch (error) {\n    return ${errorResult('error: "Nothing came back.", category')};\n  }`,
      ),
    },
    {
      name: "what a dispatcher says to a client that asks for a tool of another server",
      code: answer('errorCategory: "validation", isRetryable: false, description: `Unknown tool: ${args.name}`'),
    },
    {
      name: "the same by a code of its own",
      code: answer('errorCategory: "validation", isRetryable: false, errorCode: "tool_not_found"'),
    },
    { name: "fields that cannot be read", code: answer('errorCategory: "transient", ...details(args)') },
    { name: "a reason in words", code: answer('errorCode: "LIMIT", reason: "The limit is 5.", retryable: false') },
    {
      name: "in the list",
      options: { codes: ["LIMIT"] },
      code: answer('errorCategory: "business", errorCode: "LIMIT"'),
    },
    {
      name: "the same code with the same category twice",
      code: tool(
        `  if (args.a) return ${errorResult('errorCategory: "transient", errorCode: "DOWN_NOW", description: "a"')};
  return ${errorResult('bucket: "Transient", errorCode: "DOWN_NOW", humanMessage: "b"')};`,
      ),
    },
    {
      name: "the code of what was caught, under a name of the project's own",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    const info = { error_type: 'failed', message: 'd' };\n    if (error instanceof DbError) info.db_code = error.code;\n    return { isError: true, content: [{ type: 'text', text: JSON.stringify(info) }] };\n  }",
      ),
    },
    { name: "a success that speaks of a category", code: tool(SORTED, envelope("true")) },
    {
      name: "an empty list",
      options: { codes: [] },
      code: answer('errorCategory: "transient", errorCode: "TIMED_OUT"'),
    },
    {
      name: "the code under the name of the failure",
      code: answer('error: "RATE_LIMITED", message: "d", retryable: false'),
    },
    {
      name: "the same in lower case",
      code: answer('error: "rate_limited", message: "d", retryable: false'),
    },
    {
      name: "one in lower case, in a field that is not the contract's own",
      code: answer('errorCategory: "transient", code: "timed_out"'),
    },
    {
      name: "a list in lower case by the options",
      options: { codes: ["not_found", "timed_out"] },
      code: answer('errorCategory: "transient", errorCode: "timed_out"'),
    },
    {
      name: "a list in lower case",
      code: tool(
        `  if (args.a) return ${errorResult('errorCategory: "business", errorCode: "not_found", description: "a"')};
  return ${errorResult('errorCategory: "transient", errorCode: "timeout", description: "b"')};`,
      ),
    },
    { name: "the reason of what was caught, beside its message", code: BUILT },
  ],
  [
    {
      name: "in lower case beside a list in upper case",
      code: tool(
        `  if (args.a) return ${errorResult('errorCategory: "business", errorCode: "NOT_FOUND", description: "a"')};
  return ${errorResult('errorCategory: "transient", errorCode: ⟦"timed_out"⟧, description: "b"')};`,
      ),
      problems: [
        {
          messageId: "malformedCode",
          data: { value: "timed_out" },
          suggest: { messageId: "rewriteCode", data: { code: "TIMED_OUT" }, from: '"timed_out"', to: '"TIMED_OUT"' },
        },
      ],
    },
    {
      name: "one alone in lower case",
      code: answer('errorCategory: "transient", errorCode: ⟦"bad_n"⟧'),
      problems: [
        {
          messageId: "malformedCode",
          data: { value: "bad_n" },
          suggest: { messageId: "rewriteCode", data: { code: "BAD_N" }, from: '"bad_n"', to: '"BAD_N"' },
        },
      ],
    },
    {
      name: "one word, of no list",
      code: answer('errorCategory: "transient", errorCode: ⟦"failed"⟧'),
      problems: [
        {
          messageId: "malformedCode",
          data: { value: "failed" },
          suggest: { messageId: "rewriteCode", data: { code: "FAILED" }, from: '"failed"', to: '"FAILED"' },
        },
      ],
    },
    {
      name: "in lower case, and not in the list",
      options: { codes: ["not_found"] },
      code: answer('errorCategory: "transient", errorCode: ⟦"timed_out"⟧'),
      problems: [{ messageId: "unknownCode", data: { value: "timed_out" } }],
    },
    {
      name: "missing",
      code: tool(`  return ⟦${errorResult('errorCategory: "transient", isRetryable: false, description: "d"')}⟧;`),
      problems: [missing("errorCode")],
    },
    {
      name: "missing in compact, by its names",
      code: tool(`  return ⟦${errorResult('errorCategory: "business", customerMessage: "No.", message: "d"')}⟧;`),
      problems: [missing("code")],
    },
    {
      name: "PascalCase in standard",
      code: answer('errorCategory: "transient", isRetryable: false, errorCode: ⟦"PipeReadyTimeout"⟧, description: "d"'),
      problems: [
        {
          messageId: "malformedCode",
          data: { value: "PipeReadyTimeout" },
          suggest: {
            messageId: "rewriteCode",
            data: { code: "PIPE_READY_TIMEOUT" },
            from: '"PipeReadyTimeout"',
            to: '"PIPE_READY_TIMEOUT"',
          },
        },
      ],
    },
    {
      name: "missing in recovery",
      code: tool(`  return ⟦${errorResult('success: false, error: "d", recovery: { requiresReconnect: true }')}⟧;`),
      problems: [missing("errorCode")],
    },
    {
      name: "a word under the name of the failure",
      code: tool(`  return ⟦${errorResult('error: "down", message: "d", retryable: false')}⟧;`),
      problems: [missing("errorCode")],
    },
    {
      name: "FastMCP",
      code: fastmcp(`  return ⟦${errorResult('bucket: "Data", retryable: false, humanMessage: "d"')}⟧;`),
      problems: [missing("errorCode")],
    },
    {
      name: "not given to a builder",
      code: tool(
        '  return ⟦fail({ errorCategory: "business", isRetryable: false, description: "d" })⟧;',
        "const fail = (payload) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] });",
      ),
      problems: [missing("errorCode")],
    },
    {
      name: "in another form",
      code: answer('errorCategory: "transient", errorCode: ⟦"rate-limited"⟧'),
      problems: [
        {
          messageId: "malformedCode",
          data: { value: "rate-limited" },
          suggest: {
            messageId: "rewriteCode",
            data: { code: "RATE_LIMITED" },
            from: '"rate-limited"',
            to: '"RATE_LIMITED"',
          },
        },
      ],
    },
    {
      name: "a sentence of which no code comes",
      code: answer('errorCategory: "transient", errorCode: ⟦"?"⟧'),
      problems: [{ messageId: "malformedCode", data: { value: "?" } }],
    },
    {
      name: "too long",
      code: answer(`errorCategory: "transient", errorCode: ⟦"${"A".repeat(64)}"⟧`),
      problems: [{ messageId: "malformedCode", data: { value: "A".repeat(64) } }],
    },
    {
      name: "a code of JSON-RPC",
      code: answer("isRetryable: false, errorCode: ⟦-32603⟧"),
      problems: [{ messageId: "protocolCode", data: { name: "errorCode" } }],
    },
    {
      name: "a code of the SDK",
      code: answer(
        "isRetryable: false, code: ⟦ErrorCode.InternalError⟧",
        'import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";',
      ),
      problems: [{ messageId: "protocolCode", data: { name: "code" } }],
    },
    {
      name: "a bare number",
      code: answer("isRetryable: false, errorCode: ⟦4001⟧"),
      problems: [{ messageId: "numericCode", data: { name: "errorCode", value: "4001" } }],
    },
    {
      name: "the message as code",
      code: caught('errorCategory: "transient", errorCode: ⟦error.message⟧'),
      problems: [{ messageId: "freeText", data: { name: "errorCode" } }],
    },
    {
      name: "the message made to look like a code",
      code: caught('errorCategory: "transient", errorCode: ⟦error.message.toUpperCase().replace(/ /g, "_")⟧'),
      problems: [{ messageId: "freeText", data: { name: "errorCode" } }],
    },
    {
      name: "the message in a template",
      code: caught('errorCategory: "transient", errorCode: ⟦`FAILED_${error.message}`⟧'),
      problems: [{ messageId: "freeText", data: { name: "errorCode" } }],
    },
    {
      name: "the error itself",
      code: caught('errorCategory: "transient", errorCode: ⟦String(error)⟧'),
      problems: [{ messageId: "freeText", data: { name: "errorCode" } }],
    },
    {
      name: "not in the list",
      options: { codes: ["LIMIT"] },
      code: answer('errorCategory: "business", errorCode: ⟦"CLOSED"⟧'),
      problems: [{ messageId: "unknownCode", data: { value: "CLOSED" } }],
    },
    {
      name: "one code, two categories",
      code: tool(
        `  if (args.a) return ${errorResult('errorCategory: "transient", errorCode: "REFUSED", description: "a"')};
  return ${errorResult('errorCategory: "business", errorCode: ⟦"REFUSED"⟧, description: "b"')};`,
      ),
      problems: [
        {
          messageId: "twoCategories",
          data: { value: "REFUSED", category: "business", other: "transient", line: "5" },
        },
      ],
    },
    {
      name: "one code, two categories, through a builder",
      code: tool(
        `  if (args.a) return fail({ errorCategory: "transient", errorCode: "REFUSED", description: "a" });
  return fail({ errorCategory: "permission", errorCode: ⟦"REFUSED"⟧, description: "b" });`,
        "const fail = (payload) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] });",
      ),
      problems: [
        {
          messageId: "twoCategories",
          data: { value: "REFUSED", category: "permission", other: "transient", line: "5" },
        },
      ],
    },
    {
      name: "a status of what was caught is no code",
      code: tool(
        "  try {\n    return await load(args);\n  } catch (error) {\n    const info = { error_type: 'failed', message: 'd' };\n    if (error instanceof DbError) info.db_status = error.status;\n    return ⟦{ isError: true, content: [{ type: 'text', text: JSON.stringify(info) }] }⟧;\n  }",
      ),
      problems: [missing("errorCode")],
    },
    {
      name: "an operation that the tool does not know",
      code: tool(
        '  return ⟦{ isError: true, content: [{ type: "text", text: JSON.stringify({ errorCategory: "validation", isRetryable: false, description: `Unknown operation: ${args.name}` }) }] }⟧;',
      ),
      problems: [missing("errorCode")],
    },
    {
      name: "a reason that the caller gives, which is prose as often as not",
      code: tool(`  return ⟦${errorResult("reason: args.reason, message: args.message, retryable: false")}⟧;`),
      problems: [missing("errorCode")],
    },
  ],
);

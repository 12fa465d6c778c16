/**
 * The examples of the documents that the contract is made from, as they stand there: a client reads them, and the constructors
 * produce the same members.
 */
import { describe, expect, it } from "vitest";
import {
  describeToolError,
  dialects,
  emptyResult,
  propagate,
  readToolError,
  toolError,
  type Dialect,
  type ToolErrorPayload,
  type ToolErrorResult,
} from "mcp-tool-errors";
import { nextStep } from "mcp-tool-errors/client";
import { toHttpResponse } from "mcp-tool-errors/http";
import { assertHttpToolError, assertToolError } from "mcp-tool-errors/testing";
import { failed, text } from "./support/results.js";

const bodyOf = (result: ToolErrorResult) => JSON.parse(result.content[0]!.text) as Record<string, unknown>;

interface Example {
  /** As the document has it. */
  body: Record<string, unknown>;
  /** What a client makes of it. */
  read: Partial<ToolErrorPayload>;
  step: string;
  dialect?: Dialect;
  /** The same failure by the constructors. */
  write: (options: { dialect?: Dialect; mirrors?: boolean }) => ToolErrorResult;
  mirrors?: boolean;
  /** Members of the body that the contract demands in another form, and why. */
  except?: string[];
}

const invalidId = {
  description: "Invalid order_id format. Expected ORD-XXXXX, got: 12",
  customerFriendlyMessage: "I wasn't able to look up that order. Could you double-check the order number?",
};
const timeout = {
  retryAfterSeconds: 30,
  description: "Order DB timed out. Service under load.",
  customerFriendlyMessage: "I'm having trouble reaching the order system. Let me try again shortly.",
};
const denied = {
  description: "Agent lacks authorization to access order records.",
  customerFriendlyMessage: "I need to transfer you to a specialist who can access your order details.",
};
const refused = {
  description: "Refund rejected: the return window of 30 days is over",
  customerFriendlyMessage: "This order isn't eligible for a refund because it is older than 30 days.",
};
const search = {
  failureType: "timeout",
  attemptedQuery: "…",
  partialResults: [] as string[],
  alternativeApproaches: ["try a broader query", "use document analysis"],
  description: "Search timed out after 30s. Retry recommended.",
};
const stale = {
  suggestedAction: "Call connect again, then read the state.",
  requiresReconnect: true,
  stateAfterTimeoutUnknown: true,
  processId: 4242,
  timeoutSeconds: 30,
};
const limited = { retryAfterSeconds: 12, retryAfter: "2030-01-01T00:00:12Z" };
const elevation = { suggestedAction: "Restart the MCP server with elevation.", processId: 4242 };

const EXAMPLES: Record<string, Example> = {
  "a malformed identifier": {
    body: { isError: true, errorCategory: "validation", isRetryable: false, ...invalidId },
    read: { errorCategory: "validation", isRetryable: false, ...invalidId },
    step: "correct-input",
    write: (options) => toolError.validation(invalidId, options),
  },
  "a database under load": {
    body: { isError: true, errorCategory: "transient", isRetryable: true, ...timeout },
    read: { errorCategory: "transient", isRetryable: true, ...timeout },
    step: "retry-later",
    write: (options) => toolError.transient(timeout, options),
  },
  "a missing authorization": {
    body: { isError: true, errorCategory: "permission", isRetryable: false, ...denied },
    read: { errorCategory: "permission", isRetryable: false, ...denied },
    step: "escalate",
    write: (options) => toolError.permission(denied, options),
  },
  "a policy": {
    body: { isError: true, errorCategory: "business", isRetryable: false, ...refused },
    read: { errorCategory: "business", isRetryable: false, ...refused },
    step: "explain",
    write: (options) => toolError.business(refused, options),
  },
  "a search that timed out": {
    body: { isError: true, errorCategory: "transient", isRetryable: true, ...search },
    // The document names no wait, which the contract demands.
    read: { errorCategory: "transient", isRetryable: true, retryAfterSeconds: 1, ...search },
    step: "retry-later",
    write: (options) => toolError.transient({ ...search, retryAfterSeconds: 5 }, options),
  },
  "an upstream that timed out": {
    body: {
      retryable: true,
      errorCode: "UPSTREAM_TIMEOUT",
      retryAfterMs: 2000,
      humanMessage: "Upstream took >5s; retry after 2s.",
      bucket: "Transient",
    },
    read: {
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: 2,
      errorCode: "UPSTREAM_TIMEOUT",
      description: "Upstream took >5s; retry after 2s.",
    },
    step: "retry-later",
    dialect: dialects.envelope,
    // The wait is spread.
    except: ["retryAfterMs"],
    write: (options) =>
      toolError.transient(
        { description: "Upstream took >5s; retry after 2s.", retryAfterSeconds: 2, errorCode: "UPSTREAM_TIMEOUT" },
        options,
      ),
  },
  "a stale pipe": {
    body: {
      success: false,
      error: "The named pipe never became ready in time.",
      errorCode: "PipeReadyTimeout",
      recovery: stale,
      errorData: { step: 3 },
      ...stale,
    },
    read: {
      isRetryable: false,
      errorCode: "PipeReadyTimeout",
      description: "The named pipe never became ready in time.",
      recovery: stale,
      partialResults: { step: 3 },
    },
    step: "report",
    dialect: dialects.recovery,
    mirrors: true,
    except: ["error"],
    write: (options) =>
      toolError.transient(
        {
          description: "The named pipe never became ready in time.",
          isRetryable: false,
          reason: "The bridge may have been invoked.",
          errorCode: "PipeReadyTimeout",
          recovery: stale,
          partialResults: { step: 3 },
        },
        options,
      ),
  },
  "a rate limit with its date": {
    body: { success: false, error: "Slow down.", errorCode: "RATE_LIMITED", recovery: limited, ...limited },
    read: { isRetryable: true, retryAfterSeconds: 12, errorCode: "RATE_LIMITED", recovery: limited },
    step: "retry-later",
    dialect: dialects.recovery,
    mirrors: true,
    write: (options) =>
      toolError.transient(
        { description: "Slow down.", retryAfterSeconds: 12, errorCode: "RATE_LIMITED", recovery: limited },
        options,
      ),
  },
  "a missing elevation": {
    body: {
      success: false,
      error: "Access denied.",
      errorCode: "ACCESS_DENIED",
      errorCategory: "permission",
      recovery: elevation,
      hint: "Run it as administrator.",
      availableTokens: ["user"],
      availableEvents: ["elevated"],
    },
    read: {
      errorCategory: "permission",
      isRetryable: false,
      errorCode: "ACCESS_DENIED",
      recovery: {
        ...elevation,
        hint: "Run it as administrator.",
        availableTokens: ["user"],
        availableEvents: ["elevated"],
      },
    },
    step: "escalate",
    dialect: dialects.recovery,
    mirrors: true,
    // The hints are in `recovery` as well.
    except: ["recovery"],
    write: (options) =>
      toolError.permission(
        {
          description: "Access denied.",
          customerFriendlyMessage: "I am not allowed to do that.",
          errorCode: "ACCESS_DENIED",
          recovery: {
            ...elevation,
            hint: "Run it as administrator.",
            availableTokens: ["user"],
            availableEvents: ["elevated"],
          },
        },
        options,
      ),
  },
};

describe.each(Object.entries(EXAMPLES))("%s", (_, { body, read, step, dialect, write, mirrors, except = [] }) => {
  it("is read wherever it stands", () => {
    const inStructured = { isError: true, content: [], structuredContent: body };
    for (const input of [body, failed(body), JSON.stringify(body), inStructured]) {
      const found = readToolError(input)!;
      expect(found).toMatchObject({ isKnown: true, conflicts: [] });
      expect(found.payload).toMatchObject(read);
      expect(nextStep(found.payload)).toBe(step);
    }
  });

  it("is produced by the constructors, and told to an agent", () => {
    const result = write({ ...(dialect && { dialect }), ...(mirrors && { mirrors }) });
    assertToolError(result, undefined, { dialect });
    // The flag stands on the result.
    const members = Object.entries(body).filter(([key]) => key !== "isError" && !except.includes(key));
    expect(bodyOf(result)).toMatchObject(Object.fromEntries(members));
    const lines = describeToolError(result, { tool: "x" });
    expect(lines).toContain("Tool: x");
    for (const value of [read.errorCode, read.failureType, read.recovery?.suggestedAction, read.recovery?.processId])
      if (value !== undefined) expect(lines).toContain(String(value));
  });
});

describe("the other examples", () => {
  it("a result of two members, and its counterpart that found nothing", () => {
    const flagged = {
      type: "tool_result",
      isError: true,
      ...text({ errorCategory: "permission", isRetryable: false }),
    };
    expect(readToolError(flagged)!.payload).toMatchObject({ errorCategory: "permission", isRetryable: false });
    const found = { found: false, message: "No orders found for CUST-00123" };
    expect(readToolError({ type: "tool_result", isError: false, ...text(found) })).toBeUndefined();
    expect(JSON.parse(emptyResult(found.message).content[0]!.text)).toEqual(found);
    expect(readToolError(emptyResult(found.message, { results: [] }))).toBeUndefined();
  });

  it("what a subagent hands on", () => {
    const handed = {
      status: "partial_failure",
      errorCategory: "transient",
      isRetryable: true,
      description: "The search API is down.",
      partialResults: [{ source: "cache" }],
      attemptedActions: ["web_search", "web_search (retry 1)"],
      recommendation: "Continue with partial results; flag gap in report.",
    } as const;
    const { partialResults, attemptedActions, recommendation, description } = handed;
    expect(readToolError(JSON.stringify({ isError: true, ...handed }))!.payload).toMatchObject(handed);
    const cause = toolError.transient({ description, retryAfterSeconds: 30 });
    expect(bodyOf(propagate(cause, { partialResults, attemptedActions, recommendation }))).toMatchObject(handed);
  });

  it("a refund whose sentence stands in the text and whose fields stand in structuredContent", () => {
    const sentence = "Refund of $750 exceeds the $500 single-transaction policy.";
    const customerMessage = "We can only process refunds up to $500 in one transaction.";
    const structuredContent = {
      errorCategory: "business",
      isRetryable: false,
      code: "REFUND_LIMIT_EXCEEDED",
      limit: 500,
      requested: 750,
      customerMessage,
    };
    const { payload } = readToolError({ ...failed(sentence), structuredContent })!;
    const details = { limit: 500, requested: 750 };
    expect(payload).toMatchObject({ description: sentence, customerFriendlyMessage: customerMessage, details });
    expect(nextStep(payload)).toBe("explain");
    const fields = {
      description: sentence,
      customerFriendlyMessage: customerMessage,
      errorCode: "REFUND_LIMIT_EXCEEDED",
      details,
    };
    const written = toolError.business(fields, { dialect: dialects.compact });
    expect(readToolError(written)!.payload).toEqual(payload);
    expect(written.structuredContent).toEqual(bodyOf(written));
  });

  it.each(["Operation failed", { error: "Operation failed" }, { errorCategory: "not_found", isRetryable: false }])(
    "%j is nothing that an agent could act on",
    (bad) => {
      const read = readToolError(failed(bad))!;
      expect(read).toMatchObject({ isKnown: false, payload: { isRetryable: false } });
      expect(nextStep(read.payload)).toBe("report");
    },
  );

  it("the envelope over HTTP", async () => {
    const answer = toHttpResponse(EXAMPLES["an upstream that timed out"]!.write({}), { dialect: dialects.envelope });
    expect(answer.status).toBe(503);
    await assertHttpToolError(answer, "transient", { dialect: "envelope" });
    const wait = Number(answer.body["retryAfterMs"]);
    expect(wait).toBeGreaterThanOrEqual(1500);
    expect(wait).toBeLessThanOrEqual(2500);
    expect(readToolError(answer.body)!.payload.errorCode).toBe("UPSTREAM_TIMEOUT");
  });
});

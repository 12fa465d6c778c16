import { propagate, toolError, toolFailure, withToolErrors, type FromOptions } from "mcp-tool-errors";
import type { ExpectedToolError } from "mcp-tool-errors/testing";

const LIMITED = { name: "HTTPError", message: "hunter2", response: { status: 429, headers: { "retry-after": "7" } } };
const customerFriendlyMessage = "We cannot do that at the moment.";

/** Whatever the contract knows besides what it demands. */
export const FURTHER = {
  failureType: "timeout",
  attemptedQuery: "orders of 2024",
  attemptedActions: ["Read page 1.", "Read page 2 twice."],
  alternativeApproaches: ["Ask for one month."],
  partialResults: [{ page: 1 }],
  recommendation: "Continue with page 1.",
  details: { limit: 500, requested: 750, by: { rule: "single", since: null } },
  recovery: { suggestedAction: "Reconnect, then read the state.", requiresReconnect: true, processId: 4242 },
} as const;

/** Tools that fail in each way, with what has to reach the other side. The same for every server. */
export const CASES: Record<string, { run: () => unknown; expected: ExpectedToolError; throws?: boolean }> = {
  returned_transient: {
    run: () =>
      toolError.transient({
        description: "The index is being rebuilt.",
        retryAfterSeconds: 30,
        errorCode: "INDEX_BUSY",
        partialResults: { found: 2 },
      }),
    expected: {
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: 30,
      errorCode: "INDEX_BUSY",
      partialResults: { found: 2 },
    },
  },
  returned_validation: {
    run: () => toolError.validation({ description: "The date is wrong." }),
    expected: { errorCategory: "validation", isRetryable: false, description: "The date is wrong." },
  },
  returned_permission: {
    run: () => toolError.permission({ description: "The scope orders:read is missing.", customerFriendlyMessage }),
    expected: { errorCategory: "permission", isRetryable: false, customerFriendlyMessage },
  },
  returned_business: {
    run: () => toolError.business({ description: "The limit is 500.", customerFriendlyMessage }),
    expected: { errorCategory: "business", isRetryable: false, customerFriendlyMessage },
  },
  returned_with_all_members: {
    run: () => toolError.business({ description: "The limit is 500.", customerFriendlyMessage, ...FURTHER }),
    expected: { errorCategory: "business", customerFriendlyMessage, ...FURTHER } as unknown as ExpectedToolError,
  },
  propagated: {
    run: () => propagate(LIMITED, { partialResults: [1], attemptedActions: ["Searched twice."] }),
    expected: {
      errorCategory: "transient",
      retryAfterSeconds: 7,
      status: "partial_failure",
      partialResults: [1],
      attemptedActions: ["Searched twice."],
    },
  },
  mirrored_with_meta: {
    run: () =>
      toolError.business(
        { description: "The limit is 500.", customerFriendlyMessage },
        { structuredContent: "mirror", meta: "com.example/tool-error" },
      ),
    expected: "business",
  },
  thrown_foreign: {
    run: () => {
      throw LIMITED;
    },
    expected: { errorCategory: "transient", isRetryable: true, retryAfterSeconds: 7, errorCode: "RATE_LIMITED" },
    throws: true,
  },
  thrown_failure: {
    run: () => {
      throw toolFailure.validation({ description: "The id is wrong.", errorCode: "BAD_ID" });
    },
    expected: { errorCategory: "validation", isRetryable: false, errorCode: "BAD_ID" },
    throws: true,
  },
  thrown_unknown: {
    run: () => {
      throw new Error("hunter2 at /srv/app.ts:1:1");
    },
    expected: { errorCategory: "transient", isRetryable: false, errorCode: "UNCLASSIFIED" },
    throws: true,
  },
};

/** Like every handler here: behind the boundary. */
export const guard = (
  run: () => unknown,
  options: FromOptions = {},
  boundary: typeof withToolErrors = withToolErrors,
) => boundary(async (..._args: unknown[]) => run(), options) as (...args: unknown[]) => Promise<any>;

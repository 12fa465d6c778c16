import { toolError, toolFailure, withToolErrors, type FromOptions } from "mcp-tool-errors";
import type { ExpectedToolError } from "mcp-tool-errors/testing";

const LIMITED = { name: "HTTPError", message: "hunter2", response: { status: 429, headers: { "retry-after": "7" } } };
const customerFriendlyMessage = "We cannot do that at the moment.";

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

// Checked by the compiler only: each line under @ts-expect-error has to be an error.
import type { CallToolResult as ResultOfV1 } from "@modelcontextprotocol/sdk/types.js";
import type { CallToolResult as ResultOfV2 } from "@modelcontextprotocol/server";
import type { ContentResult } from "fastmcp";
import {
  defineClassifier,
  defineErrorCodes,
  emptyResult,
  type ErrorCodeOf,
  firstParty,
  localRetry,
  propagate,
  toolError,
  type ToolErrorResult,
  toolFailure,
  withToolErrors,
} from "mcp-tool-errors";
import { toHttpResponse } from "mcp-tool-errors/http";

const description = "The search service is down. Try again later.";
const customerFriendlyMessage = "We cannot do that.";

toolError.transient({ description, retryAfterSeconds: 3 });
toolError.transient({ description, isRetryable: true, retryAfterSeconds: 3, errorCode: undefined });
toolError.transient({ description, isRetryable: false, reason: "The retry budget is spent." });
// @ts-expect-error -- a retryable error has to say the wait
toolError.transient({ description });
// @ts-expect-error -- the same when the flag is said
toolError.transient({ description, isRetryable: true });
// @ts-expect-error -- "not retryable" needs its reason
toolError.transient({ description, isRetryable: false });
// @ts-expect-error -- a wait contradicts the flag
toolError.transient({ description, isRetryable: false, reason: "Spent.", retryAfterSeconds: 1 });
// @ts-expect-error -- seconds are a number
toolError.transient({ description, retryAfterSeconds: "3" });
// @ts-expect-error -- the description is always there
toolError.transient({ retryAfterSeconds: 3 });

toolError.validation({ description });
// @ts-expect-error -- validation is never retryable
toolError.validation({ description, isRetryable: true });
// @ts-expect-error -- and the flag is no argument at all
toolError.validation({ description, isRetryable: false });
// @ts-expect-error -- a wait makes no sense
toolError.validation({ description, retryAfterSeconds: 1 });

toolError.permission({ description, customerFriendlyMessage });
// @ts-expect-error -- what is the user told?
toolError.permission({ description });
// @ts-expect-error -- permission is never retryable
toolError.permission({ description, customerFriendlyMessage, isRetryable: true });

toolError.business({ description, customerFriendlyMessage });
// @ts-expect-error -- what is the user told?
toolError.business({ description });
// @ts-expect-error -- business is never retryable
toolError.business({ description, customerFriendlyMessage, isRetryable: true });
// @ts-expect-error -- a code is a string, not a JSON-RPC number
toolError.business({ description, customerFriendlyMessage, errorCode: -32000 });
// @ts-expect-error -- unknown members are typing mistakes
toolError.business({ description, customerFriendlyMessage, customerMessage: "x" });
// @ts-expect-error -- there are four dialects
toolError.validation({ description }, { dialect: "verbose" });
// @ts-expect-error -- a meta key has a vendor prefix
toolError.validation({ description }, { meta: "tool-error" });

// @ts-expect-error -- throwable failures demand the same
toolFailure.transient({ description });
const failure: Error = toolFailure.business({ description, customerFriendlyMessage });

// Results fit the SDKs' and FastMCP's own types.
const result: ToolErrorResult = toolError.validation({ description });
const v1: ResultOfV1 = result;
const v2: ResultOfV2 = result;
const fast: ContentResult = result;
const empty1: ResultOfV1 = emptyResult("No orders.");
const empty2: ResultOfV2 = emptyResult("No orders.");

const codes = defineErrorCodes({
  UPSTREAM_TIMEOUT: { category: "transient", retryAfterSeconds: 2, description },
  SEARCH_DOWN: { category: "transient" },
  BUDGET_SPENT: { category: "transient", isRetryable: false, reason: "Spent." },
  BAD_DATE: { category: "validation" },
  MISSING_SCOPE: { category: "permission", customerFriendlyMessage },
  REFUND_LIMIT: { category: "business" },
});
type Code = ErrorCodeOf<typeof codes>;
const code: Code = "BAD_DATE";
codes.error("UPSTREAM_TIMEOUT");
codes.error("UPSTREAM_TIMEOUT", { partialResults: [1] });
codes.error("SEARCH_DOWN", { description, retryAfterSeconds: 1 });
codes.error("BUDGET_SPENT", { description });
codes.error("BAD_DATE", { description });
codes.error("MISSING_SCOPE", { description });
codes.error("REFUND_LIMIT", { description, customerFriendlyMessage });
// @ts-expect-error -- an unknown code
codes.error("TIMEOUT", { description });
// @ts-expect-error -- an unknown code
const unknownCode: Code = "TIMEOUT";
// @ts-expect-error -- the catalogue gives no description
codes.error("BAD_DATE");
// @ts-expect-error -- the catalogue gives no wait
codes.error("SEARCH_DOWN", { description });
// @ts-expect-error -- the catalogue gives no message for the customer
codes.error("REFUND_LIMIT", { description });
// @ts-expect-error -- nothing makes a business error retryable
codes.error("REFUND_LIMIT", { description, customerFriendlyMessage, isRetryable: true });
// @ts-expect-error -- the category is a closed set
defineErrorCodes({ NOT_FOUND: { category: "not_found" } });

defineClassifier([
  {
    when: (error): error is RangeError => error instanceof RangeError,
    then: (error: RangeError) => ({ category: "validation", description: `Too far: ${error.name}.` }),
  },
  { when: () => true, then: { category: "transient", description, retryAfterSeconds: 1 } },
  // @ts-expect-error -- a classifier's rows keep the contract as well
  { when: () => true, then: { category: "transient", description } },
]);

// The boundary keeps the types of the handler.
const handler = withToolErrors(async (args: { id: string }) => ({
  content: [{ type: "text" as const, text: args.id }],
}));
const kept: (args: { id: string }) => Promise<{ content: { type: "text"; text: string }[] } | ToolErrorResult> =
  handler;
// @ts-expect-error -- the arguments are still checked
void handler({ id: 1 });
withToolErrors(async () => 1, { idempotent: true, retry: localRetry() });
// @ts-expect-error -- a local retry needs the promise that it does no harm
withToolErrors(async () => 1, { retry: localRetry() });
// @ts-expect-error -- and so does a write
withToolErrors(async () => 1, { idempotent: false, retry: localRetry() });
// @ts-expect-error -- two retries at most
withToolErrors(async () => 1, { idempotent: true, retry: localRetry({ retries: 5 }) });

propagate(new Error("x"), { partialResults: [], attemptedActions: [] });
// @ts-expect-error -- a coordinator needs both
propagate(new Error("x"), { partialResults: [] });

export { failure, v1, v2, fast, empty1, empty2, code, unknownCode, kept };

// A code that is written out is UPPER_SNAKE_CASE; one that only the run time knows stays as it is.
declare const anyCode: string;
toolError.validation({ description, errorCode: "BAD_DATE_2" });
toolError.validation({ description, errorCode: anyCode });
toolError.validation({ description, errorCode: undefined });
toolError.transient({ description, isRetryable: false, reason: "Spent.", errorCode: "PipeReadyTimeout" });
// @ts-expect-error -- small letters
toolError.validation({ description, errorCode: "bad_date" });
// @ts-expect-error -- a hyphen
toolError.transient({ description, retryAfterSeconds: 1, errorCode: "BAD-DATE" });
// @ts-expect-error -- a sentence
toolError.business({ description, customerFriendlyMessage, errorCode: "BAD DATE" });
// @ts-expect-error -- too short
toolError.permission({ description, customerFriendlyMessage, errorCode: "NO" });
// @ts-expect-error -- ends in an underscore
toolFailure.validation({ description, errorCode: "BAD_" });
// @ts-expect-error -- begins with a digit
toolFailure.from(new Error(), { errorCode: "4XX" });
// @ts-expect-error -- PascalCase is for servers that have registered the dialect recovery
toolError.from(new Error(), { errorCode: "BadDate" });
// @ts-expect-error -- for the coordinator
propagate(new Error("x"), { partialResults: [], attemptedActions: [], errorCode: "bad-date" });
propagate(new Error("x"), { partialResults: [], attemptedActions: [], errorCode: "BAD_DATE" });
// @ts-expect-error -- over HTTP
toHttpResponse(new Error("x"), { errorCode: "bad-date" });
toHttpResponse(new Error("x"), { errorCode: "BAD_DATE", httpStatus: 422 });
// @ts-expect-error -- the same in a catalogue
defineErrorCodes({ "bad-date": { category: "validation" } });

// Further facts.
toolError.validation({ description, details: { limit: 500, by: { rule: ["x"] } } });
// @ts-expect-error -- details are an object
toolError.validation({ description, details: [500] });
toolError.validation({ description, status: "partial_failure", recommendation: "Continue." });
// @ts-expect-error -- there is one status
toolError.validation({ description, status: "failed" });

// A catalogue gives fields wherever fields are taken.
defineClassifier([{ when: () => true, then: codes.fields("BAD_DATE", { description }) }]);
toolError.from(new Error(), { fallback: codes.fields("UPSTREAM_TIMEOUT") });
// @ts-expect-error -- the description is missing
codes.fields("BAD_DATE");
withToolErrors(async () => 1, { exposeMessages: firstParty });
withToolErrors(async () => 1, { exposeMessages: [RangeError] });
withToolErrors(async () => 1, { exposeMessages: (error) => error.code === 7 });
// @ts-expect-error -- there is one word
withToolErrors(async () => 1, { exposeMessages: "all" });

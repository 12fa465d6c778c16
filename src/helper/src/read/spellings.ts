import type { ErrorCategory } from "../contract.js";

/** Every spelling that is read, the canonical one first. */
export const SPELLINGS = {
  errorCategory: ["errorCategory", "bucket", "category", "error_category", "errorType", "error_type"],
  isRetryable: ["isRetryable", "retryable", "retriable", "isRetriable", "is_retryable", "canRetry", "shouldRetry"],
  errorCode: ["errorCode", "code", "error_code", "reason"],
  description: ["description", "humanMessage", "human_message", "error", "message", "detail", "errorMessage"],
  customerFriendlyMessage: ["customerFriendlyMessage", "customerMessage", "userMessage", "displayMessage"],
  failureType: ["failureType", "failure_type"],
  status: ["status"],
  recommendation: ["recommendation"],
  attemptedQuery: ["attemptedQuery", "attempted_query"],
  attemptedActions: ["attemptedActions", "attempted_actions", "attempted"],
  alternativeApproaches: ["alternativeApproaches", "alternative_approaches"],
  attempt: ["attempt"],
  maxAttempts: ["maxAttempts", "max_attempts"],
  partialResults: ["partialResults", "errorData", "partial_results", "partial"],
} as const;

/** Waits with the number of them that make a second; `retryAfter` may be a date as well. */
export const WAITS = {
  retryAfterSeconds: 1,
  retryAfterMs: 1000,
  retryAfterMilliseconds: 1000,
  retry_after_seconds: 1,
  retry_after_ms: 1000,
  retryAfter: 1,
  retry_after: 1,
} as const;

/** The members of `recovery`, which older clients read at the top. */
export const RECOVERY = [
  "suggestedAction",
  "requiresReconnect",
  "stateAfterTimeoutUnknown",
  "processId",
  "timeoutSeconds",
  "retryAfterSeconds",
  "retryAfter",
  "hint",
  "availableTokens",
  "availableEvents",
] as const;

const CATEGORIES: ReadonlyMap<string, ErrorCategory> = new Map([
  ["transient", "transient"],
  ["validation", "validation"],
  ["data", "validation"],
  ["permission", "permission"],
  ["business", "business"],
]);

/** A category in any dialect and in any case. */
export const toCategory = (value: unknown): ErrorCategory | undefined =>
  typeof value === "string" ? CATEGORIES.get(value.slice(0, 20).toLowerCase()) : undefined;

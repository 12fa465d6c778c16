import type { ErrorCategory, ErrorCode, Recovery } from "./contract.js";

/** What every kind of failure may say. */
export interface CommonFields {
  /** One or two full sentences for the model: what went wrong, what to do next. At most 2,000 characters. */
  description: string;
  /** `UPPER_SNAKE_CASE`, at most 63 characters, from a list that the server owns. */
  errorCode?: ErrorCode | undefined;
  /** May be read to an end user: no internals. At most 1,000 characters. */
  customerFriendlyMessage?: string | undefined;
  /** Any JSON value that was obtained before the failure. It is copied; what JSON cannot carry is marked. */
  partialResults?: unknown;
  /** Steps done and retries made, so that nobody repeats them. */
  attemptedActions?: readonly string[] | undefined;
  attemptedQuery?: string | undefined;
  /** Other valid ways to the same goal. */
  alternativeApproaches?: readonly string[] | undefined;
  /** Finer than the category, e.g. `"timeout"`. */
  failureType?: string | undefined;
  recovery?: Recovery | undefined;
  /** Further facts of this failure, e.g. `{ limit: 500, requested: 750 }`. Copied as JSON. */
  details?: { readonly [key: string]: unknown } | undefined;
  /** `"partial_failure"` where part of the work was done, see `propagate`. */
  status?: "partial_failure" | undefined;
  /** What the coordinator might do next, as a sentence. */
  recommendation?: string | undefined;
  /** Number of this attempt, for readers of the `envelope` dialect. */
  attempt?: number | undefined;
  /** Number of attempts allowed, for readers of the `envelope` dialect. */
  maxAttempts?: number | undefined;
}

/** A failure after which the same call may succeed. */
export interface RetryableFields extends CommonFields {
  isRetryable?: true | undefined;
  /** The shortest wait in seconds, ≥ 0; above the configured cap (3,600) it is cut to the cap. */
  retryAfterSeconds: number;
  reason?: undefined;
}

/** A transient failure that must not be repeated all the same. */
export interface NotRetryableFields extends CommonFields {
  isRetryable: false;
  /** Why not, as a sentence (retry budget spent, outcome of a write unknown …). Appended to the description. */
  reason: string;
  retryAfterSeconds?: undefined;
}

/** Arguments of `toolError.transient`: a wait, or `isRetryable: false` with a reason. */
export type TransientFields = RetryableFields | NotRetryableFields;

interface TerminalFields extends CommonFields {
  /** The category decides: never retryable. */
  isRetryable?: never;
  retryAfterSeconds?: never;
  reason?: never;
}

/** Arguments of `toolError.validation`. */
export interface ValidationFields extends TerminalFields {}

/** Arguments of `toolError.permission`. */
export interface PermissionFields extends TerminalFields {
  customerFriendlyMessage: string;
}

/** Arguments of `toolError.business`. */
export interface BusinessFields extends TerminalFields {
  customerFriendlyMessage: string;
}

/** Each category with the fields it demands. */
export interface FieldsByCategory {
  transient: TransientFields;
  validation: ValidationFields;
  permission: PermissionFields;
  business: BusinessFields;
}

/** One failure of any category, told apart by `category`. */
export type AnyFields = { [C in ErrorCategory]: { category: C } & FieldsByCategory[C] }[ErrorCategory];

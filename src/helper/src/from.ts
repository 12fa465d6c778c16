import type { ToolErrorPayload, ToolErrorResult } from "./contract.js";
import type { ClassifyOptions } from "./classify/classification.js";
import { classifyError } from "./classify/classify.js";
import type { CommonFields } from "./fields.js";
import { makePayload } from "./payload.js";
import { settings, type ErrorEvent, type WriteOptions } from "./settings.js";
import { writeResult } from "./write.js";

/** Options of `toolError.from` and `toolFailure.from`: fields said here win over those that the table would give. */
export interface FromOptions extends ClassifyOptions, WriteOptions, Partial<Omit<CommonFields, "partialResults">> {
  partialResults?: unknown;
  /** Told about this error, besides the configured `onError`. What it throws is ignored. */
  onError?: ((event: ErrorEvent) => void) | undefined;
}

/** Classifies, merges what the caller knows, tells the observers. Throws nothing. */
export const classifiedPayload = (error: unknown, options: FromOptions = {}): ToolErrorPayload => {
  const classified = classifyError(error, options);
  const { matched, rule, recovery, attemptedActions } = classified;
  const fields = {
    ...options,
    isRetryable: classified.isRetryable,
    retryAfterSeconds: classified.retryAfterSeconds,
    ...(recovery && { recovery: { ...recovery, ...options.recovery } }),
    ...(attemptedActions && { attemptedActions: [...attemptedActions, ...(options.attemptedActions ?? [])] }),
  };
  const payload = makePayload(classified.errorCategory, fields, classified);
  for (const listener of [options.onError, settings.onError]) {
    try {
      listener?.({ payload, matched, rule, error });
    } catch {
      // An observer's own fault must not replace the error that is being reported.
    }
  }
  return payload;
};

/**
 * Turns anything that was thrown into an error result, see `classifyError`. Stack, message of an unknown error, request,
 * response, headers and URL never leave. Throws nothing.
 */
export const from = (error: unknown, options: FromOptions = {}): ToolErrorResult =>
  writeResult(classifiedPayload(error, options), options);

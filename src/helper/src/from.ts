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
export function classifiedPayload(error: unknown, options: FromOptions = {}): ToolErrorPayload {
  const { matched, rule, waitFromUpstream: _, ...classified } = classifyError(error, options);
  const merged: Record<string, unknown> = { ...classified };
  // Options that belong to classifying and writing have other names than the members of a payload.
  for (const [key, value] of Object.entries(options)) if (value !== undefined) merged[key] = value;
  const { recovery, attemptedActions = [] } = classified;
  if (recovery) merged["recovery"] = { ...recovery, ...options.recovery };
  if (attemptedActions.length) merged["attemptedActions"] = [...attemptedActions, ...(options.attemptedActions ?? [])];
  merged["isRetryable"] = classified.isRetryable;
  merged["retryAfterSeconds"] = classified.retryAfterSeconds;
  const payload = makePayload(classified.errorCategory, merged);
  for (const listener of [options.onError, settings.onError]) {
    try {
      listener?.({ payload, matched, rule, error });
    } catch {
      // An observer's own fault must not replace the error that is being reported.
    }
  }
  return payload;
}

/**
 * Turns anything that was thrown into an error result, see `classifyError`. Stack, message of an unknown error, request,
 * response, headers and URL never leave. Throws nothing.
 */
export function from(error: unknown, options: FromOptions = {}): ToolErrorResult {
  return writeResult(classifiedPayload(error, options), options);
}

import type { WithCode } from "./code-pattern.js";
import type { ErrorCode, ToolErrorPayload, ToolErrorResult } from "./contract.js";
import type { ClassifyOptions } from "./classify/classification.js";
import { classifyError, WORDS } from "./classify/classify.js";
import type { CommonFields } from "./fields.js";
import { makePayload } from "./payload.js";
import { notify, optionsOf, sentence } from "./safe.js";
import { settings, type ErrorEvent, type WriteOptions } from "./settings.js";
import { writeResult } from "./write.js";

/**
 * Options of `toolError.from` and `toolFailure.from`: fields said here win over those that the
 * table would give, but not over the sentence and the code of a `ToolFailure`.
 */
export interface FromOptions extends ClassifyOptions, WriteOptions, Partial<Omit<CommonFields, "partialResults">> {
  partialResults?: unknown;
  /** Told about this error, besides the configured `onError`. What it throws or rejects with is ignored. */
  onError?: ((event: ErrorEvent) => unknown) | undefined;
}

/** Classifies, merges what the caller knows, tells the observers. Throws nothing. */
export const classifiedPayload = (error: unknown, given?: FromOptions): ToolErrorPayload => {
  const options = optionsOf(given);
  const classified = classifyError(error, options);
  const { matched, rule, recovery, attemptedActions, errorCode } = classified;
  // A failure of this package says itself what it is: a boundary around it only knows what was tried.
  const [first, second] = rule === "own" ? [classified, options] : [options, classified];
  const fields = {
    ...options,
    description: first.description,
    errorCode: first.errorCode ?? second.errorCode,
    // What the caller knows of its own work says nothing of a cause that is not known.
    ...(!matched &&
      errorCode === "UNCLASSIFIED" && {
        errorCode,
        ...(options.description && {
          description: `${sentence(options.description)} ${WORDS["unclassified"]![1]}`,
        }),
      }),
    // Results of other servers may have none, and what a category demands must not be missing.
    customerFriendlyMessage:
      first.customerFriendlyMessage ?? second.customerFriendlyMessage ?? WORDS[classified.errorCategory[0]!]?.[2],
    isRetryable: classified.isRetryable,
    retryAfterSeconds: classified.retryAfterSeconds,
    ...(recovery && { recovery: { ...recovery, ...options.recovery } }),
    ...(attemptedActions && { attemptedActions: [...attemptedActions, ...(options.attemptedActions ?? [])] }),
  };
  const payload = makePayload(classified.errorCategory, fields, classified);
  for (const observer of [options.onError, settings.onError]) void notify(observer, { payload, matched, rule, error });
  return payload;
};

/**
 * Turns anything that was thrown into an error result, see `classifyError`. Stack, message of an unknown error, request,
 * response, headers and URL never leave. Throws nothing.
 */
export const from = <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  options?: WithCode<FromOptions, Code>,
): ToolErrorResult => writeResult(classifiedPayload(error, options), options);

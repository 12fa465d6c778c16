/**
 * Constructors of error results. Exported as the namespace `toolError`, so that a bundler keeps only what is used.
 * None of them throws: wrong arguments from JavaScript are repaired and reported to `onProblem`.
 */
import type { WithCode } from "./code-pattern.js";
import type { ErrorCode, ToolErrorResult } from "./contract.js";
import type { BusinessFields, PermissionFields, TransientFields, ValidationFields } from "./fields.js";
import { makePayload } from "./payload.js";
import type { WriteOptions } from "./settings.js";
import { writeResult } from "./write.js";

export { from } from "./from.js";

/**
 * A timeout, a 5xx answer, a rate limit, a broken connection: nothing is wrong with the call itself.
 * Say the wait in seconds, or `isRetryable: false` with a reason.
 */
export const transient = <Code extends ErrorCode = ErrorCode>(
  fields: WithCode<TransientFields, Code>,
  options?: WriteOptions,
): ToolErrorResult => writeResult(makePayload("transient", fields), options);

/** The input is malformed, missing, of the wrong type or names something that does not exist: correct it. */
export const validation = <Code extends ErrorCode = ErrorCode>(
  fields: WithCode<ValidationFields, Code>,
  options?: WriteOptions,
): ToolErrorResult => writeResult(makePayload("validation", fields), options);

/** 401, 403, a missing scope or role: a human or the coordinator has to act. Name the missing scope. */
export const permission = <Code extends ErrorCode = ErrorCode>(
  fields: WithCode<PermissionFields, Code>,
  options?: WriteOptions,
): ToolErrorResult => writeResult(makePayload("permission", fields), options);

/** A policy, a limit or a state forbids it: explain `customerFriendlyMessage`, stop or take another way. */
export const business = <Code extends ErrorCode = ErrorCode>(
  fields: WithCode<BusinessFields, Code>,
  options?: WriteOptions,
): ToolErrorResult => writeResult(makePayload("business", fields), options);

/**
 * The same constructors as throwable errors, for frameworks in which a returned error result is lost
 * (mcp-framework, Mastra, litemcp). Exported as the namespace `toolFailure`.
 */
import type { WithCode } from "./code-pattern.js";
import type { ErrorCode } from "./contract.js";
import type { BusinessFields, PermissionFields, TransientFields, ValidationFields } from "./fields.js";
import { ToolFailure } from "./failure.js";
import { makePayload } from "./payload.js";
import type { WriteOptions } from "./settings.js";
import { classifiedPayload, type FromOptions } from "./from.js";

/** See `toolError.transient`; throw what this returns. */
export function transient<Code extends ErrorCode = ErrorCode>(
  fields: WithCode<TransientFields, Code>,
  options?: WriteOptions,
): ToolFailure {
  return new ToolFailure(makePayload("transient", fields), options);
}

/** See `toolError.validation`; throw what this returns. */
export function validation<Code extends ErrorCode = ErrorCode>(
  fields: WithCode<ValidationFields, Code>,
  options?: WriteOptions,
): ToolFailure {
  return new ToolFailure(makePayload("validation", fields), options);
}

/** See `toolError.permission`; throw what this returns. */
export function permission<Code extends ErrorCode = ErrorCode>(
  fields: WithCode<PermissionFields, Code>,
  options?: WriteOptions,
): ToolFailure {
  return new ToolFailure(makePayload("permission", fields), options);
}

/** See `toolError.business`; throw what this returns. */
export function business<Code extends ErrorCode = ErrorCode>(
  fields: WithCode<BusinessFields, Code>,
  options?: WriteOptions,
): ToolFailure {
  return new ToolFailure(makePayload("business", fields), options);
}

/** See `toolError.from`; throw what this returns. */
export function from<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  options?: WithCode<FromOptions, Code>,
): ToolFailure {
  return new ToolFailure(classifiedPayload(error, options), options);
}

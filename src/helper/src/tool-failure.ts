/**
 * The same constructors as throwable errors, for frameworks in which a returned error result is lost
 * (mcp-framework, Mastra, litemcp). Exported as the namespace `toolFailure`.
 */
import type { BusinessFields, PermissionFields, TransientFields, ValidationFields } from "./fields.js";
import { ToolFailure } from "./failure.js";
import { makePayload } from "./payload.js";
import type { WriteOptions } from "./settings.js";
import { classifiedPayload, type FromOptions } from "./from.js";

/** See `toolError.transient`; throw what this returns. */
export function transient(fields: TransientFields, options?: WriteOptions): ToolFailure {
  return new ToolFailure(makePayload("transient", fields), options);
}

/** See `toolError.validation`; throw what this returns. */
export function validation(fields: ValidationFields, options?: WriteOptions): ToolFailure {
  return new ToolFailure(makePayload("validation", fields), options);
}

/** See `toolError.permission`; throw what this returns. */
export function permission(fields: PermissionFields, options?: WriteOptions): ToolFailure {
  return new ToolFailure(makePayload("permission", fields), options);
}

/** See `toolError.business`; throw what this returns. */
export function business(fields: BusinessFields, options?: WriteOptions): ToolFailure {
  return new ToolFailure(makePayload("business", fields), options);
}

/** See `toolError.from`; throw what this returns. */
export function from(error: unknown, options?: FromOptions): ToolFailure {
  return new ToolFailure(classifiedPayload(error, options), options);
}

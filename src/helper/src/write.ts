import type { ToolErrorPayload, ToolErrorResult } from "./contract.js";
import { toWire } from "./dialects.js";
import { isCategory } from "./payload.js";
import { optionsOf, peek } from "./safe.js";
import { settings, type WriteOptions } from "./settings.js";

/** Found by this key, not by `instanceof`: a process may hold an ESM and a CommonJS copy of this package. */
export const PAYLOAD = Symbol.for("mcp-tool-errors.payload");

/** The payload of a result or of a failure that this package has made, else undefined. */
export const ownPayload = (value: unknown): ToolErrorPayload | undefined => {
  const payload: any = peek(value, PAYLOAD);
  return isCategory(payload?.errorCategory) ? payload : undefined;
};

/** The one place where a payload becomes a result. Throws nothing. */
export const writeResult = (payload: ToolErrorPayload, options?: WriteOptions): ToolErrorResult => {
  const {
    dialect = settings.dialect,
    // `compact` and `recovery` are read from structuredContent, `standard` and `envelope` are not.
    structuredContent = settings.structuredContent ?? (/^[cr]/.test(dialect) && "mirror"),
    meta = settings.meta,
    mirrors = settings.mirrors,
    hasOutputSchema,
  } = optionsOf(options);
  const wire = toWire(payload, dialect, mirrors);
  const result: ToolErrorResult = { isError: true, content: [{ type: "text", text: JSON.stringify(wire) }] };
  if (structuredContent === "mirror" && !hasOutputSchema) result.structuredContent = wire;
  if (meta !== "off") result._meta = { [meta]: wire };
  // Not enumerable: it must not leave.
  return Object.defineProperty(result, PAYLOAD, { value: payload });
};

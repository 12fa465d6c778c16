import type { ToolErrorPayload, ToolErrorResult } from "./contract.js";
import { toWire } from "./dialects.js";
import { settings, type WriteOptions } from "./settings.js";

const payloads = new WeakMap<object, ToolErrorPayload>();

/** The payload of a result that this copy of the package has written. */
export const payloadOf = (result: object): ToolErrorPayload | undefined => payloads.get(result);

/** The one place where a payload becomes a result. Throws nothing. */
export function writeResult(payload: ToolErrorPayload, options: WriteOptions = {}): ToolErrorResult {
  const chosen = <Key extends "dialect" | "structuredContent" | "meta">(key: Key) => options[key] ?? settings[key];
  const dialect = chosen("dialect")!;
  const wire = toWire(payload, dialect);
  const result: ToolErrorResult = { isError: true, content: [{ type: "text", text: JSON.stringify(wire) }] };
  // `compact` and `recovery` are read from structuredContent, `standard` and `envelope` are not.
  const mode = chosen("structuredContent") ?? (/^[cr]/.test(dialect) && "mirror");
  if (mode === "mirror" && !options.hasOutputSchema) result.structuredContent = wire;
  const meta = chosen("meta")!;
  if (meta !== "off") result._meta = { [meta]: wire };
  payloads.set(result, payload);
  return result;
}

import type { Dialect, ToolErrorPayload, ToolErrorResult } from "./contract.js";
import { isCategory, upperSnake } from "./payload.js";
import { attempt, optionsOf, peek } from "./safe.js";
import { problem, settings, type WriteOptions } from "./settings.js";

/** Found by this key, not by `instanceof`: a process may hold an ESM and a CommonJS copy of this package. */
export const PAYLOAD = Symbol.for("mcp-tool-errors.payload");

/** The payload of a result or of a failure that this package has made, else undefined. */
export const ownPayload = (value: unknown): ToolErrorPayload | undefined => {
  const payload: any = peek(value, PAYLOAD);
  return isCategory(payload?.errorCategory) ? payload : undefined;
};

/** The names of the payload itself. Only the dialect `recovery` writes codes in PascalCase. */
export const writeStandard: Dialect["write"] = (payload) => ({
  ...payload,
  ...(payload.errorCode && { errorCode: upperSnake(payload.errorCode) }),
});

/** The one place where a payload becomes a result. Throws nothing. */
export const writeResult = (payload: ToolErrorPayload, options?: WriteOptions): ToolErrorResult => {
  const {
    dialect = settings.dialect,
    structuredContent = settings.structuredContent ?? (dialect?.isMirrored && "mirror"),
    meta = settings.meta,
    mirrors = settings.mirrors,
    hasOutputSchema,
    // TypeScript 5.5 infers no type from defaults that look at each other.
  } = optionsOf<WriteOptions>(options);
  let wire: { [key: string]: unknown } | undefined = dialect && attempt(() => dialect.write(payload));
  if (dialect && !wire) problem("The dialect is unusable.");
  wire ??= writeStandard(payload);
  // What decides stays in front, and what the dialect itself has at the top wins.
  if (mirrors) wire = { ...wire, ...(wire["recovery"] as object), ...wire };
  const result: ToolErrorResult = { isError: true, content: [{ type: "text", text: JSON.stringify(wire) }] };
  if (structuredContent === "mirror" && !hasOutputSchema) result.structuredContent = wire;
  if (meta !== "off") result._meta = { [meta]: wire };
  // Not enumerable: it must not leave.
  return Object.defineProperty(result, PAYLOAD, { value: payload });
};

import type { ToolErrorPayload, ToolErrorResult } from "./contract.js";
import { isCategory } from "./payload.js";
import { isObject, peek } from "./safe.js";
import type { WriteOptions } from "./settings.js";
import { payloadOf, writeResult } from "./write.js";

/** Found by this key, not by `instanceof`: a process may hold an ESM and a CommonJS copy of this package. */
const PAYLOAD = Symbol.for("mcp-tool-errors.payload");

/**
 * A failure to throw. Its message is the complete JSON of the contract, because servers that turn a throw into a
 * result keep nothing but the message.
 */
export class ToolFailure extends Error {
  /** The result that this failure stands for. */
  declare readonly result: ToolErrorResult;
  /** The wire object; servers that answer with a JSON-RPC error pass `data` on. */
  declare readonly data: unknown;

  constructor(payload: ToolErrorPayload, options?: WriteOptions) {
    const result = writeResult(payload, options);
    const text = result.content[0]!.text;
    super(text);
    // Not enumerable: a framework that serialises errors must not repeat the same object three times.
    Object.defineProperties(this, {
      result: { value: result },
      data: { value: JSON.parse(text) },
      [PAYLOAD]: { value: payload },
      name: { value: "ToolFailure", configurable: true },
      // Some servers put the stack into their answer; a reported failure needs none.
      stack: { value: `ToolFailure: ${text}`, configurable: true, writable: true },
    });
  }
}

/** The payload of a failure or of a result made by this package, else undefined. */
export function ownPayload(error: unknown): ToolErrorPayload | undefined {
  if (!isObject(error)) return undefined;
  try {
    const payload = payloadOf(error) ?? (error as Record<symbol, ToolErrorPayload | undefined>)[PAYLOAD];
    return isCategory(payload?.errorCategory) ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the value is a `ToolFailure`, of whichever copy of this package. Throws nothing. */
export function isToolFailure(value: unknown): value is ToolFailure {
  return peek(value, "name") === "ToolFailure" && ownPayload(value) !== undefined;
}

import type { ToolErrorPayload, ToolErrorResult } from "./contract.js";
import { peek } from "./safe.js";
import type { WriteOptions } from "./settings.js";
import { ownPayload, PAYLOAD, writeResult } from "./write.js";

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
    for (const [key, value] of [
      ["result", result],
      ["data", JSON.parse(text)],
      [PAYLOAD, payload],
      ["name", "ToolFailure"],
      // Some servers put the stack into their answer; a reported failure needs none.
      ["stack", `ToolFailure: ${text}`],
    ])
      Object.defineProperty(this, key, { value, configurable: true, writable: true });
  }
}

/** Whether the value is a `ToolFailure`, of whichever copy of this package. Throws nothing. */
export function isToolFailure(value: unknown): value is ToolFailure {
  return peek(value, "name") === "ToolFailure" && ownPayload(value) !== undefined;
}

import type { Dialect, ToolErrorPayload } from "./contract.js";
import { addJitter } from "./settings.js";

type Wire = Record<string, unknown>;

/** Where a dialect has another name for a member. */
export const NAMES: Record<Dialect, { [Key in keyof ToolErrorPayload]?: string }> = {
  standard: {},
  envelope: {
    errorCategory: "bucket",
    isRetryable: "retryable",
    retryAfterSeconds: "retryAfterMs",
    description: "humanMessage",
  },
  compact: { errorCode: "code", customerFriendlyMessage: "customerMessage" },
  recovery: { description: "error", partialResults: "errorData" },
};

/** Only the first letter differs, but that `validation` is called Data. */
export const bucketOf = (category: string): string =>
  category === "validation" ? "Data" : category[0]!.toUpperCase() + category.slice(1);

/** The envelope's readers expect the server to spread its waits; a tenth does so without making anybody wait long. */
const ENVELOPE_JITTER = 0.1;

/** The object that a dialect writes, in the order of the payload. */
export function toWire(payload: ToolErrorPayload, dialect: Dialect): Wire {
  const { errorCategory, isRetryable, retryAfterSeconds = 0 } = payload;
  const names = NAMES[dialect] ?? {};
  const wire: Wire = {};
  for (const [key, value] of Object.entries(payload)) wire[names[key as keyof ToolErrorPayload] ?? key] = value;
  if (dialect === "envelope") {
    wire["bucket"] = bucketOf(errorCategory);
    wire["retryAfterMs"] = addJitter(retryAfterSeconds * 1000, ENVELOPE_JITTER);
    wire["errorCode"] ??= `${errorCategory.toUpperCase()}_ERROR`;
  }
  if (dialect === "recovery") {
    wire["success"] = false;
    if (isRetryable) wire["recovery"] = { ...payload.recovery, retryAfterSeconds };
    delete wire["retryAfterSeconds"];
  }
  return wire;
}

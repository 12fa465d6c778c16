import type { Dialect, ToolErrorPayload } from "./contract.js";
import { jitter } from "./jitter.js";
import { upperSnake } from "./payload.js";

type Wire = Record<string, unknown>;

/** Where a dialect has another name for a member. */
export const NAMES: Partial<Record<Dialect, { [Key in keyof ToolErrorPayload]?: string }>> = {
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

/** The object that a dialect writes, in the order of the payload. */
export const toWire = (payload: ToolErrorPayload, dialect: Dialect, mirrors?: boolean): Wire => {
  const { errorCategory, isRetryable, retryAfterSeconds = 0 } = payload;
  const wire: Wire = {};
  for (const [key, value] of Object.entries(payload))
    wire[NAMES[dialect]?.[key as keyof ToolErrorPayload] ?? key] =
      // Only `recovery` writes codes in PascalCase.
      key === "errorCode" && dialect !== "recovery" ? upperSnake(value) : value;
  if (dialect === "envelope") {
    wire["bucket"] = bucketOf(errorCategory);
    // A wait of 0 means there that nothing is to be repeated.
    wire["retryAfterMs"] = Math.round(jitter(1000 * retryAfterSeconds)) || +isRetryable;
    // The dialect's readers show it in one line.
    wire["humanMessage"] = payload.description.replace(/\s+/g, " ");
    wire["errorCode"] ??= `${errorCategory.toUpperCase()}_ERROR`;
  }
  if (dialect === "recovery") {
    wire["success"] = false;
    if (isRetryable) wire["recovery"] = { ...payload.recovery, retryAfterSeconds };
    delete wire["retryAfterSeconds"];
  }
  // What the dialect itself has at the top wins.
  return mirrors ? { ...(wire["recovery"] as object), ...wire } : wire;
};

import type { DialectName, ToolErrorPayload } from "./contract.js";

/** Where a dialect has another name for a member. */
export const NAMES: Partial<Record<DialectName, { [Key in keyof ToolErrorPayload]?: string }>> = {
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

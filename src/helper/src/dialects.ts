/**
 * How the same concepts are spelled on the wire. Exported as the namespace `dialects`, so that a bundler keeps only what is used:
 * a server that writes the default dialect carries none of the others.
 *
 * | dialect | spelling |
 * |---|---|
 * | `standard` | `errorCategory`, `isRetryable`, `retryAfterSeconds`, `description` … |
 * | `envelope` | `bucket`, `retryable`, `retryAfterMs` (jittered), `humanMessage`, `attempt` … |
 * | `compact` | `errorCategory`, `isRetryable`, `code`, `customerMessage`; `structuredContent` as well |
 * | `recovery` | `success: false`, `error`, `recovery.*`, `errorData`; `structuredContent` as well |
 */
import type { Dialect, ToolErrorPayload } from "./contract.js";
import { jitter } from "./jitter.js";
import { upperSnake } from "./payload.js";
import { bucketOf, NAMES } from "./spelling.js";
import { writeStandard } from "./write.js";

const renamed = (payload: object, names: { [key: string]: string } = {}): { [key: string]: unknown } =>
  Object.fromEntries(Object.entries(payload).map(([key, value]) => [names[key] ?? key, value]));

/** The default: the names of the contract itself. */
export const standard: Dialect = { name: "standard", write: writeStandard };

/** Of services that answer agents over HTTP as well. */
export const envelope: Dialect = {
  name: "envelope",
  countsAttempts: true,
  write: (payload: ToolErrorPayload) => {
    const { errorCategory, errorCode, isRetryable, retryAfterSeconds = 0, recovery: hints } = payload;
    // A wait of 0 means there that nothing is to be repeated.
    const retryAfterMs = Math.round(jitter(1000 * retryAfterSeconds)) || +isRetryable;
    return {
      ...renamed(payload, NAMES.envelope),
      bucket: bucketOf(errorCategory),
      retryAfterMs,
      // Readers prefer the wait in `recovery`, which would undo the jitter.
      ...(isRetryable &&
        hints?.retryAfterSeconds !== undefined && { recovery: { ...hints, retryAfterSeconds: retryAfterMs / 1000 } }),
      errorCode: errorCode ? upperSnake(errorCode) : `${errorCategory.toUpperCase()}_ERROR`,
      // The dialect's readers show it in one line.
      humanMessage: payload.description.replace(/\s+/g, " "),
    };
  },
};

/** Short names, read from `structuredContent`. */
export const compact: Dialect = {
  name: "compact",
  isMirrored: true,
  write: (payload: ToolErrorPayload) => renamed(writeStandard(payload), NAMES.compact),
};

/** Of servers that work on other processes; it writes codes in `PascalCase` as well. */
export const recovery: Dialect = {
  name: "recovery",
  isMirrored: true,
  write: ({ retryAfterSeconds, ...payload }: ToolErrorPayload) => ({
    ...renamed(payload, NAMES.recovery),
    success: false,
    ...(payload.isRetryable && { recovery: { ...payload.recovery, retryAfterSeconds } }),
  }),
};

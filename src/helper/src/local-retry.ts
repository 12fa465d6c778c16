import type { Classification } from "./classify/classification.js";
import { backoff } from "./jitter.js";
import { optionsOf } from "./safe.js";

/** What this package needs of an `AbortSignal`; any runtime's own fits. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: any;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener?(type: "abort", listener: () => void): void;
}

declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** Options of `localRetry`. */
export interface RetryOptions {
  /** How many times the handler may run again: the contract allows one or two, more are cut to two. @default 2 */
  retries?: 1 | 2 | undefined;
  /** The first backoff in seconds; it doubles. The wait is drawn from [0, backoff), "full jitter". @default 0.5 */
  baseSeconds?: number | undefined;
  /**
   * The longest wait in seconds. An error that asks for more is not retried here but told to the agent.
   * @default 10, well below the 60 s after which MCP clients give up by default
   */
  capSeconds?: number | undefined;
  /** Waits; for tests. @default a timer that ends early when the signal aborts */
  sleep?: ((milliseconds: number, signal?: AbortSignalLike) => Promise<void>) | undefined;
}

/** Local retries of a whole handler, as `localRetry` makes them. */
export interface LocalRetry {
  /** How often the handler runs at most. */
  readonly maxAttempts: number;
  /** Whether the handler is to run again after this attempt; says so when the wait before it is over. Throws nothing. */
  readonly waits: (failure: Classification, attempt: number, signal?: AbortSignalLike) => Promise<boolean>;
}

/** Waits, but no longer than until the signal aborts. */
export const pause = (milliseconds: number, signal?: AbortSignalLike): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      // A server may use one signal for all calls.
      signal?.removeEventListener?.("abort", end);
      resolve();
    };
    // A longer wait would overflow, and end at once.
    const timer = setTimeout(end, Math.min(milliseconds, 2 ** 31 - 1));
    signal?.addEventListener("abort", end);
  });

/**
 * For the option `retry` of `withToolErrors`: a transient failure is repeated here, with exponential backoff and full jitter, before
 * the agent hears of it. Throws nothing.
 */
export const localRetry = (options?: RetryOptions): LocalRetry => {
  const { retries = 2, baseSeconds = 0.5, capSeconds = 10, sleep = pause } = optionsOf(options);
  const maxAttempts = 1 + Math.min(retries, 2);
  return {
    maxAttempts,
    waits: async ({ isRetryable, waitFromUpstream, retryAfterSeconds = 0 }, attempt, signal) => {
      const asked = waitFromUpstream ? retryAfterSeconds : 0;
      if (!isRetryable || !(attempt < maxAttempts) || asked > capSeconds) return false;
      try {
        if (!signal?.aborted) await sleep(1000 * Math.min(backoff(asked, attempt, baseSeconds), capSeconds), signal);
      } catch {
        // Timers of Node reject when the signal aborts.
      }
      return true;
    },
  };
};

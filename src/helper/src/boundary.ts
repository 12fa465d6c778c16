import type { ToolErrorResult } from "./contract.js";
import { classifyError } from "./classify/classify.js";
import { ToolFailure } from "./failure.js";
import { classifiedPayload, type FromOptions } from "./from.js";
import { backoff } from "./jitter.js";
import { optionsOf, peek } from "./safe.js";
import { settings } from "./settings.js";
import { ownPayload, writeResult } from "./write.js";

/** What this package needs of an `AbortSignal`; any runtime's own fits. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: any;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener?(type: "abort", listener: () => void): void;
}

declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** Local retries of the whole handler. */
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

interface BoundaryOptions extends FromOptions {
  /** @default the signal found in the handler's arguments (`extra.signal`, `ctx.mcpReq.signal`, `context.signal`) */
  signal?: AbortSignalLike | undefined;
  /**
   * `"throw"` throws a `ToolFailure` instead of returning a result, for frameworks that lose returned error results.
   * @default "return"
   */
  mode?: "return" | "throw" | undefined;
}

/** `retry` needs the promise that running the handler twice does no harm. */
export type ToolErrorsOptions =
  (BoundaryOptions & { retry?: undefined }) | (BoundaryOptions & { retry: RetryOptions; idempotent: true });

const findSignal = (args: readonly unknown[]): AbortSignalLike | undefined =>
  args
    .flatMap((arg) => [peek(arg, "mcpReq", "signal"), peek(arg, "signal")])
    .reverse()
    // A tool's own input may have a member of that name, but no functions.
    .find((signal): signal is AbortSignalLike => typeof peek(signal, "addEventListener") === "function");

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

/** URL elicitation is the one protocol error that a handler may raise: the client has to open a page for the user first. */
export const URL_ELICITATION = -32042;

/**
 * The boundary around a tool handler: what the handler throws becomes an error result, what it returns is passed on
 * untouched. Cancellation by the client (its signal has aborted) and URL elicitation are thrown on, because the protocol
 * wants them so. With `retry`, a transient failure is repeated locally before the agent hears of it.
 */
export const withToolErrors = <This, Args extends unknown[], Result>(
  handler: (this: This, ...args: Args) => Result,
  given?: ToolErrorsOptions,
): ((this: This, ...args: Args) => Promise<Awaited<Result> | ToolErrorResult>) => {
  const options = optionsOf(given);
  const { retry, mode, idempotent, attemptedActions = [] } = options;
  const { retries = 2, baseSeconds = 0.5, capSeconds = 10, sleep = pause } = retry ?? {};
  const maxAttempts = retry && idempotent === true ? 1 + Math.min(retries, 2) : 1;
  return async function (this: This, ...args: Args): Promise<Awaited<Result> | ToolErrorResult> {
    const signal = options.signal ?? findSignal(args);
    const attempts: string[] = [];
    for (;;) {
      let error: any;
      try {
        error = await handler.apply(this, args);
        if (!ownPayload(error)) return error;
      } catch (thrown) {
        error = thrown;
        if (signal?.aborted || peek(error, "code") === URL_ELICITATION) throw error;
      }

      const failure = classifyError(error, options);
      const attempt = attempts.push(
        `Attempt ${attempts.length + 1} failed: ${failure.errorCode ?? failure.errorCategory}.`,
      );
      const asked = failure.waitFromUpstream ? failure.retryAfterSeconds! : 0;
      if (attempt < maxAttempts && failure.isRetryable && asked <= capSeconds) {
        try {
          if (!signal?.aborted) await sleep(1000 * Math.min(backoff(asked, attempt, baseSeconds), capSeconds), signal);
        } catch {
          // Timers of Node reject when the signal aborts.
        }
        if (signal?.aborted) throw signal.reason ?? error;
      } else {
        // An error result that the handler itself has built.
        if (attempt === 1 && mode !== "throw" && ownPayload(error) && error.isError) return error;
        const payload = classifiedPayload(error, {
          ...options,
          ...(attempt > 1 && { attemptedActions: [...attemptedActions, ...attempts] }),
          ...((options.dialect ?? settings.dialect) === "envelope" && { attempt, maxAttempts }),
        });
        if (mode === "throw") throw new ToolFailure(payload, options);
        return writeResult(payload, options);
      }
    }
  };
};

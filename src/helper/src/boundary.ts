import type { ToolErrorPayload, ToolErrorResult } from "./contract.js";
import type { Classification } from "./classify/classification.js";
import { classifyError } from "./classify/classify.js";
import { ToolFailure } from "./failure.js";
import { classifiedPayload, type FromOptions } from "./from.js";
import { peek } from "./safe.js";
import { settings } from "./settings.js";
import { payloadOf, writeResult } from "./write.js";

/** What this package needs of an `AbortSignal`; any runtime's own fits. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: any;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
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

const findSignal = (args: readonly unknown[]): AbortSignalLike | undefined => {
  for (const arg of [...args].reverse()) {
    for (const signal of [peek(arg, "signal"), peek(arg, "mcpReq", "signal")])
      if (typeof peek(signal, "aborted") === "boolean") return signal as AbortSignalLike;
  }
  return undefined;
};

const pause = (milliseconds: number, signal?: AbortSignalLike): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
  });

/** The one protocol error that a handler may raise: the client has to open a page for the user first. */
const isUrlElicitation = (error: unknown): boolean => peek(error, "code") === -32042;

/** How long to wait before the next local attempt, in milliseconds; undefined when there is none. */
function delayOf(failure: Classification, retry: RetryOptions, attempt: number): number | undefined {
  const { retries = 2, baseSeconds = 0.5, capSeconds = 10 } = retry;
  const asked = failure.waitFromUpstream ? (failure.retryAfterSeconds ?? 0) : 0;
  if (!failure.isRetryable || attempt > Math.min(retries, 2) || asked > capSeconds) return undefined;
  // Full jitter on top of what the other side asked for.
  const backoff = Math.min(baseSeconds * 2 ** (attempt - 1), capSeconds) * Math.random();
  return 1000 * Math.min(asked + backoff, Math.max(asked, capSeconds));
}

/**
 * The boundary around a tool handler: what the handler throws becomes an error result, what it returns is passed on
 * untouched. Cancellation by the client (its signal has aborted) and URL elicitation are thrown on, because the protocol
 * wants them so. With `retry`, a transient failure is repeated locally before the agent hears of it.
 */
export function withToolErrors<This, Args extends unknown[], Result>(
  handler: (this: This, ...args: Args) => Result,
  options: ToolErrorsOptions = {},
): (this: This, ...args: Args) => Promise<Awaited<Result> | ToolErrorResult> {
  const { retry, mode } = options;
  return async function (this: This, ...args: Args): Promise<Awaited<Result> | ToolErrorResult> {
    const signal = options.signal ?? findSignal(args);
    const attempts: string[] = [];
    for (;;) {
      let returned: Awaited<Result> | undefined;
      let error: unknown;
      try {
        returned = await handler.apply(this, args);
        // An error result that the handler has built may be worth a local retry as well.
        if (!payloadOf(returned as object) || (!retry && mode !== "throw")) return returned as Awaited<Result>;
        error = returned;
      } catch (thrown) {
        if (signal?.aborted || isUrlElicitation(thrown)) throw thrown;
        error = thrown;
      }

      const failure = classifyError(error, options);
      const attempt = attempts.length + 1;
      const delay = retry && options.idempotent === true ? delayOf(failure, retry, attempt) : undefined;
      if (delay !== undefined) {
        attempts.push(`Attempt ${attempt} failed: ${failure.errorCode ?? failure.errorCategory}.`);
        await (retry!.sleep ?? pause)(delay, signal);
        if (signal?.aborted) throw signal.reason ?? error;
        continue;
      }

      if (returned !== undefined && !attempts.length && mode !== "throw") return returned;
      const payload: ToolErrorPayload = classifiedPayload(error, {
        ...options,
        ...(attempts.length && {
          attemptedActions: [...(options.attemptedActions ?? []), ...attempts, `Attempt ${attempt} failed as well.`],
        }),
        ...((options.dialect ?? settings.dialect) === "envelope" && {
          attempt,
          maxAttempts: 1 + Math.min(retry?.retries ?? (retry ? 2 : 0), 2),
        }),
      });
      if (mode === "throw") throw new ToolFailure(payload, options);
      return writeResult(payload, options);
    }
  };
}

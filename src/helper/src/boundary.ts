import type { ToolErrorPayload, ToolErrorResult } from "./contract.js";
import { classifyError } from "./classify/classify.js";
import { ToolFailure } from "./failure.js";
import { classifiedPayload, type FromOptions } from "./from.js";
import type { AbortSignalLike, LocalRetry } from "./local-retry.js";
import { optionsOf, peek } from "./safe.js";
import { settings } from "./settings.js";
import { peekAll } from "./classify/shape.js";
import { ownPayload, writeResult } from "./write.js";

interface BoundaryOptions extends FromOptions {
  /** @default the signal found in the handler's arguments (`extra.signal`, `ctx.mcpReq.signal`, `context.signal`) */
  signal?: AbortSignalLike | undefined;
}

/** `retry` needs the promise that running the handler twice does no harm. */
export type ToolErrorsOptions =
  | (BoundaryOptions & { retry?: undefined })
  | (BoundaryOptions & {
      /** Repeats transient failures here, e.g. `localRetry({ retries: 1 })`. */
      retry: LocalRetry;
      idempotent: true;
    });

const findSignal = (args: readonly unknown[]): AbortSignalLike | undefined =>
  args
    .flatMap((arg) => peekAll(arg, "mcpReq.signal signal"))
    .reverse()
    // A tool's own input may have a member of that name, but no functions.
    .find((signal): signal is AbortSignalLike => typeof peek(signal, "addEventListener") === "function");

/** URL elicitation is the one protocol error that a handler may raise: the client has to open a page for the user first. */
export const URL_ELICITATION = -32042;

/** The handler, with what becomes of its failures. */
const guard = <This, Args extends unknown[], Result, Failed>(
  handler: (this: This, ...args: Args) => Result,
  given: ToolErrorsOptions | undefined,
  fail: (payload: ToolErrorPayload, options: ToolErrorsOptions) => Failed,
): ((this: This, ...args: Args) => Promise<Awaited<Result> | Failed>) => {
  const options = optionsOf(given);
  const { idempotent, attemptedActions = [] } = options;
  const retry = idempotent === true ? options.retry : undefined;
  return async function (this: This, ...args: Args): Promise<Awaited<Result> | Failed> {
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
      // A caller in JavaScript may give options here, which repeat nothing.
      if (await retry?.waits?.(failure, attempt, signal)) {
        if (signal?.aborted) throw signal.reason ?? error;
      } else {
        // An error result that the handler itself has built.
        if (attempt === 1 && (fail as unknown) === writeResult && ownPayload(error) && error.isError) return error;
        const payload = classifiedPayload(error, {
          ...options,
          ...(attempt > 1 && { attemptedActions: [...attemptedActions, ...attempts] }),
          ...((options.dialect ?? settings.dialect)?.countsAttempts && {
            attempt,
            maxAttempts: retry?.maxAttempts ?? 1,
          }),
        });
        return fail(payload, options);
      }
    }
  };
};

/**
 * The boundary around a tool handler: what the handler throws becomes an error result, what it returns is passed on
 * untouched. Cancellation by the client (its signal has aborted) and URL elicitation are thrown on, because the protocol
 * wants them so. With `retry`, a transient failure is repeated locally before the agent hears of it.
 */
export const withToolErrors = <This, Args extends unknown[], Result>(
  handler: (this: This, ...args: Args) => Result,
  options?: ToolErrorsOptions,
): ((this: This, ...args: Args) => Promise<Awaited<Result> | ToolErrorResult>) => guard(handler, options, writeResult);

/** The same for frameworks that lose a returned error result: every failure is thrown as a `ToolFailure`. */
export const withToolFailures = <This, Args extends unknown[], Result>(
  handler: (this: This, ...args: Args) => Result,
  options?: ToolErrorsOptions,
): ((this: This, ...args: Args) => Promise<Exclude<Awaited<Result>, ToolErrorResult>>) =>
  guard(handler, options, (payload, given) => {
    throw new ToolFailure(payload, given);
  }) as never;

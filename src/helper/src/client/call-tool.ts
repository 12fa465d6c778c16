import { URL_ELICITATION } from "../boundary.js";
import { pause, type AbortSignalLike } from "../local-retry.js";
import { classifyError } from "../classify/classify.js";
import type { ToolErrorPayload, ToolErrorResult } from "../contract.js";
import { backoff } from "../jitter.js";
import { propagate, type PropagateOptions } from "../propagate.js";
import { readToolError, type ReadToolError } from "../read/read.js";
import { cleanText, isList, notify, optionsOf, peek } from "../safe.js";

/**
 * What an agent does after a failure that could not be repeated away:
 *
 * | step | category | what to do |
 * |---|---|---|
 * | `retry-later` | transient, still retryable | go on without it, come back after the wait |
 * | `report` | transient, not retryable, or unknown | do not repeat: report it, or take another way |
 * | `correct-input` | validation | correct the input, then call again |
 * | `escalate` | permission | name the missing scope to a human or the coordinator |
 * | `explain` | business | tell the user `customerFriendlyMessage`, stop or take another way |
 */
export type NextStep = "retry-later" | "report" | "correct-input" | "escalate" | "explain";

const STEPS = { validation: "correct-input", permission: "escalate", business: "explain" } as const;

/** The branch of the decision tree on which a failure lies. */
export const nextStep = ({ errorCategory, isRetryable }: ToolErrorPayload): NextStep =>
  errorCategory === "transient" ? (isRetryable ? "retry-later" : "report") : STEPS[errorCategory];

/** What is told before each wait. */
export interface RetryEvent {
  /** The number of the attempt that has failed. */
  attempt: number;
  failure: ReadToolError;
  waitSeconds: number;
}

export interface CallToolOptions extends Partial<PropagateOptions> {
  /** The name of the tool, for `attemptedActions`. @default "the tool" */
  tool?: string | undefined;
  /** How many calls at most, the first one included. @default 3 */
  attempts?: number | undefined;
  /** The first backoff in seconds; it doubles. A share of it is added to the wait that the tool asks for. @default 0.5 */
  baseSeconds?: number | undefined;
  /** The longest wait in seconds. A failure that asks for more is not repeated here. @default 60 */
  capSeconds?: number | undefined;
  /**
   * Whether calling twice does the same as calling once. Without it, a call that was cut off (a time-out, a reset) and may have
   * taken effect is not repeated. A failure that says itself that it may be repeated is repeated in any case.
   * @default false
   */
  idempotent?: boolean | undefined;
  /** Opens the connection again where a failure asks for it; without it, such a failure is not repeated. */
  reconnect?: (() => unknown) | undefined;
  /** Ends the waits, and the call with its reason. */
  signal?: AbortSignalLike | undefined;
  /** Told before each wait. What it throws or rejects with is ignored. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** Waits; for tests. @default a timer that ends early when the signal aborts */
  sleep?: ((milliseconds: number, signal?: AbortSignalLike) => Promise<void>) | undefined;
}

/** A success, or a failure that could not be repeated away. */
export type ToolOutcome<Result> =
  | { ok: true; result: Result; attempts: number }
  | {
      ok: false;
      failure: ReadToolError;
      step: NextStep;
      /** What a subagent hands to its coordinator, see `propagate`. */
      error: ToolErrorResult;
      attempts: number;
    };

/** A call that was rejected: a client library has thrown the tool's own error, or the call itself has failed. */
function readThrown(error: unknown, idempotent: boolean): ReadToolError {
  const read = readToolError(error);
  if (read?.isKnown) return read;
  const { matched: _matched, rule: _rule, waitFromUpstream: _from, ...payload } = classifyError(error, { idempotent });
  return {
    ...{ dialect: undefined, carrier: undefined, conflicts: [], mirrors: {}, layer: "protocol" as const },
    ...read,
    text: cleanText(peek(error, "message") ?? error, 10_000),
    isKnown: false,
    payload,
  };
}

/** A value that a client library returns. Texts and lists of blocks are successes: those libraries throw failures. */
const readReturned = (result: unknown): ReadToolError | undefined =>
  typeof result === "string" || isList(result) ? undefined : readToolError(result);

/**
 * Calls a tool for an agent: reads the error contract, repeats what may be repeated, after the wait that the tool asks for and
 * jitter, at most `attempts` times, and never a validation, permission or business failure. What remains becomes the payload for the
 * coordinator.
 *
 * `call` makes one call, with any client: `() => client.callTool({ name, arguments })` of the MCP SDKs,
 * `() => tool.execute(input, options)` of the AI SDK, `() => tool.invoke(input)` of LangChain's adapter.
 *
 * Rejects only with the reason of a signal that has aborted, and with URL elicitation, which asks for a page to be opened first.
 */
export async function callTool<Result>(
  call: (attempt: number) => Result,
  options?: CallToolOptions,
): Promise<ToolOutcome<Awaited<Result>>> {
  const given = optionsOf(options);
  const { tool = "the tool", baseSeconds = 0.5, capSeconds = 60, idempotent, reconnect, signal, onRetry } = given;
  const { sleep = pause, attempts = 3, attemptedActions = [], partialResults } = given;
  const made: string[] = [];
  let obtained: unknown;
  for (let attempt = 1; ; attempt++) {
    if (signal?.aborted) throw signal.reason;
    let source: unknown;
    let failure: ReadToolError;
    try {
      const result = await call(attempt);
      const read = readReturned(result);
      if (!read) return { ok: true, result, attempts: attempt };
      source = result;
      failure = read;
    } catch (error) {
      if (signal?.aborted || peek(error, "code") === URL_ELICITATION) throw error;
      source = error;
      failure = readThrown(error, idempotent === true);
    }

    const { payload } = failure;
    // What an earlier attempt has obtained is not lost with a later one that obtains nothing.
    obtained = payload.partialResults ?? obtained;
    const asked = payload.retryAfterSeconds ?? 0;
    const mayReconnect = payload.recovery?.requiresReconnect !== true || typeof reconnect === "function";
    const isLast = !payload.isRetryable || !(attempt < attempts) || asked > capSeconds || !mayReconnect;
    const waitSeconds = Math.min(backoff(asked, attempt, baseSeconds), capSeconds);
    made.push(
      `Called ${tool}, attempt ${attempt}: ${payload.errorCode ?? payload.errorCategory}` +
        (isLast ? "." : `; waited ${waitSeconds.toFixed(1)} s.`),
    );
    if (isLast) {
      const error = propagate(source, {
        ...given,
        idempotent: idempotent === true,
        partialResults: partialResults ?? obtained ?? [],
        attemptedActions: [...attemptedActions, ...made],
      });
      return { ok: false, failure, step: nextStep(payload), error, attempts: attempt };
    }
    void notify(onRetry, { attempt, failure, waitSeconds });
    try {
      await sleep(1000 * waitSeconds, signal);
      if (payload.recovery?.requiresReconnect) await reconnect?.();
    } catch {
      // A timer that rejects has aborted; a connection that does not open fails the next call.
    }
  }
}

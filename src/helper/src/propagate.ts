import type { WithCode } from "./code-pattern.js";
import type { ErrorCode, ToolErrorResult } from "./contract.js";
import { ToolFailure } from "./failure.js";
import { classifiedPayload, type FromOptions } from "./from.js";
import { optionsOf } from "./safe.js";
import { readToolError } from "./read/read.js";
import { ownPayload, writeResult } from "./write.js";

export interface PropagateOptions extends FromOptions {
  /** What was obtained before the failure; an empty list says that nothing was. */
  partialResults: unknown;
  /** What was done, retries included. */
  attemptedActions: readonly string[];
}

/**
 * The payload with which a subagent hands a failure that it could not recover from to its coordinator: category, flag,
 * description, partial results, attempted actions, `status: "partial_failure"`. `error` is anything that was thrown, an
 * error result of this or another server (then its own fields are kept), or a client's JSON-RPC error. Throws nothing.
 */
export function propagate<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  given: WithCode<PropagateOptions, Code>,
): ToolErrorResult {
  const options: PropagateOptions = optionsOf(given);
  const read = ownPayload(error) ? undefined : readToolError(error);
  // A result from elsewhere that keeps the contract says more than its shape would.
  const source = read?.isKnown ? new ToolFailure(read.payload) : error;
  return writeResult(classifiedPayload(source, { status: "partial_failure", ...options }), options);
}

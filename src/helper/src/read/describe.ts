import { readToolError } from "./read.js";

export interface DescribeOptions {
  /** The name of the tool that was called. */
  tool: string;
}

/**
 * The lines that an agent should report about a failed call: tool, layer, process id, the exact text, the `recovery` object
 * with its mirrors, further context. For a success it says so. Throws nothing.
 */
export function describeToolError(result: unknown, { tool }: DescribeOptions): string {
  const read = readToolError(result);
  if (!read) return `Tool: ${tool}\nThe call did not fail.`;
  const { payload, layer, mirrors, conflicts, text, isKnown } = read;
  const { errorCategory, isRetryable, retryAfterSeconds, errorCode, recovery, partialResults, attemptedActions } =
    payload;
  const mirrored = Object.entries(mirrors).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const line = (label: string, value: unknown) =>
    value === undefined || value === "" ? [] : [`${label}: ${String(value)}`];
  return [
    `Tool: ${tool}`,
    `Layer: ${layer}`,
    `Category: ${errorCategory}${isKnown ? "" : " (assumed)"}, ${isRetryable ? `retry after ${retryAfterSeconds} s` : "do not repeat the same call"}`,
    ...line("Error code", errorCode),
    ...line("Process id", recovery?.processId),
    ...line("Text", text || payload.description),
    ...line("Recovery", recovery && JSON.stringify(recovery)),
    ...line("Mirrors", mirrored.join(", ")),
    ...line("For the user", payload.customerFriendlyMessage),
    ...line("Attempted", attemptedActions?.join("; ")),
    ...line("Partial results", partialResults === undefined ? undefined : JSON.stringify(partialResults)),
    ...line("Conflicts", conflicts.join(" ")),
  ].join("\n");
}

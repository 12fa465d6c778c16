import { optionsOf } from "../safe.js";
import { readToolError } from "./read.js";

export interface DescribeOptions {
  /** The name of the tool that was called. */
  tool: string;
  /** The architecture of the process that the tool works on, e.g. `"x64"`. @default the one in the failure's `details` */
  architecture?: string | undefined;
  /** Whether that is a debug or a release build. @default the one in the failure's `details` */
  build?: "Debug" | "Release" | undefined;
}

/** What servers call the kind of their build. */
const BUILD = ["build", "buildConfiguration", "configuration"];

/**
 * The lines that an agent should report about a failed call: tool, layer, process id, architecture, build, the exact text, the
 * `recovery` object with its mirrors, further context. For a success it says so. Throws nothing.
 */
export function describeToolError(result: unknown, options: DescribeOptions): string {
  const { tool, architecture, build } = optionsOf(options);
  const read = readToolError(result);
  if (!read) return `Tool: ${tool}\nThe call did not fail.`;
  const { payload, layer, mirrors, conflicts, text, isKnown } = read;
  const { errorCategory, isRetryable, retryAfterSeconds, errorCode, recovery } = payload;
  const { details = {}, partialResults, attemptedActions, alternativeApproaches } = payload;
  const rest = Object.entries(details).filter(([key]) => key !== "architecture" && !BUILD.includes(key));
  const mirrored = Object.entries(mirrors).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const line = (label: string, value: unknown) =>
    value === undefined || value === "" ? [] : [`${label}: ${String(value)}`];
  return [
    `Tool: ${tool}`,
    `Layer: ${layer}`,
    `Category: ${errorCode === "UNCLASSIFIED" ? "unknown" : errorCategory}${isKnown ? "" : " (no contract)"}, ${isRetryable ? `retry after ${retryAfterSeconds} s` : "do not repeat the same call"}`,
    ...line("Error code", isKnown ? errorCode : undefined),
    ...line("Failure type", payload.failureType),
    ...line("Status", payload.status),
    ...line("Process id", recovery?.processId),
    ...line("Architecture", architecture ?? details["architecture"]),
    ...line("Build", build ?? BUILD.map((key) => details[key]).find((value) => typeof value === "string")),
    ...line("Text", text || payload.description),
    ...line("Recovery", recovery && JSON.stringify(recovery)),
    ...line("Mirrors", mirrored.join(", ")),
    ...line("For the user", payload.customerFriendlyMessage),
    ...line("Details", rest.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(", ")),
    ...line("Query", payload.attemptedQuery),
    ...line("Attempted", attemptedActions?.join("; ")),
    ...line("Alternatives", alternativeApproaches?.join("; ")),
    ...line("Partial results", partialResults === undefined ? undefined : JSON.stringify(partialResults)),
    ...line("Recommendation", payload.recommendation),
    ...line("Conflicts", conflicts.join(" ")),
  ].join("\n");
}

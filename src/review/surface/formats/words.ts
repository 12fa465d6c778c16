import { count } from "../../report.js";
import type { Exit, SeenAs, SurfaceTool } from "../types.js";

/** What the model gets, in words. */
export const SEEN_AS: Readonly<Record<SeenAs, string>> = {
  result: "ordinary result",
  "error-result": "error result",
  "converted-throw": "error message only",
  "ordinary-text": "failure without isError",
  hidden: "failure swallowed",
  "protocol-error": "protocol error, hidden from the model",
  unknown: "couldn't be resolved",
};

/** "retry after 30 s", "no retry"; empty where the exit does not say. */
export function retryWords({ retryable, waitSeconds }: Pick<Exit, "retryable" | "waitSeconds">): string {
  if (retryable === null) return "";
  if (retryable === false) return "no retry";
  const when = retryable === "dynamic" ? "retry decided at run time" : "retry";
  if (waitSeconds === null) return `${when} without a delay`;
  return waitSeconds === "dynamic" ? `${when} after a wait` : `${when} after ${waitSeconds} s`;
}

/** What the model gets at an exit, in one phrase: "error result, transient, retry after 30 s". */
export function gets(exit: Exit): string {
  const { outcome, seenAs, category, instead } = exit;
  if (outcome === "success" && seenAs === "result") return "success";
  if (outcome === "empty" && seenAs === "result") return "success, nothing found";
  const parts = [instead === null ? SEEN_AS[seenAs] : `${SEEN_AS[seenAs]} (${instead})`];
  if (category !== null) parts.push(category === "dynamic" ? "category decided at run time" : category);
  else if (seenAs === "error-result" && outcome === "failure" && exit.complete) parts.push("no category");
  const retry = retryWords(exit);
  if (retry !== "") parts.push(retry);
  return parts.join(", ");
}

/** What the counts of a surface leave open: "2 exits and the handler of 1 tool couldn't be resolved"; empty where there is nothing. */
export function unresolvedIn(tools: readonly Pick<SurfaceTool, "exits">[]): string {
  const exits = tools.flatMap((tool) => tool.exits).filter(({ seenAs }) => seenAs === "unknown").length;
  const handlers = tools.filter((tool) => tool.exits.length === 0).length;
  const parts = [
    ...(exits > 0 ? [count(exits, "exit")] : []),
    ...(handlers > 0 ? [`the ${handlers === 1 ? "handler" : "handlers"} of ${count(handlers, "tool")}`] : []),
  ];
  return parts.length === 0 ? "" : `${parts.join(" and ")} couldn't be resolved`;
}

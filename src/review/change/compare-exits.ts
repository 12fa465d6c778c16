import { categoryOf, TERMINAL_CATEGORIES } from "../../contract/categories.js";
import type { Exit, SeenAs } from "../surface/types.js";

/** How bad it is that a failure is seen in this way: the model loses more from step to step. */
const LOSS: Readonly<Record<Exclude<SeenAs, "unknown">, number>> = {
  "error-result": 0,
  "converted-throw": 1,
  "ordinary-text": 2,
  "protocol-error": 2,
  hidden: 3,
  // Of a failure: an ordinary answer.
  result: 3,
};

/** `changed`: different, and neither better nor worse for every agent. */
export type Verdict = "worse" | "better" | "changed" | "same" | "unknown";

function isTerminal({ category }: Exit): boolean {
  const meaning = category === null ? undefined : categoryOf(category);
  return meaning !== undefined && TERMINAL_CATEGORIES.has(meaning);
}

/** Each field by which an error result tells the agent what to do: more is better. */
function contractVerdicts(before: Exit, after: Exit): Verdict[] {
  const verdicts: Verdict[] = [];
  const compare = (old: unknown, now: unknown, isContradiction = false): void => {
    if (old === now) return;
    if (now === null) verdicts.push(after.complete ? "worse" : "unknown");
    else if (old === null) verdicts.push(isContradiction ? "worse" : before.complete ? "better" : "unknown");
    else verdicts.push(isContradiction ? "worse" : "changed");
  };
  compare(before.category, after.category);
  compare(before.retryable, after.retryable);
  // No wait is needed where nothing is to be repeated.
  if (after.retryable === true || after.retryable === "dynamic")
    compare(before.waitSeconds, after.waitSeconds, after.waitSeconds === 0);
  compare(before.code, after.code);
  return verdicts;
}

/** The model is told to repeat a call that can never succeed. */
function contradicts(exit: Exit): boolean {
  return exit.retryable === true && isTerminal(exit);
}

/** A failure that was worth a repetition, and is not any more. */
function losesRetry(before: Exit, after: Exit): boolean {
  return before.retryable === true && after.retryable === false && !isTerminal(before) && !isTerminal(after);
}

/** Compares what the model gets from one failure before and after a change. */
export function compareExits(before: Exit, after: Exit): Verdict {
  if (before.seenAs === "unknown" || after.seenAs === "unknown") return "unknown";
  if (before.outcome === "empty" || after.outcome === "empty") {
    if (before.outcome === after.outcome) {
      if (before.seenAs === after.seenAs) return "same";
      return after.seenAs === "result" ? "better" : "worse";
    }
    // A failure that became "nothing found", or the other way round, may be what the change is about.
    if (before.outcome === "failure" && after.seenAs === "result") return "changed";
  }
  const loss =
    LOSS[after.outcome === "success" ? "result" : after.seenAs] -
    LOSS[before.outcome === "success" ? "result" : before.seenAs];
  if (loss > 0) return "worse";
  if (loss < 0) return "better";
  if (after.seenAs !== "error-result") return before.seenAs === after.seenAs ? "same" : "changed";
  if (losesRetry(before, after) || (contradicts(after) && !contradicts(before))) return "worse";
  const verdicts = contractVerdicts(before, after);
  const order: readonly Verdict[] = ["worse", "unknown", "changed", "better"];
  return order.find((verdict) => verdicts.includes(verdict)) ?? "same";
}

/** True for an exit that is bad whatever was there before: the model does not learn of the failure as one. */
export function isBadInItself({ outcome, seenAs }: Exit): boolean {
  return outcome === "failure" && (seenAs === "hidden" || seenAs === "ordinary-text" || seenAs === "protocol-error");
}

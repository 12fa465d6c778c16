/** Whether what a run shows is among the computed exits. */
import type { ComputedExit } from "./computed.js";
import type { Observed } from "./runtime/run.js";

const squeezed = (text: string): string => text.replace(/\s+/gu, "");

/** A call and the call that it is a part of (`client.get(…).json()`) are one operation. */
const isPart = (one: string, other: string): boolean => one.includes(other) || other.includes(one);

function sharesFailure({ failures, guarded, pending }: ComputedExit, { failed, around, failing }: Observed): boolean {
  if (failed === null) return failures.length === 0;
  const own = [...failures, ...pending].map(squeezed);
  // A refusal that nobody looks at is no failure on the path: the answer is taken for any other.
  if (failures.length === 0 && failing?.how === "refuse") return true;
  if (own.some((text) => isPart(text, squeezed(failed)))) return true;
  const calls = around.map(squeezed);
  // What is not entered fails as a whole.
  if (calls.some((call) => own.includes(call))) return true;
  return guarded.map(squeezed).some((text) => [squeezed(failed), ...calls].some((call) => text.includes(call)));
}

export function explains(exit: ComputedExit, end: Observed): boolean {
  return (
    exit.how === end.how &&
    (exit.isError === "unknown" || exit.isError === end.isError) &&
    (end.how === "throw" || exit.text.test(end.text)) &&
    sharesFailure(exit, end)
  );
}

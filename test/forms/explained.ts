/** Whether what a run shows is among the computed exits. */
import type { ComputedExit } from "./computed.js";
import type { Observed } from "./runtime/observe.js";

/** A call and the call that it is a part of are one operation: what is looked at is the outermost or the innermost. */
const squeezed = (text: string): string => text.replace(/\s+/gu, "");
const areRelated = (one: string, other: string): boolean => one.includes(other) || other.includes(one);

function sharesFailure({ failures }: ComputedExit, { failed, failing }: Observed): boolean {
  if (failed === null) return failures.length === 0;
  // A refusal that nobody looks at is no failure on the path: the answer is taken for any other.
  if (failures.length === 0) return failing?.how === "refuse";
  return failures.some((failure) => areRelated(squeezed(failure), squeezed(failed)));
}

export function explains(exit: ComputedExit, end: Observed): boolean {
  return (
    exit.how === end.how &&
    (exit.isError === "unknown" || exit.isError === end.isError) &&
    (end.how === "throw" || exit.text.test(end.text)) &&
    sharesFailure(exit, end)
  );
}

import type { Failure, Operation } from "../flow/operations.js";
import type { State } from "../flow/state.js";
import type { Site } from "../flow/values.js";
import { memoised } from "../memoised.js";
import type { Exit, ToolExits } from "./exits.js";
import { isWithin } from "./places.js";

/**
 * The exits of a tool, with those of `catch` blocks of which nobody knows that something comes to them, or that nothing does:
 * around calls of code that cannot be seen into, or around a sketch that calls no function of the project.
 */
export const possibleExits = memoised(({ exits, idle, run }: ToolExits): readonly Exit[] => {
  if (idle.length === 0) return exits;
  const operations = run.completions.flatMap(({ state }) => [...state.completed, ...startedIn(state)]);
  const failed = run.completions.flatMap(({ state }) => state.failures.map(({ operation }) => operation));
  const calls = exits.flatMap(({ visible }) => visible.result?.calls?.sites() ?? []);
  const isPossible = ({ operation: { site: block }, source }: Failure): boolean => {
    if (source !== "expected") return false;
    if (!run.complete || operations.some((one) => isUnseen(one) && runsIn(one, block))) return true;
    const entered = [...calls, ...[...operations, ...failed].flatMap(({ stack }) => stack.sites())];
    return !entered.some((call) => isWithin(call, block));
  };
  return [...exits, ...idle.filter(({ state }) => state.failures.some(isPossible))];
});

/** What gives a promise, or a plain value: nobody has asked for it. */
function startedIn(state: State): Operation[] {
  return state.started.flatMap((id) => {
    const slot = state.slot(id);
    return slot?.kind === "promise-state" && slot.state.settled === "pending" ? [slot.state.operation] : [];
  });
}

/** What is known to fail is taken by whatever catches it. */
function isUnseen({ failures }: Operation): boolean {
  return failures.size === 0;
}

function runsIn({ site, stack }: Operation, block: Site): boolean {
  return isWithin(site, block) || stack.sites().some((call) => isWithin(call, block));
}

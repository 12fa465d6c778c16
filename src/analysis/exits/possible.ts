import { isOnlyExpected, type Failure, type Operation } from "../flow/operations.js";
import type { State } from "../flow/state.js";
import type { Site } from "../flow/values.js";
import { memoised } from "../memoised.js";
import type { Exit, ToolExits } from "./exits.js";
import { isWithin } from "./places.js";

/**
 * The exits of a tool, with those of `catch` blocks around calls of code that cannot be seen into: nobody knows that it fails, or
 * that it does not.
 */
export const possibleExits = memoised(({ exits, idle, run }: ToolExits): readonly Exit[] => {
  if (idle.length === 0) return exits;
  const unseen = run.completions.flatMap(({ state }) => [...state.completed, ...startedIn(state)].filter(isUnseen));
  const isPossible = ({ operation, source }: Failure): boolean =>
    source === "expected" && (!run.complete || unseen.some((one) => runsIn(one, operation.site)));
  return [...exits, ...idle.filter(({ state }) => state.failures.filter(isOnlyExpected).some(isPossible))];
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

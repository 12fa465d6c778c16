import { isInside, type Node } from "../../syntax/tree.js";
import type { Failure } from "../flow/operations.js";
import type { Site } from "../flow/values.js";
import type { Exit } from "./exits.js";
import type { ToldErrors } from "./told-errors.js";
import { isMeantAsError } from "./wire.js";

/** Where a file deals with the failures of its tools. */
export interface ErrorPaths {
  /** What catches a failure, and the returns and throws by which one leaves that nothing has caught. */
  readonly places: readonly Node[];
  /** The returns after a failure of which it cannot be told what the model gets. */
  readonly unresolved: readonly Node[];
}

export function errorPathsOf(told: ToldErrors): ErrorPaths {
  const exits = told.tools.flatMap((tool) => [...tool.exits, ...tool.idle]);
  const nodesAt = (sites: readonly Site[]): Node[] =>
    told.each(sites.map((site) => ({ site }))).map(({ node }) => node);
  return {
    places: nodesAt(exits.flatMap(placesOf)),
    unresolved: nodesAt(exits.flatMap((exit) => (exit.at && isUnresolved(exit) ? [exit.at] : []))),
  };
}

function placesOf(exit: Exit): readonly Site[] {
  const { at, how, failures, visible, state } = exit;
  const caught = [...state.caught.values()];
  // A step that nothing catches is no path that anybody has written.
  const isWritten = how === "throw" ? at?.node.type === "ThrowStatement" : at !== undefined;
  const isError =
    how === "throw" || failures.some((failure) => isLookedAt(failure, exit)) || isMeantAsError(visible, state);
  return at && isWritten && isError && !isCaught(at, caught) ? [...caught, at] : caught;
}

/** A failure that comes as a value, and that the tool asks for: an error value, or a response whose status it looks at. */
function isLookedAt(failure: Failure, { state, checkedResponses }: Exit): boolean {
  return !state.caught.has(failure) && (failure.source !== "refused-response" || checkedResponses.has(failure));
}

function isCaught({ node }: Site, caught: readonly Site[]): boolean {
  return caught.some((site) => isInside(node, site.node));
}

function isUnresolved({ at, how, seen, failures, sources, state }: Exit): boolean {
  if (!at || how === "throw" || seen !== "unknown" || failures.length === 0) return false;
  return sources.some(({ kind }) => kind === "failure") || isCaught(at, [...state.caught.values()]);
}

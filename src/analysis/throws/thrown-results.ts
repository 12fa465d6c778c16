import { showsThrown } from "../../frameworks/types.js";
import type { Node } from "../../syntax/tree.js";
import { MAX_HOPS, callsInFile } from "../values/calls.js";
import { isOffPath } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { leavesFunction, leavingThrows } from "./leaving-throws.js";
import type { ReachedFunction } from "../tools/reach.js";
import type { Returned } from "../catches/returns.js";
import { rootEnv } from "../values/values.js";

type Thrown = Pick<Returned, "form" | "node" | "reached">;

/** What the function throws comes to the framework as it is, and the framework makes an error result of it. */
export function answersThrows({ certain, tool, framework }: ReachedFunction): boolean {
  return certain && tool?.wrapped !== true && framework.outcomes.thrown === "tool-error";
}

/** A throw that leaves the handler, of which the framework is known to make an error result. */
export function leavesHandler({ form, node, reached }: Thrown): boolean {
  return form === "throw" && reached.role === "result" && answersThrows(reached) && leavesFunction(node, node);
}

/** A throw that leaves the handler, of which the framework makes an error result with the message alone. */
export function becomesResult(returned: Thrown): boolean {
  return leavesHandler(returned) && showsThrown(returned.reached.framework.outcomes);
}

/** The function is no handler itself, and some function of the file calls it. */
export function isCalledIn({ fn, isHandler }: ReachedFunction, file: File): boolean {
  return !isHandler && callsInFile(fn, file).length > 0;
}

/**
 * What is thrown in this file and leaves a handler of it, of which the framework makes an error result: by the handler
 * itself, or by a function that it calls, without a clause on the way that takes it.
 */
export function thrownOutOf(all: Iterable<ReachedFunction>, file: File): Map<Node, ReachedFunction> {
  const found = new Map<Node, ReachedFunction>();
  for (const handler of all) {
    if (!handler.isHandler || !answersThrows(handler) || isOffPath(handler.fn)) continue;
    for (const { thrown, through } of leavingThrows(handler.fn, rootEnv(file), MAX_HOPS))
      if (!through && !found.has(thrown)) found.set(thrown, handler);
  }
  return found;
}

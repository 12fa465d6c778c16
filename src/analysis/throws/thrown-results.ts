import { showsThrown } from "../../frameworks/types.js";
import { leavesFunction } from "./leaving-throws.js";
import type { ReachedFunction } from "../tools/reach.js";
import type { Returned } from "../catches/returns.js";

type Thrown = Pick<Returned, "form" | "node" | "reached">;

/** What the function throws comes to the framework as it is, and the framework makes an error result of it. */
function answersThrows({ certain, tool, framework }: ReachedFunction): boolean {
  return certain && tool?.wrapped !== true && framework.outcomes.thrown === "tool-error";
}

/** A throw that leaves the handler, of which the framework is known to make an error result. */
function leavesHandler({ form, node, reached }: Thrown): boolean {
  return form === "throw" && reached.role === "result" && answersThrows(reached) && leavesFunction(node, node);
}

/** A throw that leaves the handler, of which the framework makes an error result with the message alone. */
export function becomesResult(returned: Thrown): boolean {
  return leavesHandler(returned) && showsThrown(returned.reached.framework.outcomes);
}

import { showsThrown } from "../frameworks/types.js";
import { leavesFunction } from "./leaving-throws.js";
import type { Returned } from "./returns.js";

type Thrown = Pick<Returned, "form" | "node" | "reached">;

/** A throw that leaves the handler, of which the framework is known to make an error result. */
function leavesHandler({ form, node, reached }: Thrown): boolean {
  const { role, certain, tool, framework } = reached;
  if (form !== "throw" || role !== "result" || !certain || tool?.wrapped === true) return false;
  return framework.outcomes.thrown === "tool-error" && leavesFunction(node, node);
}

/** A throw that leaves the handler, of which the framework makes an error result with the message alone. */
export function becomesResult(returned: Thrown): boolean {
  return leavesHandler(returned) && showsThrown(returned.reached.framework.outcomes);
}

/** A throw that leaves the handler, and of which the framework shows the model nothing, not even the message. */
export function isHiddenThrow(returned: Thrown): boolean {
  return leavesHandler(returned) && !showsThrown(returned.reached.framework.outcomes);
}

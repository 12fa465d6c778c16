import { showsThrown } from "../frameworks/types.js";
import { guardingTry } from "./can-fail.js";
import type { Returned } from "./returns.js";

/** A throw that leaves the handler, of which the framework is known to make an error result. */
function leavesHandler({ form, node, reached }: Returned): boolean {
  const { role, certain, tool, framework } = reached;
  if (form !== "throw" || role !== "result" || !certain || tool?.wrapped === true) return false;
  return framework.outcomes.thrown === "tool-error" && !guardingTry(node);
}

/** A throw that leaves the handler, of which the framework makes an error result with the message alone. */
export function becomesResult(returned: Returned): boolean {
  return leavesHandler(returned) && showsThrown(returned.reached.framework.outcomes);
}

/** A throw that leaves the handler, and of which the framework shows the model nothing, not even the message. */
export function isHiddenThrow(returned: Returned): boolean {
  return leavesHandler(returned) && !showsThrown(returned.reached.framework.outcomes);
}

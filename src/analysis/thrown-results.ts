import { guardingTry } from "./can-fail.js";
import type { Returned } from "./returns.js";

/** A throw that leaves the handler, of which the framework makes an error result with the message alone. */
export function becomesResult({ form, node, reached }: Returned): boolean {
  const { role, certain, tool, framework } = reached;
  if (form !== "throw" || role !== "result" || !certain || tool?.wrapped === true) return false;
  return framework.outcomes.thrown === "tool-error" && !guardingTry(node);
}

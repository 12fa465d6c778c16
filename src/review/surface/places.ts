import { leavingValue } from "../../analysis/exits/field-places.js";
import type { Site } from "../../analysis/flow/values.js";
import type { CallStack } from "../../analysis/flow/operations.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { contains, enclosingFunction, type FunctionNode } from "../../syntax/tree.js";

/** Where a value is decided on, and the calls that lead there, outermost first. */
export interface Decision {
  readonly site: Site;
  readonly via: readonly Site[];
}

/** The place where an object is made, or the call of a function that does nothing but build it. */
export function decisionOf({ made, calls }: { readonly made: Site; readonly calls: CallStack | undefined }): Decision {
  const via = callsOf(calls);
  let site = made;
  while (via.length > 0 && !isDecidedIn(site)) site = via.pop() ?? site;
  return { site: { node: leavingValue(site.node), file: site.file }, via };
}

/** The calls on the way, without the one that the framework makes. */
export function callsOf(calls: CallStack | undefined): Site[] {
  return calls?.sites().slice(1) ?? [];
}

const deciding = new WeakMap<FunctionNode, boolean>();

/** The function around a place does work, or has several ends. */
function isDecidedIn({ node }: Site): boolean {
  const fn = enclosingFunction(node);
  if (!fn) return true;
  let decides = deciding.get(fn);
  if (decides === undefined) {
    decides =
      returnedExpressions(fn).length > 1 ||
      contains(
        fn.body,
        ({ type }) => type === "TryStatement" || type === "AwaitExpression" || type === "ThrowStatement",
      );
    deciding.set(fn, decides);
  }
  return decides;
}

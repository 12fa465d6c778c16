import { calleeName, dottedName } from "../../syntax/names.js";
import { armsOf, enclosingFunction, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import type { Returned } from "../catches/returns.js";
import { waitsIn } from "../swallows/excuses.js";

/**
 * `Promise.all([load(id), notes(id).catch((error) => ({ error }))])`: one part of the answer tells of its own failure, and
 * without the others there is no answer. Where each part is answered so, nothing is left that could fail as a whole.
 */
export function isPartOfAnswer({ caught }: Returned): boolean {
  if (caught?.form !== "promise-catch") return false;
  let up = parentOf(caught.node);
  while (up?.type === "ConditionalExpression" || up?.type === "AwaitExpression") up = parentOf(up);
  const call = up?.type === "ArrayExpression" ? parentOf(up) : undefined;
  const fn = enclosingFunction(caught.node);
  if (up?.type !== "ArrayExpression" || call?.type !== "CallExpression" || !fn) return false;
  if (dottedName(call.callee) !== "Promise.all" || up.elements.length < 2) return false;
  return up.elements.some((part) => part !== null && armsOf(part).some(mayReject)) || waitsIn(fn.body, parentOf(call));
}

/** `load(id)`, and not `load(id).catch(…)`. */
function mayReject(part: Node): boolean {
  const node = unwrap(part);
  return node.type === "CallExpression" && calleeName(node) !== "catch";
}

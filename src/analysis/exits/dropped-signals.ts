import { enclosingFunction, enclosingStatement } from "../../syntax/tree.js";
import { isUnused } from "../../syntax/work.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { useOf } from "../flow/uses.js";
import { statesFailure } from "../flow/stated-failures.js";
import type { Site, Value } from "../flow/values.js";
import { constantOf, rootEnv } from "../values/values.js";
import type { Lost } from "../policy/lost.js";
import type { Exit } from "./exits.js";
import { isWithin } from "./places.js";

/**
 * The statement that drops the word of a function that tells its caller of a failure: `saveOrders(all);` where that gives
 * `false`, or `{ success: false }`. The function has done its part, and another caller may ask; undefined where the failure
 * is not told that way, or the value goes on.
 */
export function placeOfDroppedSignal({ failure, exit, caughtAt }: Lost): Site | undefined {
  if (!caughtAt) return undefined;
  const fn = enclosingFunction(caughtAt.node);
  const given = exit.state.returns().find(({ site }) => isWithin(site, caughtAt));
  if (!fn || !given || !isSignal(given.value, given.site, exit)) return undefined;
  const sites = [...failure.operation.stack.sites(), failure.operation.site];
  const inside = sites.findLastIndex(({ node }) => enclosingFunction(node) === fn);
  for (const { node, file } of sites.slice(0, Math.max(inside, 0)).reverse()) {
    if (isUnused(node)) return { node: enclosingStatement(node), file };
    // `return saveOrders(all)`: the caller of that function is told.
    const up = node.parent?.type === "AwaitExpression" ? node.parent : node;
    if (useOf(up) !== "returned") return undefined;
  }
  return undefined;
}

/** `false` of a function that gives something else as well, or an object that says that it did not work. */
function isSignal(value: Value, { node, file }: Site, { state }: Exit): boolean {
  if (value.kind !== "constant" || value.value !== false) return statesFailure(value, state);
  const fn = enclosingFunction(node);
  return (
    fn !== undefined && returnedExpressions(fn).some((one) => constantOf({ node: one, env: rootEnv(file) }) !== false)
  );
}

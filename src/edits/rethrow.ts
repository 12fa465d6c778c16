import type { TSESTree } from "@typescript-eslint/types";
import { showsThrown } from "../frameworks/types.js";
import type { Model } from "../analysis/model.js";
import { enclosingFunction, walkSameFunction, type FunctionNode, type Node } from "../syntax/tree.js";
import { callsOf } from "./calls-of.js";
import { guardingTry } from "../analysis/catches/tries.js";

/**
 * True where a failure may leave a function as a throw and surely becomes the tool's error: the function works for
 * handlers alone, its answer is all that each of them waits for, and nothing on the way catches. A function with a purpose
 * beside that (a fallback, one source of several) may mean to go on.
 */
export function maySurfaceAsThrow(fn: FunctionNode, clause: TSESTree.CatchClause, model: Model): boolean {
  const calls = callsOf(fn, model.file);
  if (calls.length === 0 || guardingTry(clause)) return false;
  return calls.every((call) => {
    const caller = enclosingFunction(call);
    const handler = caller && model.reached.get(caller);
    if (!handler?.certain || handler.role !== "result" || !showsThrown(handler.framework.outcomes)) return false;
    return guardingTry(call) === undefined && isAllThatIsAwaited(call, handler.fn);
  });
}

/** `const orders = await listOrders(id);`, and no other `await` in the function. */
function isAllThatIsAwaited(call: TSESTree.CallExpression, caller: FunctionNode): boolean {
  const awaits: Node[] = [];
  walkSameFunction(caller.body, (node) => {
    if (node.type === "AwaitExpression") awaits.push(node);
  });
  return awaits.length === 1 && call.parent === awaits[0];
}

import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { contains, unwrap, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";

/** `waitForSelector`, `waitUntilReady`: they fail when the time is up. */
const WAITS_FOR = /^wait(?:For|Until)(?:[A-Z]|$)/u;

/** `Promise.race([work, timer])`. */
function isTimed(call: TSESTree.CallExpression): boolean {
  if (WAITS_FOR.test(calleeName(call) ?? "")) return true;
  if (dottedName(call.callee) !== "Promise.race") return false;
  return contains(
    call,
    (node) => node.type === "CallExpression" && /^(?:setTimeout|timeout\w*|\w*Timeout)$/u.test(calleeName(node) ?? ""),
  );
}

function isBoolean(value: Node): boolean {
  const node = unwrap(value);
  return node.type === "Literal" && typeof node.value === "boolean";
}

/** The function answers whether something came in time: that it did not is the answer, and no lost failure. */
export function asksWhetherInTime(fn: FunctionNode, attempt: Node): boolean {
  const returned = returnedExpressions(fn);
  if (returned.length === 0 || !returned.every(isBoolean)) return false;
  let waits = 0;
  let other = 0;
  walkSameFunction(attempt, (node) => {
    if (node.type !== "AwaitExpression") return;
    const work = unwrap(node.argument);
    if (work.type === "CallExpression" && isTimed(work)) waits++;
    else other++;
  });
  return waits > 0 && other === 0;
}

import type { TSESTree } from "@typescript-eslint/types";
import { unwrap, type Node } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import { alwaysThrows, canComplete } from "../values/flow.js";
import type { Env } from "../values/values.js";

/** The call of a function that always throws, as a statement or a returned value: `fail(error)` is as good as `throw`. */
export function throwingCall(node: Node, env: Env): TSESTree.CallExpression | undefined {
  const value =
    node.type === "ExpressionStatement" ? node.expression : node.type === "ReturnStatement" ? node.argument : null;
  const call = value && unwrap(value);
  if (call?.type !== "CallExpression") return undefined;
  const called = calledFunction(call, env);
  if (!called || !alwaysThrows(called.fn)) return undefined;
  // The rejection of an async function reaches only who waits for it.
  const isHeard = !called.fn.async || value?.type === "AwaitExpression" || node.type === "ReturnStatement";
  return isHeard ? call : undefined;
}

/** The statements of a clause come to an end: no call in their row always throws. */
export function canCompleteIn(block: TSESTree.BlockStatement, env: Env): boolean {
  return canComplete(block) && !block.body.some((statement) => throwingCall(statement, env) !== undefined);
}

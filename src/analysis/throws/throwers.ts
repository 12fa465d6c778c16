import type { TSESTree } from "@typescript-eslint/types";
import { parentOf, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import { alwaysThrows, canComplete } from "../values/flow.js";
import { isPastErrors } from "../catches/past-errors.js";
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

/** `throw`, or the call of a function that always throws. */
export function isThrow(node: Node, env: Env): boolean {
  return node.type === "ThrowStatement" || throwingCall(node, env) !== undefined;
}

export function throwsIn(body: Node, env: Env): Node[] {
  const found: Node[] = [];
  walkSameFunction(body, (node) => {
    if (isThrow(node, env)) found.push(node);
  });
  return found;
}

/** `if (error instanceof McpError) throw error;` in a clause that answers everything else, or every error before. */
export function isPickedOut(node: Node, clause: TSESTree.CatchClause): boolean {
  const { param } = clause;
  let isTested = isPastErrors(
    node,
    (caught) => param?.type === "Identifier" && caught.type === "Identifier" && caught.name === param.name,
  );
  for (let up = parentOf(node); up && up !== clause; up = parentOf(up))
    if (up.type === "IfStatement" || up.type === "SwitchCase") isTested = true;
  return isTested && (canComplete(clause.body) || returnsIn(clause.body));
}

function returnsIn(body: Node): boolean {
  let returns = false;
  walkSameFunction(body, (node) => {
    if (node.type === "ReturnStatement") returns = true;
  });
  return returns;
}

/** The statements of a clause come to an end: no call in their row always throws. */
export function canCompleteIn(block: TSESTree.BlockStatement, env: Env): boolean {
  return canComplete(block) && !block.body.some((statement) => throwingCall(statement, env) !== undefined);
}

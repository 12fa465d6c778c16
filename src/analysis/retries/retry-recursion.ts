import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { ownNodes } from "../../syntax/node-index.js";
import { unwrap, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { lastWork, looksAtFailure, type RetryLoop } from "./retry-loops.js";
import { rootEnv } from "../values/values.js";

/**
 * `catch (error) { if (left === 0) throw error; return again(id, left - 1); }`: a function that counts how often it has
 * called itself, and gives the rest as it came.
 */
export function retryCalls(fn: FunctionNode, file: File): RetryLoop[] {
  return ownNodes(fn).tries.flatMap((attempt): RetryLoop[] => {
    const clause = attempt.handler;
    const again = clause && callOfItself(clause.body, fn, file);
    if (!clause || !again || !countsOnly(again, fn, file)) return [];
    return [
      {
        node: clause,
        place: clause,
        what: lastWork(attempt.block),
        attempts: undefined,
        waits: true,
        longest: undefined,
        isAskedFor: false,
        looks: looksAtFailure(clause, file),
      },
    ];
  });
}

function callOfItself(body: Node, fn: FunctionNode, file: File): TSESTree.CallExpression | undefined {
  let found: TSESTree.CallExpression | undefined;
  walkSameFunction(body, (node) => {
    if (node.type === "CallExpression" && calledFunction(node, rootEnv(file))?.fn === fn) found ??= node;
  });
  return found;
}

/** `again(id, left - 1)` in `again(id, left)`: a count, and else the same. */
function countsOnly({ arguments: given }: TSESTree.CallExpression, { params }: FunctionNode, file: File): boolean {
  let counts = false;
  const isSame = given.every((argument, at) => {
    const param = params[at] && file.bindings.variable(nameOf(params[at]));
    const value = unwrap(argument);
    if (isCountOf(value, param, file)) return (counts = true);
    return param !== undefined && file.bindings.variable(value) === param;
  });
  return isSame && counts;
}

/** `left` of `left = 3` */
function nameOf(param: Node): Node {
  return param.type === "AssignmentPattern" ? param.left : param;
}

function isCountOf(value: Node, param: Variable | undefined, file: File): boolean {
  return (
    param !== undefined &&
    value.type === "BinaryExpression" &&
    /^[+-]$/u.test(value.operator) &&
    file.bindings.variable(unwrap(value.left)) === param
  );
}

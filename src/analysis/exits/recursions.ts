import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { enclosingFunction, unwrap, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";
import { dottedName } from "../../syntax/names.js";
import type { File } from "../file.js";
import { calledFunction } from "../values/calls.js";
import { rootEnv } from "../values/values.js";
import type { Failure } from "../flow/operations.js";
import type { Exit } from "./exits.js";
import type { Retry } from "./terminal-retries.js";

/**
 * Failures after which a function calls itself, which counts how often it has done so and gives the rest as it came:
 * `catch (error) { if (left === 0) throw error; return again(id, left - 1); }`.
 */
export function* recursionsIn(exit: Exit): Iterable<Omit<Retry, "after">> {
  // The work that failed comes before what the project's own code threw for it.
  const caught = [...exit.state.caught].sort(([one], [other]) => Number(isThrown(one)) - Number(isThrown(other)));
  for (const [failure, site] of caught) {
    const { node, file } = site;
    const fn = node.type === "CatchClause" ? enclosingFunction(node) : undefined;
    const again = fn && node.type === "CatchClause" ? callOfItself(node.body, fn, file) : undefined;
    if (fn && again && countsOnly(again, fn, file))
      yield { site, failure, exit, loop: node, attempts: undefined, waits: true, longest: undefined };
  }
}

function isThrown({ source }: Failure): boolean {
  return source === "thrown";
}

function callOfItself(body: Node, fn: FunctionNode, file: File): TSESTree.CallExpression | undefined {
  let found: TSESTree.CallExpression | undefined;
  walkSameFunction(body, (node) => {
    if (node.type === "CallExpression" && calledFunction(node, rootEnv(file))?.fn === fn) found ??= node;
  });
  return found;
}

/** `again(id, left - 1, wait * 2)` in `again(id, left, wait)`: a count, how long to wait, and else the same. */
function countsOnly({ arguments: given }: TSESTree.CallExpression, { params }: FunctionNode, file: File): boolean {
  let counts = false;
  const isSame = given.every((argument, at) => {
    const param = params[at] && file.bindings.variable(nameOf(params[at]));
    const value = unwrap(argument);
    if (isReckoned(value, param, file)) {
      counts ||= value.type === "BinaryExpression" && /^[+-]$/u.test(value.operator);
      return true;
    }
    return param !== undefined && file.bindings.variable(value) === param;
  });
  return isSame && counts;
}

/** `left` of `left = 3` */
function nameOf(param: Node): Node {
  return param.type === "AssignmentPattern" ? param.left : param;
}

/** `left - 1`, `Math.min(wait * 2, MAX)`: the next number after a parameter's. */
function isReckoned(value: Node, param: Variable | undefined, file: File): boolean {
  if (param === undefined) return false;
  if (value.type === "CallExpression")
    return (
      /^Math\.(?:min|max)$/u.test(dottedName(value.callee) ?? "") &&
      value.arguments.some((argument) => isReckoned(unwrap(argument), param, file))
    );
  return value.type === "BinaryExpression" && file.bindings.variable(unwrap(value.left)) === param;
}

import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { enclosingFunction, unwrap, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";
import { dottedName } from "../../syntax/names.js";
import type { File } from "../file.js";
import { calledFunction } from "../values/calls.js";
import { rootEnv } from "../values/values.js";
import type { Failure } from "../flow/operations.js";
import type { Site } from "../flow/values.js";
import { memoised } from "../memoised.js";
import type { Exit } from "./exits.js";
import type { Retry } from "./terminal-retries.js";

/**
 * Failures after which a function calls itself, which counts how often it has done so and gives the rest as it came:
 * `catch (error) { if (left === 0) throw error; return again(id, left - 1); }`.
 */
export const recursionsIn = memoised((exit: Exit): readonly Omit<Retry, "after">[] => [...recursionsOf(exit)]);

function* recursionsOf(exit: Exit): Iterable<Omit<Retry, "after">> {
  // The work that failed comes before what the project's own code threw for it.
  const caught = [...exit.state.caught].sort(([one], [other]) => Number(isThrown(one)) - Number(isThrown(other)));
  for (const [failure, site] of caught) {
    const { node } = site;
    if (callsItself(failure, site))
      yield { site, failure, exit, loop: node, attempts: undefined, waits: true, longest: undefined };
  }
}

/** By the clauses that have got a failure, of which several exits tell. */
const clausesOf = memoised((_: Failure) => new Map<Node, boolean>());

function callsItself(failure: Failure, { node, file }: Site): boolean {
  if (node.type !== "CatchClause") return false;
  const clauses = clausesOf(failure);
  let known = clauses.get(node);
  if (known === undefined) {
    const fn = enclosingFunction(node);
    const again = fn && callOfItself(node.body, fn, file);
    clauses.set(node, (known = fn !== undefined && again !== undefined && countsOnly(again, fn, file)));
  }
  return known;
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

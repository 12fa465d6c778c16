import {
  contains,
  enclosingFunction,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import type { Variable } from "@typescript-eslint/scope-manager";
import { errorParameter } from "./error-in-scope.js";
import type { File } from "../file.js";
import { guardsOf, variablesIn } from "../values/guards.js";
import { isErrorOutcome, type Returned } from "./returns.js";
import { Cause } from "../values/taint.js";

/** `function fail(error) { …; return failed("Something went wrong"); }`: an error result of a function that is given the error, without a word of it. */
export function dropsGivenError({ form, node, outcome, failure, reached }: Returned, file: File): boolean {
  if (form !== "return" || reached.role !== "result" || !isErrorOutcome(outcome)) return false;
  if (failure !== "none" && failure !== "check") return false;
  const fn = enclosingFunction(node);
  const parameter = fn && errorParameter(fn);
  const error = parameter && file.bindings.variable(parameter);
  if (!error || mayBeNone(fn, error, file)) return false;
  // A test of the error has found out what it is: the words behind it may say so.
  if (guardsOf(node).some(({ test }) => variablesIn(test, file).includes(error))) return false;
  return !Cause.ofVariables([error], fn.body, file).isIn(node);
}

/** `if (error)`, `error instanceof Error`: the function may be given nothing, or leaves for every error before. */
function mayBeNone(fn: FunctionNode, error: Variable, file: File): boolean {
  const isError = (node: Node): boolean => file.bindings.variable(unwrap(node)) === error;
  let none = false;
  walkSameFunction(fn.body, (node) => {
    if (node.type !== "IfStatement") return;
    if (
      contains(
        node.test,
        (part) =>
          part.type === "BinaryExpression" &&
          (part.operator === "instanceof"
            ? isError(part.left) && part.right.type === "Identifier" && part.right.name === "Error"
            : /^[!=]==?$/u.test(part.operator) && isError(part.left) && part.right.type === "Literal"),
      )
    )
      none = true;
    if (truthTests(node.test).some(isError)) none = true;
  });
  return none;
}

function truthTests(test: Node): Node[] {
  const node = unwrap(test);
  if (node.type === "LogicalExpression") return [...truthTests(node.left), ...truthTests(node.right)];
  return node.type === "UnaryExpression" && node.operator === "!" ? truthTests(node.argument) : [node];
}

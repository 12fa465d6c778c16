import type { TSESTree } from "@typescript-eslint/types";
import { returnedExpressions } from "../../syntax/node-index.js";
import { enclosingFunction, parentOf, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { CalledFunction } from "../values/calls.js";
import { isHarmlessCall, isTelemetryCall } from "./excuses.js";
import type { File } from "../file.js";
import { isTested } from "../values/guards.js";
import { canEndWithoutValue } from "../reachability/never-missing.js";
import { isUndefined } from "../values/values.js";

/** `(await find(id)).name`, where `find` may give nothing: taking it apart throws a `TypeError`. */
export function isMissed(call: TSESTree.CallExpression, { fn }: CalledFunction, file: File): boolean {
  return takesApart(call, file) && mayGiveNothing(fn);
}

function mayGiveNothing(fn: FunctionNode): boolean {
  return canEndWithoutValue(fn) || returnedExpressions(fn).some(isNothing);
}

function isNothing(value: Node): boolean {
  const node = unwrap(value);
  if (node.type === "ConditionalExpression") return isNothing(node.consequent) || isNothing(node.alternate);
  if (node.type === "LogicalExpression") return isNothing(node.right);
  return isUndefined(node) || (node.type === "Literal" && node.value === null);
}

/** Names that a value goes through, so that cyclic ones end. */
const MAX_NAMES = 3;

function takesApart(value: Node, file: File, names = MAX_NAMES): boolean {
  const user = parentOf(value);
  switch (user?.type) {
    case "AwaitExpression":
    case "TSNonNullExpression":
    case "TSAsExpression":
    case "ChainExpression":
      return takesApart(user, file, names);
    case "MemberExpression":
      return user.object === value && !user.optional;
    case "CallExpression":
      return user.callee !== value && !isHarmlessCall(user) && !isTelemetryCall(user);
    case "SpreadElement":
      return parentOf(user)?.type !== "ObjectExpression";
    case "ForOfStatement":
      return user.right === value;
    case "VariableDeclarator": {
      if (user.id.type !== "Identifier") return user.init === value;
      const variable = file.bindings.variable(user.id);
      const body = enclosingFunction(user)?.body;
      if (names <= 0 || !variable || !body || isTested(variable, body, file)) return false;
      return variable.references.some(
        ({ identifier, init }) => init !== true && takesApart(identifier, file, names - 1),
      );
    }
    default:
      return false;
  }
}

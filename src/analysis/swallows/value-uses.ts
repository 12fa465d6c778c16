import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { dottedName } from "../../syntax/names.js";
import { ancestors, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import { isEmptyValue } from "../results/answers.js";
import type { File } from "../file.js";

/** A variable that has a value from a place of the text on. */
export interface Taken {
  readonly variable: Variable;
  readonly end: number;
}

/** `const [a, b] = await Promise.all([x, y])`: the name that takes `x`. */
function takenByPosition(list: TSESTree.ArrayExpression, element: Node, file: File): Taken | undefined {
  const call = parentOf(list);
  if (call?.type !== "CallExpression" || !/^Promise\.(?:all|allSettled)$/u.test(dottedName(call.callee) ?? ""))
    return undefined;
  const declarator = ancestors(call).find((up) => up.type !== "AwaitExpression");
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "ArrayPattern") return undefined;
  const name = declarator.id.elements[list.elements.indexOf(element as TSESTree.Expression)];
  const variable = name?.type === "Identifier" ? file.bindings.variable(name) : undefined;
  return variable && { variable, end: declarator.range[1] };
}

/** The variable that takes the value of an expression: `const x = await expression`. */
export function takenBy(node: Node, file: File): Taken | undefined {
  let child = node;
  for (const up of ancestors(node)) {
    if (
      up.type === "AwaitExpression" ||
      up.type === "TSAsExpression" ||
      up.type === "TSNonNullExpression" ||
      (up.type === "ConditionalExpression" && up.test !== child) ||
      keepsNothing(up, child)
    ) {
      child = up;
      continue;
    }
    if (up.type === "VariableDeclarator" && up.init === child && up.id.type === "Identifier") {
      const variable = file.bindings.variable(up.id);
      return variable && { variable, end: up.range[1] };
    }
    if (up.type === "AssignmentExpression" && up.right === child && up.left.type === "Identifier") {
      const variable = file.bindings.variable(up.left);
      return variable && { variable, end: up.range[1] };
    }
    return up.type === "ArrayExpression" ? takenByPosition(up, child, file) : undefined;
  }
  return undefined;
}

/** What stands instead of a value that is not there: `DEFAULTS` of `find(id) ?? DEFAULTS`. */
function insteadOf(value: Node, node: Node): Node | undefined {
  const isFallback = node.type === "LogicalExpression" && node.operator !== "&&" && node.left === value;
  return isFallback ? unwrap(node.right) : undefined;
}

/** `find(id) ?? null`: "nothing there" stays what it is. */
function keepsNothing(node: Node, value: Node): boolean {
  const instead = insteadOf(value, node);
  return instead !== undefined && isEmptyValue(instead);
}

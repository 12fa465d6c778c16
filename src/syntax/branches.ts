import type { TSESTree } from "@typescript-eslint/types";
import { ancestors, isFunction, isInside, parentOf, walkSameFunction, type Node } from "./tree.js";

/** The `return` or `throw` that a test leads to when it comes out as `truth`. */
export function endOfBranch(
  test: Node,
  truth: boolean,
): TSESTree.ReturnStatement | TSESTree.ThrowStatement | undefined {
  let came = truth;
  let child = test;
  for (const up of ancestors(test)) {
    if (isFunction(up)) return undefined;
    if (up.type === "UnaryExpression" && up.operator === "!") came = !came;
    if (up.type === "SwitchCase") return endOf([...up.consequent]);
    if (up.type === "ConditionalExpression" && up.test === child) {
      const statement = parentOf(up);
      return statement?.type === "ReturnStatement" ? statement : undefined;
    }
    if (up.type === "IfStatement" && up.test === child) {
      const branch = came ? up.consequent : up.alternate;
      return branch ? endOf([branch]) : endOf(after(up));
    }
    child = up;
  }
  return undefined;
}

function endOf(statements: readonly Node[]): TSESTree.ReturnStatement | TSESTree.ThrowStatement | undefined {
  for (const statement of statements) {
    let found: TSESTree.ReturnStatement | TSESTree.ThrowStatement | undefined;
    walkSameFunction(statement, (node) => {
      if (node.type === "ReturnStatement" || node.type === "ThrowStatement") found ??= node;
    });
    if (found) return found;
  }
  return undefined;
}

/** The statements after one in its block. */
function after(statement: Node): readonly Node[] {
  const block = parentOf(statement);
  const list: readonly Node[] = block?.type === "BlockStatement" ? block.body : [];
  return list.filter((one) => one.range[0] >= statement.range[1] && !isInside(one, statement));
}

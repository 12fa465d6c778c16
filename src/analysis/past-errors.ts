import { dottedName } from "../syntax/names.js";
import { ancestors, isFunction, unwrap, type Node } from "../syntax/tree.js";
import { canComplete } from "./flow.js";
import { guardsOf } from "./guards.js";

/**
 * The place stands behind `if (error instanceof Error) return …;`, or in its `else`. What is left is some value that is no
 * error: it hardly ever comes, and has nothing to tell.
 */
export function isPastErrors(place: Node, isCaught: (node: Node) => boolean): boolean {
  const asks = (node: Node): boolean => {
    const test = unwrap(node);
    return (
      test.type === "BinaryExpression" &&
      test.operator === "instanceof" &&
      isCaught(unwrap(test.left)) &&
      dottedName(test.right) === "Error"
    );
  };
  if (guardsOf(place).some(({ test, negated }) => negated && asks(test))) return true;
  let child = place;
  for (const up of ancestors(place)) {
    if (isFunction(up)) return false;
    for (const statement of up.type === "BlockStatement" ? up.body : []) {
      if (statement === child) break;
      if (statement.type === "IfStatement" && asks(statement.test) && !canComplete(statement.consequent)) return true;
    }
    child = up;
  }
  return false;
}

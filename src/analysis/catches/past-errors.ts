import { dottedName } from "../../syntax/names.js";
import { unwrap, type Node } from "../../syntax/tree.js";
import { guardsOf, testsPassed } from "../values/guards.js";

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
  return (
    guardsOf(place).some(({ test, negated }) => negated && asks(test)) ||
    [...testsPassed(place)].some((test) => asks(test))
  );
}

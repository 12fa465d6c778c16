import type { Returned } from "../catches/returns.js";
import type { File } from "../file.js";
import { calledFunction } from "../values/calls.js";
import { guardsOf } from "../values/guards.js";
import { rootEnv } from "../values/values.js";
import { contains, isInside, type Node } from "../../syntax/tree.js";

/**
 * `if (error.code === 404) return …` in a clause whose `try` waits for nothing: no upstream is asked, and none can give the
 * status. The branch was copied, and nothing comes to it.
 */
export function asksStatusOfNone({ node, caught }: Pick<Returned, "node" | "caught">, file: File): boolean {
  const block = caught?.statement?.block;
  if (!block || contains(block, (inner) => mayGiveStatus(inner, file))) return false;
  return guardsOf(node).some(({ test, negated }) => !negated && isInside(test, caught.node) && asksStatus(test));
}

/** What is not awaited brings its failure to another place; a function of the project may throw what it likes. */
function mayGiveStatus(node: Node, file: File): boolean {
  if (node.type === "CallExpression") return calledFunction(node, rootEnv(file)) !== undefined;
  return (
    node.type === "AwaitExpression" || node.type === "ThrowStatement" || (node.type === "ForOfStatement" && node.await)
  );
}

/** `error.code === 404`, the other way round, or beside another test that has to hold as well. */
function asksStatus(test: Node): boolean {
  if (test.type === "LogicalExpression")
    return test.operator === "&&" && (asksStatus(test.left) || asksStatus(test.right));
  if (test.type !== "BinaryExpression" || !/^===?$/u.test(test.operator)) return false;
  return isErrorStatus(test.left) || isErrorStatus(test.right);
}

function isErrorStatus(node: Node): boolean {
  return node.type === "Literal" && typeof node.value === "number" && node.value >= 400 && node.value < 600;
}

import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { isLoop, parentOf, statementsAfter, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";

/** Of the files, programs and modules of this machine a list of places is tried one by one, and none of them need be there. */
const OF_MACHINE =
  /^(?:access|l?stat|exists|pathExists|read(?:File|dir|Json|Text|link)?|realpath|open|load(?:File|Config|Json)|which|exec|spawn|run|import|require|resolve|connect|ping|probe|check|test|find|locate|detect)/iu;

/**
 * The statement that comes behind a `try`. Where that is the last thing in a loop through services of which the first that
 * answers will do, it is the one behind the loop: nothing comes between the last failure and that.
 */
export function statementBehind(statement: TSESTree.TryStatement): Node | undefined {
  const [next] = statementsAfter(statement);
  if (next) return next;
  const block = parentOf(statement);
  const loop = block?.type === "BlockStatement" ? parentOf(block) : block;
  return loop && isLoop(loop) && asksService(statement.block) ? statementsAfter(loop)[0] : undefined;
}

function asksService(attempt: Node): boolean {
  const works: Node[] = [];
  walkSameFunction(attempt, (node) => {
    if (node.type === "AwaitExpression") works.push(unwrap(node.argument));
  });
  return (
    works.length > 0 &&
    works.every((work) => work.type === "CallExpression" && !OF_MACHINE.test(calleeName(work) ?? ""))
  );
}

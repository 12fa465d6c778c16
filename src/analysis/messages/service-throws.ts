import { ownNodes } from "../../syntax/node-index.js";
import { contains, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { catchesOf } from "../catches/catches.js";
import { returnsOf, type Returned } from "../catches/returns.js";
import type { File } from "../file.js";
import { mayServeTools, toolBehind, workingFor } from "../swallows/callers.js";
import { attemptOf } from "../swallows/excuses.js";
import { isAside } from "../swallows/function-losses.js";
import type { ReachedFunction } from "../tools/reach.js";
import { enclosingCatch } from "../values/flow.js";

/**
 * What functions of this file throw in place of an error that they caught, by words alone, and that no tool of this very file
 * leads to: `catch { throw new Error("Failed to load the orders"); }`.
 */
export function serviceThrows(file: File, reached: ReadonlyMap<FunctionNode, ReachedFunction>): Returned[] {
  return file.index.functions.flatMap((fn) => {
    if (reached.has(fn) || !ownNodes(fn).throws.some((thrown) => enclosingCatch(thrown)) || isAside(fn, file))
      return [];
    const working = workingFor(fn);
    const catches = catchesOf(working, file);
    return returnsOf(working, catches, file).filter(
      ({ form, failure, caught, node }) =>
        form === "throw" &&
        failure === "caught" &&
        caught !== undefined &&
        attemptOf(caught.attempt) === "work" &&
        saysWordsAlone(node),
    );
  });
}

/** `new Error("Failed to load the orders")`: neither a code beside the words nor anything that may bring the cause. */
function saysWordsAlone(thrown: Node): boolean {
  const made = unwrap(thrown);
  return (
    made.type === "NewExpression" &&
    made.arguments.length === 1 &&
    !contains(made.arguments[0] as Node, ({ type }) => type === "CallExpression" || type === "ObjectExpression")
  );
}

/** A tool of another file calls the function: asked last, as the files of the package are looked through for the answer. */
export function servesTool(fn: FunctionNode, file: File): boolean {
  return mayServeTools(file.filename, file.project) && toolBehind(fn, file, "part") !== undefined;
}

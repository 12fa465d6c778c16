import { memberName } from "../syntax/names.js";
import { returnedExpressions, unwrap, type Node } from "../syntax/tree.js";
import type { File } from "./file.js";
import type { ReachedFunction } from "./reach.js";
import { outcomesOfCall } from "./results.js";
import { isErrorOutcome } from "./returns.js";
import { resolve, rootEnv } from "./values.js";

/** `return (await handle(args)).content[0].text`: the text of a result that may be an error, without its flag. */
export interface DroppedFlag {
  readonly node: Node;
  readonly reached: ReachedFunction;
}

/** The result whose first block is read: `result.content[0].text` → `result`. */
function resultRead(expression: Node): Node | undefined {
  const text = unwrap(expression);
  if (text.type !== "MemberExpression" || memberName(text) !== "text") return undefined;
  const block = unwrap(text.object);
  if (block.type !== "MemberExpression" || !block.computed) return undefined;
  const content = unwrap(block.object);
  return content.type === "MemberExpression" && memberName(content) === "content" ? content.object : undefined;
}

export function droppedFlags(reached: ReachedFunction, file: File): DroppedFlag[] {
  if (reached.role !== "result") return [];
  return returnedExpressions(reached.fn).flatMap((expression) => {
    const read = resultRead(expression);
    const source = read && resolve({ node: read, env: rootEnv(file) });
    if (source?.node.type !== "CallExpression") return [];
    const mayFail = outcomesOfCall(source, source.node).some(({ outcome }) => isErrorOutcome(outcome));
    return mayFail ? [{ node: expression, reached }] : [];
  });
}

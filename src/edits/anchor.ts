import type { File } from "../analysis/file.js";
import { ancestors, isFunction, type Node } from "../syntax/tree.js";
import { indentOf } from "./style.js";

/** Above what a marker or a comment for a node stands: its statement, or the member or argument that it is a part of. */
export function anchorOf(node: Node, file: File): Node {
  let current = node;
  for (const up of ancestors(node)) {
    if (isStatementIn(current, up)) return current;
    if (isMember(current) && indentOf(current, file) !== undefined) return current;
    // `(args) => ({ … })` as an argument: the line of the function, not the whole registration.
    const isArgument = up.type === "CallExpression" || up.type === "ArrayExpression";
    if (isArgument && isFunction(current) && indentOf(current, file) !== undefined) return current;
    current = up;
  }
  return current;
}

function isStatementIn(node: Node, parent: Node): boolean {
  if (!/Statement$|Declaration$/u.test(node.type) || node.type === "BlockStatement") return false;
  return parent.type === "BlockStatement" || parent.type === "Program" || parent.type === "SwitchCase";
}

function isMember({ type, parent }: Node): boolean {
  if (type === "MethodDefinition" || type === "PropertyDefinition") return true;
  return type === "Property" && parent.type === "ObjectExpression";
}

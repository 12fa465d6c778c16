import type { Node } from "../../syntax/tree.js";

/** What a chain of members starts from: `all` of `all.items[id]`. */
export function rootOf(node: Node): Node {
  let current = node;
  while (current.type === "MemberExpression" || current.type === "TSNonNullExpression")
    current = current.type === "MemberExpression" ? current.object : current.expression;
  return current;
}

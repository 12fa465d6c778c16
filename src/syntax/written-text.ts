import { contains, type Node } from "./tree.js";

/** The first literal below a node whose text is a wanted one; parts of run time stand in a text as `…`. */
export function literalWhere(isWanted: (text: string) => boolean, root: Node): Node | undefined {
  let found: Node | undefined;
  contains(root, (node) => {
    const text = textOfLiteral(node);
    if (text === undefined || !isWanted(text)) return false;
    found = node;
    return true;
  });
  return found;
}

function textOfLiteral(node: Node): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  return node.type === "TemplateLiteral" ? node.quasis.map(({ value }) => value.cooked).join("…") : undefined;
}

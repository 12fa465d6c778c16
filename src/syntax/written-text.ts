import { contains, type Node } from "./tree.js";

/** The literal below a node that holds a text, where parts of run time stand as `…`. */
export function literalWith(words: string, root: Node): Node | undefined {
  let found: Node | undefined;
  contains(root, (node) => {
    if (textOfLiteral(node) !== words) return false;
    found = node;
    return true;
  });
  return found;
}

/** The literal in a tree that some words end with: a sentence, and no single word. */
export function literalEnding(words: string, root: Node): Node | undefined {
  let found: Node | undefined;
  contains(root, (node) => {
    const text = textOfLiteral(node);
    if (text === undefined || !/\w\s+\w/u.test(text) || !words.endsWith(text)) return false;
    found = node;
    return true;
  });
  return found;
}

function textOfLiteral(node: Node): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  return node.type === "TemplateLiteral" ? node.quasis.map(({ value }) => value.cooked).join("…") : undefined;
}

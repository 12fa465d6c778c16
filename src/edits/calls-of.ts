import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { ancestors, type FunctionNode, type Node } from "../syntax/tree.js";

/** The calls of a function, if these are all of its uses and nobody else can call it. */
export function callsOf(fn: FunctionNode, file: File): TSESTree.CallExpression[] {
  const id =
    fn.type === "FunctionDeclaration" ? fn.id : fn.parent.type === "VariableDeclarator" ? fn.parent.id : undefined;
  if (id?.type !== "Identifier" || isExported(fn)) return [];
  const uses = (file.bindings.variable(id)?.references ?? []).filter((reference) => reference.isRead());
  const calls = uses.flatMap(({ identifier }) => {
    const { parent } = identifier as Node;
    return parent?.type === "CallExpression" && parent.callee === identifier ? [parent] : [];
  });
  return calls.length === uses.length ? calls : [];
}

function isExported(fn: Node): boolean {
  for (const up of ancestors(fn)) {
    if (up.type === "ExportNamedDeclaration" || up.type === "ExportDefaultDeclaration") return true;
    if (up.type !== "VariableDeclarator" && up.type !== "VariableDeclaration") return false;
  }
  return false;
}

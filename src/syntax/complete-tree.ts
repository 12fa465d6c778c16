import type { TSESTree } from "@typescript-eslint/types";
import { isClass, isFunction, walk } from "./tree.js";

/** Fields as a parser of plain JavaScript leaves them. */
interface Plain {
  decorators?: unknown[];
  implements?: unknown[];
}

/**
 * Plain ESTree (espree, and Babel where nothing is decorated) has no lists for what only TypeScript can write.
 * The analysis and the scope manager read them of every class: they are put in, empty, as typescript-estree does.
 */
export function completeTree(ast: TSESTree.Program): void {
  walk(ast, (node) => {
    if (isClass(node)) {
      const cls = node as Plain;
      cls.decorators ??= [];
      cls.implements ??= [];
      for (const member of node.body.body as Plain[]) member.decorators ??= [];
    } else if (isFunction(node)) for (const parameter of node.params as Plain[]) parameter.decorators ??= [];
  });
}

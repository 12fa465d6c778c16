import type { TSESTree } from "@typescript-eslint/types";
import { isFunction, parentOf, type Node } from "../../syntax/tree.js";

/** The `try` whose clause takes what a node of its block throws. */
export function guardingTry(node: Node): TSESTree.TryStatement | undefined {
  let child = node;
  for (let up = parentOf(node); up && !isFunction(up); up = parentOf(up)) {
    if (up.type === "TryStatement" && up.block === child && up.handler) return up;
    child = up;
  }
  return undefined;
}

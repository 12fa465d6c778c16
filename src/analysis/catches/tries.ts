import type { TSESTree } from "@typescript-eslint/types";
import { isFunction, parentOf, type Node } from "../../syntax/tree.js";
import { isPickedOut, throwsIn } from "../throws/throwers.js";
import type { Env } from "../values/values.js";

/** A clause that turns every failure into a result (or passes on only what a test picks out). */
export function convertsAll(statement: TSESTree.TryStatement, env: Env): boolean {
  const clause = statement.handler;
  return clause !== null && throwsIn(clause.body, env).every((node) => isPickedOut(node, clause));
}

/** The `try` whose clause takes what a node of its block throws. */
export function guardingTry(node: Node): TSESTree.TryStatement | undefined {
  let child = node;
  for (let up = parentOf(node); up && !isFunction(up); up = parentOf(up)) {
    if (up.type === "TryStatement" && up.block === child && up.handler) return up;
    child = up;
  }
  return undefined;
}

/** What a node throws ends in a result: in the nearest clause, or in one around it that takes what that throws on. */
export function isConverted(node: Node, env: Env): boolean {
  for (let around = guardingTry(node); around; around = guardingTry(around)) if (convertsAll(around, env)) return true;
  return false;
}

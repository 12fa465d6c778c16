import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { ancestors, contains, enclosingStatement, isFunction, isInside, type Node } from "../syntax/tree.js";
import type { CatchFact } from "./catches.js";
import { guardingTry } from "./can-fail.js";
import type { File } from "./file.js";
import type { Returned } from "./returns.js";

export function mentions(place: Node, variables: readonly Variable[], file: File): boolean {
  return contains(place, (node) => {
    const variable = node.type === "Identifier" ? file.bindings.variable(node) : undefined;
    return variable !== undefined && variables.includes(variable);
  });
}

/** A dispatcher's `try` around all tools is no place to know of one tool's results. */
export function isOfDispatcher(node: Node, around: TSESTree.TryStatement): boolean {
  for (const up of ancestors(node)) {
    if (up === around) return false;
    if (up.type === "SwitchCase") return true;
  }
  return false;
}

/** Where an error leaves the function without what was there before. */
export interface Drop {
  readonly node: Node;
  readonly how: "clause" | "return" | "uncaught";
}

/** What is known of the file around a function. */
export interface Scope {
  readonly catches: readonly CatchFact[];
  readonly returns: readonly Returned[];
  readonly file: File;
}

/** Where the failure of `work` loses what the variables hold; undefined where it does not, or nobody can tell. */
export function dropOf(work: Node, within: Node, gathered: readonly Variable[], scope: Scope): Drop | undefined {
  const around = guardingTry(work);
  if (!around || (!isInside(around, within) && isOfDispatcher(work, around)))
    return { node: enclosingStatement(work), how: "uncaught" };
  const clause = around.handler;
  const fact = scope.catches.find(({ node }) => node === clause);
  if (!clause || !fact || mentions(clause, gathered, scope.file)) return undefined;
  if (fact.goesOn && fact.answers.length === 0 && fact.throws.length === 0) return undefined;
  const answer = fact.answers.find(
    ({ verdict, tellsCause }) => verdict === "error" || verdict === "told" || (verdict === "unknown" && tellsCause),
  );
  if (isInside(around, within)) {
    if (answer) return { node: returnAround(answer.node), how: "return" };
    const [thrown] = fact.throws;
    return thrown && !fact.goesOn ? dropOf(around, within, gathered, scope) : undefined;
  }
  if (answer || (fact.throws.length > 0 && !fact.goesOn)) return { node: clause, how: "clause" };
  return undefined;
}

export function returnAround(node: Node): Node {
  for (const up of ancestors(node)) {
    if (up.type === "ReturnStatement") return up;
    if (isFunction(up)) return node;
  }
  return node;
}

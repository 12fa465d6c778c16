import { dottedName } from "../../syntax/names.js";
import { parentOf, type Node } from "../../syntax/tree.js";
import type { CatchFact } from "../catches/catches.js";
import type { File } from "../file.js";
import { fateOfExpression, handsOnNothing } from "./fates.js";

/**
 * Where the default that a clause or a `.catch(() => null)` gives stands in the function's value: it is the value, or a part of
 * it that nothing tells of. Undefined where the function goes on to something else with it, as to a throw.
 */
export function placeOfDefault(fact: CatchFact, file: File): "whole" | "part" | undefined {
  const { form, node, reached } = fact;
  if (form === "catch") return "whole";
  if (hasFallback(node)) return undefined;
  if (handsOnNothing(node, file)) return "whole";
  return isTaken(node) && fateOfExpression(node, reached, new Map(), file, 0) === "hidden" ? "part" : undefined;
}

/** `(await promise.catch(…)) ?? known` */
function hasFallback(node: Node): boolean {
  const parent = parentOf(node);
  return (parent?.type === "AwaitExpression" ? parentOf(parent) : parent)?.type === "LogicalExpression";
}

/** `await promise.catch(…)`, or an element of `Promise.all([…])`. */
function isTaken(node: Node): boolean {
  const parent = parentOf(node);
  if (parent?.type === "AwaitExpression") return true;
  const call = parent?.type === "ArrayExpression" ? parentOf(parent) : undefined;
  return call?.type === "CallExpression" && dottedName(call.callee) === "Promise.all";
}

import { enclosingFunction, isInside, isLoop, walk, type FunctionNode, type Node } from "../../syntax/tree.js";
import { callsInFile } from "../values/calls.js";
import type { ErrorResult } from "./error-results.js";
import type { Model } from "../model.js";
import type { File } from "../file.js";

/** The function around a result that makes it of what its callers give it: `errorResponse(message)`. */
export function builderAround(
  { literal, reached }: ErrorResult,
  { file, reached: all }: Model,
): FunctionNode | undefined {
  const fn = enclosingFunction(literal);
  // A callback answers for the call that runs it: `.catch((error) => ({ … }))`.
  if (
    !fn ||
    fn.params.length === 0 ||
    fn.parent.type === "CallExpression" ||
    (reached?.fn === fn && reached.isHandler) ||
    all.get(fn)?.isHandler
  )
    return undefined;
  return usesParameters(literal, fn, file) && !callsWork(fn) ? fn : undefined;
}

/** What a builder makes of errors of no known kind may say nothing of them: "Unexpected error. See the log." */
export function builderWithRest({ literal }: ErrorResult, model: Model): FunctionNode | undefined {
  const home = enclosingFunction(literal);
  const isBesides = (other: ErrorResult): boolean =>
    other.literal !== literal && enclosingFunction(other.literal) === home && builderAround(other, model) === home;
  return home && model.returnedResults.some(isBesides) ? home : undefined;
}

export function isBuilderResult(result: ErrorResult, model: Model): boolean {
  return builderAround(result, model) !== undefined;
}

function usesParameters(literal: Node, fn: FunctionNode, file: File): boolean {
  let uses = false;
  walk(literal, (node) => {
    if (uses || node.type !== "Identifier") return;
    const binding = file.bindings.resolve(node);
    if (binding.kind === "parameter") uses = binding.fn === fn;
    else if (
      binding.kind === "variable" &&
      binding.init &&
      isInside(binding.declarator, fn) &&
      binding.init !== literal
    )
      uses = !isInside(literal, binding.init) && usesParameters(binding.init, fn, file);
  });
  return uses;
}

/** The builders which alone call another one: what it makes is a part of what they make. None where something else names it. */
export function buildersCalling(leaf: FunctionNode, { file, reached }: Model): readonly FunctionNode[] {
  const [named] = file.scopeManager.getDeclaredVariables(leaf.type === "FunctionDeclaration" ? leaf : leaf.parent);
  const calls = callsInFile(leaf, file);
  if (!named || [...file.exports.values()].some((exported) => exported === named.defs[0]?.node)) return [];
  if (named.references.filter((reference) => reference.isRead()).length !== calls.length) return [];
  const callers = calls.flatMap((call) => enclosingFunction(call) ?? []);
  const isBuilder = (fn: FunctionNode): boolean =>
    fn.params.length > 0 && fn.parent.type !== "CallExpression" && !reached.get(fn)?.isHandler && !callsWork(fn);
  return callers.length === calls.length && callers.every(isBuilder) ? callers : [];
}

/** A function that awaits, tries or loops does the tool's work; a builder only puts together. */
function callsWork(fn: FunctionNode): boolean {
  if (fn.async) return true;
  let works = false;
  walk(fn.body, (node) => {
    if (node.type === "AwaitExpression" || node.type === "TryStatement" || isLoop(node)) works = true;
  });
  return works;
}

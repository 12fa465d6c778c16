import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import {
  contains,
  enclosingFunction,
  isInside,
  isLoop,
  unwrap,
  walk,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { errorInScope } from "../catches/error-in-scope.js";
import { usesOfExport } from "../started/uses.js";
import { testsKind } from "../swallows/excuses.js";
import { calledFunction, callsInFile } from "../values/calls.js";
import { enclosingCatch } from "../values/flow.js";
import { rootEnv } from "../values/values.js";
import { valuesWritten } from "../values/written.js";
import type { Model } from "../model.js";
import type { File } from "../file.js";

/** The function around a result that makes it of what its callers give it: `errorResponse(message)`. */
export function builderAround(literal: TSESTree.ObjectExpression, { file, reached }: Model): FunctionNode | undefined {
  const fn = enclosingFunction(literal);
  // A callback answers for the call that runs it: `.catch((error) => ({ … }))`.
  if (!fn || fn.params.length === 0 || fn.parent.type === "CallExpression" || reached.get(fn)?.isHandler)
    return undefined;
  return usesParameters(literal, fn, file) && !callsWork(fn) ? fn : undefined;
}

/**
 * What a builder makes of errors of no known kind may say nothing of them: "Unexpected error. See the log."
 * @param results the error results of the file
 */
export function builderWithRest(
  literal: TSESTree.ObjectExpression,
  results: readonly TSESTree.ObjectExpression[],
  model: Model,
): FunctionNode | undefined {
  const home = enclosingFunction(literal);
  const isBesides = (other: TSESTree.ObjectExpression): boolean =>
    other !== literal && enclosingFunction(other) === home && builderAround(other, model) === home;
  return home && results.some(isBesides) ? home : undefined;
}

/** `seen` ends what goes round in a circle: `text = text + line`. */
function usesParameters(literal: Node, fn: FunctionNode, file: File, seen: ReadonlySet<Node> = new Set()): boolean {
  let uses = false;
  walk(literal, (node) => {
    if (uses || node.type !== "Identifier") return;
    const binding = file.bindings.resolve(node);
    if (binding.kind === "parameter") uses = binding.fn === fn;
    else if (binding.kind === "variable" && isInside(binding.declarator, fn))
      // `let code; if (error instanceof ShopError) code = error.code;`
      uses = valuesWritten(binding, file).some(
        (value) => !seen.has(value) && usesParameters(value, fn, file, new Set(seen).add(value)),
      );
  });
  return uses;
}

/** The builders which alone call another one: what it makes is a part of what they make. None where something else names it. */
export function buildersCalling(leaf: FunctionNode, model: Model): readonly FunctionNode[] {
  const { file } = model;
  const [named] = file.scopeManager.getDeclaredVariables(leaf.type === "FunctionDeclaration" ? leaf : leaf.parent);
  const calls = callsInFile(leaf, file);
  if (!named || named.references.filter((reference) => reference.isRead()).length !== calls.length) return [];
  const callers = calls.flatMap((call) => enclosingFunction(call) ?? []);
  const isBuilder = (fn: FunctionNode): boolean =>
    isAnswerToRejection(fn) ||
    (fn.params.length > 0 &&
      fn.parent.type !== "CallExpression" &&
      !model.reached.get(fn)?.isHandler &&
      !callsWork(fn));
  if (callers.length !== calls.length || !callers.every(isBuilder)) return [];
  // Asked last: other files are read for it.
  return isNamedElsewhere(named, model) ? [] : callers;
}

/** The builder asks for the kind of what it is given, or is the leaf of others that do: `return isKnown(error) ? told(error) : hidden(error)`. */
export function sortsByKind(builder: FunctionNode, model: Model): boolean {
  if (asksForKind(builder.body) || handsToSorter(builder, model.file)) return true;
  const callers = buildersCalling(builder, model);
  return callers.length > 0 && callers.every(({ body }) => asksForKind(body));
}

/** `const hint = hintFor(error);`: a function that asks for the kind of what the builder was given. */
function handsToSorter(builder: FunctionNode, file: File): boolean {
  return isSortedIn(builder.body, file, (given) => {
    const binding = file.bindings.resolve(given);
    return binding.kind === "parameter" && binding.fn === builder;
  });
}

/** `text: explain(error)`: a function of the project's own asks for the kind of what was caught, and writes what is told of it. */
export function hasSortedCause(literal: TSESTree.ObjectExpression, file: File): boolean {
  const error = errorInScope(literal, file);
  if (error?.kind !== "caught") return false;
  return isSortedIn(literal, file, (given) => given.type === "Identifier" && given.name === error.text);
}

/** Something in a place is handed to a function of the project that asks for its kind. */
function isSortedIn(place: Node, file: File, isIt: (given: Node) => boolean): boolean {
  return contains(place, (node) => {
    if (node.type !== "CallExpression" || !node.arguments.some(isIt)) return false;
    const called = calledFunction(node, rootEnv(file));
    return called !== undefined && asksForKind(called.fn.body);
  });
}

/** `run().catch((error) => …)` */
function isAnswerToRejection(fn: FunctionNode): boolean {
  return fn.parent.type === "CallExpression" && calleeName(fn.parent) === "catch";
}

function isNamedElsewhere({ defs }: Variable, { file }: Model): boolean {
  for (const [exported, node] of file.exports)
    if (node === defs[0]?.node)
      for (const _ of usesOfExport(file.filename, exported, file.project, file.filename)) return true;
  return false;
}

/**
 * The clause that a result stands in, of a function that only runs what it is given: `try { return await work(); } catch (error) { … }`
 * with a parameter `work`, of it or of the function that makes it.
 */
export function clauseOfWrapper(literal: Node, { file }: Model): TSESTree.CatchClause | undefined {
  const clause = enclosingCatch(literal);
  if (!clause) return undefined;
  const waited: Node[] = [];
  walkSameFunction(clause.parent.block, (node) => {
    if (node.type === "AwaitExpression") waited.push(unwrap(node.argument));
  });
  const isGiven = (node: Node): boolean =>
    node.type === "CallExpression" &&
    node.callee.type === "Identifier" &&
    file.bindings.resolve(node.callee).kind === "parameter";
  const runsGiven = waited.length > 0 && waited.every(isGiven);
  return runsGiven ? clause : undefined;
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

/** Something in a clause asks for the kind of what was caught, or hands it to a function that may. */
export function asksForKind(place: Node): boolean {
  return contains(
    place,
    (node) =>
      ((node.type === "IfStatement" || node.type === "ConditionalExpression") && testsKind(node.test)) ||
      node.type === "SwitchStatement",
  );
}

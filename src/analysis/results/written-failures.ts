import type { TSESTree } from "@typescript-eslint/types";
import { isGenericMessage, opensWithFailure } from "../../contract/lexicon.js";
import { calleeName, keyName } from "../../syntax/names.js";
import { ancestors, isFunction, isInside, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import type { CatchFact } from "../catches/catches.js";
import { isPastErrors } from "../catches/past-errors.js";
import type { File } from "../file.js";
import { attemptOf, isTelemetryCall, testsKind } from "../swallows/excuses.js";
import { guardsOf } from "../values/guards.js";
import { textOf } from "../values/text.js";
import { rootEnv } from "../values/values.js";

/** A fixed sentence about a caught failure that a clause writes where the result is put together. */
export interface WrittenFailure {
  readonly node: Node;
  readonly words: string;
}

/** Fields of a written object that hold its sentence. */
const SENTENCE = /err|message|reason|detail|note|why|cause|text|content|description|warning|status/iu;

/**
 * `catch { answer.note = "Could not read the invoices."; }`, `catch { lines.push("Failed to load the orders"); }`: the model
 * reads that something failed, and the clause that knows why keeps it to itself.
 */
export function writtenFailures(fact: CatchFact, phrases: readonly string[], file: File): WrittenFailure[] {
  const { node: clause, attempt, goesOn } = fact;
  if (clause.type !== "CatchClause" || !goesOn || attemptOf(attempt) !== "work") return [];
  const found: WrittenFailure[] = [];
  walkSameFunction(clause.body, (node) => {
    // One clause drops one cause, however often it speaks of the failure.
    if (found.length > 0) return false;
    for (const value of valuesWritten(node, clause, file)) {
      const words = sentenceIn(value, file).replace(/^[\s…]+/u, "");
      if (!opensWithFailure(words) || !isGenericMessage(words, phrases) || !/\s/u.test(words)) continue;
      const isTold =
        fact.cause.isIn(value) || tellsBeside(value, fact) || isPastErrors(value, (name) => fact.cause.has(name));
      if (!isTold && !isOfOneKind(value, fact)) found.push({ node: value, words });
    }
    return undefined;
  });
  return found;
}

/** What a statement of the clause puts into something that the code behind the clause reads. */
function valuesWritten(node: Node, clause: Node, file: File): Node[] {
  if (node.type === "AssignmentExpression" && /^(?:\+|\?\?|\|\|)?=$/u.test(node.operator))
    return isReadBehind(node.left, clause, file) ? sentencesOf(node.right) : [];
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return [];
  if (!/^(?:push|unshift)$/u.test(calleeName(node) ?? "") || !isReadBehind(node.callee.object, clause, file)) return [];
  return node.arguments.flatMap(sentencesOf);
}

/** The value, or the sentences of an object with some: `{ id, error: "Failed to load it" }`. */
function sentencesOf(value: Node): Node[] {
  const node = unwrap(value);
  if (node.type !== "ObjectExpression") return [node];
  return node.properties.flatMap((entry) => {
    if (entry.type !== "Property") return [];
    return SENTENCE.test(keyName(entry.key, entry.computed) ?? "") ? [unwrap(entry.value)] : [];
  });
}

/** A variable from before the clause, or a part of one, that is read behind it; a field of the server is no answer. */
function isReadBehind(target: Node, clause: Node, file: File): boolean {
  let root = unwrap(target);
  while (root.type === "MemberExpression") root = unwrap(root.object);
  const variable = root.type === "Identifier" ? file.bindings.variable(root) : undefined;
  const declared = variable?.defs[0]?.name as Node | undefined;
  if (!variable || !declared || isInside(declared, clause)) return false;
  return variable.references.some(
    (reference) => reference.isRead() && (reference.identifier as Node).range[0] > clause.range[1],
  );
}

/** What the clause itself says; what stood there before is kept in front of it. */
function sentenceIn(value: Node, file: File): string {
  return textOf({ node: value, env: rootEnv(file) })
    .map((part) => (part.kind === "static" ? part.value : "…"))
    .join("");
}

/** On the same way through the clause, it tells of the error itself, otherwise than to a log. */
function tellsBeside(value: Node, { node: clause, cause }: CatchFact): boolean {
  const elsewhere = ancestors(value).flatMap((up) =>
    up.type === "IfStatement" && isInside(up, clause)
      ? [up.consequent, up.alternate].filter((branch) => branch && !isInside(value, branch))
      : [],
  );
  let told = false;
  walkSameFunction(clause.type === "CatchClause" ? clause.body : clause, (node) => {
    if (elsewhere.includes(node as TSESTree.Statement)) return false;
    if (node.type === "CallExpression" && isTelemetryCall(node)) return false;
    if (node.type === "Identifier" && cause.has(node) && !isTested(node, clause)) told = true;
    return undefined;
  });
  return told;
}

/** The name stands in a test, which puts nothing of it into the answer. */
function isTested(name: Node, within: Node): boolean {
  let child = name;
  for (const up of ancestors(name)) {
    if (up.type === "IfStatement" || up.type === "ConditionalExpression") return up.test === child;
    if (up === within || isFunction(up)) return false;
    child = up;
  }
  return false;
}

/** `if (error.code === "ENOENT") note = "Could not find the file"`: which failure it is was found out. */
function isOfOneKind(value: Node, { node: clause }: CatchFact): boolean {
  return guardsOf(value).some(({ test, negated }) => !negated && isInside(test, clause) && testsKind(test));
}

import type { TSESTree } from "@typescript-eslint/types";
import {
  givesReason,
  namesOnlyACause,
  saysDoneAnyway,
  saysGoingOnIsMeant,
  saysLossIsMeant,
  saysSilenceIsMeant,
  saysWorkIsFallback,
} from "../../contract/lexicon.js";
import {
  contains,
  enclosingFunction,
  enclosingLoop,
  enclosingStatement,
  parentOf,
  unwrap,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { isTelemetryCall, testsKind } from "./excuses.js";
import type { File } from "../file.js";

/** A catch variable whose name says that the failure is meant to pass. */
export function namesIntent(clause: TSESTree.CatchClause): boolean {
  return (
    clause.param?.type === "Identifier" &&
    /^(?:expected\w*|ignored?\w*|_ignored?\w*|_expected\w*|_unused)$/iu.test(clause.param.name)
  );
}

/** A comment in the clause, or right before the try, that says in words why the failure may pass. */
export function hasReason(clause: TSESTree.CatchClause, attempt: TSESTree.TryStatement, file: File): boolean {
  const inside = file.commentsInside(clause);
  if (!isOfOneKind(clause) && inside.some((comment) => givesReason(comment.value) && !namesOnlyACause(comment.value)))
    return true;
  const [first] = attempt.block.body;
  const end = first?.range[0] ?? attempt.block.range[1];
  const near = file
    .comments()
    .filter((comment) => comment.range[0] > attempt.range[0] - NEARBY && comment.range[1] <= end);
  if (near.some(({ value }) => saysGoingOnIsMeant(value) && !saysWorkIsFallback(value))) return true;
  if (documentsSilence(attempt, file)) return true;
  // "Skipped order 7" in a log: the list that the model reads lacks it all the same.
  if (enclosingLoop(attempt)) return false;
  return contains(
    clause.body,
    (node) => node.type === "CallExpression" && isTelemetryCall(node) && saysGoingOnIsMeant(file.textOf(node)),
  );
}

/** "Try to skip anyway": the comment in the clause says that what comes next is done all the same. */
export function saysWorkGoesOn(clause: TSESTree.CatchClause, file: File): boolean {
  return file.commentsInside(clause).some(({ value }) => saysDoneAnyway(value));
}

/** `if (error.code !== "ENOENT") console.warn(…)`: the comment is on the one kind, and says nothing of all others. */
function isOfOneKind(clause: TSESTree.CatchClause): boolean {
  const [only, ...others] = clause.body.body;
  if (only?.type !== "IfStatement" || others.length > 0 || !testsKind(only.test)) return false;
  const test = unwrap(only.test);
  return test.type === "BinaryExpression" ? test.operator.startsWith("!") : test.type === "UnaryExpression";
}

/** The comment right above a function, or above the method or statement that it is the value of. */
export function commentAbove(fn: FunctionNode, file: File): TSESTree.Comment | undefined {
  const holder =
    fn.parent.type === "MethodDefinition" || fn.parent.type === "Property" ? fn.parent : enclosingStatement(fn);
  return file
    .comments()
    .findLast(
      (comment) =>
        comment.range[1] <= holder.range[0] && file.text.slice(comment.range[1], holder.range[0]).trim().length < 8,
    );
}

/** "A hint must never break the set path", above the function. */
function documentsSilence(attempt: Node, file: File): boolean {
  const fn = enclosingFunction(attempt);
  const above = fn && commentAbove(fn, file);
  return above !== undefined && saysSilenceIsMeant(above.value);
}

/** The comment on a promise that stands for its failure, in its statement or right above, or above the function. */
export function hasReasonOfPromise(caught: Node, file: File): boolean {
  const statement = enclosingStatement(caught);
  return (
    commentsOn(statement, file).some(({ value }) => saysLossIsMeant(value)) ||
    documentsSilence(caught, file) ||
    commentsAbove(guardOfFirst(statement), file).some(({ value }) => saysSilenceIsMeant(value))
  );
}

/** The `if` of which a statement is the first one, or the statement itself: `if (user) { await count(user).catch(log); … }`. */
function guardOfFirst(statement: Node): Node {
  const block = parentOf(statement);
  if (block?.type !== "BlockStatement" || block.body[0] !== statement) return statement;
  return block.parent.type === "IfStatement" && block.parent.consequent === block ? block.parent : statement;
}

function commentsOn(statement: Node, file: File): TSESTree.Comment[] {
  return [...file.commentsInside(statement), ...commentsAbove(statement, file)];
}

/** The lines of comment that end right above a statement. */
function commentsAbove(statement: Node, file: File): TSESTree.Comment[] {
  const found: TSESTree.Comment[] = [];
  let [start] = statement.range;
  for (const comment of file.comments().toReversed()) {
    if (comment.range[1] > start) continue;
    if (file.text.slice(comment.range[1], start).trim() !== "") break;
    found.push(comment);
    [start] = comment.range;
  }
  return found;
}

/** A comment up to this many characters above a `try` is about it: a declaration and an `if` may stand between. */
const NEARBY = 240;

/** The clause has a comment that names one cause, but takes every failure. */
export function commentNamesCause(clause: TSESTree.CatchClause, file: File): boolean {
  return file.commentsInside(clause).some((comment) => namesOnlyACause(comment.value));
}

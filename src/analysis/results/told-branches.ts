import type { TSESTree } from "@typescript-eslint/types";
import { opensWithFailure, tellsFailure, tellsNotFoundById } from "../../contract/lexicon.js";
import { calleeName, dottedName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  isFunction,
  isLoop,
  parentOf,
  statementsAfter,
  unwrap,
  walk,
  walkSameFunction,
  writtenText,
  type Node,
} from "../../syntax/tree.js";
import { doesWork, hasFailureFlag } from "./answers.js";
import type { File } from "../file.js";
import { canComplete } from "../values/flow.js";
import { outcomesOf, wordsOfOutcome, type Outcome } from "./results.js";
import { constantOf, rootEnv } from "../values/values.js";

/** The test asks whether a value is there, or empty. */
export function testsEmptiness(test: Node, isValue: (node: Node) => boolean): boolean {
  const node = unwrap(test);
  if (isValue(node)) return true;
  switch (node.type) {
    case "UnaryExpression":
      return (node.operator === "!" || node.operator === "typeof") && testsEmptiness(node.argument, isValue);
    case "BinaryExpression":
      return (
        /^[!=]==?$|^[<>]=?$/u.test(node.operator) &&
        (testsEmptiness(node.left, isValue) || testsEmptiness(node.right, isValue))
      );
    case "LogicalExpression":
      return testsEmptiness(node.left, isValue) || testsEmptiness(node.right, isValue);
    case "MemberExpression":
      return testsEmptiness(node.object, isValue);
    case "CallExpression":
      return (
        /^(?:isArray|keys|Boolean|some|every|has)$/u.test(calleeName(node) ?? "") &&
        node.arguments.some((argument) => testsEmptiness(argument, isValue))
      );
    default:
      return false;
  }
}

/** Lists in which an answer names what it lacks. */
const LIST_OF_LACKS =
  /(?<!\w)(?=\w*$)\w*?(?:skip|miss|fail|error|warning|denied|reject|unreadable|unavailable|problem)/iu;

/** `{ edges: [], available: false }`: the answer says itself that it is none. */
function statesLack(outcome: Outcome): boolean {
  if (outcome.kind !== "data") return false;
  if (hasFailureFlag(outcome.shape)) return true;
  return [...outcome.shape.fields].some(
    ([name, value]) =>
      /^(?:is)?(?:available|verified|complete|reachable|readable)$/iu.test(name) && constantOf(value) === false,
  );
}

function isError(outcome: Outcome): boolean {
  return (
    outcome.kind === "throws" ||
    outcome.kind === "error" ||
    (outcome.kind === "tool-result" && outcome.result.isError !== "absent" && outcome.result.isError !== "false")
  );
}

/** True if a branch throws, or returns an error result: whatever the words, the model takes it for a failure. */
export function endsInError(branch: Node, file: File): boolean {
  let found = false;
  walkSameFunction(branch, (node) => {
    if (node.type === "ThrowStatement") found = true;
    if (node.type === "ReturnStatement" && node.argument)
      found ||= outcomesOf({ node: node.argument, env: rootEnv(file) }).some((outcome) => isError(outcome));
    return !found;
  });
  return found;
}

/** What leaves open whether the thing is there: "not found or not readable", "could not be loaded". */
const LEAVES_OPEN =
  /\b(?:or|fail\w*|errors?|unable|un(?:readable|reachable|available)|inaccessible|access|denied|permission|could(?:\s*not|n['’]t)\s+(?!find|locate)\w+|can(?:\s*not|n['’]t)\s+(?!find|locate)\w+|invalid|corrupt\w*|problem|try\s+again|may|might|no\s+response|down)\b/iu;

/** Of an element of a page that is waited for, "not found" is what there is to say. */
const OF_PAGE = /\b(?:input|element|selector|button|textarea|locator|modal|dialog)\b/iu;

/** All that the branch says, also as an error, is that the thing asked for is not there. */
export function saysOnlyNotThere(branch: Node | null | undefined): boolean {
  if (!branch) return false;
  const said: string[] = [];
  walkSameFunction(branch, (node) => {
    const told = node.type === "ThrowStatement" || node.type === "ReturnStatement" ? node.argument : null;
    if (told) said.push(sentencesOf(told));
  });
  return (
    said.length > 0 &&
    said.every((words) => tellsNotFoundById(words) && !LEAVES_OPEN.test(words) && !OF_PAGE.test(words))
  );
}

/** The texts that are written out, of more than one word. */
function sentencesOf(value: Node): string {
  const texts: string[] = [];
  walk(value, (node) => {
    if (node.type === "Literal" || node.type === "TemplateElement") texts.push(writtenText(node));
  });
  return texts.filter((text) => /\s/u.test(text.trim())).join(" … ");
}

/**
 * Whatever a statement brings, the code behind it only throws or returns error results: what is lost is missing in the
 * words of a failure, and not in an answer.
 */
export function leadsToError(statement: Node, file: File): boolean {
  for (const up of [statement, ...ancestors(statement)]) {
    if (isFunction(up)) return false;
    const after = statementsAfter(up);
    if (after.some((next) => returnsOrdinary(next, file))) return false;
    const last = after.at(-1);
    if (last && !canComplete(last)) return last.type === "ThrowStatement" || last.type === "ReturnStatement";
  }
  return false;
}

function returnsOrdinary(statement: Node, file: File): boolean {
  return contains(
    statement,
    (node) =>
      node.type === "ReturnStatement" &&
      (node.argument === null ||
        !outcomesOf({ node: node.argument, env: rootEnv(file) }).every((outcome) => isError(outcome))),
  );
}

/** True if a branch ends in an error, a throw or words of a failure, or tries something else instead. */
export function branchTells(branch: Node | null | undefined, file: File): boolean {
  if (!branch) return false;
  let tells = false;
  walkSameFunction(branch, (node) => {
    if (tells) return false;
    if (node.type === "ThrowStatement") tells = true;
    if (node.type === "ReturnStatement" && node.argument)
      tells ||= outcomesOf({ node: node.argument, env: rootEnv(file) }).some(
        (outcome) =>
          isError(outcome) || outcome.kind === "unknown" || statesLack(outcome) || saysFailure(wordsOfOutcome(outcome)),
      );
    if (node.type === "AssignmentExpression" && doesWork(node.right)) tells = true;
    if (
      node.type === "CallExpression" &&
      /push|add(?:Error|Warning)|warn/u.test(calleeName(node) ?? "") &&
      (namesLacks(node) || tellsFailure(file.textOf(node)))
    )
      tells = true;
    return undefined;
  });
  return tells;
}

/** "Failed to save", also in words that only an answer as a whole has: "The order API is unreachable." */
function saysFailure(words: string): boolean {
  return tellsFailure(words) || opensWithFailure(words);
}

/** `skipped.push({ id, reason })` */
function namesLacks({ callee }: TSESTree.CallExpression): boolean {
  return callee.type === "MemberExpression" && LIST_OF_LACKS.test(dottedName(callee.object) ?? "");
}

/** `if (found) return found; throw …`, also where the `throw` stands behind the loop of attempts. */
export function throwsWithout({ test, consequent }: TSESTree.IfStatement): boolean {
  if (unwrap(test).type === "UnaryExpression" || canComplete(consequent)) return false;
  for (const up of ancestors(consequent)) {
    if (isFunction(up)) return false;
    const last = statementsAfter(up).at(-1);
    if (last?.type === "ThrowStatement") return true;
    if (last && !isLoop(parentOf(parentOf(up) ?? up) ?? up)) return false;
  }
  return false;
}

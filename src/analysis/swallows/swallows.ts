import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import {
  isFunction,
  isInLoop,
  isInside,
  parentOf,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { answersProbe, holdsNothing } from "../results/answers.js";
import type { Answer, CatchFact } from "../catches/catches.js";
import {
  attemptOf,
  isDecoration,
  isHousekeeping,
  isOffPath,
  isPartOfDigest,
  isProbingFunction,
  looksAtKind,
  testsKind,
  waitsIn,
} from "./excuses.js";
import { isCaughtInside } from "./caught-inside.js";
import { pathOf, shortText } from "./failure-paths.js";
import { answerCountsFailed, fateOfExpression, fateOfList, fateOfReturned, fateOfVariable } from "./fates.js";
import type { File } from "../file.js";
import { guardsOf } from "../values/guards.js";
import {
  assignedIn,
  collectsInRound,
  fallsBack,
  givesEmptyListFor,
  goesOnWithDefault,
  isMainWork,
  onlyDecorates,
  startsAsList,
} from "./main-work.js";
import { endsAsWithout, worksAnotherWay } from "./other-ways.js";
import { isOwnTask } from "../catches/own-task.js";
import type { ReachedFunction } from "../tools/reach.js";
import { commentNamesCause, commentNamesLoss, hasReason, hasReasonOfPromise, namesIntent } from "./reasons.js";
import { outcomesOf, type Outcome } from "../results/results.js";
import { statementBehind } from "./tried-in-turn.js";
import { rootEnv } from "../values/values.js";
import { leadsToError } from "../results/told-branches.js";
import { asksWhetherInTime } from "./timed-waits.js";

/** A failure after which the model gets success or "nothing there". */
export interface Swallow {
  /** The catch clause, the `.catch(…)` call, or the statement that loses the failure. */
  readonly node: Node;
  readonly how:
    | "empty-catch"
    | "log-only"
    | "default"
    | "promise-default"
    | "all-settled"
    | "not-awaited"
    | "callee"
    | "answered"
    | "refused"
    | "service";
  readonly reached: ReachedFunction;
  /** A comment names one cause, and the clause takes every failure: a matter of taste for some. */
  readonly commented: boolean;
  /** The way of the failure, for the message: from what fails to what the model gets. */
  readonly path: readonly string[];
  /** The default that stands for the failure, as written. */
  readonly instead: string;
}

const MAX_CALLERS = 2;

/** How a message names a list of which the failed items are missing. */
const SHORTER_LIST = "a list without what has failed";

/** `[]`, `null`, `false`, `{ items: [] }`: what a lookup gives that found nothing. */
function standsForNothing({ outcome }: Answer): boolean {
  return givesNothing(outcome);
}

function givesNothing(outcome: Outcome): boolean {
  if (outcome.kind === "constant") return outcome.value === false || outcome.value === 0;
  return outcome.kind === "data"
    ? holdsNothing(outcome.shape) && !answersProbe(outcome.shape)
    : outcome.kind === "empty";
}

/** The failure that a catch loses, or undefined where it is told, excused, or cannot be judged. */
export function swallowOf(
  fact: CatchFact,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): Swallow | undefined {
  if (isExcused(fact, file)) return undefined;
  const swallow = fact.form === "catch" ? swallowOfClause(fact, all, file) : swallowOfPromise(fact, all, file);
  return swallow && { ...swallow, commented: fact.node.type === "CatchClause" && commentNamesCause(fact.node, file) };
}

/** The empty value that a catch gives instead of a failure, by the function's own text: its callers are not looked at. */
export function lostIn(fact: CatchFact, file: File): string | undefined {
  const { node } = fact;
  if (isExcused(fact, file) || fact.recorded || (node.type === "CatchClause" && commentNamesCause(node, file)))
    return undefined;
  const empty = fact.answers.find(
    (answer) =>
      standsForNothing(answer) &&
      !answer.tellsCause &&
      !(node.type === "CatchClause" && answersOneKind(answer.node, node)),
  );
  return empty && shortText(empty.node, file);
}

/** The same for a clause in a loop that only leaves out what has failed of a list: `for (…) try { list.push(…) } catch {}`. */
export function lostOfList(fact: CatchFact, file: File): string | undefined {
  const { node, statement } = fact;
  if (!statement || node.type !== "CatchClause" || isExcused(fact, file)) return undefined;
  if (commentNamesCause(node, file) && !commentNamesLoss(node, file)) return undefined;
  if (!isInLoop(statement) || !collectsInRound(statement, file)) return undefined;
  return goesOnUntold(fact, statement, [], file) && fateOfList(node) === "hidden" ? SHORTER_LIST : undefined;
}

/** The same for a catch in a callback that works on one item of a list: the item is left out. */
export function lostInside(fact: CatchFact, file: File): string | undefined {
  const callback = fact.reached.fn;
  const call = parentOf(callback);
  if (
    call?.type !== "CallExpression" ||
    !/^(?:map|flatMap)$/u.test(calleeName(call) ?? "") ||
    keepsItsItem(callback) ||
    fateOfList(call) !== "hidden"
  )
    return undefined;
  return lostIn(fact, file);
}

/** `deals.map(async (deal) => { …; return deal; })`: the item stays in the list, as it was. */
function keepsItsItem(callback: FunctionNode): boolean {
  const [item] = callback.params;
  return (
    item?.type === "Identifier" &&
    returnedExpressions(callback).some((value) => value.type === "Identifier" && value.name === item.name)
  );
}

/**
 * The same for a clause that goes on: to `return null` right behind it, or with the list that the attempt was to fill.
 * `inPart`: what is missing in the function's value cannot be seen from it.
 */
export function lostBehind(
  fact: CatchFact,
  file: File,
): { readonly instead: string; readonly inPart: boolean } | undefined {
  const { node, statement } = fact;
  if (!statement || node.type !== "CatchClause" || isExcused(fact, file) || commentNamesCause(node, file))
    return undefined;
  if (!fact.goesOn || fact.recorded || fact.throws.length > 0 || fact.answers.length > 0) return undefined;
  const next = statementBehind(statement);
  if (next?.type === "ReturnStatement" && next.argument && returnsInside(statement.block)) {
    const [outcome, ...others] = outcomesOf({ node: next.argument, env: rootEnv(file) });
    if (outcome && others.length === 0 && givesNothing(outcome))
      return { instead: shortText(next.argument, file), inPart: false };
  }
  const assigned = assignedIn(statement.block, file);
  if (isInLoop(statement) || goesOnWithDefault(statement, file) || !goesOnUntold(fact, statement, assigned, file))
    return undefined;
  const isList =
    assigned.length === 0 ? collectsInRound(statement, file) : assigned.some((variable) => startsAsList(variable));
  const instead = assigned.length > 0 ? valueAfter(assigned[0], node, file) : SHORTER_LIST;
  return isList ? { instead, inPart: true } : undefined;
}

function returnsInside(block: Node): boolean {
  let returns = false;
  walkSameFunction(block, (node) => {
    if (node.type === "ReturnStatement") returns = true;
  });
  return returns;
}

function isExcused(fact: CatchFact, file: File): boolean {
  const { node, statement, reached, attempt } = fact;
  if (attemptOf(attempt) !== "work" && !isOwnTask(attempt, reached, file)) return true;
  if (isOffPath(node) || isPartOfDigest(node)) return true;
  if (asksWhetherInTime(reached.fn, attempt)) return true;
  // A name like `isValid` excuses a check of a value; it does not make an answer of a failed request.
  if (isProbingFunction(reached.fn) && reached.role === "data" && !waitsIn(attempt)) return true;
  if (reached.role === "data" && (isHousekeeping(reached.fn) || isDecoration(reached.fn))) return true;
  if (node.type !== "CatchClause" || !statement) return hasReasonOfPromise(node, file);
  if (namesIntent(node) || hasReason(node, statement, file)) return true;
  const tellsByKind =
    looksAtKind(node) &&
    (fact.throws.length > 0 || fact.answers.some(({ verdict }) => verdict === "error" || verdict === "told"));
  return tellsByKind || isCaughtInside(attempt, file);
}

function swallowOfClause(
  fact: CatchFact,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): Swallow | undefined {
  const { statement, reached, node } = fact;
  if (node.type !== "CatchClause" || !statement) return undefined;
  const hidden = fact.answers.find(
    (answer) =>
      answer.verdict === "hidden" &&
      !answer.tellsCause &&
      !answersOneKind(answer.node, node) &&
      (standsForNothing(answer) || !(worksAnotherWay(node) || endsAsWithout(answer, statement, file))),
  );
  // What a function that works for the answer has written down, the answer may read: `partialFailures.push(…)`.
  if (hidden && !(reached.role === "data" && fact.recorded) && reachesModel(hidden, reached, all, file)) {
    const instead = shortText(hidden.node, file);
    return { node, how: "default", reached, commented: false, path: pathOf(fact, file, instead), instead };
  }
  const empty = fact.answers.find((answer) => standsForNothing(answer) && !answer.tellsCause);
  if (empty && !answersOneKind(empty.node, node) && !fact.recorded) {
    if (reached.role === "result") return undefined;
    if (fateOfReturned(reached.fn, reached, all, file, MAX_CALLERS) !== "hidden") return undefined;
    const instead = shortText(empty.node, file);
    return { node, how: "default", reached, commented: false, path: pathOf(fact, file, instead), instead };
  }
  const assigned = assignedIn(statement.block, file);
  if (!goesOnUntold(fact, statement, assigned, file)) return undefined;
  const leavesOut = isInLoop(statement) && collectsInRound(statement, file) && fateOfList(node) === "hidden";
  if (reached.role === "data" && (goesOnWithDefault(statement, file) || !reachesResult(reached, leavesOut, all, file)))
    return undefined;
  const how = node.body.body.length === 0 ? "empty-catch" : "log-only";
  const instead = valueAfter(assigned[0], node, file);
  return { node, how, reached, commented: false, path: pathOf(fact, file, `goes on with ${instead}`), instead };
}

/**
 * The answer is the tool's, or a result that becomes it. What a helper gives else is no answer yet, though its framework takes
 * strings and bare objects: its callers decide.
 */
function reachesModel(
  { outcome }: Answer,
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): boolean {
  if (reached.role === "result" || outcome.kind === "tool-result") return true;
  return fateOfReturned(reached.fn, reached, all, file, MAX_CALLERS) === "hidden";
}

/** The code behind the clause goes on as if nothing had happened, though the attempt was the main work. */
function goesOnUntold(
  fact: CatchFact,
  statement: TSESTree.TryStatement,
  assigned: readonly Variable[],
  file: File,
): boolean {
  const { node, reached } = fact;
  if (!fact.goesOn || fact.recorded || fact.throws.length > 0 || node.type !== "CatchClause") return false;
  if (fact.answers.some((answer) => !answersOneKind(answer.node, node))) return false;
  if (fallsBack(statement) || worksAnotherWay(node) || leadsToError(statement, file)) return false;
  const givesEmptyList = givesEmptyListFor(statement.block, node, file);
  if (onlyDecorates(statement.block) && !givesEmptyList) return false;
  if (assigned.length === 0 && isInLoop(statement) && answerCountsFailed(statement)) return false;
  return (
    (givesEmptyList || isMainWork(statement, assigned, reached.fn, file)) &&
    !assigned.some((variable) => fateOfVariable(variable, statement.range[1], reached.fn.body, file) === "told")
  );
}

/** What the code behind the clause works with. */
function valueAfter(variable: Variable | undefined, clause: TSESTree.CatchClause, file: File): string {
  if (!variable) return "the code behind it";
  const given = variable.references.find(({ identifier, writeExpr }) => writeExpr && isInside(identifier, clause));
  return given?.writeExpr
    ? `${variable.name} = ${shortText(given.writeExpr, file)}`
    : `${variable.name} as it was before`;
}

/** The answer stands behind a test of what was caught: it is meant for that kind of failure alone. */
function answersOneKind(answer: Node, clause: TSESTree.CatchClause): boolean {
  return guardsOf(answer).some((guard) => isInside(guard.test, clause) && testsKind(guard.test));
}

/**
 * A helper whose callers take its return for granted. One that returns nothing is a side effect whose importance cannot be seen.
 * `leavesOut`: what the callers make of a list that is too short, they cannot know of what is missing.
 */
function reachesResult(
  reached: ReachedFunction,
  leavesOut: boolean,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): boolean {
  if (isFunction(parentOf(reached.fn))) return true;
  const fate = fateOfReturned(reached.fn, reached, all, file, MAX_CALLERS);
  return fate === "hidden" || (leavesOut && fate === "unknown" && returnedExpressions(reached.fn).length > 0);
}

function swallowOfPromise(
  fact: CatchFact,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): Swallow | undefined {
  const { node, reached } = fact;
  if (
    fact.throws.length > 0 ||
    fact.recorded ||
    fact.answers.some(({ verdict, tellsCause }) => verdict === "error" || verdict === "told" || tellsCause)
  )
    return undefined;
  const [answer] = fact.answers;
  if (answer && !standsForNothing(answer) && answer.verdict !== "hidden") return undefined;
  if (!answer && !fact.goesOn) return undefined;
  const chain = parentOf(node);
  const statement = chain?.type === "ChainExpression" ? parentOf(chain) : chain;
  // Nobody waits for it: a background task, not the answer.
  if (
    statement?.type === "ExpressionStatement" ||
    (statement?.type === "UnaryExpression" && statement.operator === "void")
  )
    return undefined;
  const fate = fateOfExpression(node, reached, all, file, MAX_CALLERS);
  const isWaitedWrite =
    statement?.type === "AwaitExpression" &&
    parentOf(statement)?.type === "ExpressionStatement" &&
    reached.role === "result" &&
    !waitsIn(reached.fn.body, statement);
  if (fate !== "hidden" && !isWaitedWrite) return undefined;
  const instead = answer ? shortText(answer.node, file) : "undefined";
  return { node, how: "promise-default", reached, commented: false, path: pathOf(fact, file, instead), instead };
}

import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { tellsFailure } from "../../contract/lexicon.js";
import { calleeName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import {
  ancestors,
  contains,
  enclosingFunction,
  enclosingStatement,
  isFunction,
  isInside,
  parentOf,
  unwrap,
  walk,
  writtenText,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { doesWork, isEmptyValue } from "../results/answers.js";
import type { File } from "../file.js";
import type { ReachedFunction } from "../tools/reach.js";
import { outcomesOf } from "../results/results.js";
import {
  branchTells,
  saysOnlyNotThere,
  leadsToError,
  testsEmptiness,
  throwsWithout,
} from "../results/told-branches.js";
import { calledFunction, callsInFile } from "../values/calls.js";
import { canComplete, enclosingCatch } from "../values/flow.js";
import { emptinessTestBehind, leavesAsNotThere } from "./emptiness-tests.js";
import { isLoggerOrServerCall } from "./excuses.js";
import {
  decoratesItem,
  drawnFrom,
  givesDefault,
  isOptionalPart,
  isReturnedValue,
  saysWhatWasDone,
  takenBy,
  type Taken,
} from "./value-uses.js";
import { isUndefined, rootEnv } from "../values/values.js";

/** How the code behind a value treats "nothing there". */
type Fate = "told" | "hidden" | "unknown";

export function fateOfVariable(variable: Variable, from: number, scope: Node, file: File): Fate {
  const isValue = (node: Node): boolean => node.type === "Identifier" && file.bindings.variable(node) === variable;
  const uses = variable.references
    .map(({ identifier }) => identifier as Node)
    .filter(({ range }) => range[0] >= from && range[1] <= scope.range[1]);
  if (uses.length === 0) return "unknown";
  if (leavesAsNotThere(uses[0])) return "hidden";
  let fate: Fate = "hidden";
  for (const use of uses) {
    if (drawnFrom(use, file).some(({ variable: drawn, end }) => fateOfVariable(drawn, end, scope, file) === "told"))
      return "told";
    if (preparesWork(use, file) || isOptionalPart(use) || saysWhatWasDone(use)) fate = "unknown";
    for (const up of ancestors(use)) {
      if (up.range[0] < from) break;
      const told = fateAtTest(up, isValue, file);
      if (told === "told") return told;
      fate = told ?? fate;
    }
  }
  return fate;
}

/** `value && …`, `value?.token` */
function leadsWith(test: Node, isValue: (node: Node) => boolean): boolean {
  const node = unwrap(test);
  if (node.type === "MemberExpression") return leadsWith(node.object, isValue);
  return node.type === "LogicalExpression" && node.operator === "&&" ? leadsWith(node.left, isValue) : isValue(node);
}

/** What a test of the value says of it: told where a branch does, unknown where it takes the value as an optional part. */
function fateAtTest(test: Node, isValue: (node: Node) => boolean, file: File): "told" | "unknown" | undefined {
  switch (test.type) {
    case "IfStatement":
      if (!testsEmptiness(test.test, isValue)) return undefined;
      if (tellsApart(test.consequent, file) || tellsApart(test.alternate, file) || throwsWithout(test)) return "told";
      if (saysOnlyNotThere(test.alternate)) return undefined;
      // `if (extra) result.extra = …`; `if (user && user.id === id) return null;` with the refusal behind it
      return isValue(unwrap(test.test)) || (leadsWith(test.test, isValue) && !canComplete(test.consequent))
        ? "unknown"
        : undefined;
    case "ConditionalExpression":
      if (!testsEmptiness(test.test, isValue)) return undefined;
      if ([test.consequent, test.alternate].some((branch) => tellsFailure(file.textOf(branch)) || doesWork(branch)))
        return "told";
      // `size && { size }`, written as `size ? { size } : undefined`
      return isUndefined(unwrap(test.alternate)) ? "unknown" : undefined;
    case "LogicalExpression":
      return test.operator !== "&&" &&
        testsEmptiness(test.left, isValue) &&
        (doesWork(test.right) || test.right.type === "NewExpression")
        ? "told"
        : undefined;
    default:
      return undefined;
  }
}

/** "Order 7 not found", though an error: of a failure it says that the order is not there, which nobody knows. */
function tellsApart(branch: Node | null, file: File): boolean {
  return branchTells(branch, file) && !saysOnlyNotThere(branch);
}

/** A function of the project that has words for a failure, or another one that is named for them: `format(result)`. */
function hasWordsForFailure(call: TSESTree.CallExpression, file: File): boolean {
  const called = calledFunction(call, rootEnv(file));
  return (
    called !== undefined &&
    contains(called.fn.body, (node) =>
      node.type === "CallExpression" ? TELLS_BY_NAME.test(calleeName(node) ?? "") : tellsFailure(writtenText(node)),
    )
  );
}

/** `errorText(result)`, `toFailure(result)`; no logger, and no test. */
const TELLS_BY_NAME = /^(?!is|has|log|report)\w*(?:error|failure)(?:result|response|text|message)?$/iu;

/** The value goes into further work as an argument: what that makes of it cannot be seen. */
function preparesWork(value: Node, file: File): boolean {
  let child = value;
  for (const up of ancestors(value)) {
    if (up.type === "CallExpression" && up.callee !== child) {
      if (parentOf(up)?.type === "AwaitExpression") return true;
      if (
        !/^(?:stringify|String|push|map|filter|join|format\w*|concat|isArray|keys|values|entries|from|text\w*|\w*(?:Result|Response|Content|Text|Json))$/iu.test(
          calleeName(up) ?? "",
        )
      )
        return true;
      if (hasWordsForFailure(up, file)) return true;
    }
    if (/Statement$/u.test(up.type) || isFunction(up)) return false;
    child = up;
  }
  return false;
}

/** What becomes of a value that an expression may have instead of a failure. */
export function fateOfExpression(
  node: Node,
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
  hops: number,
): Fate {
  const fn = enclosingFunction(node);
  if (leadsToError(enclosingStatement(node), file)) return "told";
  if (fn && worksForNobody(fn, file)) return "unknown";
  const taken = takenBy(node, file);
  if (taken && fn) return fateOfTaken(taken, fn, reached, all, file, hops);
  if (isReturnedValue(node) && fn) return fateOfReturned(fn, reached, all, file, hops);
  if (preparesWork(node, file) || isOptionalPart(node) || decoratesItem(node, file)) return "unknown";
  const parent = parentOf(node);
  const value = parent?.type === "AwaitExpression" ? parent : node;
  const user = parentOf(value);
  if (user && givesDefault(user, value)) return "unknown";
  if (parent?.type === "AwaitExpression" && parentOf(parent)?.type === "ExpressionStatement") return "unknown";
  if (parent?.type === "ExpressionStatement") return "unknown";
  const test = ancestors(node).find((up) => up.type === "IfStatement" || isFunction(up));
  if (test?.type === "IfStatement" && isInside(node, test.test))
    return branchTells(test.consequent, file) || branchTells(test.alternate, file) ? "told" : "unknown";
  return "hidden";
}

/** What becomes of a variable that may have an empty value instead of a failure; where it is only returned, the callers decide. */
export function fateOfTaken(
  { variable, end }: Taken,
  fn: FunctionNode,
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
  hops: number,
): Fate {
  const fate = fateOfVariable(variable, end, fn.body, file);
  if (fate !== "hidden") return fate;
  return onlyReturned(variable, fn, file) ? fateOfReturned(fn, reached, all, file, hops) : "hidden";
}

/** `const checked = await (async () => { … })();`, and nobody reads `checked`. */
function worksForNobody(fn: FunctionNode, file: File): boolean {
  const call = parentOf(fn);
  const taken = call?.type === "CallExpression" && call.callee === fn ? takenBy(call, file) : undefined;
  return taken !== undefined && !taken.variable.references.some((reference) => reference.isRead());
}

/**
 * `ids.map((id) => find(id).catch(() => null))`: the caller of `find` allows for its failure itself, and has words for an item
 * of which there is nothing.
 */
export function isToldOfItem(call: Node): boolean {
  const member = parentOf(call);
  const chained = member?.type === "MemberExpression" && member.object === call ? parentOf(member) : undefined;
  if (chained?.type !== "CallExpression" || calleeName(chained) !== "catch" || !isReturnedValue(chained)) return false;
  const taker = parentOf(enclosingFunction(call) ?? call);
  return (
    taker?.type === "CallExpression" &&
    /^(?:map|flatMap)$/u.test(calleeName(taker) ?? "") &&
    fateOfList(taker) === "told"
  );
}

/** `return find(id)`, or `const item = find(id); if (!item) return null;`: "nothing there" goes on as it came. */
export function handsOnNothing(call: Node, file: File): boolean {
  if (isReturnedValue(call)) return true;
  const next = emptinessTestBehind(call, file);
  if (!next) return false;
  const only = next.consequent.type === "BlockStatement" ? next.consequent.body[0] : next.consequent;
  return (
    only?.type === "ReturnStatement" &&
    (only.argument === null ||
      outcomesOf({ node: only.argument, env: rootEnv(file) }).every(({ kind }) => kind === "empty"))
  );
}

function onlyReturned(variable: Variable, fn: FunctionNode, file: File): boolean {
  const reads = variable.references.filter((reference) => reference.isRead());
  return (
    reads.length > 0 &&
    reads.every(
      (reference) =>
        enclosingFunction(reference.identifier as Node) === fn &&
        (isReturnedValue(reference.identifier as Node) ||
          isReturnedIfThere(reference.identifier as Node, variable, file)),
    )
  );
}

/** `return item ? { item } : null`: "nothing there" goes on as "nothing there". */
function isReturnedIfThere(use: Node, variable: Variable, file: File): boolean {
  return ancestors(use).some((up) => {
    if (up.type !== "ConditionalExpression" || !isEmptyValue(unwrap(up.alternate)) || !isReturnedValue(up))
      return false;
    const test = unwrap(up.test);
    return test.type === "Identifier" && file.bindings.variable(test) === variable;
  });
}

/** What becomes of a value that a function returns: the callers in this file decide. */
export function fateOfReturned(
  fn: FunctionNode,
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
  hops: number,
): Fate {
  const own = all.get(fn) ?? reached;
  if (own.role === "result")
    return own.certain && own.framework.outcomes.returnedString === "success" ? "hidden" : "unknown";
  if (hops <= 0) return "unknown";
  const callback = parentOf(fn);
  if (callback?.type === "CallExpression" && callback.callee !== fn) {
    if (!/^(?:map|flatMap|all|forEach)$/u.test(calleeName(callback) ?? "")) return "unknown";
    return fateOfList(callback);
  }
  const calls = callsOf(fn, all, file);
  if (calls.length === 0) return "unknown";
  const fates = calls.map((call) =>
    fateOfExpression(call, all.get(enclosingFunction(call) ?? fn) ?? own, all, file, hops - 1),
  );
  if (fates.includes("told")) return "told";
  return fates.includes("unknown") ? "unknown" : "hidden";
}

/** `items.map(async …)`: a function that counts or names what failed tells of it. */
export function fateOfList(call: Node): Fate {
  const fn = enclosingFunction(call);
  if (!fn) return "unknown";
  let told = false;
  walk(fn.body, (node) => {
    // What is caught around the list, and what is only logged, says nothing of its items to the model.
    if (told || node.range[1] <= call.range[1] || node.type === "CatchClause") return false;
    if (node.type === "CallExpression" && isLoggerOrServerCall(node)) return false;
    if (node.range[0] >= call.range[1] && NAMES_FAILED.test(wordsAt(node))) told = true;
    return undefined;
  });
  return told ? "told" : "hidden";
}

/**
 * `return { orders, failed: ids.length - orders.length }` behind the loop: the answer says that some are missing. Behind
 * `catch { byName[name] = []; }` none is: the item looks like one of which there is nothing.
 */
export function answerCountsFailed({ range, handler }: TSESTree.TryStatement): boolean {
  const fn = handler && enclosingFunction(handler);
  if (!fn || contains(handler.body, ({ type }) => type === "AssignmentExpression")) return false;
  return returnedExpressions(fn).some(
    (value) =>
      value.range[0] > range[1] &&
      !enclosingCatch(value) &&
      contains(value, (node) => COUNTS_FAILED.test(wordsAt(node))),
  );
}

const COUNTS_FAILED = /\b(?:fail(?:ed|ures?)|errors|skipped|unavailable|unreadable|warnings?)(?:\b|[A-Z_])/u;

const NAMES_FAILED = /\b(?:fail\w*|error\w*|skipped|missing|unavailable|not\s+available|warnings?)\b/iu;

/** A name, or a text that is written out. */
function wordsAt(node: Node): string {
  return node.type === "Identifier" ? node.name : writtenText(node);
}

function callsOf(
  fn: FunctionNode,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): TSESTree.CallExpression[] {
  return callsInFile(fn, file).filter((call) => {
    const caller = enclosingFunction(call);
    return caller !== undefined && all.has(caller);
  });
}

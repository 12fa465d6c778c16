import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { tellsFailure } from "../contract/lexicon.js";
import { calleeName, dottedName, functionName, memberName } from "../syntax/names.js";
import { ancestors, enclosingFunction, enclosingStatement, isFunction, isInside, parentOf, unwrap, walk, walkSameFunction, type FunctionNode, type Node } from "../syntax/tree.js";
import { doesWork, hasFailureFlag } from "./answers.js";
import type { Answer, CatchFact } from "./catches.js";
import { attemptOf, commentNamesCause, hasReason, isOffPath, isProbingFunction, isTelemetryCall, looksAtKind, namesIntent, testsKind } from "./excuses.js";
import type { File } from "./file.js";
import { canComplete } from "./flow.js";
import { guardsOf } from "./guards.js";
import type { ReachedFunction } from "./reach.js";
import { outcomesOf, wordsOfOutcome } from "./results.js";
import { calledFunction } from "./calls.js";
import { isUndefined, rootEnv } from "./values.js";

/** A failure after which the model gets success or "nothing there". */
export interface Swallow {
  /** The catch clause, the `.catch(…)` call, or the statement that loses the failure. */
  readonly node: Node;
  readonly how: "empty-catch" | "log-only" | "default" | "promise-default" | "all-settled" | "not-awaited" | "callee" | "refused";
  readonly reached: ReachedFunction;
  /** A comment names one cause, and the clause takes every failure: a matter of taste for some. */
  readonly commented: boolean;
  /** The way of the failure, for the message: from what fails to what the model gets. */
  readonly path: readonly string[];
  /** The default that stands for the failure, as written. */
  readonly instead: string;
}

/** How the code behind a value treats "nothing there". */
type Fate = "told" | "hidden" | "unknown";

const MAX_CALLERS = 2;

// ─── does the code behind look at the value, and does it then speak of a failure? ───

function testsEmptiness(test: Node, isValue: (node: Node) => boolean): boolean {
  const node = unwrap(test);
  if (isValue(node)) return true;
  switch (node.type) {
    case "UnaryExpression":
      return (node.operator === "!" || node.operator === "typeof") && testsEmptiness(node.argument, isValue);
    case "BinaryExpression":
      return (/^[!=]==?$|^[<>]=?$/u.test(node.operator)) && (testsEmptiness(node.left as Node, isValue) || testsEmptiness(node.right, isValue));
    case "LogicalExpression":
      return testsEmptiness(node.left, isValue) || testsEmptiness(node.right, isValue);
    case "MemberExpression":
      return testsEmptiness(node.object, isValue);
    case "CallExpression":
      return /^(?:isArray|keys|Boolean|some|every|has)$/u.test(calleeName(node) ?? "") && node.arguments.some((argument) => testsEmptiness(argument, isValue));
    default:
      return false;
  }
}

/** True if a branch ends in an error, a throw or words of a failure, or tries something else instead. */
function branchTells(branch: Node | null | undefined, file: File): boolean {
  if (!branch) return false;
  let tells = false;
  walkSameFunction(branch, (node) => {
    if (tells) return false;
    if (node.type === "ThrowStatement") tells = true;
    if (node.type === "ReturnStatement" && node.argument)
      tells ||= outcomesOf({ node: node.argument, env: rootEnv(file) }).some(
        (outcome) =>
          outcome.kind === "throws" ||
          outcome.kind === "unknown" ||
          (outcome.kind === "tool-result" && outcome.result.isError !== "absent" && outcome.result.isError !== "false") ||
          tellsFailure(wordsOfOutcome(outcome)),
      );
    if (node.type === "AssignmentExpression" && doesWork(node.right)) tells = true;
    if (node.type === "CallExpression" && /push|add(?:Error|Warning)|warn/u.test(calleeName(node) ?? "") && tellsFailure(file.textOf(node))) tells = true;
    return undefined;
  });
  return tells;
}

function fateOfVariable(variable: Variable, from: number, scope: Node, file: File): Fate {
  const isValue = (node: Node): boolean => node.type === "Identifier" && file.bindings.variable(node) === variable;
  let fate: Fate = "hidden";
  let used = false;
  walk(scope, (node) => {
    if (node.range[1] <= from) return false;
    if (node.range[0] >= from && isValue(node)) {
      used = true;
      if (fate === "hidden" && (preparesWork(node) || isOptionalPart(node))) fate = "unknown";
    }
    if (node.range[0] < from) return undefined;
    if (node.type === "IfStatement" && testsEmptiness(node.test, isValue)) {
      if (branchTells(node.consequent, file) || branchTells(node.alternate, file)) fate = "told";
      // `if (extra) result.extra = …`: an optional part of the answer.
      else if (fate === "hidden" && isValue(unwrap(node.test))) fate = "unknown";
    } else if (node.type === "ConditionalExpression" && testsEmptiness(node.test, isValue)) {
      if (tellsFailure(file.textOf(node.consequent)) || tellsFailure(file.textOf(node.alternate)) || doesWork(node.consequent) || doesWork(node.alternate)) fate = "told";
    } else if (node.type === "LogicalExpression" && testsEmptiness(node.left, isValue) && node.operator !== "&&" && (doesWork(node.right) || node.right.type === "NewExpression")) fate = "told";
    return undefined;
  });
  return used ? fate : "unknown";
}

/** The value goes into further work as an argument: what that makes of it cannot be seen. */
function preparesWork(value: Node): boolean {
  let child = value;
  for (const up of ancestors(value)) {
    if (up.type === "CallExpression" && up.callee !== child) {
      if (parentOf(up)?.type === "AwaitExpression") return true;
      if (!/^(?:stringify|String|push|map|filter|join|format\w*|concat|isArray|keys|values|entries|from|text\w*|\w*(?:Result|Response|Content|Text|Json))$/iu.test(calleeName(up) ?? "")) return true;
    }
    if (/Statement$/u.test(up.type) || isFunction(up)) return false;
    child = up;
  }
  return false;
}

/** `const [a, b] = await Promise.all([x, y])`: the name that takes `x`. */
function takenByPosition(list: TSESTree.ArrayExpression, element: Node, file: File): { variable: Variable; end: number } | undefined {
  const call = parentOf(list);
  if (call?.type !== "CallExpression" || !/^Promise\.(?:all|allSettled)$/u.test(dottedName(call.callee) ?? "")) return undefined;
  const declarator = [...ancestors(call)].find((up) => up.type !== "AwaitExpression");
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "ArrayPattern") return undefined;
  const name = declarator.id.elements[list.elements.indexOf(element as TSESTree.Expression)];
  const variable = name?.type === "Identifier" ? file.bindings.variable(name) : undefined;
  return variable && { variable, end: declarator.range[1] };
}

/** `...(value && { value })`, `value ? { value } : {}`: there if it could be had. */
function isOptionalPart(value: Node): boolean {
  const [first, second] = [...ancestors(value)].filter((up) => up.type !== "AwaitExpression");
  if (first?.type === "LogicalExpression" && first.operator === "&&") return second?.type === "SpreadElement";
  return first?.type === "SpreadElement" || (first?.type === "ConditionalExpression" && second?.type === "SpreadElement");
}

/** The variable that takes the value of an expression: `const x = await expression`. */
function takenBy(node: Node, file: File): { variable: Variable; end: number } | undefined {
  let child = node;
  for (const up of ancestors(node)) {
    if (up.type === "AwaitExpression" || up.type === "TSAsExpression" || up.type === "TSNonNullExpression") {
      child = up;
      continue;
    }
    if (up.type === "VariableDeclarator" && up.init === child && up.id.type === "Identifier") {
      const variable = file.bindings.variable(up.id);
      return variable && { variable, end: up.range[1] };
    }
    if (up.type === "AssignmentExpression" && up.right === child && up.left.type === "Identifier") {
      const variable = file.bindings.variable(up.left);
      return variable && { variable, end: up.range[1] };
    }
    return up.type === "ArrayExpression" ? takenByPosition(up, child, file) : undefined;
  }
  return undefined;
}

function isReturnedValue(node: Node): boolean {
  let child = node;
  for (const up of ancestors(node)) {
    if (up.type === "ReturnStatement") return true;
    if (isFunction(up)) return up.body === child;
    if (up.type !== "AwaitExpression" && up.type !== "TSAsExpression" && up.type !== "ConditionalExpression" && up.type !== "LogicalExpression") return false;
    child = up;
  }
  return false;
}

/** What becomes of a value that an expression may have instead of a failure. */
export function fateOfExpression(node: Node, reached: ReachedFunction, all: ReadonlyMap<FunctionNode, ReachedFunction>, file: File, hops: number): Fate {
  const fn = enclosingFunction(node);
  const taken = takenBy(node, file);
  if (taken && fn) {
    const fate = fateOfVariable(taken.variable, taken.end, fn.body, file);
    if (fate !== "hidden") return fate;
    return onlyReturned(taken.variable, fn, file) ? fateOfReturned(fn, reached, all, file, hops) : "hidden";
  }
  if (isReturnedValue(node) && fn) return fateOfReturned(fn, reached, all, file, hops);
  if (preparesWork(node) || isOptionalPart(node)) return "unknown";
  const parent = parentOf(node);
  if (parent?.type === "AwaitExpression" && parentOf(parent)?.type === "ExpressionStatement") return "unknown";
  if (parent?.type === "ExpressionStatement") return "unknown";
  const test = [...ancestors(node)].find((up) => up.type === "IfStatement" || isFunction(up));
  if (test?.type === "IfStatement" && isInside(node, test.test)) return branchTells(test.consequent, file) || branchTells(test.alternate, file) ? "told" : "unknown";
  return "hidden";
}

/** `return find(id)`, or `const item = find(id); if (!item) return null;`: "nothing there" goes on as it came. */
export function handsOnNothing(call: Node, file: File): boolean {
  if (isReturnedValue(call)) return true;
  const taken = takenBy(call, file);
  const next = taken && statementsAfter(enclosingStatement(call))[0];
  if (next?.type !== "IfStatement" || !testsEmptiness(next.test, (node) => node.type === "Identifier" && file.bindings.variable(node) === taken?.variable)) return false;
  const only = next.consequent.type === "BlockStatement" ? next.consequent.body[0] : next.consequent;
  return only?.type === "ReturnStatement" && (only.argument === null || outcomesOf({ node: only.argument, env: rootEnv(file) }).every(({ kind }) => kind === "empty"));
}

function onlyReturned(variable: Variable, fn: FunctionNode, file: File): boolean {
  const reads = variable.references.filter((reference) => reference.isRead());
  return reads.length > 0 && reads.every((reference) => enclosingFunction(reference.identifier as Node) === fn && isReturnedValue(reference.identifier as Node)) && file !== undefined;
}

/** What becomes of a value that a function returns: the callers in this file decide. */
export function fateOfReturned(fn: FunctionNode, reached: ReachedFunction, all: ReadonlyMap<FunctionNode, ReachedFunction>, file: File, hops: number): Fate {
  const own = all.get(fn) ?? reached;
  if (own.role === "result") return own.certain && own.framework.outcomes.returnedString === "success" ? "hidden" : "unknown";
  if (hops <= 0) return "unknown";
  const callback = parentOf(fn);
  if (callback?.type === "CallExpression" && callback.callee !== fn) {
    if (!/^(?:map|flatMap|all|forEach)$/u.test(calleeName(callback) ?? "")) return "unknown";
    return fateOfList(callback, file);
  }
  const calls = callsOf(fn, all, file);
  if (calls.length === 0) return "unknown";
  const fates = calls.map((call) => fateOfExpression(call, all.get(enclosingFunction(call) ?? fn) ?? own, all, file, hops - 1));
  if (fates.includes("told")) return "told";
  return fates.includes("unknown") ? "unknown" : "hidden";
}

/** `items.map(async …)`: a function that counts or names what failed tells of it. */
function fateOfList(call: Node, file: File): Fate {
  const fn = enclosingFunction(call);
  if (!fn) return "unknown";
  const rest = file.text.slice(call.range[1], fn.range[1]);
  return /\b(?:fail\w*|error\w*|skipped|missing|unavailable|warnings?)\b/iu.test(rest) ? "told" : "hidden";
}

function callsOf(fn: FunctionNode, all: ReadonlyMap<FunctionNode, ReachedFunction>, file: File): TSESTree.CallExpression[] {
  const name = functionName(fn);
  const env = rootEnv(file);
  return file.index.calls.filter((call) => {
    if (calleeName(call) !== name) return false;
    const caller = enclosingFunction(call);
    return caller !== undefined && all.has(caller) && calledFunction(call, env)?.fn === fn;
  });
}

// ─── catch clauses ──────────────────────────────────────────────────────────

/** Variables declared outside the block that the block assigns. */
function assignedIn(block: Node, file: File): Variable[] {
  const found = new Set<Variable>();
  walkSameFunction(block, (node) => {
    if (node.type !== "AssignmentExpression" || node.left.type !== "Identifier") return;
    const variable = file.bindings.variable(node.left);
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (variable && declared && !isInside(declared, block)) found.add(variable);
  });
  return [...found];
}

/** The block only adds to something that is there already: `item.details = await …`, but not `byName[name] = await …`. */
function onlyDecorates(block: Node): boolean {
  let decorates = false;
  let other = false;
  walkSameFunction(block, (node) => {
    if (node.type === "AssignmentExpression") {
      if (node.left.type === "MemberExpression" && !node.left.computed) decorates = true;
      else other = true;
    }
    if (node.type === "CallExpression" && calleeName(node) === "push") other = true;
  });
  return decorates && !other;
}

/** `try { return a() } catch {}` with another attempt behind it. */
function fallsBack(statement: TSESTree.TryStatement): boolean {
  if (canComplete(statement.block)) {
    let returns = false;
    walkSameFunction(statement.block, (node) => {
      if (node.type === "ReturnStatement" || node.type === "ContinueStatement" || node.type === "BreakStatement") returns = true;
    });
    if (!returns) return false;
  }
  for (const next of statementsAfter(statement)) {
    if (next.type === "ThrowStatement" || next.type === "TryStatement") return true;
    if (doesWork(next)) return true;
    if (next.type === "ReturnStatement") return false;
  }
  return [...ancestors(statement)].some((up) => up.type === "ForOfStatement" || up.type === "ForStatement" || up.type === "WhileStatement");
}

function statementsAfter(statement: Node): Node[] {
  const parent = parentOf(statement);
  const list = parent?.type === "BlockStatement" || parent?.type === "Program" ? parent.body : parent?.type === "SwitchCase" ? parent.consequent : [];
  const at = (list as Node[]).indexOf(statement);
  return at < 0 ? [] : (list as Node[]).slice(at + 1);
}

function shortText(node: Node, file: File): string {
  const text = file.textOf(node).replace(/\s+/gu, " ");
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function firstCall(node: Node): string | undefined {
  let name: string | undefined;
  walkSameFunction(node, (child) => {
    if (name === undefined && child.type === "CallExpression") name = dottedName(child.callee) ?? calleeName(child);
  });
  return name;
}

function lineOf(node: Node, file: File): number {
  let line = 1;
  for (let at = file.text.indexOf("\n"); at >= 0 && at < node.range[0]; at = file.text.indexOf("\n", at + 1)) line++;
  return line;
}

function pathOf(fact: CatchFact, file: File, end: string): string[] {
  const source = firstCall(fact.attempt);
  return [...(source === undefined ? [] : [`${source}() fails`]), `caught in line ${lineOf(fact.node, file)}`, end];
}

/** `[]`, `null`, `false`, `{ items: [] }`: what a lookup gives that found nothing. */
function standsForNothing({ outcome }: Answer): boolean {
  if (outcome.kind === "constant") return outcome.value === false;
  if (outcome.kind === "data") return !hasFailureFlag(outcome.shape) && !outcome.shape.open && [...outcome.shape.fields.values()].every((value) => isEmptyValue(unwrap(value.node)));
  return outcome.kind === "empty";
}

function isEmptyValue(node: Node): boolean {
  if (node.type === "ArrayExpression") return node.elements.length === 0;
  if (node.type === "ObjectExpression") return node.properties.every((entry) => entry.type === "Property" && isEmptyValue(unwrap(entry.value)));
  return (node.type === "Literal" && !node.value) || isUndefined(node);
}

/** The failure that a catch loses, or undefined where it is told, excused, or cannot be judged. */
export function swallowOf(fact: CatchFact, all: ReadonlyMap<FunctionNode, ReachedFunction>, file: File): Swallow | undefined {
  if (isExcused(fact, file)) return undefined;
  const swallow = fact.form === "catch" ? swallowOfClause(fact, all, file) : swallowOfPromise(fact, all, file);
  return swallow && { ...swallow, commented: fact.node.type === "CatchClause" && commentNamesCause(fact.node, file) };
}

/** The empty value that a catch gives instead of a failure, by the function's own text: its callers are not looked at. */
export function lostIn(fact: CatchFact, file: File): string | undefined {
  const { node } = fact;
  if (isExcused(fact, file) || fact.recorded || (node.type === "CatchClause" && commentNamesCause(node, file))) return undefined;
  const empty = fact.answers.find((answer) => standsForNothing(answer) && !answer.tellsCause && !(node.type === "CatchClause" && answersOneKind(answer.node, node)));
  return empty && shortText(empty.node, file);
}

/** The same for a catch in a callback that works on one item of a list: the item is left out. */
export function lostInside(fact: CatchFact, file: File): string | undefined {
  const callback = fact.reached.fn;
  const call = parentOf(callback);
  if (call?.type !== "CallExpression" || !/^(?:map|flatMap)$/u.test(calleeName(call) ?? "") || fateOfList(call, file) !== "hidden") return undefined;
  return lostIn(fact, file);
}

function isExcused(fact: CatchFact, file: File): boolean {
  const { node, statement, reached, attempt } = fact;
  if (attemptOf(attempt) !== "work" || isOffPath(node)) return true;
  // A name like `isValid` excuses a check of a value; it does not make an answer of a failed request.
  if (isProbingFunction(reached.fn) && reached.role === "data" && !waitsIn(attempt)) return true;
  if (node.type !== "CatchClause" || !statement) {
    const comments = file.commentsInside(enclosingStatement(node));
    return comments.some((comment) => /best[\s-]?effort|non[\s-]?(?:fatal|critical)|optional/iu.test(comment.value));
  }
  if (namesIntent(node) || hasReason(node, statement, file)) return true;
  return looksAtKind(node) && (fact.throws.length > 0 || fact.answers.some(({ verdict }) => verdict === "error" || verdict === "told"));
}

function swallowOfClause(fact: CatchFact, all: ReadonlyMap<FunctionNode, ReachedFunction>, file: File): Swallow | undefined {
  const { statement, reached, node } = fact;
  if (node.type !== "CatchClause" || !statement) return undefined;
  const hidden = fact.answers.find((answer) => answer.verdict === "hidden" && !answer.tellsCause && !answersOneKind(answer.node, node));
  if (hidden) {
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
  if (!fact.goesOn || fact.recorded || fact.throws.length > 0) return undefined;
  if (fact.answers.some((answer) => !answersOneKind(answer.node, node))) return undefined;
  if (fallsBack(statement) || onlyDecorates(statement.block)) return undefined;
  const assigned = assignedIn(statement.block, file);
  if (!isMainWork(statement, assigned, reached.fn, file)) return undefined;
  if (assigned.some((variable) => fateOfVariable(variable, statement.range[1], reached.fn.body, file) === "told")) return undefined;
  if (reached.role === "data" && (goesOnWithDefault(statement, file) || !reachesResult(reached, all, file))) return undefined;
  const how = node.body.body.length === 0 ? "empty-catch" : "log-only";
  const instead = assigned[0] ? `${assigned[0].name} as it was before` : "the code behind it";
  return { node, how, reached, commented: false, path: pathOf(fact, file, `goes on with ${instead}`), instead };
}

/** The answer stands behind a test of what was caught: it is meant for that kind of failure alone. */
function answersOneKind(answer: Node, clause: TSESTree.CatchClause): boolean {
  return guardsOf(answer).some((guard) => isInside(guard.test, clause) && testsKind(guard.test));
}

function waitsIn(root: Node, outside?: Node): boolean {
  let waits = false;
  walkSameFunction(root, (node) => {
    if (node === outside) return false;
    if (node.type === "AwaitExpression") {
      const work = unwrap(node.argument);
      if (!(work.type === "CallExpression" && isTelemetryCall(work))) waits = true;
    }
    return !waits;
  });
  return waits;
}

/**
 * The attempt is what the function is there for: a list that it collects, or its only work. Where other work stands
 * beside it, a lost attempt may be a preparation or an addition, and no reviewer would be sure.
 */
function isMainWork(statement: TSESTree.TryStatement, assigned: readonly Variable[], fn: FunctionNode, file: File): boolean {
  if (assigned.some((variable) => startsAsList(variable))) return true;
  if (assigned.length === 0 && collects(statement.block, file)) return true;
  return !waitsIn(fn.body, statement);
}

function startsAsList(variable: Variable): boolean {
  const declarator = variable.defs[0]?.node as Node | undefined;
  const init = declarator?.type === "VariableDeclarator" && declarator.init ? unwrap(declarator.init) : undefined;
  return init?.type === "ArrayExpression";
}

/** `results.push(await …)` or `results[key] = await …` on a collection from outside the block. */
function collects(block: Node, file: File): boolean {
  let found = false;
  walkSameFunction(block, (node) => {
    const member = node.type === "CallExpression" && /^(?:push|set|add)$/u.test(calleeName(node) ?? "") ? unwrap(node.callee) : node.type === "AssignmentExpression" && node.left.type === "MemberExpression" && node.left.computed ? node.left : undefined;
    if (member?.type !== "MemberExpression") return;
    const list = unwrap(member.object);
    const declared = list.type === "Identifier" ? (file.bindings.variable(list)?.defs[0]?.name as Node | undefined) : undefined;
    if (declared && !isInside(declared, block)) found = true;
  });
  return found;
}

/** `try { return readPort() } catch {} return 3025`: a value that works without. */
function goesOnWithDefault(statement: TSESTree.TryStatement, file: File): boolean {
  const next = statementsAfter(statement).find((after) => after.type === "ReturnStatement");
  if (next?.type !== "ReturnStatement" || !next.argument) return false;
  const [outcome] = outcomesOf({ node: next.argument, env: rootEnv(file) });
  return outcome?.kind === "constant" || outcome?.kind === "text";
}

/** A helper whose callers take its return for granted. One that returns nothing is a side effect whose importance cannot be seen. */
function reachesResult(reached: ReachedFunction, all: ReadonlyMap<FunctionNode, ReachedFunction>, file: File): boolean {
  if (isFunction(parentOf(reached.fn))) return true;
  const fate = fateOfReturned(reached.fn, reached, all, file, MAX_CALLERS);
  return fate === "hidden";
}

function swallowOfPromise(fact: CatchFact, all: ReadonlyMap<FunctionNode, ReachedFunction>, file: File): Swallow | undefined {
  const { node, reached } = fact;
  if (fact.throws.length > 0 || fact.recorded || fact.answers.some(({ verdict, tellsCause }) => verdict === "error" || verdict === "told" || tellsCause)) return undefined;
  const [answer] = fact.answers;
  if (answer && !standsForNothing(answer) && answer.verdict !== "hidden") return undefined;
  if (!answer && !fact.goesOn) return undefined;
  const chain = parentOf(node);
  const statement = chain?.type === "ChainExpression" ? parentOf(chain) : chain;
  // Nobody waits for it: a background task, not the answer.
  if (statement?.type === "ExpressionStatement" || (statement?.type === "UnaryExpression" && statement.operator === "void")) return undefined;
  const fate = fateOfExpression(node, reached, all, file, MAX_CALLERS);
  const isWaitedWrite = statement?.type === "AwaitExpression" && parentOf(statement)?.type === "ExpressionStatement" && reached.role === "result" && !waitsIn(reached.fn.body, statement);
  if (fate !== "hidden" && !isWaitedWrite) return undefined;
  const instead = answer ? shortText(answer.node, file) : "undefined";
  return { node, how: "promise-default", reached, commented: false, path: pathOf(fact, file, instead), instead };
}

// ─── other ways to lose a failure ───────────────────────────────────────────

/** `Promise.allSettled` whose rejected results nobody looks at. */
export function ignoredRejections(reached: ReachedFunction, file: File): Swallow[] {
  const found: Swallow[] = [];
  walkSameFunction(reached.fn.body, (node) => {
    if (node.type !== "CallExpression" || dottedName(node.callee) !== "Promise.allSettled") return;
    const statement = enclosingStatement(node);
    if (statement.type === "ExpressionStatement" || statement.type === "ReturnStatement") return;
    const outer = outermostFunction(reached.fn);
    const text = file.textOf(outer);
    if (/["']rejected["']|\.reason\b|\breason\b\s*[},:]/u.test(text)) return;
    if (!/["']fulfilled["']/u.test(text)) return;
    if (/\b(?:fail(?:ed|ures?)|errors?)(?:Count)?\b\s*[:=+(.]/iu.test(text.slice(node.range[1] - outer.range[0]))) return;
    if (settlesOnlyHarmless(node)) return;
    found.push({ node: statement, how: "all-settled", reached, commented: false, path: ["one of the promises rejects", "its result is left out"], instead: "the results that succeeded" });
  });
  return found;
}

function settlesOnlyHarmless(call: TSESTree.CallExpression): boolean {
  const attempt = attemptOf(call);
  const names: string[] = [];
  walk(call, (node) => {
    if (node.type === "CallExpression" && node !== call) names.push(calleeName(node) ?? "");
  });
  return attempt === "cleanup" || attempt === "telemetry" || (names.length > 0 && names.every((name) => /^(?:close|unlink|rm|disconnect|map)$/u.test(name)));
}

function outermostFunction(fn: FunctionNode): FunctionNode {
  return fn;
}

/** A promise that is started and left alone, after which the tool says that the work is done. */
export function unawaitedWork(reached: ReachedFunction, file: File): Swallow[] {
  if (!reached.fn.async) return [];
  const found: Swallow[] = [];
  walkSameFunction(reached.fn.body, (node) => {
    if (node.type !== "ExpressionStatement" || node.expression.type !== "CallExpression") return;
    const call = node.expression;
    const name = calleeName(call) ?? "";
    if (/^(?:then|catch|finally)$/u.test(name) || isOffPath(node)) return;
    const attempt = attemptOf(node);
    // What only cleans up may be left alone, unless it is all that the tool does.
    if (attempt !== "work" && (attempt !== "cleanup" || waitsIn(reached.fn.body) || reached.role !== "result")) return;
    if (!givesPromise(call, file)) return;
    const comments = file.comments().filter((comment) => comment.range[1] <= node.range[0] && file.text.slice(comment.range[1], node.range[0]).trim() === "");
    if (comments.some((comment) => /background|fire[\s-]and[\s-]forget|best[\s-]?effort|async/iu.test(comment.value))) return;
    found.push({ node, how: "not-awaited", reached, commented: false, path: [`${dottedName(call.callee) ?? name}() is started`, "nobody waits for it"], instead: "success before the work is done" });
  });
  return found;
}

function givesPromise(call: TSESTree.CallExpression, file: File): boolean {
  const env = rootEnv(file);
  if (dottedName(call.callee) === "fetch") return file.bindings.resolve(unwrap(call.callee)).kind === "global";
  const called = calledFunction(call, env);
  if (called) {
    if (!called.fn.async && !/^Promise\b/u.test(called.env.file.textOf(called.fn.returnType?.typeAnnotation ?? called.fn).slice(0, 8))) return false;
    // A function that catches everything itself is a background task by design.
    const [first] = called.fn.body.type === "BlockStatement" ? called.fn.body.body : [];
    return !(first?.type === "TryStatement" && first.handler);
  }
  return declaredPromise(call, file);
}

/** A method of an interface of this file that is declared to return a promise. */
function declaredPromise(call: TSESTree.CallExpression, file: File): boolean {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression") return false;
  const name = memberName(callee);
  const object = unwrap(callee.object);
  const binding = object.type === "Identifier" ? file.bindings.resolve(object) : undefined;
  if (name === undefined || !binding) return false;
  const holder =
    binding.kind === "variable" ? binding.declarator.id : binding.kind === "parameter" ? binding.fn.params[binding.index] : undefined;
  const annotation = holder?.type === "Identifier" ? holder.typeAnnotation?.typeAnnotation : undefined;
  if (annotation?.type !== "TSTypeReference" || annotation.typeName.type !== "Identifier") return awaitedElsewhere(call, file);
  const typeName = annotation.typeName.name;
  for (const statement of file.ast.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "TSInterfaceDeclaration" || declaration.id.name !== typeName) continue;
    for (const member of declaration.body.body) {
      if (member.type === "TSMethodSignature" && member.key.type === "Identifier" && member.key.name === name) return file.textOf(member.returnType ?? member).includes("Promise<");
      if (member.type === "TSPropertySignature" && member.key.type === "Identifier" && member.key.name === name) return file.textOf(member).includes("=> Promise<");
    }
  }
  return awaitedElsewhere(call, file);
}

function awaitedElsewhere(call: TSESTree.CallExpression, file: File): boolean {
  const name = dottedName(call.callee);
  return file.index.calls.some((other) => other !== call && dottedName(other.callee) === name && parentOf(other)?.type === "AwaitExpression");
}

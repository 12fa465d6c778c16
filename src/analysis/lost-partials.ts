import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../syntax/names.js";
import {
  ancestors,
  contains,
  enclosingStatement,
  isFunction,
  isInside,
  parentOf,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import { isAnswered, reachesAnswer, rootOf } from "./answer-flow.js";
import type { CatchFact } from "./catches.js";
import { guardingTry, isSafeWork } from "./can-fail.js";
import { isOffPath } from "./excuses.js";
import type { File } from "./file.js";
import type { ReachedFunction } from "./reach.js";
import { isErrorOutcome, speaksOfFailure, type Returned } from "./returns.js";
import { mappedWork, runsWork, workOf } from "./parallel-work.js";
import { rootEnv } from "./values.js";

/** Results that were there when a later step failed, and that the error leaves out. */
export interface LostPartials {
  /** The clause or the return that leaves them out, or the work whose failure nobody catches. */
  readonly node: Node;
  readonly how: "clause" | "return" | "uncaught" | "all-clause" | "all";
  /** The variable that holds what was gathered, or the calls that run at once. */
  readonly gathered: string;
  /** The work that fails. */
  readonly what: string;
}

type Loop =
  | TSESTree.ForStatement
  | TSESTree.ForOfStatement
  | TSESTree.ForInStatement
  | TSESTree.WhileStatement
  | TSESTree.DoWhileStatement;

function isLoop(node: Node): node is Loop {
  return /^(?:For(?:Of|In)?|While|DoWhile)Statement$/u.test(node.type);
}

/** Reading one body piece by piece gathers no results: half a file is no answer. */
const READS_STREAM = /^(?:read|next|text|json|arrayBuffer|readline|question)$/u;

/** Work that changes something: how often it was done counts as a result. */
const WRITES =
  /^(?:create|add|insert|post|put|patch|update|set|delete|remove|send|upload|import|assign|move|copy|rename|publish|write|save|apply|cancel|close|archive|merge|tag|label|invite|grant|revoke|fill|click|run|execute|deploy|install)/iu;

/** What the loop waits for, and may fail. */
function risksIn(loop: Loop, file: File): TSESTree.AwaitExpression[] {
  const found: TSESTree.AwaitExpression[] = [];
  walkSameFunction(loop.body, (node) => {
    if (node.type === "CatchClause") return false;
    if (node.type !== "AwaitExpression" || isSafeWork(node.argument, rootEnv(file), 2)) return undefined;
    const work = unwrap(node.argument);
    if (work.type === "CallExpression" && dottedName(work.callee) === "Promise.all" && !runsWork(work, file))
      return undefined;
    if (work.type !== "CallExpression" || !READS_STREAM.test(calleeName(work) ?? "")) found.push(node);
    return undefined;
  });
  return found;
}

/** Variables from outside the loop that take a result of each round, behind the first work that may fail. */
function gatheredIn(loop: Loop, from: number, fn: FunctionNode, doesWrite: boolean, file: File): Variable[] {
  const found = new Set<Variable>();
  const counted = new Set<Variable>();
  const add = (target: Node, into = found): void => {
    const root = rootOf(unwrap(target));
    const variable = root.type === "Identifier" ? file.bindings.variable(root) : undefined;
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (variable && declared && isInside(declared, fn.body) && !isInside(declared, loop)) {
      found.add(variable);
      into.add(variable);
    }
  };
  walkSameFunction(loop.body, (node) => {
    if (node.type === "CatchClause" || node.range[1] < from) return node.type !== "CatchClause";
    if (node.type === "CallExpression" && /^(?:push|set|add|unshift|append)$/u.test(calleeName(node) ?? "")) {
      const callee = unwrap(node.callee);
      if (callee.type === "MemberExpression") add(callee.object);
    } else if (node.type === "AssignmentExpression" && accumulates(node, file))
      add(node.left, node.operator === "+=" ? counted : found);
    else if (node.type === "UpdateExpression" && node.operator === "++") add(node.argument, counted);
    return undefined;
  });
  const answered = [...found].filter((variable) => isAnswered(variable, loop.range[1], fn, file));
  const lists = answered.filter((variable) => !counted.has(variable) || startsAsText(variable));
  // A sum over some of the rounds is no answer; how often something was done is one.
  return lists.length > 0 || !doesWrite ? lists : answered;
}

/** `let text = "";` */
function startsAsText(variable: Variable): boolean {
  const declarator = variable.defs[0]?.node as Node | undefined;
  const init = declarator?.type === "VariableDeclarator" && declarator.init ? unwrap(declarator.init) : undefined;
  return init?.type === "TemplateLiteral" || (init?.type === "Literal" && typeof init.value === "string");
}

/** `text += …`, `byId[id] = …`, `all = [...all, …]`, `all = all.concat(…)`. */
function accumulates({ operator, left, right }: TSESTree.AssignmentExpression, file: File): boolean {
  if (operator === "+=") return true;
  if (operator !== "=") return false;
  if (left.type === "MemberExpression") return left.computed;
  const variable = left.type === "Identifier" ? file.bindings.variable(left) : undefined;
  const adds = right.type === "ArrayExpression" || (right.type === "CallExpression" && calleeName(right) === "concat");
  if (!variable || !adds) return false;
  return contains(right, (node) => node.type === "Identifier" && file.bindings.variable(node) === variable);
}

/** A counter of the rounds is no result. */
function countsRounds(variable: Variable, loop: Loop): boolean {
  return variable.references.some((reference) => {
    const use = reference.identifier as Node;
    return (
      (loop.type === "WhileStatement" || loop.type === "DoWhileStatement" || loop.type === "ForStatement") &&
      loop.test !== null &&
      isInside(use, loop.test)
    );
  });
}

function mentions(place: Node, variables: readonly Variable[], file: File): boolean {
  return contains(place, (node) => {
    const variable = node.type === "Identifier" ? file.bindings.variable(node) : undefined;
    return variable !== undefined && variables.includes(variable);
  });
}

/** A dispatcher's `try` around all tools is no place to know of one tool's results. */
function isOfDispatcher(node: Node, around: TSESTree.TryStatement): boolean {
  for (const up of ancestors(node)) {
    if (up === around) return false;
    if (up.type === "SwitchCase") return true;
  }
  return false;
}

type Drop = Pick<LostPartials, "node" | "how">;

interface Scope {
  readonly catches: readonly CatchFact[];
  readonly returns: readonly Returned[];
  readonly file: File;
}

/** Where the failure of `work` loses what the variables hold; undefined where it does not, or nobody can tell. */
function dropOf(work: Node, within: Node, gathered: readonly Variable[], scope: Scope): Drop | undefined {
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

function returnAround(node: Node): Node {
  for (const up of ancestors(node)) {
    if (up.type === "ReturnStatement") return up;
    if (isFunction(up)) return node;
  }
  return node;
}

/** `if (!res.ok) return failure(…)` in the loop, without what the rounds before have brought. */
function earlyReturn(loop: Loop, gathered: readonly Variable[], { returns, file }: Scope): Drop | undefined {
  const left = returns.find(
    (returned) =>
      returned.form === "return" &&
      returned.caught === undefined &&
      isInside(returned.node, loop.body) &&
      (isErrorOutcome(returned.outcome) || (returned.failure !== "none" && speaksOfFailure(returned))) &&
      !mentions(returnAround(returned.node), gathered, file),
  );
  return left && { node: returnAround(left.node), how: "return" };
}

function lostInLoop(loop: Loop, fn: FunctionNode, scope: Scope): LostPartials | undefined {
  const { file } = scope;
  const risks = risksIn(loop, file);
  const [first] = risks;
  if (!first) return undefined;
  const doesWrite = risks.some(({ argument }) => {
    const work = unwrap(argument);
    return work.type === "CallExpression" && WRITES.test(calleeName(work) ?? "");
  });
  const gathered = gatheredIn(loop, first.range[0], fn, doesWrite, file).filter(
    (variable) => !countsRounds(variable, loop),
  );
  const [name] = gathered;
  if (!name || repeatsOneCall(loop)) return undefined;
  const drops = risks.flatMap((risk) => {
    const drop = dropOf(risk, loop.body, gathered, scope);
    return drop ? [{ ...drop, what: workOf(risk.argument) }] : [];
  });
  const early = earlyReturn(loop, gathered, scope);
  const drop =
    drops.find(({ how }) => how === "return") ?? (early && { ...early, what: workOf(first.argument) }) ?? drops[0];
  return drop && { ...drop, gathered: name.name };
}

/** A retry or polling loop tries one thing again and again. */
function repeatsOneCall(loop: Loop): boolean {
  const names = new Set<string>();
  walkSameFunction(loop, (node) => {
    if (node.type === "Identifier") names.add(node.name);
  });
  return [...names].some((name) =>
    /^(?:attempts?|retry(?:Count)?|retries|max_?(?:retries|attempts)|tries|deadline|poll\w*|sleep|delay)$/iu.test(name),
  );
}

function lostInAll(call: TSESTree.CallExpression, fn: FunctionNode, scope: Scope): LostPartials | undefined {
  const { file, catches } = scope;
  const [list] = call.arguments;
  if (!list || list.type === "SpreadElement" || parentOf(call)?.type === "MemberExpression") return undefined;
  const what = mappedWork(list, file);
  if (what === undefined || !reachesAnswer(call, fn, file)) return undefined;
  const shared = { gathered: file.textOf(call.callee), what };
  const around = guardingTry(call);
  if (!around || isOfDispatcher(call, around)) return { ...shared, node: enclosingStatement(call), how: "all" };
  const fact = catches.find(({ node }) => node === around.handler);
  if (!fact || (fact.goesOn && fact.throws.length === 0)) return undefined;
  const told = fact.answers.some(({ verdict }) => verdict === "error" || verdict === "told" || verdict === "unknown");
  return told || fact.throws.length > 0 ? { ...shared, node: fact.node, how: "all-clause" } : undefined;
}

/** Everywhere that a function of a tool's reach gathers results of several steps, and loses them when one fails. */
export function lostPartialsOf(reached: ReachedFunction, scope: Scope): LostPartials[] {
  const { fn } = reached;
  // A helper may read ahead, or build a tree: only what a handler gathers is surely a part of the answer.
  if (reached.role !== "result" || isOffPath(fn)) return [];
  const found: LostPartials[] = [];
  walkSameFunction(fn.body, (node) => {
    if (isLoop(node)) {
      const lost = lostInLoop(node, fn, scope);
      if (lost) found.push(lost);
      return lost === undefined;
    }
    if (node.type === "CallExpression" && dottedName(node.callee) === "Promise.all") {
      const lost = lostInAll(node, fn, scope);
      if (lost) found.push(lost);
    }
    return undefined;
  });
  return found;
}

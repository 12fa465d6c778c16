import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  isInside,
  isLoop,
  parentOf,
  unwrap,
  walk,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { nameOfWork, workName } from "../../syntax/work.js";
import { isTelemetryCall, testsKind } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { canComplete } from "../values/flow.js";
import { isAskedFor } from "../values/asked-for.js";
import { testsResponse } from "../values/guards.js";
import { hasOtherEnd } from "./retry-bounds.js";
import { longestWait, type Counter } from "./retry-waits.js";
import { Cause } from "../values/taint.js";
import { constantOf, rootEnv } from "../values/values.js";

export type Attempts = TSESTree.ForStatement | TSESTree.WhileStatement | TSESTree.DoWhileStatement;

/** A loop that repeats one piece of work until it succeeds, or a function that does so by calling itself. */
export interface RetryLoop {
  readonly node: Node;
  /** Where the failure is let pass: the clause, or the loop that goes round. */
  readonly place: Node;
  /** The work that is repeated. */
  readonly what: string;
  /** How often at the most; `unbounded`: as long as it fails; undefined where the number is not written here. */
  readonly attempts: number | "unbounded" | undefined;
  readonly waits: boolean;
  /** How long it waits in all at the most, in milliseconds, where that can be told. */
  readonly longest: number | undefined;
  /** The number of attempts is an argument of the function. */
  readonly isAskedFor: boolean;
  /** The clause looks at the failure before it goes on. */
  readonly looks: boolean;
}

/** Names of calls that only let time pass. */
export const WAITS =
  /^(?:sleep\w*|delay\w*|wait\w*|setTimeout|backoff\w*|pause\w*|timeout|\w*[bB]ackoff|\w*Delay|\w*Sleep|\w*Wait)$/u;

export function canRetry(node: Node): node is Attempts {
  return node.type === "ForStatement" || node.type === "WhileStatement" || node.type === "DoWhileStatement";
}

/** The statement of the loop's body that tries the work and leaves the loop when it succeeds. */
function attemptIn(loop: Attempts, file: File): TSESTree.TryStatement | undefined {
  let found: TSESTree.TryStatement | undefined;
  walkSameFunction(loop.body, (node) => {
    if (found || isLoop(node)) return false;
    if (
      node.type === "TryStatement" &&
      node.handler &&
      (leavesOnSuccess(node.block) || endsOnSuccess(node.block, loop, file)) &&
      goesRound(node, node.handler.body, loop)
    )
      found = node;
    return undefined;
  });
  return found;
}

function leavesOnSuccess(block: TSESTree.BlockStatement): boolean {
  const last = block.body.at(-1);
  return (
    (last?.type === "ReturnStatement" || last?.type === "BreakStatement") &&
    contains(block, (node) => node.type === "AwaitExpression")
  );
}

/** `done = true;` or `found = await load();` as the last statement, in a loop that goes on while there is nothing in it. */
function endsOnSuccess(block: TSESTree.BlockStatement, loop: Attempts, file: File): boolean {
  const last = block.body.at(-1);
  const set = last?.type === "ExpressionStatement" ? unwrap(last.expression) : undefined;
  const variable = set?.type === "AssignmentExpression" ? file.bindings.variable(set.left) : undefined;
  return (
    variable !== undefined &&
    contains(block, (node) => node.type === "AwaitExpression") &&
    awaitedState(loop.test, file).includes(variable)
  );
}

/** `done` of `!done && tries < 3`: the loop goes on until it is set. */
function awaitedState(test: Node | null, file: File): Variable[] {
  const node = test && unwrap(test);
  if (node?.type === "LogicalExpression" && node.operator === "&&")
    return [node.left, node.right].flatMap((part) => awaitedState(part, file));
  if (node?.type !== "UnaryExpression" || node.operator !== "!") return [];
  const variable = file.bindings.variable(unwrap(node.argument));
  return variable ? [variable] : [];
}

/** Control comes round again behind the clause. */
function goesRound(attempt: Node, body: TSESTree.BlockStatement, loop: Attempts): boolean {
  if (canComplete(body) && !isLeftBehind(attempt, loop)) return true;
  let goesOn = false;
  walkSameFunction(body, (node) => {
    if (node.type === "ContinueStatement") goesOn = true;
  });
  return goesOn;
}

/** A statement behind this one leaves the loop, whatever happened before: `try { … } catch { … } break;` */
function isLeftBehind(statement: Node, loop: Attempts): boolean {
  let child = statement;
  for (const up of ancestors(statement)) {
    if (up.type === "BlockStatement")
      for (const next of up.body.slice(up.body.indexOf(child as TSESTree.Statement) + 1)) {
        if (canComplete(next)) continue;
        return !contains(next, ({ type }) => type === "ContinueStatement");
      }
    if (up === loop) return false;
    child = up;
  }
  return false;
}

/** `attempt < 3`, `attempt <= MAX`, counted from its start. */
export function limitOf(test: Node | null, init: Node | null, file: File): number | "unbounded" | undefined {
  if (test === null || constantOf({ node: test, env: rootEnv(file) }) === true) return "unbounded";
  const node = unwrap(test);
  if (awaitedState(node, file).length > 0 && node.type === "UnaryExpression") return "unbounded";
  if (node.type !== "BinaryExpression" || node.left.type === "PrivateIdentifier") return undefined;
  const limit = constantOf({ node: node.right, env: rootEnv(file) });
  const declared = init?.type === "VariableDeclaration" ? init.declarations[0]?.init : undefined;
  const start = declared ? constantOf({ node: declared, env: rootEnv(file) }) : 0;
  if (typeof limit !== "number" || typeof start !== "number") return undefined;
  if (node.operator === "<") return limit - start;
  return node.operator === "<=" ? limit - start + 1 : undefined;
}

export function looksAtFailure(clause: TSESTree.CatchClause, file: File): boolean {
  const name = clause.param?.type === "Identifier" ? clause.param.name : undefined;
  const cause = Cause.ofCatch(clause, file);
  return contains(clause.body, (node) => {
    // A test of the attempts alone does not look at what was caught.
    if (node.type === "IfStatement") return cause.isIn(node.test) && !asksForAbort(node.test, file);
    if (node.type === "ConditionalExpression") return cause.isIn(node.test) && testsKind(node.test);
    if (node.type === "SwitchStatement") return true;
    if (node.type !== "CallExpression" || isTelemetryCall(node)) return false;
    // Handed to a function that may look: `this.shouldRetry(error)`.
    return (
      name !== undefined &&
      !/^(?:String|stringify)$/u.test(calleeName(node) ?? "") &&
      !ABORT.test(calleeName(node) ?? "") &&
      !/^Promise\b/u.test(dottedName(node.callee) ?? "") &&
      node.arguments.some((argument) => argument.type === "Identifier" && argument.name === name)
    );
  });
}

/**
 * `if (response.status === 429 && left > 0) { await sleep(1000); continue; } return response;`: a refusal is an answer here,
 * and told or repeated by its status. What the clause catches is a lost connection.
 */
function answersRefusals(block: TSESTree.BlockStatement): boolean {
  return (
    contains(block, (node) => node.type === "IfStatement" && testsResponse(node.test)) &&
    !contains(block, (node) => node.type === "ThrowStatement")
  );
}

const ABORT = /abort|cancell?ed/iu;

/** `error.name === "AbortError"`: nobody waits any more. That tells nothing of which failures may be tried again. */
function asksForAbort(test: Node, file: File): boolean {
  const node = unwrap(test);
  if (node.type === "LogicalExpression" && node.operator === "||")
    return asksForAbort(node.left, file) && asksForAbort(node.right, file);
  const text = file.textOf(node);
  return ABORT.test(text) && !/status|code|retr[iy]|\b[45]\d\d\b/iu.test(text);
}

/** The calls that wait between the attempts. */
export function waitsIn({ body }: Attempts): (TSESTree.CallExpression | TSESTree.NewExpression)[] {
  const found: (TSESTree.CallExpression | TSESTree.NewExpression)[] = [];
  walk(body, (node) => {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") return;
    const callee = unwrap(node.callee);
    const name = callee.type === "MemberExpression" ? memberName(callee) : calleeName(node);
    if (WAITS.test(name ?? "")) found.push(node);
  });
  return found;
}

/** `let attempt = 0` of a `for`. */
function counterOf(loop: Attempts, file: File): Counter | undefined {
  const init = loop.type === "ForStatement" ? loop.init : null;
  const [first] = init?.type === "VariableDeclaration" ? init.declarations : [];
  const variable = first && file.bindings.variable(first.id);
  const start = first?.init ? constantOf({ node: first.init, env: rootEnv(file) }) : undefined;
  return variable && typeof start === "number" ? { variable, start } : undefined;
}

/** Reading the body of an answer at hand: the work is what brought the answer. */
const READS_BODY = /^(?:json|text|arrayBuffer|blob|formData)$/u;

/** `text` of `response.text().catch(…)`. */
function methodOf(call: TSESTree.CallExpression): string {
  return nameOfWork(call)?.split(".").at(-1) ?? "";
}

/** The last work that is waited for and that brings something, else the last: what comes before it prepares it. */
export function lastWork(block: Node): string {
  let last: TSESTree.CallExpression | undefined;
  let bringing: TSESTree.CallExpression | undefined;
  walkSameFunction(block, (node) => {
    const work = node.type === "AwaitExpression" ? unwrap(node.argument) : undefined;
    if (work?.type !== "CallExpression" || READS_BODY.test(methodOf(work)) || WAITS.test(methodOf(work))) return;
    last = work;
    if (parentOf(node)?.type !== "ExpressionStatement") bringing = work;
  });
  const work = bringing ?? last;
  return work ? workName(work) : "the work";
}

/** `folder` and `"package.json"` of `join(folder, "package.json")`, else the argument itself. */
function partsOfPath(argument: Node): readonly Node[] {
  const isJoined = argument.type === "CallExpression" && /^(?:join|resolve)$/u.test(calleeName(argument) ?? "");
  return isJoined ? argument.arguments : [argument];
}

/** `current = dirname(current);` where the loop goes on: the next round tries something else, and repeats nothing. */
export function triesAnother(block: Node, place: Node, file: File): boolean {
  const given = new Set<Variable>();
  walkSameFunction(block, (node) => {
    const work = node.type === "AwaitExpression" ? unwrap(node.argument) : undefined;
    for (const argument of work?.type === "CallExpression" ? work.arguments.flatMap(partsOfPath) : []) {
      const variable = file.bindings.variable(argument);
      if (variable) given.add(variable);
    }
  });
  return contains(place, (node) => {
    const variable =
      node.type === "AssignmentExpression" && node.operator === "=" ? file.bindings.variable(node.left) : undefined;
    return variable !== undefined && given.has(variable);
  });
}

/** Every loop of a function that repeats work after a failure. */
export function retryLoops(fn: FunctionNode, file: File): RetryLoop[] {
  const found: RetryLoop[] = [];
  walkSameFunction(fn.body, (node) => {
    if (!canRetry(node)) return;
    const attempt = attemptIn(node, file);
    const clause = attempt?.handler;
    if (!attempt || !clause || triesAnother(attempt.block, clause.body, file)) return;
    if (found.some((outer) => isInside(node, outer.node))) return;
    const limit = limitOf(node.test, node.type === "ForStatement" ? node.init : null, file);
    const waits = waitsIn(node);
    const counter = counterOf(node, file);
    const delays = waits.flatMap((wait) => wait.arguments);
    found.push({
      node,
      place: clause,
      what: lastWork(attempt.block),
      attempts: limit === "unbounded" && hasOtherEnd(node, attempt, file) ? undefined : limit,
      waits: waits.length > 0,
      longest: counter && typeof limit === "number" ? longestWait(delays, counter, limit, file) : undefined,
      isAskedFor: node.test?.type === "BinaryExpression" && isAskedFor(node.test.right, fn, file),
      looks: looksAtFailure(clause, file) || answersRefusals(attempt.block),
    });
  });
  return found;
}

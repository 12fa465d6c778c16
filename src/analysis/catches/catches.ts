import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, memberName } from "../../syntax/names.js";
import { inSourceOrder, ownNodes, returnedExpressions } from "../../syntax/node-index.js";
import {
  isEmptyList,
  isFunction,
  unwrap,
  walk,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { doesWork, holdsNothing, judge, type Judged } from "../results/answers.js";
import { isTelemetryCall } from "../swallows/excuses.js";
import { isAddedTo, logsOf } from "../swallows/only-logged.js";
import type { File } from "../file.js";
import type { ReachedFunction } from "../tools/reach.js";
import { Cause } from "../values/taint.js";
import { calledFunction } from "../values/calls.js";
import { canCompleteIn, throwingCall } from "../throws/throwers.js";
import { constantOf, objectShape, rootEnv, type Env } from "../values/values.js";

/** A return on a failure path, and what the model gets from it. */
export interface Answer extends Judged {
  /** The returned expression. */
  readonly node: Node;
  /** The failure itself (message, status …) is part of what is returned. */
  readonly tellsCause: boolean;
}

export interface Thrown {
  /** The `throw`, or the statement that calls what always throws. */
  readonly node: Node;
  /** What is thrown; for a call, what it was given. */
  readonly argument: Node;
  /** `throw error`, as it was caught. */
  readonly same: boolean;
}

/** A place where a failure is caught. */
export interface CatchFact {
  readonly form: "catch" | "promise-catch";
  /** The catch clause, or the `.catch(…)` call. */
  readonly node: TSESTree.CatchClause | TSESTree.CallExpression;
  /** What was attempted: the try block, or the promise. */
  readonly attempt: Node;
  readonly statement: TSESTree.TryStatement | undefined;
  readonly reached: ReachedFunction;
  readonly cause: Cause;
  readonly answers: readonly Answer[];
  readonly throws: readonly Thrown[];
  /** Control goes on behind the clause. */
  readonly goesOn: boolean;
  /** The failure is written down where the result can read it: `errors.push(…)`, `status = "failed"`. */
  readonly recorded: boolean;
}

function isRejectionHandler(call: TSESTree.CallExpression): FunctionNode | undefined {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression") return undefined;
  const name = memberName(callee);
  const argument = name === "catch" ? call.arguments[0] : name === "then" ? call.arguments[1] : undefined;
  const handler = argument && unwrap(argument);
  return isFunction(handler) ? handler : undefined;
}

export function promiseOf(call: TSESTree.CallExpression): Node {
  const callee = unwrap(call.callee);
  return callee.type === "MemberExpression" ? callee.object : callee;
}

function answerOf(expression: Node, cause: Cause, reached: ReachedFunction, file: File): Answer {
  const tellsCause = cause.isIn(expression);
  return { node: expression, tellsCause, ...judge(expression, rootEnv(file), reached, tellsCause) };
}

const NEUTRAL_WORDS = /^(?:|none|unknown|n\/a|null|undefined|default|empty|\[\]|\{\})$/iu;

/** Something other than a bare default is stored: the failure, a flag, a word, a count. */
function isRecord(value: Node, cause: Cause, file: File): boolean {
  if (cause.isIn(value)) return true;
  const node = unwrap(value);
  if (node.type === "Literal" || node.type === "TemplateLiteral") {
    const constant = constantOf({ node, env: rootEnv(file) });
    if (typeof constant === "boolean") return true;
    if (node.type === "TemplateLiteral" && node.expressions.length > 0) return true;
    return typeof constant === "string" && !NEUTRAL_WORDS.test(constant);
  }
  if (node.type === "ObjectExpression") return node.properties.length > 0;
  return (
    node.type === "NewExpression" || node.type === "CallExpression" || node.type === "AwaitExpression" || doesWork(node)
  );
}

/** True if the clause leaves a trace of the failure for the code behind it, or makes up for it by other work. */
function records(body: Node, cause: Cause, file: File): boolean {
  let found = false;
  walk(body, (node) => {
    if (found) return false;
    if (node.type === "AssignmentExpression") found = isRecord(node.right, cause, file);
    else if (node.type === "UpdateExpression") found = true;
    else if (node.type === "CallExpression") {
      if (isTelemetryCall(node)) return false;
      const name = calleeName(node) ?? "";
      if (/^(?:String|stringify|toString|isArray|keys|now)$/u.test(name) || onlyLogs(node, file)) return undefined;
      // Any other call hands the failure on, or makes up for it; a list that nobody reads does neither.
      found = !(/^(?:push|add|set)$/u.test(name) && (isNeverRead(node, file) || addsNothing(node, file)));
    }
    return undefined;
  });
  return found;
}

/** A function of the project that does nothing but log. */
function onlyLogs(call: TSESTree.CallExpression, file: File): boolean {
  const called = calledFunction(call, rootEnv(file));
  if (!called) return false;
  let calls = 0;
  let other = false;
  walkSameFunction(called.fn.body, (node) => {
    if (
      node.type === "AssignmentExpression" ||
      node.type === "ThrowStatement" ||
      (node.type === "ReturnStatement" && node.argument)
    )
      other = true;
    if (node.type !== "CallExpression") return undefined;
    calls++;
    if (!isTelemetryCall(node)) other = true;
    return false;
  });
  return calls > 0 && !other;
}

/** `rows.push({ name, count: 0 })`, `kept.set(name, [])`: what is told of the item is that there is nothing. */
function addsNothing(call: TSESTree.CallExpression, file: File): boolean {
  const added = call.arguments.at(-1);
  if (calleeName(call) === "set" && added && isEmptyList(added)) return true;
  const shape = added && objectShape({ node: added, env: rootEnv(file) });
  return shape !== undefined && shape.fields.size > 1 && holdsNothing(shape);
}

/** `errors.push(error)` on a list that is only ever pushed to, or of which only a log is told. */
function isNeverRead(call: TSESTree.CallExpression, file: File): boolean {
  const list = call.callee.type === "MemberExpression" ? unwrap(call.callee.object) : undefined;
  const variable = list?.type === "Identifier" ? file.bindings.variable(list) : undefined;
  // A list that was handed in is read by who did so.
  if (!variable || variable.defs.some(({ type }) => (type as string) === "Parameter")) return false;
  const isPushedTo = variable.references.every(
    (reference) => !reference.isRead() || isAddedTo(reference.identifier as Node),
  );
  return isPushedTo || logsOf(variable) !== undefined;
}

function thrownIn(body: Node, cause: Cause, env: Env): Thrown[] {
  const throws: Thrown[] = [];
  walkSameFunction(body, (node) => {
    if (node.type === "TryStatement" && node.handler) {
      // What the block throws is caught right there.
      for (const part of [node.handler, node.finalizer]) if (part) throws.push(...thrownIn(part, cause, env));
      return false;
    }
    if (node.type === "ThrowStatement") {
      const argument = unwrap(node.argument);
      throws.push({ node, argument, same: argument.type === "Identifier" && cause.has(argument) });
    }
    const call = throwingCall(node, env);
    if (call) throws.push({ node, argument: call.arguments.find((given) => cause.isIn(given)) ?? call, same: false });
    return undefined;
  });
  return throws;
}

/** Every place in a function where a failure is caught. Functions inside it are looked at on their own. */
export function catchesOf(reached: ReachedFunction, file: File): CatchFact[] {
  const { tries, calls } = ownNodes(reached.fn);
  const handled = calls.filter((call) => isRejectionHandler(call));
  return inSourceOrder<TSESTree.TryStatement | TSESTree.CallExpression>(tries, handled).flatMap((node) => {
    if (node.type === "TryStatement") return node.handler ? tryFact(node, node.handler, reached, file) : [];
    const handler = isRejectionHandler(node);
    return handler ? promiseFact(node, handler, reached, file) : [];
  });
}

function tryFact(
  statement: TSESTree.TryStatement,
  clause: TSESTree.CatchClause,
  reached: ReachedFunction,
  file: File,
): CatchFact {
  const cause = Cause.ofCatch(clause, file);
  const answers: Answer[] = [];
  walkSameFunction(clause.body, (node) => {
    if (node.type === "ReturnStatement" && node.argument) answers.push(answerOf(node.argument, cause, reached, file));
  });
  return {
    form: "catch",
    node: clause,
    attempt: statement.block,
    statement,
    reached,
    cause,
    answers,
    throws: thrownIn(clause.body, cause, rootEnv(file)),
    goesOn: canCompleteIn(clause.body, rootEnv(file)) || leavesLoop(clause.body),
    recorded: records(clause.body, cause, file),
  };
}

/** `continue` and `break` go on behind the clause too. */
function leavesLoop(body: Node): boolean {
  let found = false;
  walkSameFunction(body, (node) => {
    if (node.type === "ContinueStatement" || node.type === "BreakStatement") found = true;
  });
  return found;
}

function promiseFact(
  call: TSESTree.CallExpression,
  handler: FunctionNode,
  reached: ReachedFunction,
  file: File,
): CatchFact {
  const cause = Cause.ofParameters(handler.params, handler.body, file);
  const isBlock = handler.body.type === "BlockStatement";
  return {
    form: "promise-catch",
    node: call,
    attempt: promiseOf(call),
    statement: undefined,
    reached,
    cause,
    answers: returnedExpressions(handler).map((expression) => answerOf(expression, cause, reached, file)),
    throws: thrownIn(handler.body, cause, rootEnv(file)),
    goesOn: handler.body.type === "BlockStatement" && canCompleteIn(handler.body, rootEnv(file)),
    recorded: isBlock ? records(handler.body, cause, file) : false,
  };
}

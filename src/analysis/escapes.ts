import type { TSESTree } from "@typescript-eslint/types";
import { blamesRequest, isElicitationError, isMcpErrorClass, isRequestErrorCode } from "../contract/protocol.js";
import { calleeName, dottedName } from "../syntax/names.js";
import {
  ancestors,
  enclosingStatement,
  isFunction,
  isInside,
  parentOf,
  unwrap,
  walk,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import { workName } from "../syntax/work.js";
import type { CatchFact } from "./catches.js";
import { isCleanupCall, isTelemetryCall } from "./excuses.js";
import type { File } from "./file.js";
import { canComplete } from "./flow.js";
import { guardsOf } from "./guards.js";
import type { Tool } from "./tools/index.js";
import { calledFunction } from "./calls.js";
import { textOf, wordsOf } from "./text.js";
import { resolve, rootEnv, type Env, type Ref } from "./values.js";

/** Work of a tool whose failure leaves the handler as a throw, where the framework makes a JSON-RPC error of it. */
export interface Escape {
  readonly how: "unguarded" | "rethrown" | "thrown";
  /** The statement that can fail, the catch clause, or the throw. */
  readonly node: Node;
  readonly tool: Tool;
  /** What fails, for the message. */
  readonly what: string;
}

const MAX_DELEGATION = 3;

/** Calls that cannot fail for a reason of the tool's work. */
const CANNOT_FAIL = /^(?:sleep|delay|wait|setTimeout|resolve|nextTick|tick|yield\w*)$/iu;

function isHarmless(call: TSESTree.CallExpression | TSESTree.NewExpression): boolean {
  if (call.type === "NewExpression") return true;
  return isTelemetryCall(call) || isCleanupCall(call) || CANNOT_FAIL.test(calleeName(call) ?? "");
}

/** A clause that turns every failure into a result (or passes on only what a test picks out). */
export function convertsAll(statement: TSESTree.TryStatement): boolean {
  const clause = statement.handler;
  if (!clause) return false;
  let throws = false;
  walkSameFunction(clause.body, (node) => {
    if (node.type === "ThrowStatement") throws = true;
  });
  return !throws;
}

/** The `try` whose clause takes what a node of its block throws. */
export function guardingTry(node: Node): TSESTree.TryStatement | undefined {
  let child = node;
  for (let up = parentOf(node); up && !isFunction(up); up = parentOf(up)) {
    if (up.type === "TryStatement" && up.block === child && up.handler) return up;
    child = up;
  }
  return undefined;
}

/** The function never throws for a failure of its work: everything that can fail stands in a try that converts. */
export function isSafe(fn: FunctionNode, env: Env, hops: number): boolean {
  let safe = true;
  walkSameFunction(fn.body, (node) => {
    if (!safe) return false;
    if (node.type === "ThrowStatement" && !guardingTry(node)) safe = false;
    if (node.type === "ThrowStatement" && [...ancestors(node)].some((up) => up.type === "CatchClause")) safe = false;
    if (node.type === "AwaitExpression") {
      const around = guardingTry(node);
      if (!(around && convertsAll(around)) && !isSafeWork(node.argument, env, hops)) safe = false;
    }
    return undefined;
  });
  return safe;
}

/** Waiting for this work can never throw. */
export function isSafeWork(work: Node, env: Env, hops: number): boolean {
  const node = unwrap(work);
  if (node.type === "NewExpression") return true;
  if (node.type !== "CallExpression") return node.type !== "ImportExpression" && node.type !== "Identifier";
  if (isHarmless(node)) return true;
  if (dottedName(node.callee) === "Promise.allSettled") return true;
  const callee = unwrap(node.callee);
  if (callee.type === "MemberExpression" && calleeName(node) === "catch") return true;
  const called = calledFunction(node, env);
  return called !== undefined && hops > 0 && isSafe(called.fn, called.env, hops - 1);
}

/** The function that really answers: a handler may do nothing but call it. */
function delegate(fn: FunctionNode, file: File, hops = MAX_DELEGATION): FunctionNode {
  if (hops <= 0) return fn;
  const only = fn.body.type === "BlockStatement" ? answeringStatement(fn.body) : fn.body;
  const expression = only?.type === "ReturnStatement" ? only.argument : only;
  const call = expression && unwrap(expression);
  if (call?.type !== "CallExpression") return fn;
  // `return context.run(store, async () => { … })`: the callback is what answers.
  const callback = call.arguments.find((argument) => isFunction(argument) && argument.async);
  if (isFunction(callback)) return delegate(callback, file, hops - 1);
  const called = calledFunction(call, rootEnv(file));
  return called?.env.file === file ? delegate(called.fn, file, hops - 1) : fn;
}

/** The one statement that can fail, at the end of a body that before it only names things. */
function answeringStatement(body: TSESTree.BlockStatement): Node | undefined {
  const last = body.body.at(-1);
  return body.body
    .slice(0, -1)
    .every(
      (statement) =>
        statement.type === "VariableDeclaration" &&
        statement.declarations.every(({ init }) => init?.type !== "AwaitExpression"),
    )
    ? last
    : undefined;
}

/** The branch of a dispatcher that a statement belongs to: one missing try is told once a branch. */
function branchOf(node: Node, fn: FunctionNode): Node {
  for (const up of ancestors(node)) {
    if (up === fn) return fn;
    if (up.type === "SwitchCase") return up;
    const parent = parentOf(up);
    if (parent?.type === "IfStatement" && up === parent.consequent && dispatches(parent.test)) return up;
  }
  return fn;
}

function dispatches(test: Node): boolean {
  const node = unwrap(test);
  return (
    node.type === "BinaryExpression" &&
    /^===?$/u.test(node.operator) &&
    (node.right.type === "Literal" || node.left.type === "Literal") &&
    /(?:^|\.)(?:name|toolName|tool)$/u.test(dottedName(node.left) ?? dottedName(node.right) ?? "")
  );
}

/** Calls by which a dispatcher hands over to a handler that it knows only at run time. */
function isDispatch(call: TSESTree.CallExpression): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === "MemberExpression" && callee.computed) return true;
  return /^(?:handler|handle|execute|callback|run|invoke|exec|fn|func|toolHandler|handleToolCall|callTool|executeTool)$/u.test(
    calleeName(call) ?? "",
  );
}

/** A dispatching call may fail in the handler it finds; other calls count where they are awaited or async. */
export function canFail(node: Node, file: File): TSESTree.CallExpression | undefined {
  const env = rootEnv(file);
  if (node.type === "AwaitExpression") {
    const work = unwrap(node.argument);
    return work.type === "CallExpression" && !isSafeWork(work, env, 2) ? work : undefined;
  }
  if (node.type === "ReturnStatement" && node.argument) {
    const call = unwrap(node.argument);
    if (call.type !== "CallExpression" || node.argument.type === "AwaitExpression") return undefined;
    const called = calledFunction(call, env);
    if (called) return called.fn.async && !isSafe(called.fn, called.env, 2) ? call : undefined;
    return isDispatch(call) ? call : undefined;
  }
  return undefined;
}

function escapesOfFunction(fn: FunctionNode, tool: Tool, catches: readonly CatchFact[], file: File): Escape[] {
  const found: Escape[] = [];
  const seen = new Set<Node>();
  const expression = fn.body.type === "BlockStatement" ? undefined : fn.body;
  if (expression) {
    const call = unwrap(expression);
    if (
      call.type === "CallExpression" &&
      (isDispatch(call) || calledFunction(call, rootEnv(file))?.fn.async === true) &&
      !isSafeWork(call, rootEnv(file), 2)
    )
      found.push({ how: "unguarded", node: expression, tool, what: workName(call) });
    return found;
  }
  walkSameFunction(fn.body, (node) => {
    const call = canFail(node, file);
    if (!call || guardingTry(node) || [...ancestors(node)].some((up) => up.type === "CatchClause" && isInside(up, fn)))
      return;
    const branch = branchOf(node, fn);
    if (seen.has(branch)) return;
    seen.add(branch);
    found.push({ how: "unguarded", node: enclosingStatement(node), tool, what: workName(call) });
  });
  for (const fact of catches) {
    if (fact.reached.fn !== fn || fact.node.type !== "CatchClause" || !fact.statement || guardingTry(fact.statement))
      continue;
    const thrown = fact.throws.filter(
      ({ node }) => !isGuardedRethrow(node, fact) && !isAllowedThrow(node.argument, node, file),
    );
    if (thrown.length === 0) {
      found.push(...passedThrough(fact, tool, file));
      continue;
    }
    // A clause that also answers throws only for what is left over; the clause is the place all the same.
    if (fact.answers.length > 0 && !thrown.every(({ same }) => !same) && fact.throws.length !== thrown.length) continue;
    found.push({ how: "rethrown", node: fact.node, tool, what: "the caught error" });
  }
  walkSameFunction(fn.body, (node) => {
    if (node.type !== "ThrowStatement" || guardingTry(node)) return;
    if ([...ancestors(node)].some((up) => up.type === "CatchClause" && isInside(up, fn))) return;
    if (!isMcpErrorThrow(node) || isAllowedThrow(node.argument, node, file)) return;
    found.push({ how: "thrown", node, tool, what: thrownName(node) });
  });
  return found;
}

/** `if (error instanceof McpError) throw error`: picks out what was thrown on purpose. */
function isGuardedRethrow(node: TSESTree.ThrowStatement, fact: CatchFact): boolean {
  return guardsOf(node).some(
    (guard) => isInside(guard.test, fact.node) && protocolClassTested(guard.test) !== undefined,
  );
}

function protocolClassTested(test: Node): string | undefined {
  let name: string | undefined;
  walkSameFunction(test, (node) => {
    if (node.type === "BinaryExpression" && node.operator === "instanceof") name = dottedName(node.right);
  });
  return name !== undefined && (isMcpErrorClass(name) || isElicitationError(name)) ? name : undefined;
}

/** Errors of the tool's work that are thrown in the try as the class that the clause lets through. */
function passedThrough(fact: CatchFact, tool: Tool, file: File): Escape[] {
  const letThrough = fact.throws.flatMap(({ node }) =>
    guardsOf(node).flatMap((guard) => protocolClassTested(guard.test) ?? []),
  );
  if (letThrough.length === 0) return [];
  return protocolErrorsIn({ node: fact.attempt, env: rootEnv(file) }, letThrough, MAX_DELEGATION).map(
    ({ place, what }) => ({
      how: "thrown",
      node: place,
      tool,
      what,
    }),
  );
}

/** Throws of the classes for the tool's own work, here or in what is called; `place` is the throw or the call of this file. */
function protocolErrorsIn(block: Ref, classes: readonly string[], hops: number): { place: Node; what: string }[] {
  const { file } = block.env;
  const found: { place: Node; what: string }[] = [];
  const seen = new Set<Node>();
  walkSameFunction(block.node, (node) => {
    if (node.type === "ThrowStatement") {
      const made = unwrap(node.argument);
      if (made.type !== "NewExpression" || !classes.includes(calleeName(made) ?? "")) return;
      if (!isAllowedThrow(node.argument, node, file)) found.push({ place: node, what: thrownName(node) });
      return;
    }
    if (node.type !== "CallExpression" || hops <= 0) return;
    const called = calledFunction(node, block.env);
    if (!called) return;
    for (const inner of protocolErrorsIn({ node: called.fn.body, env: called.env }, classes, hops - 1)) {
      const place = called.env.file === file ? inner.place : enclosingStatement(node);
      if (seen.has(place)) continue;
      seen.add(place);
      found.push({ place, what: inner.what });
    }
  });
  return found;
}

function isMcpErrorThrow(node: TSESTree.ThrowStatement): boolean {
  const made = unwrap(node.argument);
  return made.type === "NewExpression" && isMcpErrorClass(calleeName(made) ?? "");
}

/** An unknown tool, malformed parameters, URL elicitation, an abort: what a protocol error is for. */
function isAllowedThrow(argument: Node, node: Node, file: File): boolean {
  const made = unwrap(argument);
  if (made.type !== "NewExpression" && made.type !== "CallExpression") {
    return guardsOf(node).some((guard) => /abort/iu.test(file.textOf(guard.test)));
  }
  const name = calleeName(made) ?? "";
  if (isElicitationError(name) || /abort/iu.test(name)) return true;
  const [first, second] = made.arguments;
  if (isMcpErrorClass(name) && first) {
    const code = dottedName(first) ?? file.textOf(first);
    if (isRequestErrorCode(code)) return true;
  }
  const message = isMcpErrorClass(name) ? second : first;
  const words =
    message && message.type !== "SpreadElement" ? wordsOf(textOf({ node: message, env: rootEnv(file) })) : "";
  const inDefault = [...ancestors(node)].some((up) => up.type === "SwitchCase" && up.test === null);
  return inDefault || (/\btool\b|\barguments?\b|\bparam/iu.test(words) && blamesRequest(words));
}

/** `new McpError(…)`, for the message. */
function thrownName({ argument }: TSESTree.ThrowStatement): string {
  const made = unwrap(argument);
  return made.type === "NewExpression" ? `new ${calleeName(made) ?? "Error"}(…)` : "the thrown error";
}

/** Every wrapper around the handler can be read, and lets each throw through. */
function isTransparent(tool: Tool, file: File): boolean {
  const argument = tool.registration.type === "CallExpression" ? tool.registration.arguments.at(-1) : undefined;
  let wrapper = argument && unwrap(argument);
  if (wrapper?.type === "Identifier") wrapper = resolve({ node: wrapper, env: rootEnv(file) }).node;
  if (wrapper?.type !== "CallExpression") return false;
  const called = calledFunction(wrapper, rootEnv(file));
  if (!called) return false;
  let converts = false;
  walk(called.fn.body, (node) => {
    if (node.type === "TryStatement" && node.handler && canComplete(node.handler.body)) converts = true;
    if (node.type === "CatchClause")
      walkSameFunction(node.body, (child) => {
        if (child.type === "ReturnStatement") converts = true;
      });
    if (node.type === "CallExpression" && calleeName(node) === "catch") converts = true;
  });
  return !converts;
}

/** Failures that leave the handlers of frameworks in which a throw becomes a protocol error. */
export function escapesOf(tools: readonly Tool[], catches: readonly CatchFact[], file: File): Escape[] {
  const found: Escape[] = [];
  const done = new Set<FunctionNode>();
  for (const tool of tools) {
    const { outcomes } = tool.framework;
    if (!tool.certain || (tool.wrapped && !isTransparent(tool, file))) continue;
    for (const handler of tool.functions) {
      const fn = delegate(handler, file);
      if (done.has(fn)) continue;
      done.add(fn);
      if (outcomes.thrown === "protocol-error") found.push(...escapesOfFunction(fn, tool, catches, file));
      else if (outcomes.thrownProtocolError === "protocol-error") found.push(...protocolThrows(fn, tool, file));
    }
  }
  return found;
}

/** Frameworks that convert every throw but that of the SDK's own class. */
function protocolThrows(fn: FunctionNode, tool: Tool, file: File): Escape[] {
  const found: Escape[] = [];
  walkSameFunction(fn.body, (node) => {
    if (node.type !== "ThrowStatement" || !isMcpErrorThrow(node) || isAllowedThrow(node.argument, node, file)) return;
    const around = guardingTry(node);
    if (around && convertsAll(around)) return;
    found.push({ how: "thrown", node, tool, what: thrownName(node) });
  });
  return found;
}

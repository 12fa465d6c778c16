import type { TSESTree } from "@typescript-eslint/types";
import { blamesRequest } from "../../contract/protocol.js";
import { calleeName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import {
  enclosingStatement,
  isFunction,
  parentOf,
  unwrap,
  walk,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { workName } from "../../syntax/work.js";
import { calledFunction } from "../values/calls.js";
import { canFail, givesFailure } from "../reachability/can-fail.js";
import type { CatchFact } from "../catches/catches.js";
import type { File } from "../file.js";
import { canComplete, enclosingCatch } from "../values/flow.js";
import { comesFromWork, guardsOf } from "../values/guards.js";
import { handsOnRequest } from "../values/forwarding.js";
import { handlersOfTable } from "../tools/handler-tables.js";
import { branchOf, wayOf } from "./branches.js";
import { attempts, exitsOf, functionOfFile, thrownOn, type Exits, type Reach } from "./exits.js";
import {
  isAllowedThrow,
  isMcpErrorThrow,
  protocolClassTested,
  protocolErrorsIn,
  thrownName,
} from "./protocol-throws.js";
import { textOf, wordsOf } from "../values/text.js";
import type { Tool } from "../tools/index.js";
import { convertsAll, guardingTry, isConverted } from "../catches/tries.js";
import { resolve, rootEnv } from "../values/values.js";

/** Work of a tool whose failure leaves the handler as a throw, where the framework makes a JSON-RPC error of it. */
export interface Escape {
  /**
   * `handedOn`: a promise that goes past the clause around it, as nobody waits for it in there;
   * `rethrownBelow`: a clause of a function that works for the handler, and makes no results itself;
   * `answered`, `answeredAbove`: the clause, here or for all methods of the protocol, writes the JSON-RPC error itself.
   */
  readonly how: "unguarded" | "handedOn" | "rethrown" | "rethrownBelow" | "thrown" | "answered" | "answeredAbove";
  /** The statement that can fail, the catch clause, or the throw. */
  readonly node: Node;
  readonly tool: Tool;
  /** What fails, for the message. */
  readonly what: string;
}

const MAX_DELEGATION = 3;

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
  const called = functionOfFile(call, file);
  return called ? delegate(called, file, hops - 1) : fn;
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

/** Work of a handler that no clause of its own is around. */
interface OpenWork {
  /** The first of each way through a branch. */
  readonly escapes: readonly Escape[];
  readonly branches: ReadonlySet<Node>;
  /** Calls whose promise goes past the clause around them. */
  readonly handedOn: ReadonlySet<Node>;
}

function openWork(fn: FunctionNode, tool: Tool, reach: Reach): OpenWork {
  const { file } = reach;
  const open: Escape[] = [];
  const clauses = new Set<CatchFact>();
  const branches = new Set<Node>();
  const told = new Set<Node>();
  const handedOn = new Set<Node>();
  walkSameFunction(fn.body, (node) => {
    const call = canFail(node, file);
    if (!call || enclosingCatch(node) || handsOnRequest(call, file)) return;
    const attempt = guardingTry(node);
    if (attempt && !goesPast(call, attempt, file)) return;
    if (attempt) handedOn.add(call);
    const exits: Exits = attempt ? { clauses: [], open: call } : exitsOf(call, reach);
    for (const clause of exits.clauses) clauses.add(clause);
    const branch = branchOf(node, fn);
    const way = wayOf(node, branch);
    if (!exits.open || told.has(branch) || told.has(way)) return;
    branches.add(branch);
    told.add(way);
    const how = attempt ? "handedOn" : "unguarded";
    // Also where a function of this file does the work: the branch is what lacks the clause, and each branch is a change of its own.
    open.push({ how, node: enclosingStatement(node), tool, what: workName(call) });
  });
  const thrownOnBelow = [...clauses].map(({ node, reached }): Escape => {
    const how = reached.role === "result" ? "rethrown" : "rethrownBelow";
    return { how, node, tool, what: "the caught error" };
  });
  return { escapes: [...open, ...thrownOnBelow], branches, handedOn };
}

function escapesOfFunction(fn: FunctionNode, tool: Tool, reach: Reach): Escape[] {
  const { catches, file } = reach;
  if (fn.body.type !== "BlockStatement") {
    const call = unwrap(fn.body);
    return call.type === "CallExpression" && !handsOnRequest(call, file) && givesFailure(call, rootEnv(file))
      ? [{ how: "unguarded", node: fn.body, tool, what: workName(call) }]
      : [];
  }
  const { escapes, branches, handedOn } = openWork(fn, tool, reach);
  const found: Escape[] = [...escapes];
  for (const fact of catches) {
    if (fact.reached.fn !== fn || fact.node.type !== "CatchClause" || !fact.statement || guardingTry(fact.statement))
      continue;
    const thrown = thrownOn(fact, file);
    if (thrown.length === 0) {
      found.push(...passedThrough(fact, tool, file));
      continue;
    }
    // A clause that also answers throws only for what is left over; the clause is the place all the same.
    if (fact.answers.length > 0 && !thrown.every(({ same }) => !same) && fact.throws.length !== thrown.length) continue;
    if (attempts.cannotFail(fact.attempt, file)) continue;
    if (thrown.every(({ same }) => same) && onlyForwards(fact.attempt, file)) continue;
    // What is handed on past the clause is told where it is returned.
    if (handedOn.size > 0 && attempts.failingIn(fact.attempt, file).every((call) => handedOn.has(call))) continue;
    found.push({ how: "rethrown", node: fact.node, tool, what: "the caught error" });
  }
  for (const node of ownNodes(fn).throws) {
    if (guardingTry(node) || enclosingCatch(node)) continue;
    const isOfWork = isMcpErrorThrow(node) || (!branches.has(branchOf(node, fn)) && refusesByState(node, fn, file));
    if (!isOfWork || isAllowedThrow(node.argument, node, file)) continue;
    found.push({ how: "thrown", node, tool, what: thrownName(node) });
  }
  return found;
}

/** `try { return await client.callTool(request.params); } catch (error) { log(error); throw error; }`: a proxy with a log. */
function onlyForwards(attempt: Node, file: File): boolean {
  const failing = attempts.failingIn(attempt, file).filter(({ type }) => type !== "ThrowStatement");
  return failing.length > 0 && failing.every((node) => node.type === "CallExpression" && handsOnRequest(node, file));
}

/**
 * `try { return load(id); } catch …`: what `load` rejects with never comes to the clause. Of a function that cannot be seen
 * it is not known whether it gives a promise; where the clause throws too, it makes no difference.
 */
function goesPast(call: TSESTree.CallExpression, attempt: TSESTree.TryStatement, file: File): boolean {
  const env = rootEnv(file);
  if (parentOf(call)?.type === "AwaitExpression" || !isPartOfReturn(call)) return false;
  if (calledFunction(call, env)) return true;
  const functions = handlersOfTable(call, env) ?? [];
  return functions.length > 0 ? functions.every(({ fn }) => fn.async) : !convertsAll(attempt, env);
}

function isPartOfReturn(call: Node): boolean {
  const up = parentOf(call);
  if (up?.type === "ConditionalExpression" || up?.type === "LogicalExpression") return isPartOfReturn(up);
  return up?.type === "ReturnStatement";
}

/**
 * `if (forecast.stale) throw new Error("No forecast today")` in the branch of one tool: the test asks for something that
 * the tool has looked up, and the words do not blame the request.
 */
function refusesByState(node: TSESTree.ThrowStatement, fn: FunctionNode, file: File): boolean {
  const made = unwrap(node.argument);
  const [guard] = guardsOf(node);
  if (made.type !== "NewExpression" || !guard || branchOf(node, fn) === fn) return false;
  const [message] = made.arguments;
  const words =
    message && message.type !== "SpreadElement" ? wordsOf(textOf({ node: message, env: rootEnv(file) })) : "";
  const asked = unwrap(guard.test);
  return (
    words !== "" && !blamesRequest(words) && asked.type === "MemberExpression" && comesFromWork(asked.object, file)
  );
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
    // What the handler itself catches is none of the wrapper's.
    if (isFunction(node) && tool.functions.includes(node)) return false;
    if (node.type === "TryStatement" && node.handler && canComplete(node.handler.body)) converts = true;
    if (node.type === "CatchClause")
      walkSameFunction(node.body, (child) => {
        if (child.type === "ReturnStatement") converts = true;
      });
    if (node.type === "CallExpression" && calleeName(node) === "catch") converts = true;
    return undefined;
  });
  return !converts;
}

/** Failures that leave the handlers of frameworks in which a throw becomes a protocol error. */
export function escapesOf(tools: readonly Tool[], reach: Reach): Escape[] {
  const { file } = reach;
  const found: Escape[] = [];
  const done = new Set<FunctionNode>();
  for (const tool of tools) {
    const { outcomes } = tool.framework;
    if (!tool.certain || (tool.wrapped && !isTransparent(tool, file))) continue;
    for (const handler of tool.functions) {
      const fn = delegate(handler, file);
      if (done.has(fn)) continue;
      done.add(fn);
      if (outcomes.thrown === "protocol-error") found.push(...escapesOfFunction(fn, tool, reach));
      else if (outcomes.thrownProtocolError === "protocol-error") found.push(...protocolThrows(fn, tool, file));
    }
  }
  return found;
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

/** Frameworks that convert every throw but that of the SDK's own class. */
function protocolThrows(fn: FunctionNode, tool: Tool, file: File): Escape[] {
  const found: Escape[] = [];
  for (const node of ownNodes(fn).throws) {
    if (!isMcpErrorThrow(node) || isAllowedThrow(node.argument, node, file)) continue;
    if (isConverted(node, rootEnv(file))) continue;
    found.push({ how: "thrown", node, tool, what: thrownName(node) });
  }
  return found;
}

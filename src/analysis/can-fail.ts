import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../syntax/names.js";
import {
  ancestors,
  isFunction,
  parentOf,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import { calledFunction } from "./calls.js";
import { isCleanupCall, isTelemetryCall } from "./excuses.js";
import type { File } from "./file.js";
import { rootEnv, type Env } from "./values.js";

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

/** Calls by which a dispatcher hands over to a handler that it knows only at run time. */
export function isDispatch(call: TSESTree.CallExpression): boolean {
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

/** How a call is named in a sentence. */
export function workName(call: TSESTree.CallExpression): string {
  const name = dottedName(call.callee) ?? calleeName(call);
  return name === undefined ? "the call" : `${name}()`;
}

import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../syntax/names.js";
import {
  isFunction,
  returnedExpressions,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import { workName } from "../syntax/work.js";
import { calledFunction, MAX_HOPS } from "./calls.js";
import { guardingTry, isSafe, isSafeWork } from "./can-fail.js";
import type { File } from "./file.js";
import { resolve, rootEnv } from "./values.js";

/**
 * What the called function waits for does not depend on what it is given, as with a table that is loaded once: if that
 * fails, it fails in the first round.
 */
export function failsAtOnce(call: TSESTree.CallExpression, file: File): boolean {
  const called = calledFunction(call, rootEnv(file));
  if (!called) return false;
  let waits = false;
  let depends = false;
  walkSameFunction(called.fn.body, (node) => {
    if (node.type === "ThrowStatement" || (node.type === "ForOfStatement" && node.await)) depends = true;
    const returned = node.type === "ReturnStatement" && node.argument ? unwrap(node.argument) : undefined;
    if (returned?.type === "CallExpression" && !/^(?:get|has|at|find|filter|map)$/u.test(calleeName(returned) ?? ""))
      depends = true;
    if (node.type !== "AwaitExpression") return;
    waits = true;
    const work = unwrap(node.argument);
    if (work.type !== "CallExpression" || work.arguments.length > 0) depends = true;
  });
  return waits && !depends;
}

/** The call that does the work, for a message. */
export function workOf(node: Node): string {
  const work = unwrap(node);
  return work.type === "CallExpression" ? workName(work) : "a call";
}

/** The callback of `Promise.all(items.map(callback))` may reject. */
function mayReject(fn: FunctionNode, file: File): boolean {
  const env = rootEnv(file);
  if (!isSafe(fn, env, MAX_HOPS)) return true;
  return returnedExpressions(fn).some((expression) => {
    const call = unwrap(expression);
    return call.type === "CallExpression" && !guardingTry(expression) && !isSafeWork(call, env, MAX_HOPS);
  });
}

/** The work of each element: `ids.map(load)`, `ids.map((id) => load(id))`. */
export function mappedWork(list: Node, file: File): string | undefined {
  const call = resolve({ node: list, env: rootEnv(file) }).node;
  if (call.type !== "CallExpression" || !/^(?:map|flatMap)$/u.test(calleeName(call) ?? "")) return undefined;
  const [callback] = call.arguments;
  if (!callback || callback.type === "SpreadElement") return undefined;
  const fn = resolve({ node: callback, env: rootEnv(file) });
  if (!isFunction(fn.node)) return undefined;
  if (fn.env.file !== file || !mayReject(fn.node, file)) return undefined;
  return firstWork(fn.node, file);
}

function firstWork(fn: FunctionNode, file: File): string {
  if (unwrap(fn.body).type === "CallExpression") return workOf(fn.body);
  let name: string | undefined;
  walkSameFunction(fn.body, (node) => {
    if (name === undefined && node.type === "AwaitExpression" && !isSafeWork(node.argument, rootEnv(file), MAX_HOPS))
      name = workOf(node.argument);
  });
  return name ?? "a call";
}

/** Some call of `Promise.all([…])` may reject; what is not a list of calls is unknown, and may. */
export function runsWork(call: TSESTree.CallExpression, file: File): boolean {
  const [list] = call.arguments;
  const value = list && list.type !== "SpreadElement" ? resolve({ node: list, env: rootEnv(file) }).node : undefined;
  if (!list || value?.type !== "CallExpression" || calleeName(value) !== "map") return true;
  return mappedWork(list, file) !== undefined;
}

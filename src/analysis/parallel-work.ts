import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../syntax/names.js";
import {
  isFunction,
  returnedExpressions,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import { guardingTry, isSafe, isSafeWork } from "./can-fail.js";
import type { File } from "./file.js";
import { resolve, rootEnv } from "./values.js";

/** The call that does the work, for a message. */
export function workOf(node: Node): string {
  const work = unwrap(node);
  const name = work.type === "CallExpression" ? (dottedName(work.callee) ?? calleeName(work)) : undefined;
  return name === undefined ? "a call" : `${name}()`;
}

/** The callback of `Promise.all(items.map(callback))` may reject. */
function mayReject(fn: FunctionNode, file: File): boolean {
  const env = rootEnv(file);
  if (!isSafe(fn, env, 2)) return true;
  return returnedExpressions(fn).some((expression) => {
    const call = unwrap(expression);
    return call.type === "CallExpression" && !guardingTry(expression) && !isSafeWork(call, env, 2);
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
    if (name === undefined && node.type === "AwaitExpression" && !isSafeWork(node.argument, rootEnv(file), 2))
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

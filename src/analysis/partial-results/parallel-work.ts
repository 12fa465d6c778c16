import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { ownNodes, returnedExpressions } from "../../syntax/node-index.js";
import { isFunction, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { workCall, workName } from "../../syntax/work.js";
import { mayReject } from "../reachability/can-fail.js";
import type { File } from "../file.js";
import { canFailLater } from "./later-failures.js";
import { guardingTry, isConverted } from "../catches/tries.js";
import { resolve, rootEnv } from "../values/values.js";

/** The call that does the work, for a message. */
export function workOf(node: Node): string {
  const work = workCall(node);
  return work ? workName(work) : "a call";
}

/** The work of each element that may fail: `ids.map(load)`, `ids.map((id) => load(id))`. */
export function mappedWork(list: Node, file: File): Node | undefined {
  const call = resolve({ node: list, env: rootEnv(file) }).node;
  if (call.type !== "CallExpression" || !/^(?:map|flatMap)$/u.test(calleeName(call) ?? "")) return undefined;
  const [callback] = call.arguments;
  if (!callback || callback.type === "SpreadElement") return undefined;
  const fn = resolve({ node: callback, env: rootEnv(file) });
  if (!isFunction(fn.node)) return undefined;
  if (fn.env.file !== file || !mayReject(fn.node, fn.env)) return undefined;
  return worksOf(fn.node, file).find((one) => canFailLater(one, file)) ?? refusedWork(fn.node);
}

/**
 * `const answer = await ask(id); if (!answer.ok) throw …`: the work whose answer a callback refuses. One that throws before
 * it has done anything only looks at what it is given.
 */
function refusedWork(fn: FunctionNode): Node | undefined {
  const { awaits, throws } = ownNodes(fn);
  const last = throws.at(-1);
  return last && awaits.findLast(({ range }) => range[1] < last.range[0])?.argument;
}

/** What a callback waits for or hands on, but for what a clause of its own takes. */
function worksOf(fn: FunctionNode, file: File): Node[] {
  const found: Node[] = [];
  for (const node of ownNodes(fn).awaits) {
    if (!isConverted(node, rootEnv(file))) found.push(node.argument);
  }
  const handedOn = returnedExpressions(fn).filter((node) => unwrap(node).type === "CallExpression");
  return [...found, ...handedOn.filter((node) => !guardingTry(node))];
}

/** Some call of `Promise.all([…])` may reject; what is not a list of calls is unknown, and may. */
export function runsWork(call: TSESTree.CallExpression, file: File): boolean {
  const [list] = call.arguments;
  const value = list && list.type !== "SpreadElement" ? resolve({ node: list, env: rootEnv(file) }).node : undefined;
  if (!list || value?.type !== "CallExpression" || calleeName(value) !== "map") return true;
  return mappedWork(list, file) !== undefined;
}

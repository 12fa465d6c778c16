import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../syntax/names.js";
import { ancestors, unwrap, walkSameFunction, type Node } from "../syntax/tree.js";
import { calledFunction, MAX_HOPS } from "./calls.js";
import { isSafeWork } from "./can-fail.js";
import type { File } from "./file.js";
import { implementationsOf } from "./implementations.js";
import { rootEnv } from "./values.js";

/** Waiting for this work may fail, also where it has worked before in the same call of the tool. */
export function canFailLater(work: Node, file: File): boolean {
  const node = unwrap(work);
  if (isSafeWork(node, rootEnv(file), MAX_HOPS)) return false;
  return !isOwnerless(node) && !(node.type === "CallExpression" && failsAtOnce(node, file));
}

/**
 * What the called function waits for does not depend on what it is given, as with a table that is loaded once: if that
 * fails, it fails in the first round.
 */
function failsAtOnce(call: TSESTree.CallExpression, file: File): boolean {
  const env = rootEnv(file);
  const one = calledFunction(call, env);
  const functions = one ? [one] : (implementationsOf(call, env) ?? []);
  return functions.length > 0 && functions.every(({ fn }) => waitsForTheSame(fn.body));
}

function waitsForTheSame(body: Node): boolean {
  let waits = false;
  let depends = false;
  walkSameFunction(body, (node) => {
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

/** `this.load()` in a plain function: nobody sees whose method that is, if it is one at all. */
export function isOwnerless(work: Node): boolean {
  let root = work;
  while (root.type === "CallExpression" || root.type === "MemberExpression")
    root = unwrap(root.type === "CallExpression" ? root.callee : root.object);
  if (root.type !== "ThisExpression") return false;
  for (const up of ancestors(root)) {
    if (up.type === "FunctionDeclaration") return true;
    if (up.type === "FunctionExpression") return up.parent.type === "VariableDeclarator";
    if (up.type === "PropertyDefinition" || up.type === "StaticBlock") return false;
  }
  return false;
}

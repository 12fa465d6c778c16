import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, memberName, receiverName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import {
  ancestors,
  isFunction,
  parentOf,
  unwrap,
  walk,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { isStatement } from "../../syntax/statements.js";
import { isSafeWork } from "../reachability/can-fail.js";
import type { File } from "../file.js";
import { functionsCalled } from "../values/implementations.js";
import { rootEnv } from "../values/values.js";
import { mayWrite } from "./writing-work.js";

/** Waiting for this work may fail, also where it has worked before in the same call of the tool. */
export function canFailLater(work: Node, file: File): boolean {
  const node = unwrap(work);
  if (isSafeWork(node, rootEnv(file))) return false;
  if (isOwnerless(node)) return false;
  return !(
    node.type === "CallExpression" &&
    (isAtHand(node, file) || answersResult(work, file) || failsAtOnce(node, file))
  );
}

/** `markdownToHtml`, `formatRow`, `escapeText`. */
const CONVERTS = /^(?:markdown|md|html|te?xt|json|csv|xml|yaml|base64|buffer|string)To[A-Z]|^(?:format|escape)[A-Z]/u;

/**
 * What only shapes a value (`markdownToHtml(text)`), reads the cache or the database file that was read before, or calls a
 * hook of which nobody knows what stands behind it (`options.onDone?.()`, `nameOf(id)` where the caller gives `nameOf`).
 */
function isAtHand(call: TSESTree.CallExpression, file: File): boolean {
  const name = calleeName(call) ?? "";
  const callee = unwrap(call.callee);
  if (/^on[A-Z]/u.test(name) || isStatement(call, /^PRAGMA\b/iu)) return true;
  if (callee.type === "Identifier")
    return CONVERTS.test(name) || (file.bindings.resolve(callee).kind === "parameter" && !mayWrite(call));
  return /cache$/iu.test(receiverName(call)) && /^(?:get|has|list|count|find|read)/u.test(name);
}

/** `const added = await add(…); if (added.isErr()) …`: the failure is a value, of which the code behind it tells. */
function answersResult(work: Node, file: File): boolean {
  const declarator = work.parent && parentOf(work.parent);
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "Identifier") return false;
  const uses = file.bindings.variable(declarator.id)?.references ?? [];
  return uses.some(({ identifier }) => {
    const member = parentOf(identifier);
    return member?.type === "MemberExpression" && /^is(?:Err|Ok)$/u.test(memberName(member) ?? "");
  });
}

/**
 * What the called function waits for does not depend on what it is given, as with a table that is loaded once: if that
 * fails, it fails in the first round.
 */
function failsAtOnce(call: TSESTree.CallExpression, file: File): boolean {
  const functions = functionsCalled(call, rootEnv(file));
  return functions.length > 0 && functions.every(({ fn }) => waitsForTheSame(fn.body) || onlyStarts(fn));
}

/** A promise on a program that is only rejected where it cannot be started: `spawn(…).on("error", reject)`. */
function onlyStarts(fn: FunctionNode): boolean {
  const [made, ...others] = returnedExpressions(fn);
  const executor = made?.type === "NewExpression" && others.length === 0 ? made.arguments[0] : undefined;
  const reject = executor && isFunction(executor) ? executor.params[1] : undefined;
  if (!executor || reject?.type !== "Identifier") return false;
  let starts = false;
  let rejects = false;
  walk(executor, (node) => {
    if (node.type === "CallExpression" && /^(?:spawn|fork)$/u.test(calleeName(node) ?? "")) starts = true;
    if (node.type === "Identifier" && node.name === reject.name && node !== reject && !isOnError(node)) rejects = true;
  });
  return starts && !rejects;
}

/** In `child.on("error", …)`. */
function isOnError(node: Node): boolean {
  return ancestors(node).some((up) => {
    const event =
      up.type === "CallExpression" && /^(?:on|once)$/u.test(calleeName(up) ?? "") ? up.arguments[0] : undefined;
    return event?.type === "Literal" && event.value === "error";
  });
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

import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../syntax/names.js";
import { contains, isInside, parentOf, unwrap, walk, type Node } from "../syntax/tree.js";
import { calledFunction, MAX_HOPS } from "./calls.js";
import { isHarmlessCall, isTelemetryCall } from "./excuses.js";
import { enclosingCatch } from "./flow.js";
import { convertsAll, guardingTry } from "./tries.js";
import { rootEnv, type Env } from "./values.js";
import type { File } from "./file.js";

/** Methods of lists and maps whose names stores and clients use as well: `statement.get(id)`. */
const ALSO_OF_STORES = /^(?:get|set|has|add|delete|clear|exec|find|resolve|test|from)$/u;

const HARMLESS_CLASS = /^(?:Date|Map|Set|WeakMap|Array|\w*Error)$/u;

/** Whether a thrown value counts as a failure of the work that a `try` does. */
type Counts = (thrown: TSESTree.ThrowStatement, env: Env) => boolean;

/** What runs other code, or takes apart a value that may not be there. */
const RUNS_CODE =
  /^(?:(?:Call|New|Await|Yield|TaggedTemplate|Import|Member|Binary|Update|Class)Expression|(?:Throw|ForOf|ForIn)Statement|SpreadElement|(?:Object|Array)Pattern)$/u;

/** The clause of a `try` that only writes down a value: `try { return { text: `Read ${id}` }; } catch { … }`. */
export function isInClauseOfValue(place: Node, file: File): boolean {
  const attempt = enclosingCatch(place)?.parent.block;
  return attempt !== undefined && !contains(attempt, (node) => RUNS_CODE.test(node.type) && !isOfValue(node, file));
}

/** `input.id`, where `input` is what the function is given; `JSON.stringify(input)`, and what is only logged. */
function isOfValue(node: Node, file: File): boolean {
  if (node.type === "CallExpression")
    return isTelemetryCall(node) || (isStringify(node) && node.arguments.every((given) => isInput(given, file)));
  if (node.type !== "MemberExpression") return false;
  const call = parentOf(node);
  return (
    isInput(node.object, file) || (call?.type === "CallExpression" && call.callee === node && isOfValue(call, file))
  );
}

function isStringify({ callee }: TSESTree.CallExpression): boolean {
  return dottedName(callee) === "JSON.stringify";
}

function isInput(node: Node, file: File): boolean {
  return file.bindings.resolve(unwrap(node)).kind === "parameter";
}

/**
 * Nothing that a `try` does can fail in a way that counts, whatever its input is like: it calls functions of the project that
 * only put values together, or catch all failures themselves. A `try` without any call is a sketch, of which nothing is known.
 */
export function nothingFails(block: Node, file: File, counts: Counts): boolean {
  let followed = false;
  const fails = (root: Node, env: Env, hops: number): boolean => {
    let found = false;
    walk(root, (node) => {
      if (found) return false;
      if (!mayFail(node) || isGuarded(node, root, env)) return undefined;
      if (node.type === "ThrowStatement") found = counts(node, env);
      else if (node.type === "NewExpression") found = !HARMLESS_CLASS.test(calleeName(node) ?? "");
      else if (node.type === "CallExpression") found = callFails(node, env, hops);
      else found = node.type !== "AwaitExpression" || unwrap(node.argument).type !== "CallExpression";
      return undefined;
    });
    return found;
  };
  const callFails = (call: TSESTree.CallExpression, env: Env, hops: number): boolean => {
    if (isTelemetryCall(call)) return false;
    const called = calledFunction(call, env);
    if (!called) return !isHarmlessCall(call) || ALSO_OF_STORES.test(calleeName(call) ?? "");
    followed = true;
    return hops <= 0 || fails(called.fn.body, called.env, hops - 1);
  };
  return !fails(block, rootEnv(file), MAX_HOPS) && followed;
}

function mayFail(node: Node): boolean {
  switch (node.type) {
    case "ThrowStatement":
    case "NewExpression":
    case "CallExpression":
    case "AwaitExpression":
    case "YieldExpression":
    case "ImportExpression":
    case "TaggedTemplateExpression":
      return true;
    case "ForOfStatement":
      return node.await;
    default:
      return false;
  }
}

/** An inner `try` takes what fails, and makes something else of it. */
function isGuarded(node: Node, root: Node, env: Env): boolean {
  const around = guardingTry(node);
  return around !== undefined && isInside(around, root) && convertsAll(around, env);
}

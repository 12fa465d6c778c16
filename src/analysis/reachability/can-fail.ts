import { isBuiltin as isBuiltinModule } from "node:module";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { contains, isFunction, unwrap, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";
import { isUnused } from "../../syntax/work.js";
import { isHelperError } from "../results/helper.js";
import { answersFailures } from "../responses/answering-clients.js";
import { calledFunction } from "../values/calls.js";
import { isCleanupCall, isTelemetryCall } from "../swallows/excuses.js";
import { enclosingCatch } from "../values/flow.js";
import { askedOnce, MAX_ENTERED } from "../values/follow.js";
import { guardsOf } from "../values/guards.js";
import { handlersOfTable } from "../tools/handler-tables.js";
import { isIdle } from "./idle-tries.js";
import { functionsCalled, implementationsOf } from "../values/implementations.js";
import { isAllowedThrow } from "./allowed-throws.js";
import { isPickedOut, isThrow, throwsIn } from "../throws/throwers.js";
import { guardingTry, isConverted } from "../catches/tries.js";
import { runInTurn } from "./safe-calls.js";
import { resolve, type Env } from "../values/values.js";

/** Calls that cannot fail for a reason of the tool's work. */
const CANNOT_FAIL = /^(?:sleep|delay|wait|setTimeout|resolve|nextTick|tick|yield\w*)$/iu;

function isHarmless(call: TSESTree.CallExpression | TSESTree.NewExpression): boolean {
  if (call.type === "NewExpression" || CANNOT_FAIL.test(calleeName(call) ?? "")) return true;
  // `return api.cancelOrder(id)` is no tidying up: somebody waits for what it gives.
  return (isTelemetryCall(call) || isCleanupCall(call)) && isUnused(call);
}

/** The function never throws for a failure of its work: everything that can fail stands in a try that converts. */
const isSafe = askedOnce(({ fn, env }, hops) => {
  let safe = true;
  walkSameFunction(fn.body, (node) => {
    if (!safe) return false;
    if (isThrow(node, env) && !guardingTry(node)) {
      const clause = enclosingCatch(node);
      const isPicked = clause !== undefined && isPickedOut(node, clause);
      if (!isPicked && !isMeant(node, env) && !(clause && isIdle(clause.parent, env, hops))) safe = false;
    }
    if (node.type === "AwaitExpression" && !isConverted(node, env) && !isSafeWork(node.argument, env, hops))
      safe = false;
    return undefined;
  });
  return safe && !handsOnFailure(fn, env, hops);
});

/** An unknown tool, a malformed request: the caller of a dispatcher is to see these as protocol errors. */
function isMeant(node: Node, env: Env): boolean {
  return node.type === "ThrowStatement" && isAllowedThrow(node.argument, node, env.file);
}

/** `return load(id)`, without `await`: the promise goes to the caller, and its failure with it. */
function handsOnFailure(fn: FunctionNode, env: Env, hops: number): boolean {
  return returnedExpressions(fn).some(
    (expression) =>
      expression.type !== "AwaitExpression" &&
      !guardingTry(expression) &&
      alternativesOf(expression).some((call) => isFailingPromise(call, env, hops)),
  );
}

/** `a()` and `b()` of `cached ?? (ready ? a() : b())`. */
function alternativesOf(expression: Node): Node[] {
  const node = unwrap(expression);
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate].flatMap(alternativesOf);
  if (node.type === "LogicalExpression") return [node.left, node.right].flatMap(alternativesOf);
  return [node];
}

/**
 * The value is a promise that can be rejected, by what is known of it. A call that cannot be followed may as well shape
 * a value at hand, like `JSON.stringify`: where nothing is known, nothing fails.
 */
function isFailingPromise(value: Node, env: Env, hops: number): boolean {
  const node = unwrap(value);
  if (node.type === "NewExpression") return !isSafeWork(node, env, hops);
  if (node.type !== "CallExpression" || isHarmless(node)) return false;
  const callee = unwrap(node.callee);
  const receiver = callee.type === "MemberExpression" ? unwrap(callee.object) : undefined;
  const name = calleeName(node) ?? "";
  if (receiver?.type === "CallExpression" && (name === "then" || name === "finally"))
    return node.arguments.length < 2 && isFailingPromise(receiver, env, hops);
  if (callee.type === "Identifier" && name === "fetch") return env.file.bindings.resolve(callee).kind === "global";
  return functionsCalled(node, env).some((called) => {
    if (hops <= 0) return called.fn.async;
    // What a function throws that gives no promise is thrown where it is called.
    return called.fn.async ? !isSafe(called, hops) : handsOnFailure(called.fn, called.env, hops - 1);
  });
}

/** Waiting for this work can never throw. */
export function isSafeWork(work: Node, env: Env, hops = MAX_ENTERED): boolean {
  const node = unwrap(work);
  if (node.type === "NewExpression") return !isRejecting(node);
  if (node.type === "ImportExpression") return isBuiltIn(node.source);
  if (node.type === "Identifier") return isStartedSafe(node, env, hops);
  if (node.type !== "CallExpression") return true;
  // The typed helper makes a value of what it is given, and throws nothing.
  if (isHarmless(node) || isHelperError(node, env.file)) return true;
  if (dottedName(node.callee) === "Promise.allSettled") return true;
  if (dottedName(node.callee) === "Promise.all" && areSafe(node.arguments[0], env, hops)) return true;
  const callee = unwrap(node.callee);
  if (callee.type === "MemberExpression" && calleeName(node) === "catch")
    return !throwsAnew(node.arguments[0], env) || isSafeWork(callee.object, env, hops);
  if (callee.type === "MemberExpression" && calleeName(node) === "then") {
    const [onSuccess] = node.arguments;
    const isLoaded = unwrap(callee.object).type === "ImportExpression" && isSafeWork(callee.object, env, hops);
    if (isLoaded && onSuccess && isFunction(onSuccess)) return isSafe({ fn: onSuccess, env }, hops);
  }
  const inTurn = runInTurn(node);
  if (inTurn) return hops > 0 && !mayReject(inTurn, env, hops - 1);
  const called = calledFunction(node, env);
  if (called) return isSafe(called, hops);
  if (answersFailures(node, env)) return true;
  const functions = handlersOfTable(node, env) ?? implementationsOf(node, env);
  return functions !== undefined && (hops <= 0 || functions.every((one) => isSafe(one, hops)));
}

/** `await saving`, of `const saving = (async () => { … })()`, which catches its own failures. */
function isStartedSafe(name: Node, env: Env, hops: number): boolean {
  const binding = env.file.bindings.resolve(name);
  if (binding.kind !== "variable" || !binding.constant || !binding.init || binding.path.length > 0) return false;
  const started = unwrap(binding.init);
  return binding.init.type !== "AwaitExpression" && started.type === "CallExpression" && isSafeWork(started, env, hops);
}

/** `.catch((error) => { throw new Error("no", { cause: error }); })`: the promise is rejected all the same. */
function throwsAnew(handler: Node | undefined, env: Env): boolean {
  const fn = handler && unwrap(handler);
  if (!isFunction(fn)) return false;
  // What a test picks out is thrown on purpose, as in a clause.
  return throwsIn(fn.body, env).some((node) => !isMeant(node, env) && guardsOf(node).length === 0);
}

/** `[import("node:fs"), delay(1)]`, `ids.map(load)`: a written list of work of which none can fail. */
function areSafe(list: Node | undefined, env: Env, hops: number): boolean {
  const made = list && resolve({ node: list, env });
  if (made?.node.type === "ArrayExpression")
    return made.node.elements.every(
      (entry) => entry !== null && entry.type !== "SpreadElement" && isSafeWork(entry, made.env, hops),
    );
  const [callback] = made?.node.type === "CallExpression" && calleeName(made.node) === "map" ? made.node.arguments : [];
  const each = made && callback && resolve({ node: callback, env: made.env });
  return each !== undefined && isFunction(each.node) && hops > 0 && !mayReject(each.node, each.env, hops - 1);
}

/** The promise that a callback gives, as that of `ids.map((id) => load(id))`, may be rejected. */
export function mayReject(fn: FunctionNode, env: Env, hops = MAX_ENTERED): boolean {
  if (!isSafe({ fn, env }, hops)) return true;
  return returnedExpressions(fn).some(
    (expression) =>
      !guardingTry(expression) &&
      alternativesOf(expression).some((call) => call.type === "CallExpression" && !isSafeWork(call, env, hops)),
  );
}

/** `import("node:fs")`: a module of the platform is always there. */
function isBuiltIn(source: Node): boolean {
  return source.type === "Literal" && typeof source.value === "string" && isBuiltinModule(source.value);
}

/** `new Promise((resolve, reject) => …)` that makes use of `reject`. */
function isRejecting(node: TSESTree.NewExpression): boolean {
  const [executor] = node.arguments;
  if (dottedName(node.callee) !== "Promise" || !executor || !isFunction(executor)) return false;
  const reject = executor.params[1];
  return (
    reject?.type === "Identifier" &&
    contains(executor.body, (inner) => inner.type === "Identifier" && inner.name === reject.name)
  );
}

/** Calls by which a dispatcher hands over to a handler that it knows only at run time. */
export function isDispatch(call: TSESTree.CallExpression): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === "MemberExpression" && callee.computed) return true;
  return /^(?:handler|handle|execute|callback|run|invoke|exec|fn|func|toolHandler|handleToolCall|callTool|executeTool)$/u.test(
    calleeName(call) ?? "",
  );
}

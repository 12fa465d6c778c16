import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, keyName, memberName, receiverName } from "../../syntax/names.js";
import { ancestors, contains, isFunction, isInside, isLoop, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import { calledFunction, MAX_HOPS, type CalledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { variablesIn } from "../values/guards.js";
import { resolve, rootEnv } from "../values/values.js";

const LOOKED_AT: ReadonlySet<string> = new Set(["ok", "status"]);

/** Members that hand on what came, whatever it is: of `fetch`, and of axios. */
const BODY: ReadonlySet<string> = new Set(["json", "text", "arrayBuffer", "blob", "data"]);

/** Somebody looks at the status of the response that a name holds, or may do so out of sight. */
function isLookedAt(name: Node, scope: Node, file: File, hops = MAX_HOPS): boolean {
  const variable = file.bindings.variable(name);
  if (!variable) return true;
  const reads = variable.references
    .filter((reference) => reference.isRead() && isInside(reference.identifier as Node, scope))
    .map((reference) => outermost(reference.identifier as Node, ASSERTIONS));
  // `response.headers.get("etag")`, and nothing else: what is there or not is the test.
  if (reads.length > 0 && reads.every(({ parent }) => memberOf(parent) === "headers")) return true;
  return reads.some(({ parent, child }) => {
    if (parent?.type === "MemberExpression" && parent.object === child)
      return LOOKED_AT.has(memberOf(parent) ?? "status") || isBodyJudged(parent, scope, file);
    // Returned, destructured, put into an object: somebody else may look.
    return parent?.type !== "CallExpression" || looksFurther(child, parent, file, hops);
  });
}

/**
 * `const data = await response.json(); if (data.error) throw …`: some services say in the body whether the call worked, and an
 * error page of anybody else is no JSON.
 */
function isBodyJudged(read: TSESTree.MemberExpression, scope: Node, file: File): boolean {
  const call = memberName(read) === "json" ? parentOf(read) : undefined;
  const holder = call && outermost(call, AWAITED).parent;
  const body = holder?.type === "VariableDeclarator" ? file.bindings.variable(holder.id) : undefined;
  if (!body) return false;
  return isTakenApart(body, scope, file) || isJudgedIn(body, scope, file);
}

/** Some test asks the body for a verdict, here or in a function that is given the body. */
function isJudgedIn(body: Variable, scope: Node, file: File, hops = MAX_HOPS): boolean {
  const isRpc = file.textOf(scope).includes("jsonrpc");
  const isTested = contains(
    scope,
    (node) =>
      (node.type === "IfStatement" || node.type === "ConditionalExpression") &&
      contains(node.test, (part) => isVerdict(part, isRpc)) &&
      variablesIn(node.test, file).includes(body),
  );
  if (isTested || hops === 0) return isTested;
  return body.references.some(({ identifier }) => {
    const { parent: call, child } = outermost(identifier, ASSERTIONS);
    if (call?.type !== "CallExpression" || call.callee === child) return false;
    const taker = takerOf(child, call, file);
    const held = taker?.env.file.bindings.variable(taker.parameter);
    return taker !== undefined && held !== undefined && isJudgedIn(held, taker.fn, taker.env.file, hops - 1);
  });
}

/**
 * `data.current.temperature`, on every way behind it, here or in a function that is given the body: an error page has no such part,
 * so that nothing of it goes out. What is returned of the body before that goes out as it came.
 */
function isTakenApart(body: Variable, scope: Node, file: File, hops = MAX_HOPS): boolean {
  const uses = body.references.map(({ identifier }) => identifier as Node).sort((a, b) => a.range[0] - b.range[0]);
  for (const use of uses) {
    if (
      isReadTwoDeep(use, scope) ||
      isUsedAsList(use, scope) ||
      isRefusedBySchema(use, scope) ||
      isTakenApartByCall(use, scope, file, hops)
    )
      return true;
    if (isPartOfReturn(use)) return false;
  }
  return false;
}

/** `body.map(…)`, `for (const one of body)`: the body of an error is no list, so that this throws. */
function isUsedAsList(body: Node, scope: Node): boolean {
  const { parent, child } = outermost(body, ASSERTIONS);
  if (parent?.type === "ForOfStatement") return parent.right === child && isAlwaysRun(parent, scope);
  if (parent?.type !== "MemberExpression" || parent.object !== child || parent.optional) return false;
  const call = parentOf(parent);
  return (
    call?.type === "CallExpression" &&
    call.callee === parent &&
    !call.optional &&
    LIST_METHODS.test(memberName(parent) ?? "") &&
    isAlwaysRun(call, scope)
  );
}

/** `OrdersSchema.parse(body)`: the body of an error is of another form, so that this throws. */
function isRefusedBySchema(body: Node, scope: Node): boolean {
  const { parent: call, child } = outermost(body, ASSERTIONS);
  if (call?.type !== "CallExpression" || call.arguments[0] !== child || !isAlwaysRun(call, scope)) return false;
  const name = calleeName(call);
  return (name === "parse" || name === "parseAsync") && /schema$/iu.test(receiverName(call));
}

const LIST_METHODS = /^(?:map|flatMap|filter|find|findIndex|findLast|some|every|forEach|reduce|sort|slice)$/u;

/** `summaryOf(task)`, and `summaryOf` reads `task.status.name`. */
function isTakenApartByCall(body: Node, scope: Node, file: File, hops: number): boolean {
  const { parent: call, child } = outermost(body, ASSERTIONS);
  if (hops === 0 || call?.type !== "CallExpression" || call.callee === child || !isAlwaysRun(call, scope)) return false;
  const taker = takerOf(child, call, file);
  const held = taker?.env.file.bindings.variable(taker.parameter);
  return taker !== undefined && held !== undefined && isTakenApart(held, taker.fn, taker.env.file, hops - 1);
}

function isReadTwoDeep(body: Node, scope: Node): boolean {
  const whole = outermost(body, ASSERTIONS);
  const part = whole.parent;
  if (part?.type !== "MemberExpression" || part.object !== whole.child || part.optional) return false;
  const inner = outermost(part, ASSERTIONS);
  const read = inner.parent;
  return read?.type === "MemberExpression" && read.object === inner.child && !read.optional && isAlwaysRun(read, scope);
}

function isPartOfReturn(use: Node): boolean {
  for (const up of ancestors(use)) {
    if (up.type === "ReturnStatement") return true;
    if (isFunction(up)) return false;
  }
  return false;
}

/** No test, loop or callback decides whether the code at a place of the function is run. */
function isAlwaysRun(place: Node, fn: Node): boolean {
  let child = place;
  for (const up of ancestors(place)) {
    if (up === fn) return true;
    if (decides(up, child) || (isFunction(up) && !isCalledInPlace(up))) return false;
    child = up;
  }
  return false;
}

function decides(up: Node, child: Node): boolean {
  if (up.type === "IfStatement" || up.type === "ConditionalExpression") return child !== up.test;
  return up.type === "SwitchCase" || (up.type === "LogicalExpression" && child === up.right) || isLoop(up);
}

/** `(async () => …)()` */
function isCalledInPlace(fn: Node): boolean {
  const { parent, child } = outermost(fn, ASSERTIONS);
  return parent?.type === "CallExpression" && parent.callee === child;
}

/** `data.error`, `"error" in data`, `data.status !== "OK"`, `Array.isArray(data)`, and `answer.result` of JSON-RPC. */
function isVerdict(node: Node, isRpc: boolean): boolean {
  if (node.type === "CallExpression") return dottedName(node.callee) === "Array.isArray";
  if (node.type === "MemberExpression") {
    const name = memberName(node) ?? "";
    return /^(?:errors?|success|ok)$/u.test(name) || (isRpc && name === "result");
  }
  if (node.type !== "BinaryExpression") return false;
  if (node.operator === "in") return node.left.type === "Literal" && /^errors?$/u.test(String(node.left.value));
  return (
    /^(?:status|code)$/u.test(memberOf(unwrap(node.left)) ?? "") &&
    node.right.type === "Literal" &&
    /^(?:ok|success\w*|error|fail\w*|\d+)$/iu.test(String(node.right.value))
  );
}

function memberOf(node: Node | undefined): string | undefined {
  return node?.type === "MemberExpression" ? memberName(node) : undefined;
}

/** The function that is given the response looks at it, or is out of sight. */
function looksFurther(given: Node, call: TSESTree.CallExpression, file: File, hops: number): boolean {
  const taker = hops > 0 ? takerOf(given, call, file) : undefined;
  return !taker || isLookedAt(taker.parameter, taker.fn, taker.env.file, hops - 1);
}

/** The function of a call that can be followed, with the plain name by which it takes an argument. */
function takerOf(
  given: Node,
  call: TSESTree.CallExpression,
  file: File,
): (CalledFunction & { readonly parameter: TSESTree.Identifier }) | undefined {
  const called = calledFunction(call, rootEnv(file));
  if (!called || call.arguments.some(({ type }) => type === "SpreadElement")) return undefined;
  const parameter = called.fn.params[call.arguments.findIndex((argument) => argument === given)];
  return parameter?.type === "Identifier" ? { ...called, parameter } : undefined;
}

const ASSERTIONS: ReadonlySet<string> = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSTypeAssertion",
  "TSNonNullExpression",
  "ParenthesizedExpression",
]);
const AWAITED: ReadonlySet<string> = new Set([...ASSERTIONS, "AwaitExpression"]);

function outermost(node: Node, around: ReadonlySet<string>): { parent: Node | undefined; child: Node } {
  let child = node;
  let parent = parentOf(node);
  while (parent && around.has(parent.type)) {
    child = parent;
    parent = parentOf(parent);
  }
  return { parent, child };
}

/** What becomes of the response of a call leaves its status out. */
export function isUnchecked(call: TSESTree.CallExpression, fn: Node, file: File): boolean {
  const { parent, child } = outermost(call, AWAITED);
  const awaited = child !== call;
  switch (parent?.type) {
    case "VariableDeclarator":
      return (
        awaited && (takesOnlyBody(parent.id) || (parent.id.type === "Identifier" && !isLookedAt(parent.id, fn, file)))
      );
    case "AssignmentExpression":
      return awaited && parent.left.type === "Identifier" && !isLookedAt(parent.left, fn, file);
    case "ExpressionStatement":
      return awaited;
    case "CallExpression":
      return awaited && parent.callee !== child && !looksFurther(child, parent, file, MAX_HOPS);
    case "MemberExpression":
      if (parent.object !== child) return false;
      return awaited
        ? BODY.has(memberName(parent) ?? "") && !isBodyJudged(parent, fn, file)
        : memberName(parent) === "then" && isUncheckedBy(parent, file);
    default:
      return false;
  }
}

/** `const { data } = await client.get(url)` */
function takesOnlyBody(pattern: Node): boolean {
  return (
    pattern.type === "ObjectPattern" &&
    pattern.properties.length > 0 &&
    pattern.properties.every((entry) => entry.type === "Property" && BODY.has(keyName(entry.key, entry.computed) ?? ""))
  );
}

/** `fetch(url).then((response) => response.json())`, `fetch(url).then(bodyOf)` */
function isUncheckedBy(then: TSESTree.MemberExpression, file: File): boolean {
  const chained = parentOf(then);
  const callback = chained?.type === "CallExpression" ? chained.arguments[0] : undefined;
  if (!callback) return false;
  const { node: handler, env } = resolve({ node: callback, env: rootEnv(file) });
  const [response] = isFunction(handler) ? handler.params : [];
  return response?.type === "Identifier" && !isLookedAt(response, handler, env.file);
}

import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { keyName, memberName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  enclosingFunction,
  isFunction,
  isInLoop,
  isInside,
  parentOf,
  unwrap,
  type Node,
} from "../../syntax/tree.js";
import { calledFunction, MAX_HOPS } from "../values/calls.js";
import type { File } from "../file.js";
import { guardsOf, variablesIn } from "../values/guards.js";
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
  if (isTakenApart(body, scope)) return true;
  const isRpc = file.textOf(scope).includes("jsonrpc");
  return contains(
    scope,
    (node) =>
      (node.type === "IfStatement" || node.type === "ConditionalExpression") &&
      contains(node.test, (part) => isVerdict(part, isRpc)) &&
      variablesIn(node.test, file).includes(body),
  );
}

/**
 * `data.current.temperature`, on every way behind it: an error page has no such part, so that nothing of it goes out. What is
 * returned of the body before that goes out as it came.
 */
function isTakenApart(body: Variable, scope: Node): boolean {
  const uses = body.references.map(({ identifier }) => identifier as Node).sort((a, b) => a.range[0] - b.range[0]);
  for (const use of uses) {
    if (isReadTwoDeep(use, scope)) return true;
    if (isPartOfReturn(use)) return false;
  }
  return false;
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
  if (enclosingFunction(place) !== fn || isInLoop(place) || guardsOf(place).length > 0) return false;
  let child = place;
  for (const up of ancestors(place)) {
    if (up === fn) break;
    if (up.type === "SwitchCase" || (up.type === "LogicalExpression" && child === up.right)) return false;
    child = up;
  }
  return true;
}

/** `data.error`, `"error" in data`, `data.status !== "OK"`, and `answer.result` of JSON-RPC. */
function isVerdict(node: Node, isRpc: boolean): boolean {
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
  const called = hops > 0 ? calledFunction(call, rootEnv(file)) : undefined;
  if (!called || call.arguments.some(({ type }) => type === "SpreadElement")) return true;
  const parameter = called.fn.params[call.arguments.findIndex((argument) => argument === given)];
  return parameter?.type !== "Identifier" || isLookedAt(parameter, called.fn, called.env.file, hops - 1);
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

import type { TSESTree } from "@typescript-eslint/types";
import { dottedName, memberName } from "../syntax/names.js";
import {
  ancestors,
  enclosingFunction,
  enclosingStatement,
  isFunction,
  parentOf,
  unwrap,
  walkSameFunction,
  type Node,
} from "../syntax/tree.js";
import type { File } from "./file.js";
import type { ReachedFunction } from "./reach.js";

/** A fetch whose status is never looked at: an error page becomes the tool's answer. */
export interface UncheckedResponse {
  readonly node: Node;
  readonly call: TSESTree.CallExpression;
  readonly reached: ReachedFunction;
}

const FETCH_MODULES: ReadonlySet<string> = new Set([
  "node-fetch",
  "undici",
  "cross-fetch",
  "isomorphic-fetch",
  "node-fetch-native",
  "whatwg-fetch",
]);

/** The standard `fetch`, or one of its stand-ins: it resolves for every status. */
function isFetch(call: TSESTree.CallExpression, file: File): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === "MemberExpression") return dottedName(callee) === "globalThis.fetch";
  if (callee.type !== "Identifier") return false;
  const binding = file.bindings.resolve(callee);
  if (binding.kind === "global") return callee.name === "fetch";
  if (binding.kind === "import")
    return FETCH_MODULES.has(binding.source) && (binding.imported === "default" || binding.imported === "fetch");
  // `createServer({ fetch })`: an injected fetch keeps the contract of the one it stands for.
  return binding.kind === "parameter" && callee.name === "fetch";
}

const LOOKED_AT: ReadonlySet<string> = new Set(["ok", "status"]);

/** How the response behind a name is used. */
function isLookedAt(name: Node, scope: Node, file: File): boolean {
  const variable = file.bindings.variable(name);
  if (!variable) return true;
  for (const reference of variable.references) {
    const identifier = reference.identifier as Node;
    if (!reference.isRead() || !isWithin(identifier, scope)) continue;
    let parent = parentOf(identifier);
    while (parent?.type === "TSNonNullExpression" || parent?.type === "TSAsExpression") parent = parentOf(parent);
    if (parent?.type === "MemberExpression" && unwrap(parent.object) === identifier) {
      const member = memberName(parent);
      if (member === undefined || LOOKED_AT.has(member)) return true;
      continue;
    }
    // Handed on, returned, destructured: somebody else may look.
    return true;
  }
  return false;
}

function isWithin(node: Node, scope: Node): boolean {
  return node.range[0] >= scope.range[0] && node.range[1] <= scope.range[1];
}

function unwrappedParent(node: Node): { parent: Node | undefined; child: Node } {
  let child = node;
  let parent = parentOf(node);
  while (
    parent &&
    (parent.type === "AwaitExpression" ||
      parent.type === "TSAsExpression" ||
      parent.type === "TSNonNullExpression" ||
      (parent.type as string) === "ParenthesizedExpression")
  ) {
    child = parent;
    parent = parentOf(parent);
  }
  return { parent, child };
}

function isUnchecked(call: TSESTree.CallExpression, file: File): boolean {
  const fn = enclosingFunction(call);
  if (!fn) return false;
  const { parent, child } = unwrappedParent(call);
  const awaited = child !== call;
  if (!parent) return false;
  if (parent.type === "VariableDeclarator") {
    if (!awaited) return false;
    return parent.id.type === "Identifier" && !isLookedAt(parent.id, fn, file);
  }
  if (parent.type === "AssignmentExpression" && parent.left.type === "Identifier")
    return awaited && !isLookedAt(parent.left, fn, file);
  if (parent.type === "ExpressionStatement") return awaited;
  if (parent.type !== "MemberExpression" || unwrap(parent.object) !== call) return false;
  const member = memberName(parent);
  if (awaited) return member === "json" || member === "text" || member === "arrayBuffer" || member === "blob";
  if (member !== "then") return false;
  const chained = parentOf(parent);
  const callback = chained?.type === "CallExpression" ? chained.arguments[0] : undefined;
  const handler = callback && unwrap(callback);
  if (!isFunction(handler)) return false;
  const [response] = handler.params;
  return response?.type === "Identifier" && !isLookedAt(response, handler, file);
}

export function uncheckedResponses(reached: ReachedFunction, file: File): UncheckedResponse[] {
  const found: UncheckedResponse[] = [];
  walkSameFunction(reached.fn.body, (node) => {
    if (node.type !== "CallExpression" || !isFetch(node, file) || !isUnchecked(node, file)) return;
    if (isTelemetry(node, file)) return;
    found.push({ node: placeOf(node, reached), call: node, reached });
  });
  return found;
}

/** The statement of the call; in an arrow function with an expression body the call itself. */
function placeOf(call: TSESTree.CallExpression, reached: ReachedFunction): Node {
  const statement = enclosingStatement(call);
  return statement.range[0] >= reached.fn.body.range[0] ? statement : call;
}

/** A ping whose answer is nobody's business. */
function isTelemetry(call: TSESTree.CallExpression, file: File): boolean {
  // Sent off inside a try that lets everything pass: nobody wants the answer.
  const statement = enclosingStatement(call);
  const around = [...ancestors(call)].find((up) => up.type === "TryStatement");
  if (
    statement.type === "ExpressionStatement" &&
    around?.type === "TryStatement" &&
    around.handler?.body.body.length === 0
  )
    return true;
  const url = call.arguments[0] ? file.textOf(call.arguments[0]) : "";
  if (/telemetry|analytics|\/track|webhook/iu.test(url)) return true;
  return [...ancestors(call)].some(
    (up) => isFunction(up) && /telemetry|track|ping|health|heartbeat/iu.test(nameOf(up)),
  );
}

function nameOf(fn: Node): string {
  const parent = parentOf(fn);
  if (isFunction(fn) && fn.id) return fn.id.name;
  return parent?.type === "VariableDeclarator" && parent.id.type === "Identifier" ? parent.id.name : "";
}

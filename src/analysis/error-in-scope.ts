import type { TSESTree } from "@typescript-eslint/types";
import { memberName, dottedName } from "../syntax/names.js";
import {
  ancestors,
  isFunction,
  isInside,
  parentOf,
  unwrap,
  walk,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import type { File } from "./file.js";
import { comesFromWork, guardsOf, testsResponse } from "./guards.js";

/** Something at a place that tells, at run time, what went wrong. */
export interface ErrorInScope {
  readonly kind: "caught" | "response" | "error-value";
  /** Source text: `error`, `response`, `result.error`. Empty for a clause that does not name what it caught. */
  readonly text: string;
  /** The clause or the rejection handler around the place. */
  readonly clause: TSESTree.CatchClause | FunctionNode | undefined;
  readonly why: string;
}

/** The caught error, the refused answer or the error value that a failure at this place is about. */
export function errorInScope(place: Node, file: File): ErrorInScope | undefined {
  return caughtAround(place, file) ?? testedError(place, file);
}

function caughtAround(place: Node, file: File): ErrorInScope | undefined {
  for (const up of ancestors(place)) {
    if (up.type === "CatchClause") {
      if (!isInside(place, up.body)) return undefined;
      if (!up.param) return caught("", up);
      if (up.param.type !== "Identifier") return undefined; // `catch ({ message })`: the error itself has no name
      return isShadowed(up.param, place, up, file) ? undefined : caught(up.param.name, up);
    }
    if (!isFunction(up)) continue;
    if (!isRejectionHandler(up)) return undefined;
    const [parameter] = up.params;
    if (parameter?.type !== "Identifier") return undefined;
    return isShadowed(parameter, place, up, file) ? undefined : caught(parameter.name, up);
  }
  return undefined;
}

function caught(text: string, clause: TSESTree.CatchClause | FunctionNode): ErrorInScope {
  return { kind: "caught", text, clause, why: "The caught error tells the category at run time" };
}

/** `promise.catch((error) => …)`, `promise.then(ok, (error) => …)`. */
function isRejectionHandler(fn: FunctionNode): boolean {
  const call = parentOf(fn);
  if (call?.type !== "CallExpression") return false;
  const callee = unwrap(call.callee);
  const name = callee.type === "MemberExpression" ? memberName(callee) : undefined;
  return (name === "catch" && call.arguments[0] === fn) || (name === "then" && call.arguments[1] === fn);
}

/** Another variable of the same name lies between the declaration and the place, or the error was replaced. */
function isShadowed(name: TSESTree.Identifier, place: Node, scope: Node, file: File): boolean {
  const own = file.bindings.variable(name);
  let shadowed = false;
  walk(scope, (node) => {
    if (node.type !== "Identifier" || node.name !== name.name || node === name) return;
    const variable = file.bindings.variable(node);
    if (!variable || variable === own) return;
    const declared = variable.defs[0]?.name as Node | undefined;
    const holder = declared && [...ancestors(declared)].find((up) => up.type === "BlockStatement" || isFunction(up));
    if (holder && isInside(place, holder)) shadowed = true;
  });
  return shadowed;
}

/** `if (!response.ok)`, `if (error)`: what was tested is what failed. */
function testedError(place: Node, file: File): ErrorInScope | undefined {
  const [guard] = guardsOf(place);
  if (!guard) return undefined;
  const test = unwrap(guard.test);
  if (testsResponse(test)) {
    const response = refusedResponse(test, guard.negated);
    if (response && comesFromWork(response, file))
      return {
        kind: "response",
        text: file.textOf(response),
        clause: undefined,
        why: "The status of the answer tells the category at run time",
      };
  }
  if (guard.negated) return undefined;
  // `if (error)`, `if (result.error)`.
  const value = test.type === "LogicalExpression" ? unwrap(test.left) : test;
  const name =
    value.type === "Identifier" ? value.name : value.type === "MemberExpression" ? memberName(value) : undefined;
  if (name === undefined || !/^(?:error|err|\w+Error)$/u.test(name) || dottedName(value) === undefined)
    return undefined;
  return comesFromWork(value, file)
    ? {
        kind: "error-value",
        text: file.textOf(value),
        clause: undefined,
        why: "The error value tells the category at run time",
      }
    : undefined;
}

/** The answer whose `ok` or `status` a test looks at, where the test holds for a refusal. */
function refusedResponse(test: Node, negated: boolean): Node | undefined {
  const node = unwrap(test);
  if (node.type === "LogicalExpression" && node.operator === "||")
    return refusedResponse(node.left, negated) ?? refusedResponse(node.right, negated);
  const isNot = node.type === "UnaryExpression" && node.operator === "!";
  const flag = isNot ? unwrap(node.argument) : node;
  if (flag.type === "MemberExpression" && memberName(flag) === "ok" && isNot !== negated) return unwrap(flag.object);
  if (node.type !== "BinaryExpression" || negated) return undefined;
  const left = unwrap(node.left as Node);
  if (left.type !== "MemberExpression" || !/^status(?:Code)?$/u.test(memberName(left) ?? "")) return undefined;
  const limit = node.right.type === "Literal" ? node.right.value : undefined;
  if (typeof limit !== "number") return undefined;
  const refuses =
    (/^>=?$/u.test(node.operator) && limit >= 299) ||
    (/^!==?$/u.test(node.operator) && limit < 300) ||
    (/^===?$/u.test(node.operator) && limit >= 400);
  return refuses ? unwrap(left.object) : undefined;
}

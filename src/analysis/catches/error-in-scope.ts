import type { TSESTree } from "@typescript-eslint/types";
import { memberName, dottedName, typeNames } from "../../syntax/names.js";
import {
  ancestors,
  enclosingFunction,
  enclosingStatement,
  isFunction,
  isInside,
  parentOf,
  unwrap,
  walk,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { holdsName } from "../../syntax/words.js";
import type { File } from "../file.js";
import { canComplete } from "../values/flow.js";
import { comesFromWork, guardsOf, testsResponse, type Guard } from "../values/guards.js";

/** Something at a place that tells, at run time, what went wrong. */
export interface ErrorInScope {
  readonly kind: "caught" | "response" | "error-value" | "given";
  /** Source text: `error`, `response`, `result.error`. Empty for a clause that does not name what it caught. */
  readonly text: string;
  /** The clause or the rejection handler around the place. */
  readonly clause: TSESTree.CatchClause | FunctionNode | undefined;
  readonly why: string;
}

/** The caught error, the refused answer or the error value that a failure at this place is about. */
export function errorInScope(place: Node, file: File): ErrorInScope | undefined {
  return caughtAround(place, file) ?? testedError(place, file) ?? givenError(place, file);
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

/** What a clause catches; undefined where it only takes parts of it (`catch ({ message })`). */
export function caughtBy(clause: TSESTree.CatchClause): ErrorInScope | undefined {
  if (!clause.param) return caught("", clause);
  return clause.param.type === "Identifier" ? caught(clause.param.name, clause) : undefined;
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
    const holder = declared && ancestors(declared).find((up) => up.type === "BlockStatement" || isFunction(up));
    if (holder && isInside(place, holder)) shadowed = true;
  });
  return shadowed;
}

/** The parameter of a function that holds an error: `handleError(error, context)`. */
export function errorParameter(fn: FunctionNode): TSESTree.Identifier | undefined {
  for (const parameter of fn.params) {
    if (parameter.type !== "Identifier") continue;
    const annotation = parameter.typeAnnotation?.typeAnnotation;
    if (typeNames(annotation).some((name) => /(?:Error|Exception)$/u.test(name))) return parameter;
    const isOpen = !annotation || annotation.type === "TSUnknownKeyword" || annotation.type === "TSAnyKeyword";
    if (isOpen && /^(?:e|ex|err|error|exception|cause|\w+Error|\w+Exception)$/u.test(parameter.name)) return parameter;
  }
  return undefined;
}

function givenError(place: Node, file: File): ErrorInScope | undefined {
  const fn = enclosingFunction(place);
  const parameter = fn && errorParameter(fn);
  if (!parameter || isShadowed(parameter, place, fn, file)) return undefined;
  return {
    kind: "given",
    text: parameter.name,
    clause: undefined,
    why: "The error that the function is given tells the category at run time",
  };
}

/** `if (!response.ok)`, `if (error)`, `if (result.status === "error")`: what was tested is what failed. */
function testedError(place: Node, file: File): ErrorInScope | undefined {
  const guard = guardsOf(place)[0] ?? exitBefore(place);
  if (!guard) return undefined;
  const test = unwrap(guard.test);
  if (testsResponse(test)) {
    const response = refusedResponse(test, guard.negated);
    if (response && comesFromWork(response, file) && readsStatus(place, test, response, file))
      return {
        kind: "response",
        text: file.textOf(response),
        clause: undefined,
        why: "The status of the answer tells the category at run time",
      };
  }
  const failed = failedValue(test, guard.negated);
  if (!failed || !comesFromWork(failed, file)) return undefined;
  return {
    kind: "error-value",
    text: errorMemberOf(failed, place, file) ?? file.textOf(failed),
    clause: undefined,
    why: "The error value tells the category at run time",
  };
}

/** `if (result.success) return …;` right above: what stands behind it runs where the test failed. */
function exitBefore(place: Node): Guard | undefined {
  const statement = enclosingStatement(place);
  const { parent } = statement;
  if (parent?.type !== "BlockStatement") return undefined;
  const before = parent.body[parent.body.findIndex((one) => one === statement) - 1];
  if (before?.type !== "IfStatement" || before.alternate || canComplete(before.consequent)) return undefined;
  return { test: before.test, branch: statement, negated: true };
}

/** The status is looked at, or it is an answer of `fetch`: other objects have an `ok` as well. */
function readsStatus(place: Node, test: Node, response: Node, file: File): boolean {
  const name = file.textOf(response);
  if ([place, test].some((node) => file.textOf(node).includes(`${name}.status`))) return true;
  const binding = response.type === "Identifier" ? file.bindings.resolve(response) : undefined;
  return binding?.kind === "variable" && binding.init !== null && /\bfetch\w*\(/iu.test(file.textOf(binding.init));
}

const ERROR_NAME = /^(?:errors?|err|\w+Errors?)$/u;

/** What failed where a test holds: `error`, `result.error`, `!result.success`, `result.status === "error"`. */
function failedValue(test: Node, negated: boolean): Node | undefined {
  const node = unwrap(test);
  if (node.type === "LogicalExpression") return failedValue(node.left, negated) ?? failedValue(node.right, negated);
  if (node.type === "UnaryExpression" && node.operator === "!") return failedValue(node.argument, !negated);
  if (node.type === "Identifier") return !negated && ERROR_NAME.test(node.name) ? node : undefined;
  if (node.type === "MemberExpression") {
    if (dottedName(node) === undefined) return undefined;
    const name = memberName(node) ?? "";
    if (!negated && ERROR_NAME.test(name)) return node;
    return negated && /^(?:success|ok)$/u.test(name) ? unwrap(node.object) : undefined;
  }
  if (node.type !== "BinaryExpression" || !/^===?$/u.test(node.operator) || negated) return undefined;
  const left = unwrap(node.left);
  const right = unwrap(node.right);
  if (left.type !== "MemberExpression" || right.type !== "Literal") return undefined;
  const saysFailed =
    (memberName(left) === "status" && /^(?:error|failed|failure)$/iu.test(String(right.value))) ||
    (/^(?:success|ok)$/u.test(memberName(left) ?? "") && right.value === false);
  return saysFailed && dottedName(left) !== undefined ? unwrap(left.object) : undefined;
}

/** `result.error`, where the failure tells of it: that is the error, not the whole answer. */
function errorMemberOf(value: Node, place: Node, file: File): string | undefined {
  const member = `${file.textOf(value)}.error`;
  return holdsName(member, file.textOf(place)) ? member : undefined;
}

/** The answer whose `ok` or `status` a test looks at, where the test holds for a refusal. */
function refusedResponse(test: Node, negated: boolean): Node | undefined {
  const node = unwrap(test);
  if (node.type === "LogicalExpression" && node.operator === "||")
    return refusedResponse(node.left, negated) ?? refusedResponse(node.right, negated);
  // `status !== 200 && status !== 204`: none of the good ones.
  if (node.type === "LogicalExpression" && node.operator === "&&")
    return refusedResponse(node.left, negated) ?? refusedResponse(node.right, negated);
  const isNot = node.type === "UnaryExpression" && node.operator === "!";
  const flag = isNot ? unwrap(node.argument) : node;
  if (flag.type === "MemberExpression" && memberName(flag) === "ok" && isNot !== negated) return unwrap(flag.object);
  if (node.type !== "BinaryExpression" || negated) return undefined;
  const left = unwrap(node.left);
  if (left.type !== "MemberExpression" || !/^status(?:Code)?$/u.test(memberName(left) ?? "")) return undefined;
  const limit = node.right.type === "Literal" ? node.right.value : undefined;
  if (typeof limit !== "number") return undefined;
  const refuses =
    (/^>=?$/u.test(node.operator) && limit >= 299) ||
    (/^!==?$/u.test(node.operator) && limit < 300) ||
    (/^===?$/u.test(node.operator) && limit >= 400);
  return refuses ? unwrap(left.object) : undefined;
}

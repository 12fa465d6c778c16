import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { dottedName, isCallTo, memberName } from "../../syntax/names.js";
import { ownNodes, returnedExpressions } from "../../syntax/node-index.js";
import { enclosingClass, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { calledFunction, type CalledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { canComplete } from "../values/flow.js";
import { alternativesOf, missingValueTested, type Guard } from "../values/guards.js";
import { objectsMade } from "../values/made.js";
import { resolve, rootEnv, type Ref } from "../values/values.js";

/** A value that a guard finds missing, or of another form, as it came from a call. */
interface Asked {
  readonly call: TSESTree.CallExpression;
  /** The test looks at the form as well: `typeof answer !== "object"`. */
  readonly form: boolean;
}

/** No call of the tool comes behind the guard: the value that it finds missing is always there. */
export function isNeverMissing(guard: Guard, file: File): boolean {
  const asked = askedBy(guard, file);
  return asked !== undefined && (givesObject(asked.call, file) || isJustStored(asked.call, file));
}

/**
 * `if (!answer || typeof answer !== "object") …` of what a function of the project gives that throws for its failures: the
 * compiler asks for the test, and no failure comes to it.
 */
export function isFormOfOwnAnswer(guard: Guard, file: File): boolean {
  const asked = askedBy(guard, file);
  const called = asked?.form ? calledFunction(asked.call, rootEnv(file)) : undefined;
  return called !== undefined && ownNodes(called.fn).throws.length > 0;
}

function askedBy({ test, negated }: Guard, file: File): Asked | undefined {
  const missing = missingValueTested(test, negated);
  const binding = missing && file.bindings.resolve(unwrap(missing));
  if (binding?.kind !== "variable" || !binding.constant || binding.path.length > 0 || !binding.init) return undefined;
  const given = unwrap(binding.init);
  const call = given.type === "AwaitExpression" ? unwrap(given.argument) : given;
  if (call.type !== "CallExpression") return undefined;
  const parts = alternativesOf(test).map((part) => partOf(part, negated, binding.variable, file));
  return parts.includes(undefined) ? undefined : { call, form: parts.includes("form") };
}

/** What one part of a test asks of the value; undefined where it asks for something else. */
function partOf(part: Node, negated: boolean, value: Variable, file: File): "missing" | "form" | undefined {
  const isValue = (node: Node | undefined): boolean =>
    node !== undefined && file.bindings.variable(unwrap(node)) === value;
  const missing = missingValueTested(part, negated);
  if (missing) return isValue(missing) ? "missing" : undefined;
  if (negated) return undefined;
  if (isCallTo(part, "Array.isArray")) return isValue(part.arguments[0]) ? "form" : undefined;
  const asksType = part.type === "BinaryExpression" && /^!==?$/u.test(part.operator) ? unwrap(part.left) : undefined;
  return asksType?.type === "UnaryExpression" && asksType.operator === "typeof" && isValue(asksType.argument)
    ? "form"
    : undefined;
}

/** Each way of the called function ends with an object that is written there. */
function givesObject(call: TSESTree.CallExpression, file: File): boolean {
  const called = calledFunction(call, rootEnv(file));
  if (!called || canEndWithoutValue(called.fn)) return false;
  return objectsMade({ node: call, env: rootEnv(file) }) !== undefined;
}

/** Some way of the function ends without a value. */
export function canEndWithoutValue(fn: FunctionNode): boolean {
  if (fn.body.type !== "BlockStatement") return false;
  return canComplete(fn.body) || ownNodes(fn).returns.some(({ argument }) => argument === null);
}

/** `const id = await open(shell); const session = sessionOf(id);`: `open` has put it where `sessionOf` looks. */
function isJustStored(call: TSESTree.CallExpression, file: File): boolean {
  const reader = calledFunction(call, rootEnv(file));
  const read = reader && storeRead(reader);
  const opened = read && resolve(read.key);
  const opening = opened && unwrap(opened.node.type === "AwaitExpression" ? opened.node.argument : opened.node);
  if (!read || opening?.type !== "CallExpression") return false;
  const opener = calledFunction(opening, opened?.env ?? rootEnv(file));
  return opener !== undefined && isOfSameHome(opener, reader) && storesWhatItGives(opener.fn, read.store);
}

/** A function that does nothing but `return this.sessions.get(id)`. */
function storeRead({ fn, env }: CalledFunction): { store: string; key: Ref } | undefined {
  const [only, ...others] = returnedExpressions(fn);
  const got = only && unwrap(only);
  if (got?.type !== "CallExpression" || others.length > 0 || got.callee.type !== "MemberExpression") return undefined;
  const store = dottedName(got.callee.object);
  const [key] = got.arguments;
  return memberName(got.callee) === "get" && store !== undefined && key
    ? { store, key: { node: key, env } }
    : undefined;
}

function isOfSameHome(one: CalledFunction, other: CalledFunction): boolean {
  return one.env.file === other.env.file && enclosingClass(one.fn) === enclosingClass(other.fn);
}

/** `this.sessions.set(id, session); …; return id;` */
function storesWhatItGives(fn: FunctionNode, store: string): boolean {
  const given = returnedExpressions(fn).map((expression) => dottedName(expression));
  const stored = ownNodes(fn).calls.flatMap((call) =>
    dottedName(call.callee) === `${store}.set` && call.arguments[0] ? dottedName(call.arguments[0]) : [],
  );
  return given.length > 0 && given.every((name) => name !== undefined && stored.includes(name));
}

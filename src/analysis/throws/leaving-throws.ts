import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, literalProperty, memberName } from "../../syntax/names.js";
import { inSourceOrder, ownNodes } from "../../syntax/node-index.js";
import {
  contains,
  isFunction,
  isInside,
  parentOf,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import { guardsOf, testsPassed } from "../values/guards.js";
import { guardingTry } from "../catches/tries.js";
import type { Env } from "../values/values.js";

/** A value that a function throws, itself or through what it calls. */
export interface LeavingThrow {
  readonly thrown: Node;
  readonly env: Env;
  /** The call through which it comes, where it is thrown in another file. */
  readonly through: TSESTree.CallExpression | undefined;
}

/** What leaves a function as a throw or a rejection; `hops` is how many calls deep is looked for it. */
export function* leavingThrows(fn: FunctionNode, env: Env, hops: number): Generator<LeavingThrow> {
  const { throws, calls } = ownNodes(fn);
  for (const node of inSourceOrder<TSESTree.ThrowStatement | TSESTree.CallExpression>(throws, calls))
    if (node.type === "CallExpression") yield* leavingByCall(node, env, hops);
    else if (leavesFunction(node, node.argument)) yield { thrown: node.argument, env, through: undefined };
}

function* leavingByCall(call: TSESTree.CallExpression, env: Env, hops: number): Generator<LeavingThrow> {
  const rejected = rejectedBy(call);
  if (rejected) {
    if (rejectionLeaves(call, rejected)) yield { thrown: rejected, env, through: undefined };
    return;
  }
  const steps = stepsOf(call);
  if (steps.length > 0) {
    if (rejectionLeaves(call, call)) for (const fn of steps) yield* leavingThrows(fn, env, hops);
    return;
  }
  for (const fn of eachOf(call))
    for (const inner of leavingThrows(fn, env, hops)) if (leavesFunction(call, inner.thrown)) yield inner;
  if (hops <= 0 || !endOfChain(call)) return;
  const called = calledFunction(call, env);
  if (!called || (called.fn.async && isUnheard(call))) return;
  for (const inner of leavingThrows(called.fn, called.env, hops - 1))
    if (leavesFunction(call, inner.thrown)) yield called.env.file === env.file ? inner : { ...inner, through: call };
}

/** `load().then((row) => …)`: what its steps throw rejects the promise that they make. */
function stepsOf(call: TSESTree.CallExpression): FunctionNode[] {
  return /^(?:then|catch|finally)$/u.test(calleeName(call) ?? "")
    ? call.arguments.filter((step) => isFunction(step))
    : [];
}

/** `ids.map((id) => read(id))`: what is thrown for one entry is thrown for the list, and a rejected one rejects `Promise.all`. */
function eachOf(call: TSESTree.CallExpression): FunctionNode[] {
  return /^(?:map|flatMap|filter|find|some|every|reduce|sort)$/u.test(calleeName(call) ?? "")
    ? call.arguments.filter((each) => isFunction(each))
    : [];
}

/** `refresh();`, `void refresh();`: nobody waits for the promise. */
function isUnheard(call: TSESTree.CallExpression): boolean {
  const { parent } = call;
  return parent.type === "ExpressionStatement" || (parent.type === "UnaryExpression" && parent.operator === "void");
}

/** What stands at a `throw` leaves the function: no clause takes it, or the clause throws it on. */
export function leavesFunction(place: Node, thrown: Node): boolean {
  for (let around = guardingTry(place); around; around = guardingTry(around)) {
    const { handler } = around;
    if (!handler || !throwsOn(handler, unwrap(thrown))) return false;
  }
  return true;
}

/** `Promise.reject(value)` is as good as a throw. */
export function rejectedBy(node: Node): Node | undefined {
  const call = unwrap(node);
  return call.type === "CallExpression" && dottedName(call.callee) === "Promise.reject" ? call.arguments[0] : undefined;
}

/** The rejection of a promise leaves the function: it is returned or waited for, and no later step of its chain takes it. */
export function rejectionLeaves(promise: Node, rejected: Node): boolean {
  let value = endOfChain(promise);
  for (let up = value && parentOf(value); up?.type === "ConditionalExpression" && up.test !== value; up = parentOf(up))
    value = up;
  const taker = value && parentOf(value);
  if (taker?.type === "AwaitExpression") return leavesFunction(taker, rejected);
  return taker?.type === "ReturnStatement" || (isFunction(taker) && taker.body === value);
}

/** `load().then(…).finally(…)` around `load()`; undefined where a step takes a rejection. */
export function endOfChain(promise: Node): Node | undefined {
  let end = promise;
  for (;;) {
    const member = parentOf(end);
    const step = member?.type === "MemberExpression" && member.object === end ? parentOf(member) : undefined;
    if (member?.type !== "MemberExpression" || step?.type !== "CallExpression" || step.callee !== member) return end;
    const name = memberName(member);
    if (name === "catch" || (name === "then" && step.arguments.length > 1)) return undefined;
    end = step;
  }
}

/** The clause throws what it caught, and no test that stands before that throw keeps back a value like this one. */
function throwsOn({ param, body }: TSESTree.CatchClause, thrown: Node): boolean {
  if (param?.type !== "Identifier") return false;
  const { name } = param;
  let leaves = false;
  walkSameFunction(body, (node) => {
    if (node.type !== "ThrowStatement" || node.argument.type !== "Identifier" || node.argument.name !== name) return;
    const within = (test: Node): boolean => isInside(test, body);
    leaves ||=
      guardsOf(node).every(({ test, negated }) => !within(test) || mayBe(test, !negated, name, thrown)) &&
      [...testsPassed(node)].every((test) => !within(test) || mayBe(test, false, name, thrown));
  });
  return leaves;
}

/** A test of the caught value comes out so for this one; a test of something else may come out either way. */
function mayBe(test: Node, wanted: boolean, name: string, thrown: Node): boolean {
  const asks = contains(test, (node) => node.type === "Identifier" && node.name === name);
  return !asks || verdictOn(unwrap(test), name, thrown) === wanted;
}

/** How a test of the caught value comes out for what is thrown; undefined where the source does not tell. */
function verdictOn(test: Node, name: string, thrown: Node): boolean | undefined {
  if (test.type === "UnaryExpression" && test.operator === "!") {
    const inner = verdictOn(unwrap(test.argument), name, thrown);
    return inner === undefined ? undefined : !inner;
  }
  if (test.type === "LogicalExpression" && test.operator !== "??") {
    const deciding = test.operator === "||";
    const sides = [test.left, test.right].map((side) => verdictOn(unwrap(side), name, thrown));
    if (sides.includes(deciding)) return deciding;
    return sides.includes(undefined) ? undefined : !deciding;
  }
  const isCaught = (node: Node): boolean => dottedName(node) === name;
  if (test.type === "BinaryExpression" && test.operator === "instanceof" && isCaught(test.left))
    return isInstance(thrown, dottedName(test.right) ?? "");
  if (test.type === "BinaryExpression" && test.operator === "in" && isCaught(test.right))
    return test.left.type === "Literal" ? hasMember(thrown, String(test.left.value)) : undefined;
  if (test.type === "MemberExpression" && isCaught(test.object)) return hasMember(thrown, memberName(test) ?? "", true);
  return undefined;
}

function isInstance(thrown: Node, className: string): boolean | undefined {
  if (thrown.type === "ObjectExpression" || thrown.type === "Literal" || thrown.type === "TemplateLiteral")
    return false;
  if (thrown.type !== "NewExpression") return undefined;
  return className === "Error" || calleeName(thrown) === className ? true : undefined;
}

/** An object that is written out has the members that are written, and no others; `filled` asks for more than `0` or `""`. */
function hasMember(thrown: Node, name: string, filled = false): boolean | undefined {
  if (thrown.type === "Literal" || thrown.type === "TemplateLiteral") return false;
  if (thrown.type !== "ObjectExpression" || thrown.properties.some(({ type }) => type === "SpreadElement"))
    return undefined;
  const value = literalProperty(thrown, name)?.value;
  return value !== undefined && !(filled && value.type === "Literal" && !value.value);
}

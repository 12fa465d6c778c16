import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, literalProperty, memberName } from "../../syntax/names.js";
import { contains, isInside, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import { guardsOf, testsPassed } from "../values/guards.js";
import { guardingTry } from "../catches/tries.js";

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

import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import { ancestors, isFunction, parentOf, unwrap, walk, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { canComplete } from "./flow.js";
import { constantOf, rootEnv } from "./values.js";

/** What an `if` around a place finds out. */
export interface Guard {
  readonly test: Node;
  /** The branch that the place stands in. */
  readonly branch: Node;
  /** The place stands in the `else`. */
  readonly negated: boolean;
}

/** The tests around a node, innermost first, up to its function (and out of its catch clause, if it stands in one). */
export function guardsOf(node: Node): Guard[] {
  const guards: Guard[] = [];
  let child = node;
  for (let up = parentOf(node); up && !isFunction(up); up = parentOf(up)) {
    if (up.type === "IfStatement" && child !== up.test)
      guards.push({ test: up.test, branch: child, negated: child === up.alternate });
    if (up.type === "ConditionalExpression" && child !== up.test)
      guards.push({ test: up.test, branch: child, negated: child === up.alternate });
    child = up;
  }
  return guards;
}

/** The `if`s before a place, in the blocks around it. */
export function* ifsPassed(place: Node): Generator<TSESTree.IfStatement> {
  let child = place;
  for (const up of ancestors(place)) {
    const row = up.type === "BlockStatement" ? up.body : up.type === "SwitchCase" ? up.consequent : [];
    for (const statement of row) {
      if (statement === child) break;
      if (statement.type === "IfStatement") yield statement;
    }
    if (isFunction(up)) return;
    child = up;
  }
}

/** The tests that have not held where control comes to a place: those of the `if`s before it that leave. */
export function* testsPassed(place: Node): Generator<Node> {
  for (const { test, consequent } of ifsPassed(place)) if (!canComplete(consequent)) yield test;
}

/** `a` and `b` of `a || b`; where the test does not hold, of `a && b`: one of them alone decides. */
export function alternativesOf(test: Node, negated = false): Node[] {
  const node = unwrap(test);
  return node.type === "LogicalExpression" && node.operator === (negated ? "&&" : "||")
    ? [node.left, node.right].flatMap((part) => alternativesOf(part, negated))
    : [node];
}

const STATUS_NAME = /^(?:status|statusCode|httpStatus|response_?status|status_code)$/iu;

function isStatus(node: Node): boolean {
  const inner = unwrap(node);
  const name =
    inner.type === "MemberExpression" ? memberName(inner) : inner.type === "Identifier" ? inner.name : undefined;
  return name !== undefined && STATUS_NAME.test(name);
}

/** The HTTP statuses for which a test holds: `status === 429 || status === 503`. */
export function statusesOf(test: Node, file: File): number[] {
  const found: number[] = [];
  for (const { left, right } of comparisonsIn(test)) {
    const other = isStatus(left) ? right : isStatus(right) ? left : undefined;
    const value = other && constantOf({ node: other, env: rootEnv(file) });
    if (typeof value === "number") found.push(value);
  }
  return found;
}

/** The classes of errors that a test asks for: `error instanceof X`, `error.name === "X"`. */
export function classesOf(test: Node): string[] {
  const found: string[] = [];
  for (const { operator, left, right } of comparisonsIn(test)) {
    const name = operator === "instanceof" ? dottedName(right)?.split(".").at(-1) : undefined;
    if (name !== undefined && name !== "Error") found.push(name);
    const asked = unwrap(left);
    if (asked.type === "MemberExpression" && memberName(asked) === "name" && right.type === "Literal")
      found.push(String(right.value));
  }
  return found;
}

/** What a test asks to be the same, or to be of a class; not what it asks not to be. */
function comparisonsIn(test: Node): { operator: string; left: Node; right: Node }[] {
  const found: { operator: string; left: Node; right: Node }[] = [];
  walk(test, (node) => {
    if (node.type === "UnaryExpression" && node.operator === "!") return false;
    if (node.type === "BinaryExpression" && /^(?:===?|instanceof)$/u.test(node.operator))
      found.push({ operator: node.operator, left: node.left, right: node.right });
    return undefined;
  });
  return found;
}

export function guardStatuses(node: Node, file: File): number[] {
  const [nearest] = guardsOf(node)
    .filter((guard) => !guard.negated)
    .map((guard) => statusesOf(guard.test, file))
    .filter((statuses) => statuses.length > 0);
  return nearest ?? [];
}

/** `!response.ok`, `status >= 400`, `status !== 200`: an upstream answer that says no. */
export function testsResponse(test: Node): boolean {
  let found = false;
  walk(test, (node) => {
    if (node.type === "MemberExpression" && (memberName(node) === "ok" || isStatus(node))) found = true;
    // `const { statusCode, body } = await request(url);`
    if (node.type === "BinaryExpression" && node.left.type === "Identifier" && isStatus(node.left))
      found ||= node.right.type === "Literal" && typeof node.right.value === "number";
    return undefined;
  });
  return found;
}

/** `if (response.ok) …`, `else` of `if (status >= 400)`: the branch is entered only where the upstream service has said yes. */
export function provesSuccess({ test, negated }: Pick<Guard, "test" | "negated">): boolean {
  const node = unwrap(test);
  if (node.type === "UnaryExpression" && node.operator === "!")
    return provesSuccess({ test: node.argument, negated: !negated });
  if (node.type === "LogicalExpression") {
    const [left, right] = [node.left, node.right].map((part) => provesSuccess({ test: part, negated }));
    // `a && b` holds where both do, and `!(a || b)` where neither does: either one is proof enough.
    const bothHold = node.operator === "&&" ? !negated : node.operator === "||" && negated;
    return bothHold ? left === true || right === true : left === true && right === true;
  }
  if (node.type === "MemberExpression") return !negated && memberName(node) === "ok";
  if (node.type !== "BinaryExpression" || !isStatus(node.left) || node.right.type !== "Literal") return false;
  const limit = node.right.value;
  if (typeof limit !== "number") return false;
  const isGood = limit >= 200 && limit < 300;
  if (negated) return (node.operator.startsWith("!=") && isGood) || (node.operator === ">=" && isFirstBad(limit));
  return (node.operator.startsWith("==") && isGood) || (node.operator === "<" && isFirstBad(limit));
}

/** Every status below it is a good one. */
function isFirstBad(status: number): boolean {
  return status === 300 || status === 400;
}

/** The root variable of `a.b?.c`. */
function rootIdentifier(node: Node): TSESTree.Identifier | undefined {
  let current = unwrap(node);
  for (;;) {
    if (current.type === "Identifier") return current;
    if (current.type === "MemberExpression") current = unwrap(current.object);
    else if (current.type === "CallExpression") current = unwrap(current.callee);
    else if (current.type === "LogicalExpression") current = unwrap(current.left);
    else return undefined;
  }
}

/** The value comes out of work (an awaited call, a query), not out of the arguments of the tool. */
export function comesFromWork(node: Node, file: File, hops = 4): boolean {
  const root = rootIdentifier(node);
  if (!root) return false;
  const binding = file.bindings.resolve(root);
  if (binding.kind === "catch") return true;
  if (binding.kind !== "variable" || hops <= 0) return false;
  const values = [binding.init, ...file.bindings.assignmentsTo(binding.variable)].filter((value) => value !== null);
  return values.some((value) => isOfWork(value, file, hops));
}

function isOfWork(value: Node, file: File, hops: number): boolean {
  const parsed = valueParsed(value);
  if (parsed) return isOfWork(parsed, file, hops);
  if (containsAwait(value)) return true;
  const inner = unwrap(value);
  if (inner.type === "CallExpression" && unwrap(inner.callee).type === "Identifier")
    // A plain function of the arguments only reshapes them.
    return inner.arguments.some((argument) => comesFromWork(argument, file, hops - 1));
  if (inner.type === "CallExpression") {
    const callee = unwrap(inner.callee);
    const written = valuesWritten(inner);
    if (written) return written.some((one) => comesFromWork(one, file, hops - 1));
    const onValue = callee.type === "MemberExpression" && rootIdentifier(callee.object);
    if (onValue) {
      const source = file.bindings.resolve(onValue);
      if (source.kind === "variable" || source.kind === "parameter")
        return (
          comesFromWork(callee, file, hops - 1) ||
          (source.kind === "variable" && source.constant && isNewClient(source.init))
        );
    }
    return true;
  }
  return comesFromWork(value, file, hops - 1);
}

/** `Schema.parse(args)`, `await Schema.safeParseAsync(args)`: what is parsed is as much the caller's as before. */
function valueParsed(value: Node): Node | undefined {
  const inner = unwrap(value);
  const call = inner.type === "AwaitExpression" ? unwrap(inner.argument) : inner;
  if (call.type !== "CallExpression" || unwrap(call.callee).type !== "MemberExpression") return undefined;
  return /^(?:parse|safeParse)(?:Async)?$/u.test(calleeName(call) ?? "") ? call.arguments[0] : undefined;
}

/** `[id, name].filter(Boolean)`, `Object.keys(args)`: the values that are put together at the place itself. */
function valuesWritten({ callee, arguments: given }: TSESTree.CallExpression): Node[] | undefined {
  const method = unwrap(callee);
  if (method.type !== "MemberExpression") return undefined;
  const on = unwrap(method.object);
  if (on.type === "ArrayExpression") return on.elements.filter((element) => element !== null);
  if (on.type === "Identifier" && /^(?:Object|Array)$/u.test(on.name)) return given;
  return on.type === "CallExpression" ? valuesWritten(on) : undefined;
}

function isNewClient(init: Node | null): boolean {
  return init !== null && unwrap(init).type === "NewExpression";
}

function containsAwait(node: Node): boolean {
  let found = false;
  walk(node, (child) => {
    if (isFunction(child)) return false;
    if (child.type === "AwaitExpression") found = true;
    return undefined;
  });
  return found;
}

/** The list that a test finds empty: `items.length === 0`, `!items.length`, `results.size < 1`, `!items || items.length === 0`. */
export function emptyListTested(test: Node, negated: boolean): Node | undefined {
  const node = unwrap(test);
  if (node.type === "LogicalExpression") {
    const found = emptyListTested(node.left, negated) ?? emptyListTested(node.right, negated);
    // `!(list.length > 0 && list[0].done)`: nothing found, or something else; `!list || list.length === 0` are one.
    const either = (node.operator === "||") !== negated;
    return either && ![node.left, node.right].every((part) => isNothingTest(part, negated)) ? undefined : found;
  }
  if (node.type === "UnaryExpression" && node.operator === "!") {
    const inner = unwrap(node.argument);
    return !negated && inner.type === "MemberExpression" && isCount(inner) ? inner.object : undefined;
  }
  if (node.type === "BinaryExpression") {
    const left = unwrap(node.left);
    if (left.type !== "MemberExpression" || !isCount(left) || node.right.type !== "Literal") return undefined;
    const limit = node.right.value;
    const empty =
      (/^===?$/u.test(node.operator) && limit === 0) ||
      (node.operator === "<" && limit === 1) ||
      (node.operator === "<=" && limit === 0);
    const filled =
      (node.operator === ">" && limit === 0) ||
      (/^!==?$/u.test(node.operator) && limit === 0) ||
      (node.operator === ">=" && limit === 1);
    return (negated ? filled : empty) ? left.object : undefined;
  }
  if (negated && node.type === "MemberExpression" && isCount(node)) return node.object;
  return undefined;
}

function isNothingTest(test: Node, negated: boolean): boolean {
  return (emptyListTested(test, negated) ?? missingValueTested(test, negated)) !== undefined;
}

function isCount(node: TSESTree.MemberExpression): boolean {
  return /^(?:length|size|total|totalCount|count|rowCount)$/u.test(memberName(node) ?? "");
}

/** The one thing that a test finds missing: `!item`, `item === null`. */
export function missingValueTested(test: Node, negated: boolean): Node | undefined {
  const node = unwrap(test);
  if (node.type === "LogicalExpression" && node.operator === "||")
    return missingValueTested(node.left, negated) ?? missingValueTested(node.right, negated);
  if (!negated && node.type === "UnaryExpression" && node.operator === "!") {
    const inner = unwrap(node.argument);
    return inner.type === "Identifier" || inner.type === "MemberExpression" ? inner : undefined;
  }
  if (!negated && node.type === "BinaryExpression" && /^===?$/u.test(node.operator)) {
    const nothing =
      node.right.type === "Literal"
        ? node.right.value === null
        : node.right.type === "Identifier" && node.right.name === "undefined";
    return nothing ? node.left : undefined;
  }
  if (negated && (node.type === "Identifier" || node.type === "MemberExpression")) return node;
  return undefined;
}

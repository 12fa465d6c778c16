import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, memberName } from "../../syntax/names.js";
import { ancestors, contains, isFunction, isLoop, unwrap, walk, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { constantOf, resolve, rootEnv } from "../values/values.js";
import { hasOtherEnd } from "./loop-ends.js";
import { longestWait, type Counter } from "./loop-waits.js";

/** A loop whose rounds may be attempts at the same work: `for (const wait of [500, 1000, 2000])` as well. */
export type Attempts =
  TSESTree.ForStatement | TSESTree.ForOfStatement | TSESTree.WhileStatement | TSESTree.DoWhileStatement;

/** What a loop that repeats work says of its rounds. */
export interface Rounds {
  /** How often at the most; `unbounded`: as long as the work fails; undefined where the number is not written here. */
  readonly attempts: number | "unbounded" | undefined;
  readonly waits: boolean;
  /** How long it waits in all at the most, in milliseconds, where that can be told. */
  readonly longest: number | undefined;
}

/** Names of calls that only let time pass. */
export const WAITS =
  /^(?:sleep\w*|delay\w*|wait\w*|setTimeout|backoff\w*|pause\w*|timeout|\w*[bB]ackoff|\w*Delay|\w*Sleep|\w*Wait)$/u;

/** The loop around a place in its function that may do the same work again, and not that of an item. */
export function loopAround(place: Node): Attempts | undefined {
  for (const up of ancestors(place)) {
    if (isFunction(up) || up.type === "ForInStatement") return undefined;
    if (up.type === "ForOfStatement" && !isOverWaits(up)) return undefined;
    if (isLoop(up)) return up;
  }
  return undefined;
}

/** `for (const wait of [500, 1000, 2000])`: the item says how long to wait, and what is done is the same each time. */
function isOverWaits({ left, body }: TSESTree.ForOfStatement): boolean {
  const [declared] = left.type === "VariableDeclaration" ? left.declarations : [];
  if (declared?.id.type !== "Identifier") return false;
  const { name } = declared.id;
  return !contains(body, (node) => node.type === "Identifier" && node.name === name && !isInWait(node));
}

function isInWait(node: Node): boolean {
  return ancestors(node).some(
    (up) => (up.type === "CallExpression" || up.type === "NewExpression") && WAITS.test(nameOfWait(up) ?? ""),
  );
}

function nameOfWait(call: TSESTree.CallExpression | TSESTree.NewExpression): string | undefined {
  const callee = unwrap(call.callee);
  return callee.type === "MemberExpression" ? memberName(callee) : calleeName(call);
}

/** @param attempt the `try` around the work, if there is one */
export function roundsOf(loop: Attempts, attempt: TSESTree.TryStatement | undefined, file: File): Rounds {
  const waits = waitsIn(loop);
  if (loop.type === "ForOfStatement") {
    const items = numbersIn(loop.right, file);
    const longest = items && waits.length > 0 ? items.reduce((sum, one) => sum + one, 0) : undefined;
    return { attempts: items?.length, waits: waits.length > 0, longest };
  }
  const limit = limitOf(loop.test, loop.type === "ForStatement" ? loop.init : null, file);
  const counter = counterOf(loop, file);
  const delays = waits.flatMap((wait) => wait.arguments);
  return {
    attempts: limit === "unbounded" && hasOtherEnd(loop, attempt, file) ? undefined : limit,
    waits: waits.length > 0,
    longest: counter && typeof limit === "number" ? longestWait(delays, counter, limit, file) : undefined,
  };
}

/** The numbers of a list that is written out: how long to wait after each attempt. */
function numbersIn(list: Node, file: File): readonly number[] | undefined {
  const { node, env } = resolve({ node: list, env: rootEnv(file) });
  if (node.type !== "ArrayExpression") return undefined;
  const numbers = node.elements.flatMap((element) => {
    const value = element && element.type !== "SpreadElement" ? constantOf({ node: element, env }) : undefined;
    return typeof value === "number" ? [value] : [];
  });
  return numbers.length === node.elements.length ? numbers : undefined;
}

/** `attempt < 3`, `attempt <= MAX`, counted from its start. */
function limitOf(test: Node | null, init: Node | null, file: File): number | "unbounded" | undefined {
  if (test === null || constantOf({ node: test, env: rootEnv(file) }) === true) return "unbounded";
  const node = unwrap(test);
  // `while (!done)`, `while (!response.ok)`
  if (node.type === "UnaryExpression" && node.operator === "!") return "unbounded";
  if (node.type !== "BinaryExpression" || node.left.type === "PrivateIdentifier") return undefined;
  const limit = constantOf({ node: node.right, env: rootEnv(file) });
  const declared = init?.type === "VariableDeclaration" ? init.declarations[0]?.init : undefined;
  const start = declared ? constantOf({ node: declared, env: rootEnv(file) }) : 0;
  if (typeof limit !== "number" || typeof start !== "number") return undefined;
  if (node.operator === "<") return limit - start;
  return node.operator === "<=" ? limit - start + 1 : undefined;
}

/** `let attempt = 0` of a `for`. */
function counterOf(loop: Attempts, file: File): Counter | undefined {
  const init = loop.type === "ForStatement" ? loop.init : null;
  const [first] = init?.type === "VariableDeclaration" ? init.declarations : [];
  const variable = first && file.bindings.variable(first.id);
  const start = first?.init ? constantOf({ node: first.init, env: rootEnv(file) }) : undefined;
  return variable && typeof start === "number" ? { variable, start } : undefined;
}

/** The calls that wait between the attempts. */
function waitsIn({ body }: Attempts): (TSESTree.CallExpression | TSESTree.NewExpression)[] {
  const found: (TSESTree.CallExpression | TSESTree.NewExpression)[] = [];
  walk(body, (node) => {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") return;
    if (WAITS.test(nameOfWait(node) ?? "")) found.push(node);
  });
  return found;
}

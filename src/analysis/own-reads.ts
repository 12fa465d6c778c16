import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../syntax/names.js";
import {
  ancestors,
  contains,
  isFunction,
  isInside,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Loop,
  type Node,
} from "../syntax/tree.js";
import { rootOf, variablesOf } from "./answer-flow.js";
import type { File } from "./file.js";

/** Names of what tells one page of a list from the next. */
const PAGE =
  /^(?:page\w*|cursor|offset|skip|after|startAt|nextLink|next(?:Page|Cursor|Token|Url|Uri|Link)\w*|\w*(?:Cursor|Offset|PageToken|NextToken|PageUrl|HasNext))$/u;

/** `do { … } while (cursor)`, `list({ offset })`: the rounds read the pages of one list. */
export function readsPages(loop: Loop, works: readonly TSESTree.AwaitExpression[], file: File): boolean {
  // The rounds of `for (const page of args.pages)` are the caller's.
  if (loop.type === "ForOfStatement" || loop.type === "ForInStatement") return false;
  const { test } = loop;
  const places: Node[] = [...(test ? [test] : []), ...works.map(({ argument }) => argument)];
  return places.some((place) =>
    contains(place, (node) => {
      if (node.type !== "Identifier") return false;
      if (PAGE.test(node.name)) return true;
      return test !== null && loop.type !== "ForStatement" && isInside(node, test) && isSetIn(node, loop, file);
    }),
  );
}

/**
 * `for (let round = 0; round < rounds; round++)`, where the number takes nothing out of a list: the samples of one thing,
 * or the parts of one row.
 */
export function countsItsRounds(loop: Loop, file: File): boolean {
  if (loop.type !== "ForStatement" || loop.init?.type !== "VariableDeclaration") return false;
  const counters = loop.init.declarations.flatMap(({ id }) => variablesOf(id, file));
  const uses = counters.flatMap(({ references }) => references.map(({ identifier }) => identifier as Node));
  return uses.length > 0 && !uses.some((use) => isInside(use, loop.body) && takesFromList(use, loop));
}

/** `ids[at]`, `ids.slice(at, at + 10)`. */
function takesFromList(use: Node, loop: Loop): boolean {
  let child = use;
  for (const up of ancestors(use)) {
    if (up === loop) return false;
    if (up.type === "MemberExpression" && up.computed && up.property === child) return true;
    if (up.type === "CallExpression") return /^(?:slice|at|get|item|subarray|substring)$/u.test(calleeName(up) ?? "");
    child = up;
  }
  return false;
}

/** The answer of each round says whether there is a next one. */
function isSetIn(use: TSESTree.Identifier, loop: Loop, file: File): boolean {
  const variable = file.bindings.variable(use);
  let sets = false;
  walkSameFunction(loop.body, (node) => {
    if (node.type !== "AssignmentExpression" || node.operator !== "=" || node.left.type !== "Identifier") return;
    if (variable !== undefined && file.bindings.variable(node.left) === variable) sets = true;
  });
  return sets;
}

/** Names by which a list is followed to the arguments that it is made of. */
const MAX_STEPS = 4;

/** The list that is mapped comes from the arguments of the tool, without work in between: `ids.split(",").map(…)`. */
export function isAskedFor(list: Node, fn: FunctionNode, file: File, steps = MAX_STEPS): boolean {
  const node = unwrap(list);
  if (steps <= 0 || contains(list, (child) => child.type === "AwaitExpression")) return false;
  if (node.type === "CallExpression") {
    const callee = unwrap(node.callee);
    // What a method makes of its receiver; what a function makes of its arguments.
    const made = callee.type === "MemberExpression" ? [callee.object, ...node.arguments] : node.arguments;
    return made.some((part) => part.type !== "SpreadElement" && isAskedFor(part, fn, file, steps));
  }
  if (node.type === "ArrayExpression" || node.type === "NewExpression") {
    const parts = node.type === "ArrayExpression" ? node.elements : node.arguments;
    return parts.some(
      (part) => part !== null && isAskedFor(part.type === "SpreadElement" ? part.argument : part, fn, file, steps),
    );
  }
  if (node.type === "LogicalExpression") return isAskedFor(node.left, fn, file, steps);
  if (node.type === "ConditionalExpression")
    return isAskedFor(node.consequent, fn, file, steps) || isAskedFor(node.alternate, fn, file, steps);
  const root = rootOf(node);
  const variable = root.type === "Identifier" ? file.bindings.variable(root) : undefined;
  const [definition] = variable?.defs ?? [];
  if (!definition) return false;
  const declared = definition.node as Node;
  if (isFunction(declared)) return declared === fn;
  return declared.type === "VariableDeclarator" && declared.init
    ? isAskedFor(declared.init, fn, file, steps - 1)
    : false;
}

/** `ids.map` of `ids.map((id) => load(id))`. */
export function mappedList(list: Node): Node | undefined {
  const call = unwrap(list);
  if (call.type !== "CallExpression" || !/^(?:map|flatMap)$/u.test(calleeName(call) ?? "")) return undefined;
  const callee = unwrap(call.callee);
  return callee.type === "MemberExpression" ? callee.object : undefined;
}

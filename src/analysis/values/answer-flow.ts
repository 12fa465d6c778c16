import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  enclosingFunction,
  isFunction,
  isInside,
  parentOf,
  unwrap,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import type { File } from "../file.js";

/** Names and members by which a value is followed, so that cyclic assignments end. */
const MAX_STEPS = 5;

/** Calls that only shape what they are given: what goes in comes out. */
const SHAPES =
  /^(?:stringify|String|join|map|flatMap|filter|sort|toSorted|slice|concat|flat|from|fromEntries|entries|values|keys|reduce|find|some|every|trim|push|assign|toString|(?:to|as|format|render|build|make|create|wrap|json|text|ok|success|summari[sz]e|print)\w*|\w*(?:Result|Response|Content|Text|Json|JSON|Output|Markdown|Table|List|Summary|Answer))$/u;

/** The value is used in what the function returns, and not only as input of further work. */
export function reachesAnswer(use: Node, fn: FunctionNode, file: File, steps = MAX_STEPS): boolean {
  let child = use;
  for (const up of ancestors(use)) {
    if (up === fn) return fn.body === child && child.type !== "BlockStatement";
    if (isFunction(up)) {
      // `items.map((item) => …)`: what the callback makes goes where the call goes.
      const call = parentOf(up);
      if (call?.type !== "CallExpression" || call.callee === up) return false;
      return SHAPES.test(calleeName(call) ?? "") && reachesAnswer(call, fn, file, steps);
    }
    switch (up.type) {
      case "ReturnStatement":
        return enclosingFunction(up) === fn;
      case "AwaitExpression":
        break;
      case "CallExpression":
        // What is added to the list is no use of what it holds.
        if (up.callee === child && (choosesOne(up) || onlyTests(up) || keeps(up))) return false;
        if (up.callee === child && calleeName(up) === "forEach") return eachFlows(up, fn, file, steps);
        if (up.callee !== child && !keeps(up) && (!SHAPES.test(calleeName(up) ?? "") || isWork(up))) return false;
        break;
      case "VariableDeclarator":
        return up.init === child && flows(variablesOf(up.id, file), up.range[1], fn, file, steps);
      case "AssignmentExpression":
        return up.right === child && flows(variablesOf(rootOf(up.left), file), up.range[1], fn, file, steps);
      case "ExpressionStatement": {
        // `lines.push(value)`: the list holds it from here on.
        const list = child.type === "CallExpression" ? receiverOf(child) : undefined;
        return list !== undefined && flows(variablesOf(list, file), up.range[1], fn, file, steps);
      }
      case "ForOfStatement":
        // `for (const id of ids) await load(id)`: what the next step starts from.
        if (up.right !== child || isInputOf(up, file) || sumsByKey(up)) return false;
        return flows(elementsOf(up, file), up.right.range[1], fn, file, steps);
      case "IfStatement":
      case "WhileStatement":
      case "ThrowStatement":
        return false;
      case "ConditionalExpression":
        if (child === up.test) return false;
        break;
      default:
    }
    child = up;
  }
  return false;
}

/** What `for (const { id, name } of list)` takes out of the list. */
export function elementsOf(loop: TSESTree.ForOfStatement, file: File): Variable[] {
  const left = loop.left.type === "VariableDeclaration" ? loop.left.declarations[0]?.id : loop.left;
  return left ? variablesOf(left, file) : [];
}

/**
 * `counts.set(key, (counts.get(key) ?? 0) + 1)`, `counts[key] = (counts[key] ?? 0) + 1`, `counts[key].total += price`:
 * without one of the rounds each sum is wrong, so that the rounds are material of a computation.
 */
export function sumsByKey(loop: TSESTree.ForOfStatement): boolean {
  return contains(loop.body, (node) => {
    if (node.type === "UpdateExpression") return isOfKey(node.argument);
    if (node.type === "AssignmentExpression" && node.operator === "+=") return isOfKey(node.left);
    if (node.type === "AssignmentExpression" && node.operator === "=")
      return isOfKey(node.left) && node.right.type === "BinaryExpression" && contains(node.right.left, isOfKey);
    if (node.type !== "CallExpression" || calleeName(node) !== "set") return false;
    const sum = node.arguments[1];
    return (
      sum?.type === "BinaryExpression" &&
      contains(sum, (part) => part.type === "CallExpression" && calleeName(part) === "get")
    );
  });
}

/** `counts[key]`, `counts[key].total`. */
function isOfKey(target: Node): boolean {
  let node = unwrap(target);
  while (node.type === "MemberExpression") {
    if (node.computed) return true;
    node = unwrap(node.object);
  }
  return false;
}

/** `items.forEach((item) => lines.push(item.name))`: each element goes on, or only counts. */
function eachFlows(call: TSESTree.CallExpression, fn: FunctionNode, file: File, steps: number): boolean {
  const [callback] = call.arguments;
  const [element] = callback && isFunction(callback) ? callback.params : [];
  return element !== undefined && flows(variablesOf(element, file), call.callee.range[1], fn, file, steps);
}

/** `inUse.has(id)`: a question to what was gathered, of which nothing goes out. */
function onlyTests(call: TSESTree.CallExpression): boolean {
  return /^(?:has|includes|indexOf|lastIndexOf|findIndex|some|every)$/u.test(calleeName(call) ?? "");
}

/** The loop waits for work that is given the element. */
function isInputOf(loop: TSESTree.ForOfStatement, file: File): boolean {
  const elements = elementsOf(loop, file);
  return contains(loop.body, (node) => {
    if (node.type !== "AwaitExpression") return false;
    return contains(node.argument, (inner) => {
      const variable = inner.type === "Identifier" ? file.bindings.variable(inner) : undefined;
      return variable !== undefined && elements.includes(variable);
    });
  });
}

/** `await client.createPost({ ids })` makes something elsewhere; `createTable(rows)` shapes what it is given. */
function isWork(call: TSESTree.CallExpression): boolean {
  return (
    parentOf(call)?.type === "AwaitExpression" &&
    call.callee.type === "MemberExpression" &&
    /^(?:create|make|build)/u.test(calleeName(call) ?? "")
  );
}

/** `byId.get(id)`, `candidates.find(…)`: one of several goes out, unless that is done for each of a list. */
function choosesOne(call: TSESTree.CallExpression): boolean {
  if (!/^(?:get|find|at)$/u.test(calleeName(call) ?? "")) return false;
  for (const up of ancestors(call)) {
    if (/^(?:For(?:Of|In)?|While|DoWhile)Statement$/u.test(up.type)) return false;
    const around = isFunction(up) ? parentOf(up) : undefined;
    if (around?.type === "CallExpression" && around.callee !== up) return !SHAPES.test(calleeName(around) ?? "");
    if (around) return true;
  }
  return true;
}

/** `lines.push(value);`, `byId.set(id, value);` */
function keeps(call: TSESTree.CallExpression): boolean {
  return parentOf(call)?.type === "ExpressionStatement" && receiverOf(call) !== undefined;
}

function receiverOf(call: Node): Node | undefined {
  if (call.type !== "CallExpression" || call.callee.type !== "MemberExpression") return undefined;
  return /^(?:push|set|add|append|unshift)$/u.test(calleeName(call) ?? "") ? rootOf(call.callee.object) : undefined;
}

/** `a` of `a.b[0]`. */
export function rootOf(node: Node): Node {
  let current = node;
  while (current.type === "MemberExpression" || current.type === "TSNonNullExpression")
    current = current.type === "MemberExpression" ? current.object : current.expression;
  return current;
}

/** The variables that a pattern declares or sets. */
export function variablesOf(pattern: Node, file: File): Variable[] {
  if (pattern.type === "Identifier") {
    const variable = file.bindings.variable(pattern);
    return variable ? [variable] : [];
  }
  if (pattern.type === "ArrayPattern")
    return pattern.elements.flatMap((entry) => (entry ? variablesOf(entry, file) : []));
  if (pattern.type === "ObjectPattern")
    return pattern.properties.flatMap((entry) =>
      variablesOf(entry.type === "Property" ? entry.value : entry.argument, file),
    );
  return pattern.type === "AssignmentPattern" ? variablesOf(pattern.left, file) : [];
}

function flows(variables: readonly Variable[], from: number, fn: FunctionNode, file: File, steps: number): boolean {
  return steps > 0 && variables.some((variable) => isAnswered(variable, from, fn, file, steps - 1));
}

/** What a variable holds behind `from` is used in what the function returns. */
export function isAnswered(variable: Variable, from: number, fn: FunctionNode, file: File, steps = MAX_STEPS): boolean {
  return variable.references.some((reference) => {
    const use = reference.identifier as Node;
    return reference.isRead() && use.range[0] >= from && isInside(use, fn) && reachesAnswer(use, fn, file, steps);
  });
}

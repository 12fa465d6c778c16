import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { tellsFailure } from "../contract/lexicon.js";
import { calleeName, dottedName, functionName } from "../syntax/names.js";
import {
  ancestors,
  enclosingFunction,
  enclosingStatement,
  isFunction,
  isInside,
  parentOf,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import { doesWork } from "./answers.js";
import type { File } from "./file.js";
import type { ReachedFunction } from "./reach.js";
import { outcomesOf, wordsOfOutcome } from "./results.js";
import { calledFunction } from "./calls.js";
import { rootEnv } from "./values.js";

/** How the code behind a value treats "nothing there". */
type Fate = "told" | "hidden" | "unknown";

function testsEmptiness(test: Node, isValue: (node: Node) => boolean): boolean {
  const node = unwrap(test);
  if (isValue(node)) return true;
  switch (node.type) {
    case "UnaryExpression":
      return (node.operator === "!" || node.operator === "typeof") && testsEmptiness(node.argument, isValue);
    case "BinaryExpression":
      return (
        /^[!=]==?$|^[<>]=?$/u.test(node.operator) &&
        (testsEmptiness(node.left, isValue) || testsEmptiness(node.right, isValue))
      );
    case "LogicalExpression":
      return testsEmptiness(node.left, isValue) || testsEmptiness(node.right, isValue);
    case "MemberExpression":
      return testsEmptiness(node.object, isValue);
    case "CallExpression":
      return (
        /^(?:isArray|keys|Boolean|some|every|has)$/u.test(calleeName(node) ?? "") &&
        node.arguments.some((argument) => testsEmptiness(argument, isValue))
      );
    default:
      return false;
  }
}

/** True if a branch ends in an error, a throw or words of a failure, or tries something else instead. */
function branchTells(branch: Node | null | undefined, file: File): boolean {
  if (!branch) return false;
  let tells = false;
  walkSameFunction(branch, (node) => {
    if (tells) return false;
    if (node.type === "ThrowStatement") tells = true;
    if (node.type === "ReturnStatement" && node.argument)
      tells ||= outcomesOf({ node: node.argument, env: rootEnv(file) }).some(
        (outcome) =>
          outcome.kind === "throws" ||
          outcome.kind === "error" ||
          outcome.kind === "unknown" ||
          (outcome.kind === "tool-result" &&
            outcome.result.isError !== "absent" &&
            outcome.result.isError !== "false") ||
          tellsFailure(wordsOfOutcome(outcome)),
      );
    if (node.type === "AssignmentExpression" && doesWork(node.right)) tells = true;
    if (
      node.type === "CallExpression" &&
      /push|add(?:Error|Warning)|warn/u.test(calleeName(node) ?? "") &&
      tellsFailure(file.textOf(node))
    )
      tells = true;
    return undefined;
  });
  return tells;
}

export function fateOfVariable(variable: Variable, from: number, scope: Node, file: File): Fate {
  const isValue = (node: Node): boolean => node.type === "Identifier" && file.bindings.variable(node) === variable;
  const uses = variable.references
    .map(({ identifier }) => identifier as Node)
    .filter(({ range }) => range[0] >= from && range[1] <= scope.range[1]);
  if (uses.length === 0) return "unknown";
  let fate: Fate = "hidden";
  for (const use of uses) {
    if (preparesWork(use) || isOptionalPart(use)) fate = "unknown";
    for (const up of ancestors(use)) {
      if (up.range[0] < from) break;
      const told = fateAtTest(up, isValue, file);
      if (told === "told") return told;
      fate = told ?? fate;
    }
  }
  return fate;
}

/** What a test of the value says of it: told where a branch does, unknown where it takes the value as an optional part. */
function fateAtTest(test: Node, isValue: (node: Node) => boolean, file: File): "told" | "unknown" | undefined {
  switch (test.type) {
    case "IfStatement":
      if (!testsEmptiness(test.test, isValue)) return undefined;
      if (branchTells(test.consequent, file) || branchTells(test.alternate, file)) return "told";
      // `if (extra) result.extra = …`
      return isValue(unwrap(test.test)) ? "unknown" : undefined;
    case "ConditionalExpression":
      return testsEmptiness(test.test, isValue) &&
        [test.consequent, test.alternate].some((branch) => tellsFailure(file.textOf(branch)) || doesWork(branch))
        ? "told"
        : undefined;
    case "LogicalExpression":
      return test.operator !== "&&" &&
        testsEmptiness(test.left, isValue) &&
        (doesWork(test.right) || test.right.type === "NewExpression")
        ? "told"
        : undefined;
    default:
      return undefined;
  }
}

/** The value goes into further work as an argument: what that makes of it cannot be seen. */
function preparesWork(value: Node): boolean {
  let child = value;
  for (const up of ancestors(value)) {
    if (up.type === "CallExpression" && up.callee !== child) {
      if (parentOf(up)?.type === "AwaitExpression") return true;
      if (
        !/^(?:stringify|String|push|map|filter|join|format\w*|concat|isArray|keys|values|entries|from|text\w*|\w*(?:Result|Response|Content|Text|Json))$/iu.test(
          calleeName(up) ?? "",
        )
      )
        return true;
    }
    if (/Statement$/u.test(up.type) || isFunction(up)) return false;
    child = up;
  }
  return false;
}

/** `const [a, b] = await Promise.all([x, y])`: the name that takes `x`. */
function takenByPosition(
  list: TSESTree.ArrayExpression,
  element: Node,
  file: File,
): { variable: Variable; end: number } | undefined {
  const call = parentOf(list);
  if (call?.type !== "CallExpression" || !/^Promise\.(?:all|allSettled)$/u.test(dottedName(call.callee) ?? ""))
    return undefined;
  const declarator = [...ancestors(call)].find((up) => up.type !== "AwaitExpression");
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "ArrayPattern") return undefined;
  const name = declarator.id.elements[list.elements.indexOf(element as TSESTree.Expression)];
  const variable = name?.type === "Identifier" ? file.bindings.variable(name) : undefined;
  return variable && { variable, end: declarator.range[1] };
}

/** `...(value && { value })`, `value ? { value } : {}`: there if it could be had. */
function isOptionalPart(value: Node): boolean {
  const [first, second] = [...ancestors(value)].filter((up) => up.type !== "AwaitExpression");
  if (first?.type === "LogicalExpression" && first.operator === "&&") return second?.type === "SpreadElement";
  // `list.push(...value)` takes all that is there.
  if (first?.type === "SpreadElement") return second?.type !== "CallExpression";
  return first?.type === "ConditionalExpression" && second?.type === "SpreadElement";
}

/** The variable that takes the value of an expression: `const x = await expression`. */
function takenBy(node: Node, file: File): { variable: Variable; end: number } | undefined {
  let child = node;
  for (const up of ancestors(node)) {
    if (up.type === "AwaitExpression" || up.type === "TSAsExpression" || up.type === "TSNonNullExpression") {
      child = up;
      continue;
    }
    if (up.type === "VariableDeclarator" && up.init === child && up.id.type === "Identifier") {
      const variable = file.bindings.variable(up.id);
      return variable && { variable, end: up.range[1] };
    }
    if (up.type === "AssignmentExpression" && up.right === child && up.left.type === "Identifier") {
      const variable = file.bindings.variable(up.left);
      return variable && { variable, end: up.range[1] };
    }
    return up.type === "ArrayExpression" ? takenByPosition(up, child, file) : undefined;
  }
  return undefined;
}

function isReturnedValue(node: Node): boolean {
  let child = node;
  for (const up of ancestors(node)) {
    if (up.type === "ReturnStatement") return true;
    if (isFunction(up)) return up.body === child;
    if (
      up.type !== "AwaitExpression" &&
      up.type !== "TSAsExpression" &&
      up.type !== "ConditionalExpression" &&
      up.type !== "LogicalExpression"
    )
      return false;
    child = up;
  }
  return false;
}

/** What becomes of a value that an expression may have instead of a failure. */
export function fateOfExpression(
  node: Node,
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
  hops: number,
): Fate {
  const fn = enclosingFunction(node);
  const taken = takenBy(node, file);
  if (taken && fn) {
    const fate = fateOfVariable(taken.variable, taken.end, fn.body, file);
    if (fate !== "hidden") return fate;
    return onlyReturned(taken.variable, fn, file) ? fateOfReturned(fn, reached, all, file, hops) : "hidden";
  }
  if (isReturnedValue(node) && fn) return fateOfReturned(fn, reached, all, file, hops);
  if (preparesWork(node) || isOptionalPart(node)) return "unknown";
  const parent = parentOf(node);
  if (parent?.type === "AwaitExpression" && parentOf(parent)?.type === "ExpressionStatement") return "unknown";
  if (parent?.type === "ExpressionStatement") return "unknown";
  const test = [...ancestors(node)].find((up) => up.type === "IfStatement" || isFunction(up));
  if (test?.type === "IfStatement" && isInside(node, test.test))
    return branchTells(test.consequent, file) || branchTells(test.alternate, file) ? "told" : "unknown";
  return "hidden";
}

/** `return find(id)`, or `const item = find(id); if (!item) return null;`: "nothing there" goes on as it came. */
export function handsOnNothing(call: Node, file: File): boolean {
  if (isReturnedValue(call)) return true;
  const taken = takenBy(call, file);
  const next = taken && statementsAfter(enclosingStatement(call))[0];
  if (
    next?.type !== "IfStatement" ||
    !testsEmptiness(next.test, (node) => node.type === "Identifier" && file.bindings.variable(node) === taken?.variable)
  )
    return false;
  const only = next.consequent.type === "BlockStatement" ? next.consequent.body[0] : next.consequent;
  return (
    only?.type === "ReturnStatement" &&
    (only.argument === null ||
      outcomesOf({ node: only.argument, env: rootEnv(file) }).every(({ kind }) => kind === "empty"))
  );
}

function onlyReturned(variable: Variable, fn: FunctionNode, file: File): boolean {
  const reads = variable.references.filter((reference) => reference.isRead());
  return (
    reads.length > 0 &&
    reads.every(
      (reference) =>
        enclosingFunction(reference.identifier as Node) === fn && isReturnedValue(reference.identifier as Node),
    ) &&
    file !== undefined
  );
}

/** What becomes of a value that a function returns: the callers in this file decide. */
export function fateOfReturned(
  fn: FunctionNode,
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
  hops: number,
): Fate {
  const own = all.get(fn) ?? reached;
  if (own.role === "result")
    return own.certain && own.framework.outcomes.returnedString === "success" ? "hidden" : "unknown";
  if (hops <= 0) return "unknown";
  const callback = parentOf(fn);
  if (callback?.type === "CallExpression" && callback.callee !== fn) {
    if (!/^(?:map|flatMap|all|forEach)$/u.test(calleeName(callback) ?? "")) return "unknown";
    return fateOfList(callback, file);
  }
  const calls = callsOf(fn, all, file);
  if (calls.length === 0) return "unknown";
  const fates = calls.map((call) =>
    fateOfExpression(call, all.get(enclosingFunction(call) ?? fn) ?? own, all, file, hops - 1),
  );
  if (fates.includes("told")) return "told";
  return fates.includes("unknown") ? "unknown" : "hidden";
}

/** `items.map(async …)`: a function that counts or names what failed tells of it. */
export function fateOfList(call: Node, file: File): Fate {
  const fn = enclosingFunction(call);
  if (!fn) return "unknown";
  const rest = file.text.slice(call.range[1], fn.range[1]);
  return /\b(?:fail\w*|error\w*|skipped|missing|unavailable|warnings?)\b/iu.test(rest) ? "told" : "hidden";
}

function callsOf(
  fn: FunctionNode,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): TSESTree.CallExpression[] {
  const name = functionName(fn);
  const env = rootEnv(file);
  return file.index.calls.filter((call) => {
    if (calleeName(call) !== name) return false;
    const caller = enclosingFunction(call);
    return caller !== undefined && all.has(caller) && calledFunction(call, env)?.fn === fn;
  });
}

export function statementsAfter(statement: Node): Node[] {
  const parent = parentOf(statement);
  const list =
    parent?.type === "BlockStatement" || parent?.type === "Program"
      ? parent.body
      : parent?.type === "SwitchCase"
        ? parent.consequent
        : [];
  const at = (list as Node[]).indexOf(statement);
  return at < 0 ? [] : (list as Node[]).slice(at + 1);
}

import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, keyName } from "../../syntax/names.js";
import { ancestors, isFunction, isInside, parentOf, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import { isEmptyValue } from "../results/answers.js";
import type { File } from "../file.js";
import { isLoopVariable } from "../values/values.js";

/** A variable that has a value from a place of the text on. */
export interface Taken {
  readonly variable: Variable;
  readonly end: number;
}

/**
 * The variables that lack what a value lacks: `const one = all.get(id)`, `const same = value ?? null`,
 * `for (const one of all) if (fits(one)) found = one`.
 */
export function drawnFrom(value: Node, file: File): Taken[] {
  const same = takenBy(value, file);
  if (same) return [same];
  const parent = parentOf(value);
  if (parent?.type === "ForOfStatement" && parent.right === value) return foundInLoop(parent, file);
  if (parent?.type !== "MemberExpression" || parent.object !== value) return [];
  const call = parentOf(parent);
  const draws =
    call?.type === "CallExpression" &&
    call.callee === parent &&
    /^(?:get|find|findLast|at|pop|shift)$/u.test(calleeName(call) ?? "");
  const taken = draws ? takenBy(call, file) : undefined;
  return taken ? [taken] : [];
}

/** The variables from outside that a loop gives a value. */
function foundInLoop(loop: TSESTree.ForOfStatement, file: File): Taken[] {
  const found = new Set<Variable>();
  walkSameFunction(loop.body, (node) => {
    if (node.type !== "AssignmentExpression" || node.left.type !== "Identifier") return;
    const variable = file.bindings.variable(node.left);
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (variable && declared && !isInside(declared, loop)) found.add(variable);
  });
  return [...found].map((variable) => ({ variable, end: loop.range[1] }));
}

/** `const [a, b] = await Promise.all([x, y])`: the name that takes `x`. */
function takenByPosition(list: TSESTree.ArrayExpression, element: Node, file: File): Taken | undefined {
  const call = parentOf(list);
  if (call?.type !== "CallExpression" || !/^Promise\.(?:all|allSettled)$/u.test(dottedName(call.callee) ?? ""))
    return undefined;
  const declarator = ancestors(call).find((up) => up.type !== "AwaitExpression");
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "ArrayPattern") return undefined;
  const name = declarator.id.elements[list.elements.indexOf(element as TSESTree.Expression)];
  const variable = name?.type === "Identifier" ? file.bindings.variable(name) : undefined;
  return variable && { variable, end: declarator.range[1] };
}

/** `...(value && { value })`, `value ? { value } : {}`: there if it could be had. */
export function isOptionalPart(value: Node): boolean {
  const [first, second] = ancestors(value).filter((up) => up.type !== "AwaitExpression");
  if (first?.type === "LogicalExpression" && first.operator === "&&") return second?.type === "SpreadElement";
  // `list.push(...value)` takes all that is there.
  if (first?.type === "SpreadElement") return second?.type !== "CallExpression";
  return first?.type === "ConditionalExpression" && second?.type === "SpreadElement";
}

/** `item.details = await …` for an item of a list, or what came as a parameter: it is an answer without that too. */
export function decoratesItem(node: Node, file: File): boolean {
  const parent = parentOf(node);
  const assignment = parent?.type === "AwaitExpression" ? parentOf(parent) : parent;
  if (assignment?.type !== "AssignmentExpression" || assignment.left.type !== "MemberExpression") return false;
  const item = unwrap(assignment.left.object);
  const binding = item.type === "Identifier" ? file.bindings.resolve(item) : undefined;
  return binding?.kind === "parameter" || (binding?.kind === "variable" && isLoopVariable(binding.declarator));
}

/** The variable that takes the value of an expression: `const x = await expression`. */
export function takenBy(node: Node, file: File): Taken | undefined {
  let child = node;
  for (const up of ancestors(node)) {
    if (
      up.type === "AwaitExpression" ||
      up.type === "TSAsExpression" ||
      up.type === "TSNonNullExpression" ||
      (up.type === "ConditionalExpression" && up.test !== child) ||
      keepsNothing(up, child)
    ) {
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

/** What stands instead of a value that is not there: `DEFAULTS` of `find(id) ?? DEFAULTS`. */
function insteadOf(value: Node, node: Node): Node | undefined {
  const isFallback = node.type === "LogicalExpression" && node.operator !== "&&" && node.left === value;
  return isFallback ? unwrap(node.right) : undefined;
}

/** `find(id) ?? null`: "nothing there" stays what it is. */
function keepsNothing(node: Node, value: Node): boolean {
  const instead = insteadOf(value, node);
  return instead !== undefined && isEmptyValue(instead);
}

/** `find(id) ?? DEFAULTS` is another value. */
export function givesDefault(node: Node, value: Node): boolean {
  const instead = insteadOf(value, node);
  return instead !== undefined && !isEmptyValue(instead);
}

export function isReturnedValue(node: Node): boolean {
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
    if (givesDefault(up, child)) return false;
    child = up;
  }
  return false;
}

/** `refresh().then(…)` as a statement of its own. */
export function isUnawaited(call: Node): boolean {
  const chain = ancestors(call).find((up) => up.type !== "MemberExpression" && up.type !== "CallExpression");
  if (chain?.type === "UnaryExpression") return chain.operator === "void";
  const whole = chain?.type === "ExpressionStatement" ? unwrap(chain.expression) : undefined;
  return whole?.type === "CallExpression" && /^(?:then|catch|finally)$/u.test(calleeName(whole) ?? "");
}

/** A step that was done, or was not: no question to which "no" may be the wrong answer. */
const DONE =
  /^(?:\w+(?:Sent|Registered|Saved|Stored|Posted|Published|Notified|Synced|Uploaded|Installed|Created|Deleted|Removed|Updated|Written|Built|Applied|Scheduled|Queued|Cleared))$/u;

/** `{ id, dashboardRegistered }`: the field itself says of a step beside the work that it was not done. */
export function saysWhatWasDone(value: Node): boolean {
  const field = parentOf(value);
  if (field?.type !== "Property" || field.value !== value || field.parent.type !== "ObjectExpression") return false;
  return DONE.test(keyName(field.key, field.computed) ?? "");
}

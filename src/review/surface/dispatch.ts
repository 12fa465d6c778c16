import type { Node } from "../../syntax/tree.js";
import { ancestors, isFunction, parentOf, unwrap, walkSameFunction, type FunctionNode } from "../../syntax/tree.js";
import type { Tool } from "../../analysis/tools/index.js";
import { calleeName, dottedName } from "../../syntax/names.js";
import { casesThatFallInto } from "./statuses.js";

/**
 * The tools that a branch of a dispatcher answers for: by name; none for `default`, which answers unknown tools.
 * Undefined outside of any branch: the place is shared by all tools of the dispatcher.
 */
export type Branch = readonly string[] | undefined;

const TOOL_NAME = /(?:^|\.)(?:name|toolName|tool|tool_name)$/u;

function literalText(node: Node | null): string | undefined {
  const inner = node && unwrap(node);
  return inner?.type === "Literal" && typeof inner.value === "string" ? inner.value : undefined;
}

/** `name === "get_order"`, several joined by `||`; undefined for any other test. */
export function toolsTested(test: Node): readonly string[] | undefined {
  const node = unwrap(test);
  if (node.type === "LogicalExpression" && node.operator === "||") {
    const left = toolsTested(node.left);
    const right = toolsTested(node.right);
    return left && right ? [...left, ...right] : undefined;
  }
  if (node.type !== "BinaryExpression" || !/^===?$/u.test(node.operator)) return undefined;
  const name = dottedName(node.left) ?? dottedName(node.right);
  const value = literalText(node.right) ?? literalText(node.left);
  return name !== undefined && value !== undefined && TOOL_NAME.test(name) ? [value] : undefined;
}

/** The branch of a dispatcher that a node stands in, inside its own function. */
export function branchOf(node: Node): Branch {
  let child = node;
  for (const up of ancestors(node)) {
    if (isFunction(up)) return undefined;
    if (up.type === "SwitchCase") {
      const statement = parentOf(up);
      if (statement?.type === "SwitchStatement" && TOOL_NAME.test(dottedName(statement.discriminant) ?? ""))
        return casesThatFallInto(statement, up).flatMap(({ test }) => literalText(test) ?? []);
    }
    if ((up.type === "IfStatement" || up.type === "ConditionalExpression") && up.consequent === child) {
      const tools = toolsTested(up.test);
      if (tools) return tools;
    }
    child = up;
  }
  return undefined;
}

/** One registration that serves several tools, which it tells apart by their names. */
export function isDispatcher({ registration }: Tool): boolean {
  if (registration.type === "IfStatement" || registration.type === "SwitchCase") return true;
  return registration.type === "CallExpression" && calleeName(registration) === "setRequestHandler";
}

/** The names of the tools that functions of a dispatcher tell apart, by a `switch` or by comparisons. */
export function dispatchedNames(functions: Iterable<FunctionNode>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const fn of functions) {
    for (const [name] of casesOf(fn)) names.add(name);
    walkSameFunction(fn.body, (node) => {
      if (node.type === "IfStatement" || node.type === "ConditionalExpression")
        for (const name of toolsTested(node.test) ?? []) names.add(name);
    });
  }
  return names;
}

/** The tools that a function tells apart by a switch over their name, each with its case. */
export function casesOf(fn: FunctionNode): [name: string, node: Node][] {
  const found: [string, Node][] = [];
  walkSameFunction(fn.body, (node) => {
    if (node.type !== "SwitchStatement" || !TOOL_NAME.test(dottedName(node.discriminant) ?? "")) return;
    for (const branch of node.cases) {
      const name = literalText(branch.test);
      if (name !== undefined) found.push([name, branch]);
    }
  });
  return found;
}

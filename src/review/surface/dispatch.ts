import type { Node } from "../../syntax/tree.js";
import { ancestors, isFunction, parentOf, unwrap, walkSameFunction, type FunctionNode } from "../../syntax/tree.js";
import type { TSESTree } from "@typescript-eslint/types";
import { isDispatcher } from "../../analysis/exits/dispatchers.js";
import type { Exit } from "../../analysis/exits/exits.js";
import type { File } from "../../analysis/file.js";
import type { Site } from "../../analysis/flow/values.js";
import type { Tool } from "../../analysis/tools/index.js";
import { objectShape, resolve, rootEnv } from "../../analysis/values/values.js";
import { dottedName } from "../../syntax/names.js";

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
export function servesSeveral(tool: Tool): boolean {
  return /^(?:IfStatement|SwitchCase)$/u.test(tool.registration.type) || isDispatcher(tool);
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
function casesOf(fn: FunctionNode): [name: string, node: Node][] {
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

/** The handlers in a table from which a function takes one by its name: `HANDLERS[request.params.name]`. */
function entriesOfTables(fn: FunctionNode, file: File): [name: string, site: Site][] {
  const found: [string, Site][] = [];
  walkSameFunction(fn.body, (node) => {
    if (node.type !== "MemberExpression" || !node.computed || !TOOL_NAME.test(dottedName(node.property) ?? "")) return;
    const table = objectShape({ node: node.object, env: rootEnv(file) });
    for (const [name, value] of table?.fields ?? []) {
      const handler = resolve(value);
      if (isFunction(handler.node)) found.push([name, { node: handler.node, file: handler.env.file }]);
    }
  });
  return found;
}

/** The tools that the functions of a dispatcher tell apart, each with the branch or the function that answers for it. */
export function casesIn(functions: ReadonlyMap<FunctionNode, File>): Map<string, Site> {
  const found = new Map<string, Site>();
  const add = (name: string, site: Site): void => {
    if (!found.has(name)) found.set(name, site);
  };
  for (const [fn, file] of functions) {
    for (const [name, node] of casesOf(fn)) add(name, { node, file });
    walkSameFunction(fn.body, (node) => {
      if (node.type === "IfStatement" || node.type === "ConditionalExpression")
        for (const name of toolsTested(node.test) ?? []) add(name, { node: node.consequent, file });
    });
    for (const [name, site] of entriesOfTables(fn, file)) add(name, site);
  }
  return found;
}

/** The path was for another tool of the dispatcher. */
export function isForOther(exit: Exit, name: string, cases: ReadonlyMap<string, unknown>): boolean {
  return exit.conditions.some(({ holds, operator, other }) => {
    const tested = other?.kind === "constant" ? other.value : undefined;
    return holds && operator === "===" && typeof tested === "string" && tested !== name && cases.has(tested);
  });
}

/** The case of a branch, and the empty ones above it. */
function casesThatFallInto(statement: TSESTree.SwitchStatement, branch: TSESTree.SwitchCase): TSESTree.SwitchCase[] {
  const at = statement.cases.indexOf(branch);
  let first = at;
  while (first > 0 && statement.cases[first - 1]?.consequent.length === 0) first--;
  return statement.cases.slice(first, at + 1);
}

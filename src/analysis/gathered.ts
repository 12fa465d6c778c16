import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../syntax/names.js";
import {
  ancestors,
  contains,
  isInside,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Loop,
  type Node,
} from "../syntax/tree.js";
import { isAnswered, rootOf } from "./answer-flow.js";
import type { File } from "./file.js";
import { canComplete } from "./flow.js";

/** Variables from outside the loop that take a result of each round, behind the first work that may fail. */
export function gatheredIn(loop: Loop, from: number, fn: FunctionNode, doesWrite: boolean, file: File): Variable[] {
  const found = new Set<Variable>();
  const counted = new Set<Variable>();
  const kept = new Set<Variable>();
  const add = (target: Node, into = found): void => {
    const root = rootOf(unwrap(target));
    const variable = root.type === "Identifier" ? file.bindings.variable(root) : undefined;
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (variable && declared && isInside(declared, fn.body) && !isInside(declared, loop)) {
      found.add(variable);
      into.add(variable);
      if (!leavesRound(target, loop)) kept.add(variable);
    }
  };
  walkSameFunction(loop.body, (node) => {
    if (node.type === "CatchClause" || node.range[1] < from) return node.type !== "CatchClause";
    if (node.type === "CallExpression" && /^(?:push|set|add|unshift|append)$/u.test(calleeName(node) ?? "")) {
      const callee = unwrap(node.callee);
      if (callee.type === "MemberExpression") add(callee.object);
    } else if (node.type === "AssignmentExpression" && accumulates(node, file))
      add(node.left, node.operator === "+=" ? counted : found);
    else if (node.type === "UpdateExpression" && node.operator === "++") add(node.argument, counted);
    return undefined;
  });
  const results = [...found].filter((variable) => kept.has(variable) || !isNamedForFailures(variable.name));
  const answered = results.filter((variable) => isAnswered(variable, loop.range[1], fn, file));
  const lists = answered.filter((variable) => !counted.has(variable) || startsAsText(variable));
  // A sum over some of the rounds is no answer; how often something was done is one.
  return (lists.length > 0 || !doesWrite ? lists : answered).filter((variable) => !countsRounds(variable, loop));
}

/** `if (!item) { missing.push(id); continue; }`: the round ends here, without a result. */
function leavesRound(node: Node, loop: Loop): boolean {
  let child = node;
  for (const up of ancestors(node)) {
    if (up === loop) return false;
    if (up.type === "IfStatement" && child !== up.test && !canComplete(child)) return true;
    child = up;
  }
  return false;
}

/** `errors`, `skippedIds`, `not_found`. */
function isNamedForFailures(name: string): boolean {
  return (
    /not_?found/iu.test(name) ||
    name
      .split(/(?=[A-Z])|_/u)
      .some((word) => /^(?:fail\w*|err(?:s|ors?)?|skip\w*|miss\w*|invalid|reject\w*|unresolved|warn\w*)$/iu.test(word))
  );
}

/** `let text = "";` */
function startsAsText(variable: Variable): boolean {
  const declarator = variable.defs[0]?.node as Node | undefined;
  const init = declarator?.type === "VariableDeclarator" && declarator.init ? unwrap(declarator.init) : undefined;
  return init?.type === "TemplateLiteral" || (init?.type === "Literal" && typeof init.value === "string");
}

/** `text += …`, `byId[id] = …`, `all = [...all, …]`, `all = all.concat(…)`. */
function accumulates({ operator, left, right }: TSESTree.AssignmentExpression, file: File): boolean {
  if (operator === "+=") return true;
  if (operator !== "=") return false;
  if (left.type === "MemberExpression") return left.computed;
  const variable = left.type === "Identifier" ? file.bindings.variable(left) : undefined;
  const adds = right.type === "ArrayExpression" || (right.type === "CallExpression" && calleeName(right) === "concat");
  if (!variable || !adds) return false;
  return contains(right, (node) => node.type === "Identifier" && file.bindings.variable(node) === variable);
}

/** A counter of the rounds is no result. */
function countsRounds(variable: Variable, loop: Loop): boolean {
  return variable.references.some((reference) => {
    const use = reference.identifier as Node;
    return (
      (loop.type === "WhileStatement" || loop.type === "DoWhileStatement" || loop.type === "ForStatement") &&
      loop.test !== null &&
      isInside(use, loop.test)
    );
  });
}

import type { TSESTree } from "@typescript-eslint/types";
import { dottedName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  isFunction,
  isInside,
  isLoop,
  parentOf,
  unwrap,
  walkSameFunction,
  type Node,
} from "../../syntax/tree.js";
import type { File } from "../file.js";
import { guardsOf } from "../values/guards.js";
import { Cause } from "../values/taint.js";

/**
 * Something ends a loop without a limit of its own: a test in the clause, or beside the attempt, that asks for more than
 * what was caught. `if (error.status !== 429) throw error;` ends it for other failures, and for a 429 that stays never.
 */
export function hasOtherEnd(loop: Node, attempt: TSESTree.TryStatement | undefined, file: File): boolean {
  const clause = attempt?.handler;
  const cause = clause ? Cause.ofCatch(clause, file) : undefined;
  let ends = false;
  walkSameFunction(loop, (node) => {
    if (ends || (attempt && isInside(node, attempt.block))) return false;
    if (!leaves(node, loop)) return undefined;
    const tests = guardsOf(node).filter(({ test }) => isInside(test, loop));
    ends =
      (clause && tests.length === 0 && isInside(node, clause)) ||
      tests.some(({ test }) => asksForMore(test, cause, file));
    return undefined;
  });
  return ends || contains(attempt?.block ?? loop, (node) => node.type === "UpdateExpression");
}

/** `throw`, `return`, or a `break` of this loop. */
function leaves(node: Node, loop: Node): boolean {
  if (node.type === "ThrowStatement" || node.type === "ReturnStatement") return true;
  if (node.type !== "BreakStatement") return false;
  const around = ancestors(node).find((up) => isLoop(up) || up.type === "SwitchStatement");
  return node.label !== null || around === loop;
}

/** The test asks for what may change from round to round: a count, a clock, a signal, a state of the object. */
function asksForMore(test: Node, cause: Cause | undefined, file: File): boolean {
  return contains(test, (node) => {
    if (node.type === "ThisExpression") return !isCallee(node);
    if (node.type !== "Identifier" || cause?.has(node) || isCallee(node) || isNameOfMember(node)) return false;
    const binding = file.bindings.resolve(node);
    if (binding.kind === "global") return /^(?:Date|performance|process)$/u.test(node.name);
    return binding.kind === "parameter" || (binding.kind === "variable" && !isFixed(binding, file));
  });
}

function isFixed(binding: { readonly constant: boolean; readonly init: Node | null }, file: File): boolean {
  if (!binding.constant || !binding.init) return false;
  const init = unwrap(binding.init);
  return (
    init.type === "Literal" ||
    init.type === "TemplateLiteral" ||
    init.type === "ArrayExpression" ||
    isFunction(init) ||
    (init.type === "NewExpression" && /^(?:Set|Map|RegExp)$/u.test(dottedName(init.callee) ?? "")) ||
    file.ast.body.some((statement) => isInside(init, statement) && statement.type === "VariableDeclaration")
  );
}

/** `isTransient` of `isTransient(error)`, and `this` of `this.isTransient(error)`. */
function isCallee(node: Node): boolean {
  const parent = parentOf(node);
  if (parent?.type === "CallExpression") return parent.callee === node;
  const call = parent?.type === "MemberExpression" && parent.object === node ? parentOf(parent) : undefined;
  return node.type === "ThisExpression" && call?.type === "CallExpression" && call.callee === parent;
}

function isNameOfMember(node: Node): boolean {
  const parent = parentOf(node);
  return parent?.type === "MemberExpression" && parent.property === node && !parent.computed;
}

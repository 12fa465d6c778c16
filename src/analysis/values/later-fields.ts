import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { memberName } from "../../syntax/names.js";
import { contains, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { enclosingCatch } from "./flow.js";

const memberWrites = new WeakMap<File, Map<Variable, [string, Node][]>>();

/** `payload.x = …` after `const payload = {…}`. */
export function laterFields(literal: TSESTree.ObjectExpression, file: File): [string, Node][] {
  const declarator = literal.parent;
  const holder =
    declarator.type === "TSAsExpression" || declarator.type === "TSSatisfiesExpression"
      ? declarator.parent
      : declarator;
  if (holder.type !== "VariableDeclarator" || holder.id.type !== "Identifier") return [];
  let writes = memberWrites.get(file);
  if (!writes) {
    writes = new Map();
    for (const assignment of file.index.assignments) {
      const { left } = assignment;
      if (left.type !== "MemberExpression" || left.object.type !== "Identifier") continue;
      if (isThrownAway(assignment, left.object)) continue;
      const variable = file.bindings.variable(left.object);
      const name = memberName(left);
      if (!variable || name === undefined) continue;
      const list = writes.get(variable) ?? [];
      list.push([name, assignment.right]);
      writes.set(variable, list);
    }
    memberWrites.set(file, writes);
  }
  const variable = file.bindings.variable(holder.id);
  return (variable && writes.get(variable)) ?? [];
}

/** `payload.error = message; throw error;` in a clause: nobody gets to see the payload. */
function isThrownAway(assignment: Node, { name }: TSESTree.Identifier): boolean {
  const { body } = enclosingCatch(assignment) ?? {};
  const last = body?.body.at(-1);
  if (!body || last?.type !== "ThrowStatement" || contains(body, ({ type }) => type === "ReturnStatement"))
    return false;
  // `throw new Error(JSON.stringify(payload))`
  return !contains(last, (node) => node.type === "Identifier" && node.name === name);
}

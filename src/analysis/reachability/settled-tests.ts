import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { ancestors, isFunction, isInside, isLoop, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { canComplete } from "../values/flow.js";
import { alternativesOf, type Guard } from "../values/guards.js";

/**
 * `if (!id) …` behind an `if` of the same test that has left, or that has seen to it that there is one:
 * `if (!id) { id = await open(); if (!id) return …; }`.
 */
export function isSettledBefore({ test, negated }: Guard, file: File): boolean {
  const variable = negated ? undefined : missingName(test, file);
  if (!variable) return false;
  let child: Node = test;
  for (const up of ancestors(test)) {
    const row = up.type === "BlockStatement" ? up.body : up.type === "SwitchCase" ? up.consequent : [];
    const before = row.slice(0, Math.max(0, row.indexOf(child as TSESTree.Statement)));
    for (const statement of before.toReversed()) {
      if (settles(statement, variable, file)) return true;
      if (isWrittenIn(statement, variable)) return false;
    }
    if (isFunction(up) || (isLoop(up) && isWrittenIn(up, variable))) return false;
    child = up;
  }
  return false;
}

/** Behind the statement the variable has a value. */
function settles(statement: Node, variable: Variable, file: File): boolean {
  if (statement.type !== "IfStatement" || statement.alternate) return false;
  const isMissing = alternativesOf(statement.test).some((part) => isMissingTest(part, variable, file));
  if (!isMissing) return false;
  if (!canComplete(statement.consequent)) return true;
  const inside = statement.consequent.type === "BlockStatement" ? statement.consequent.body : [];
  for (const last of inside.toReversed()) {
    if (settles(last, variable, file)) return true;
    if (isWrittenIn(last, variable)) return false;
  }
  return false;
}

/** `!id`, or a name for that: `const isNew = !id;`. */
function isMissingTest(test: Node, variable: Variable, file: File): boolean {
  if (missingName(test, file) === variable) return true;
  const binding = file.bindings.resolve(unwrap(test));
  if (binding.kind !== "variable" || !binding.constant || !binding.init || binding.path.length > 0) return false;
  const { declarator } = binding;
  // Between the two the variable keeps its value.
  const isSame = variable.references.every(
    (reference) =>
      !reference.isWrite() ||
      reference.identifier.range[0] < declarator.range[0] ||
      reference.identifier.range[0] > test.range[0],
  );
  return isSame && missingName(binding.init, file) === variable;
}

function missingName(test: Node, file: File): Variable | undefined {
  const node = unwrap(test);
  return node.type === "UnaryExpression" && node.operator === "!"
    ? file.bindings.variable(unwrap(node.argument))
    : undefined;
}

function isWrittenIn(place: Node, variable: Variable): boolean {
  return variable.references.some((reference) => reference.isWrite() && isInside(reference.identifier, place));
}

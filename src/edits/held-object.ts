import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { keyName } from "../syntax/names.js";
import { isInside, unwrap, type Node } from "../syntax/tree.js";
import type { Edit } from "./edit.js";
import { indentOf } from "./style.js";

/** An object that a constant holds until it is printed. */
export interface HeldObject {
  readonly object: TSESTree.ObjectExpression;
  readonly declaration: TSESTree.VariableDeclaration;
  /** Nothing but the place that asks reads the constant. */
  readonly isReadOnce: boolean;
  /** Members are written to it later: the literal is only the beginning. */
  readonly isOpen: boolean;
}

/**
 * The object that a name stands for.
 *
 * @param within the place that asks
 */
export function heldObject(node: Node, within: Node, file: File): HeldObject | undefined {
  if (node.type !== "Identifier") return undefined;
  const binding = file.bindings.resolve(node);
  const variable = file.bindings.variable(node);
  if (binding.kind !== "variable" || !binding.init || !variable || binding.path.length > 0) return undefined;
  const object = unwrap(binding.init);
  const { declarator } = binding;
  if (object.type !== "ObjectExpression" || declarator.id.type !== "Identifier") return undefined;
  const { parent: declaration } = declarator;
  if (declaration.kind !== "const" || declaration.declarations.length !== 1) return undefined;
  const reads = variable.references
    .filter((reference) => reference.isRead())
    .map(({ identifier }) => identifier as Node);
  const isOpen = reads.some(isWrittenTo) || object.properties.some(({ type }) => type === "SpreadElement");
  const isReadOnce = reads.every((read) => isInside(read, within)) && declaration.parent.type === "BlockStatement";
  return { object, declaration, isReadOnce: isReadOnce && !isOpen, isOpen };
}

/** `payload.limit = …`, `Object.assign(payload, …)` */
function isWrittenTo({ parent }: Node): boolean {
  if (parent?.type === "MemberExpression")
    return parent.parent.type === "AssignmentExpression" && parent.parent.left === parent;
  return parent?.type === "CallExpression" && unwrap(parent.callee).type === "MemberExpression" && isAssign(parent);
}

function isAssign({ callee }: TSESTree.CallExpression): boolean {
  return callee.type === "MemberExpression" && keyName(callee.property, callee.computed) === "assign";
}

/** Source of the member of an object that a variable holds, for the value that is written there. */
export function memberSource(variable: string, value: Node): string | undefined {
  const { parent } = value;
  const name = parent?.type === "Property" ? keyName(parent.key, parent.computed) : undefined;
  if (name === undefined) return undefined;
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? `${variable}.${name}` : `${variable}[${JSON.stringify(name)}]`;
}

/** Takes a statement out with its line. */
export function removeStatement(statement: Node, file: File): Edit[] {
  const { text } = file;
  const indent = indentOf(statement, file);
  const end = text.indexOf("\n", statement.range[1]);
  if (indent === undefined || end < 0 || text.slice(statement.range[1], end).trim() !== "")
    return [{ range: statement.range, text: "" }];
  return [{ range: [statement.range[0] - indent.length, end + 1], text: "" }];
}

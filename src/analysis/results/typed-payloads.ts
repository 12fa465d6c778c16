import type { TSESTree } from "@typescript-eslint/types";
import { dottedName, literalProperty, typeNames } from "../../syntax/names.js";
import { unwrap, walk, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { calledFunction } from "../values/calls.js";
import { rootEnv } from "../values/values.js";

/** Types that are as good as the one inside. */
const AROUND_ANOTHER = /^(?:Promise|Readonly)$/u;

/** Types that keep nothing from being lost, or stand for whatever a caller chooses. */
const ANY_OBJECT = /^(?:Error|Record|Object|Map|Partial|ReturnType|[A-Z])$/u;

/**
 * `JSON.stringify(failure)`, `structuredContent: failure`, where `failure` has a type of the project's own by its declaration,
 * or by that of the function that makes it: no field of it gets lost.
 */
export function hasTypedPayload(literal: TSESTree.ObjectExpression, file: File): boolean {
  let typed = false;
  walk(literal, (node) => {
    if (typed) return false;
    const [value] =
      node.type === "CallExpression" && dottedName(node.callee) === "JSON.stringify" ? node.arguments : [];
    typed = value !== undefined && isTyped(value, file);
    return undefined;
  });
  const structured = literalProperty(literal, "structuredContent")?.value;
  return typed || (structured !== undefined && isTyped(structured, file));
}

function isTyped(value: Node, file: File): boolean {
  return isOwnType(value.type === "Identifier" ? typeOfName(value, file) : typeOfMade(value, file));
}

function typeOfName(name: TSESTree.Identifier, file: File): TSESTree.TypeNode | undefined {
  const binding = file.bindings.resolve(name);
  if (binding.kind === "parameter" && binding.path.length === 0) return annotationOf(binding.fn.params[binding.index]);
  if (binding.kind !== "variable" || binding.path.length > 0) return undefined;
  return annotationOf(binding.declarator.id) ?? (binding.init ? typeOfMade(binding.init, file) : undefined);
}

function annotationOf(target: Node | undefined): TSESTree.TypeNode | undefined {
  return target?.type === "Identifier" ? target.typeAnnotation?.typeAnnotation : undefined;
}

/** That of a cast, or of what a function is declared to give. */
function typeOfMade(made: Node, file: File): TSESTree.TypeNode | undefined {
  if (made.type === "TSAsExpression" || made.type === "TSSatisfiesExpression") return made.typeAnnotation;
  const call = unwrap(made.type === "AwaitExpression" ? made.argument : made);
  return call.type === "CallExpression"
    ? calledFunction(call, rootEnv(file))?.fn.returnType?.typeAnnotation
    : undefined;
}

function isOwnType(type: TSESTree.TypeNode | undefined): boolean {
  if (!type) return false;
  if (type.type === "TSUnionType") return type.types.some(isOwnType);
  if (type.type === "TSTypeLiteral") return type.members.length > 0;
  if (type.type !== "TSTypeReference") return false;
  const name = typeNames(type).find((one) => !AROUND_ANOTHER.test(one));
  return name !== undefined && !ANY_OBJECT.test(name);
}

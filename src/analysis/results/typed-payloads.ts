import type { TSESTree } from "@typescript-eslint/types";
import { dottedName, literalProperty, typeNames } from "../../syntax/names.js";
import { unwrap, walk, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { calledFunction } from "../values/calls.js";
import { guardsOf } from "../values/guards.js";
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
  return payloadsOf(literal).some((value) => isTyped(value, file));
}

/** `JSON.stringify(payloadOf(error))`: one function of the project's own puts all together that could be lost. */
export function hasMadePayload(literal: TSESTree.ObjectExpression, file: File): boolean {
  return payloadsOf(literal).some(
    (value) => value.type === "CallExpression" && calledFunction(value, rootEnv(file)) !== undefined,
  );
}

/** What is written as JSON, and the structured content. */
function payloadsOf(literal: TSESTree.ObjectExpression): Node[] {
  const payloads: Node[] = [];
  walk(literal, (node) => {
    if (node.type !== "CallExpression" || dottedName(node.callee) !== "JSON.stringify") return;
    const [value] = node.arguments;
    if (value) payloads.push(value);
  });
  const structured = literalProperty(literal, "structuredContent")?.value;
  return structured ? [...payloads, structured] : payloads;
}

function isTyped(value: Node, file: File): boolean {
  if (value.type !== "Identifier") return isOwnType(typeOfMade(value, file));
  return isOwnType(typeOfName(value, file)) || isNarrowedToOwn(value, file);
}

/** `if (error instanceof ShopError) …`, `if (isShopError(error)) …` around the value, with `error is ShopError`. */
function isNarrowedToOwn(value: TSESTree.Identifier, file: File): boolean {
  const variable = file.bindings.variable(value);
  const isValue = (node: Node | undefined): boolean => node !== undefined && file.bindings.variable(node) === variable;
  return guardsOf(value).some(({ test, negated }) => {
    if (negated || variable === undefined) return false;
    if (test.type === "BinaryExpression" && test.operator === "instanceof")
      return isValue(test.left) && !ANY_OBJECT.test(dottedName(test.right) ?? "");
    if (test.type !== "CallExpression" || !isValue(test.arguments[0])) return false;
    const given = calledFunction(test, rootEnv(file))?.fn.returnType?.typeAnnotation;
    return given?.type === "TSTypePredicate" && isOwnType(given.typeAnnotation?.typeAnnotation);
  });
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

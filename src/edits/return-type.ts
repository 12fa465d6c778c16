import type { TSESTree } from "@typescript-eslint/types";
import type { FunctionNode } from "../syntax/tree.js";

/** The function is declared to return a string (or a promise of one): a result does not fit its type. */
export function returnsOnlyText(fn: FunctionNode): boolean {
  const declared = fn.returnType?.typeAnnotation;
  return declared !== undefined && isText(declared);
}

function isText(type: TSESTree.TypeNode): boolean {
  if (type.type === "TSStringKeyword" || type.type === "TSTemplateLiteralType") return true;
  if (type.type === "TSLiteralType") return true;
  if (type.type === "TSUnionType")
    return type.types.every((one) => isText(one) || one.type === "TSNullKeyword" || one.type === "TSUndefinedKeyword");
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return false;
  const [inner] = type.typeArguments?.params ?? [];
  return /^Promise(?:Like)?$/u.test(type.typeName.name) && inner !== undefined && isText(inner);
}

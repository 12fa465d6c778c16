import type { TSESTree } from "@typescript-eslint/types";
import { keyName } from "../../syntax/names.js";
import { declarationOf } from "./classes.js";
import type { Env } from "./values.js";

/** The types of a value's fields by their names. */
type Fields = ReadonlyMap<string, TSESTree.TypeNode>;

/** All fields of a type that is written out, here or under names; undefined where it may have others. */
export function fieldsOfType(type: TSESTree.TypeNode, env: Env, steps = 4): Fields | undefined {
  if (type.type === "TSTypeLiteral") return membersOf(type.members);
  const declared = steps > 0 ? declarationOf({ node: type, env }) : undefined;
  if (declared?.node.type === "TSTypeAliasDeclaration")
    return fieldsOfType(declared.node.typeAnnotation, declared.env, steps - 1);
  if (declared?.node.type !== "TSInterfaceDeclaration" || declared.node.extends.length > 0) return undefined;
  return membersOf(declared.node.body.body);
}

/** Undefined for an index signature, a computed name and the like. */
function membersOf(members: readonly TSESTree.TypeElement[]): Fields | undefined {
  const fields = new Map<string, TSESTree.TypeNode>();
  for (const member of members) {
    const name = member.type === "TSPropertySignature" ? keyName(member.key, member.computed) : undefined;
    const type = member.type === "TSPropertySignature" ? member.typeAnnotation?.typeAnnotation : undefined;
    if (name === undefined || !type) return undefined;
    fields.set(name, type);
  }
  return fields;
}

/** `string | undefined`: nothing can stand below such a field. */
export function isPlainType(type: TSESTree.TypeNode): boolean {
  return type.type === "TSUnionType"
    ? type.types.every(isPlainType)
    : /^TS(?:String|Number|Boolean|Undefined|Null)Keyword$|^TSLiteralType$/u.test(type.type);
}

import type { TSESTree } from "@typescript-eslint/types";
import { keyName, memberName, methodNamed } from "../../syntax/names.js";
import { isClass, isFunction, unwrap, type ClassNode, type FunctionNode } from "../../syntax/tree.js";
import type { Binding } from "./bindings.js";
import { resolve, type Env, type Ref } from "./values.js";

/** Classes above a class that are looked at for a member. */
const MAX_CLASSES = 4;

/** A method of a class or of what it extends. */
export function inheritedMethod(cls: Ref, name: string, hops = MAX_CLASSES): Ref | undefined {
  if (!isClass(cls.node)) return undefined;
  const own = methodNamed(cls.node, name);
  if (own) return { node: own, env: rootEnvAt(cls.env) };
  const parent = superClass(cls);
  return parent && hops > 0 ? inheritedMethod(parent, name, hops - 1) : undefined;
}

export function rootEnvAt(env: Env): Env {
  return { file: env.file, args: new Map(), depth: env.depth };
}

export function superClass(cls: Ref): Ref | undefined {
  if (!isClass(cls.node) || !cls.node.superClass) return undefined;
  const parent = resolve({ node: cls.node.superClass, env: cls.env });
  return isClass(parent.node) ? parent : undefined;
}

/** `get client() { return shared; }`, of a class or of what it extends. */
export function getterOf(cls: Ref, name: string, hops = MAX_CLASSES): { node: FunctionNode; env: Env } | undefined {
  if (!isClass(cls.node)) return undefined;
  for (const member of cls.node.body.body)
    if (member.type === "MethodDefinition" && member.kind === "get" && keyName(member.key, member.computed) === name)
      return isFunction(member.value) ? { node: member.value, env: rootEnvAt(cls.env) } : undefined;
  const parent = hops > 0 ? superClass(cls) : undefined;
  return parent && getterOf(parent, name, hops - 1);
}

export function asClass(ref: Ref): Ref | undefined {
  const value = resolve(ref);
  return isClass(value.node) ? value : undefined;
}

/** A type annotation, and where it stands. */
export interface TypeRef {
  readonly node: TSESTree.TypeNode;
  readonly env: Env;
}

/** The declared type of a name or of a member of a typed name: `context.api` where `context: Context`. */
export function typeOf(ref: Ref): TypeRef | undefined {
  const node = unwrap(ref.node);
  if (node.type === "Identifier") {
    const annotation = annotationOf(ref.env.file.bindings.resolve(node));
    return annotation && { node: annotation, env: ref.env };
  }
  if (node.type !== "MemberExpression") return undefined;
  const name = memberName(node);
  const holder = typeOf({ node: node.object, env: ref.env });
  return holder && name !== undefined ? memberType(holder, name) : undefined;
}

/** The type of a property of an interface, an object type or a class. */
export function memberType(holder: TypeRef, name: string): TypeRef | undefined {
  const { node, env } = holder;
  if (node.type === "TSTypeLiteral") return signatureType(node.members, name, env);
  const declared = declarationOf(holder);
  if (!declared) return undefined;
  if (isClass(declared.node)) return fieldType(declared, name);
  if (declared.node.type === "TSInterfaceDeclaration")
    return signatureType(declared.node.body.body, name, declared.env);
  if (declared.node.type === "TSTypeAliasDeclaration")
    return memberType({ node: declared.node.typeAnnotation, env: declared.env }, name);
  return undefined;
}

/** The class, interface or alias that a type names. */
export function declarationOf({ node, env }: TypeRef): Ref | undefined {
  if (node.type !== "TSTypeReference" || node.typeName.type !== "Identifier") return undefined;
  const declared = resolve({ node: node.typeName, env });
  const binding = declared.node.type === "Identifier" ? declared.env.file.bindings.resolve(declared.node) : undefined;
  return binding?.kind === "type" ? { node: binding.node, env: declared.env } : declared;
}

function signatureType(members: readonly TSESTree.TypeElement[], name: string, env: Env): TypeRef | undefined {
  for (const member of members)
    if (member.type === "TSPropertySignature" && keyName(member.key, member.computed) === name && member.typeAnnotation)
      return { node: member.typeAnnotation.typeAnnotation, env };
  return undefined;
}

/** The declared type of a name. */
export function annotationOf(binding: Binding): TSESTree.TypeNode | undefined {
  if (binding.kind === "parameter" && binding.path.length === 0) {
    const parameter = binding.fn.params[binding.index];
    const pattern = parameter?.type === "AssignmentPattern" ? parameter.left : parameter;
    return pattern?.type === "Identifier" ? pattern.typeAnnotation?.typeAnnotation : undefined;
  }
  if (binding.kind === "variable" && binding.path.length === 0 && binding.declarator.id.type === "Identifier")
    return binding.declarator.id.typeAnnotation?.typeAnnotation;
  return undefined;
}

/**
 * The declared type of a field, of a class or of what it extends: `private client: ApiClient`, a parameter property of the
 * constructor, `get client(): ApiClient`.
 */
export function fieldType(cls: Ref, name: string, hops = MAX_CLASSES): TypeRef | undefined {
  if (!isClass(cls.node)) return undefined;
  const own = ownFieldType(cls.node, name);
  if (own) return { node: own, env: rootEnvAt(cls.env) };
  const parent = hops > 0 ? superClass(cls) : undefined;
  return parent && fieldType(parent, name, hops - 1);
}

function ownFieldType({ body }: ClassNode, name: string): TSESTree.TypeNode | undefined {
  for (const member of body.body) {
    if (member.type === "PropertyDefinition" && keyName(member.key, member.computed) === name)
      return member.typeAnnotation?.typeAnnotation;
    if (member.type !== "MethodDefinition") continue;
    if (member.kind === "get" && keyName(member.key, member.computed) === name)
      return member.value.returnType?.typeAnnotation;
    if (member.kind !== "constructor") continue;
    for (const parameter of member.value.params) {
      if (parameter.type !== "TSParameterProperty") continue;
      const inner = parameter.parameter.type === "AssignmentPattern" ? parameter.parameter.left : parameter.parameter;
      if (inner.type === "Identifier" && inner.name === name) return inner.typeAnnotation?.typeAnnotation;
    }
  }
  return undefined;
}

/** The class that a type names, `Engine | null` as well as `Engine`. */
export function classNamed(annotation: TSESTree.TypeNode, env: Env): Ref | undefined {
  if (annotation.type === "TSUnionType") {
    const [only, ...others] = annotation.types.filter(({ type }) => !/^TS(?:Null|Undefined)Keyword$/u.test(type));
    return only && others.length === 0 ? classNamed(only, env) : undefined;
  }
  if (annotation.type !== "TSTypeReference" || annotation.typeName.type !== "Identifier") return undefined;
  return asClass({ node: annotation.typeName, env });
}

import type { TSESTree } from "@typescript-eslint/types";
import { isClass, type ClassNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { declarationOf } from "../values/classes.js";
import { implementersOf } from "../values/implementations.js";
import { rootEnv } from "../values/values.js";

/** What stands for a declared type: a class of the project, or the object that implements an interface. */
export type Implementer =
  | { readonly kind: "class"; readonly node: ClassNode; readonly file: File }
  | { readonly kind: "object"; readonly node: TSESTree.ObjectExpression; readonly file: File };

function annotationOf(pattern: Node): TSESTree.TypeNode | undefined {
  switch (pattern.type) {
    case "Identifier":
    case "ObjectPattern":
    case "ArrayPattern":
    case "PropertyDefinition":
      return pattern.typeAnnotation?.typeAnnotation;
    case "AssignmentPattern":
      return annotationOf(pattern.left);
    case "TSParameterProperty":
      return annotationOf(pattern.parameter);
    default:
      return undefined;
  }
}

const found = new WeakMap<Node, Implementer | null>();

/** The one implementer of the type that a pattern is declared with. */
export function instanceOfType(pattern: Node, file: File): Implementer | undefined {
  const annotation = annotationOf(pattern);
  if (!annotation) return undefined;
  let known = found.get(annotation);
  if (known === undefined) found.set(annotation, (known = findImplementer(annotation, file) ?? null));
  return known ?? undefined;
}

function findImplementer(annotation: TSESTree.TypeNode, file: File): Implementer | undefined {
  const type = withoutNullish(annotation);
  if (type?.type !== "TSTypeReference") return undefined;
  const declared = declarationOf({ node: type, env: rootEnv(file) });
  if (!declared) return undefined;
  const [first, ...others] = implementersOf(declared);
  if (!first || others.length > 0) return undefined;
  if (isClass(first.node)) return { kind: "class", node: first.node, file: first.env.file };
  return first.node.type === "ObjectExpression"
    ? { kind: "object", node: first.node, file: first.env.file }
    : undefined;
}

/** The package that a pattern's declared type comes from, with the name of the type: `db: SupabaseClient`. */
export function packageOfType(
  pattern: Node,
  file: File,
): { readonly source: string; readonly name: string } | undefined {
  const annotation = annotationOf(pattern);
  const type = annotation && withoutNullish(annotation);
  if (type?.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return undefined;
  const variable = file.bindings.variable(type.typeName);
  const binding = variable && file.bindings.ofVariable(variable);
  if (binding?.kind !== "import" || file.project.follow(file, binding.source)) return undefined;
  return { source: binding.source, name: binding.imported };
}

function withoutNullish(annotation: TSESTree.TypeNode): TSESTree.TypeNode | undefined {
  if (annotation.type !== "TSUnionType") return annotation;
  const [only, ...others] = annotation.types.filter(({ type }) => !/^TS(?:Undefined|Null)Keyword$/u.test(type));
  return others.length === 0 ? only : undefined;
}

import type { TSESTree } from "@typescript-eslint/types";
import { isMcpSpecifier } from "../../frameworks/index.js";
import { dottedName, keyName, memberName } from "../../syntax/names.js";
import { enclosingClass, unwrap, type ClassNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { resolve, rootEnv } from "../values/values.js";

/** The class that a value is an instance of, by its import. */
export interface Origin {
  /** The class of the receiver, if it can be seen. */
  readonly className: string | undefined;
  /** The module that the class comes from. */
  readonly source: string | undefined;
}

export function originOfName(name: Node, file: File): Origin {
  const binding = file.bindings.resolve(name);
  if (binding.kind === "import")
    return {
      className:
        binding.imported === "default" || binding.imported === "*"
          ? (binding.path[0] ?? dottedName(name))
          : binding.imported,
      source: binding.source,
    };
  return { className: dottedName(name), source: undefined };
}

function originOfType(annotation: TSESTree.TypeNode | undefined, file: File): Origin | undefined {
  if (annotation?.type !== "TSTypeReference") return undefined;
  if (annotation.typeName.type !== "Identifier") return undefined;
  const [inner] = annotation.typeArguments?.params ?? [];
  if (annotation.typeName.name === "Pick" || annotation.typeName.name === "Readonly") return originOfType(inner, file);
  return originOfName(annotation.typeName, file);
}

/** Where the receiver of `receiver.tool(…)` comes from: `new McpServer()`, a typed parameter, a field. */
export function originOf(receiver: Node, file: File, hops = 4): Origin | undefined {
  const node = unwrap(receiver);
  if (hops <= 0) return undefined;
  if (node.type === "NewExpression") return originOfName(node.callee, file);
  if (node.type === "CallExpression" && node.callee.type === "MemberExpression")
    return originOf(node.callee.object, file, hops - 1);
  if (node.type === "Identifier") {
    const binding = file.bindings.resolve(node);
    if (binding.kind === "variable") {
      const { id } = binding.declarator;
      const annotation = id.type === "Identifier" ? id.typeAnnotation?.typeAnnotation : undefined;
      return (
        originOfType(annotation, file) ??
        (binding.init && binding.path.length === 0 ? originOf(binding.init, file, hops - 1) : undefined)
      );
    }
    if (binding.kind === "parameter") {
      const parameter = binding.fn.params[binding.index];
      if (parameter?.type === "Identifier") return originOfType(parameter.typeAnnotation?.typeAnnotation, file);
    }
    if (binding.kind === "import") {
      const value = resolve({ node, env: rootEnv(file) });
      return value.env.file === file ? undefined : originOf(value.node, value.env.file, hops - 1);
    }
    return undefined;
  }
  if (node.type === "MemberExpression" && unwrap(node.object).type === "ThisExpression") {
    const cls = enclosingClass(node);
    const name = memberName(node);
    return cls && name !== undefined ? originOfField(cls, name, file) : undefined;
  }
  if (node.type === "ThisExpression") {
    const cls = enclosingClass(node);
    return cls?.superClass ? originOfName(cls.superClass, file) : undefined;
  }
  return undefined;
}

function originOfField(cls: ClassNode, name: string, file: File): Origin | undefined {
  for (const member of cls.body.body) {
    if (member.type === "PropertyDefinition" && keyName(member.key, member.computed) === name)
      return (
        originOfType(member.typeAnnotation?.typeAnnotation, file) ??
        (member.value ? originOf(member.value, file) : undefined) ??
        assignedField(cls, name, file)
      );
    if (member.type !== "MethodDefinition" || member.kind !== "constructor") continue;
    for (const parameter of member.value.params)
      if (
        parameter.type === "TSParameterProperty" &&
        parameter.parameter.type === "Identifier" &&
        parameter.parameter.name === name
      )
        return originOfType(parameter.parameter.typeAnnotation?.typeAnnotation, file);
  }
  return assignedField(cls, name, file);
}

function assignedField(cls: ClassNode, name: string, file: File): Origin | undefined {
  for (const assignment of file.index.assignments)
    if (dottedName(assignment.left) === `this.${name}` && enclosingClass(assignment) === cls)
      return originOf(assignment.right, file, 2);
  return undefined;
}

const BUILDER_NAME = /^(?:tool|(?:define|create|make|build|register|add|mcp)\w*tool)$/iu;
/** What the tool comes with: `addToolWithWriteAccess`, `registerToolForAdmins`. */
const BELONGINGS = /(?<=[tT]ool)(?:With|For)[A-Z]\w*$/u;

/** Functions of a project's own are called like this that make or register a tool. */
export function isBuilderName(name: string): boolean {
  return BUILDER_NAME.test(name.replace(BELONGINGS, ""));
}

/** A package that is no MCP library: `router.tool()` of it is something else. */
export function isForeign(source: string): boolean {
  return (
    !source.startsWith(".") &&
    !source.startsWith("@/") &&
    !source.startsWith("~") &&
    !source.startsWith("#") &&
    !isMcpSpecifier(source) &&
    !/mcp/iu.test(source)
  );
}

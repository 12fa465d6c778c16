import type { TSESTree } from "@typescript-eslint/types";
import { isClass, parentOf, unwrap, type FunctionNode, type Node } from "./tree.js";

/** The name of a property, method or member key, where it is written out. */
export function keyName(key: Node, computed: boolean): string | undefined {
  if (!computed && key.type === "Identifier") return key.name;
  if (key.type === "PrivateIdentifier") return key.name;
  if (key.type === "Literal") return String(key.value);
  if (key.type === "TemplateLiteral" && key.expressions.length === 0) return key.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

export function memberName(node: TSESTree.MemberExpression): string | undefined {
  return keyName(node.property, node.computed);
}

/** `a.b.c` for a plain chain of names (also `this.a`), else undefined. */
export function dottedName(node: Node): string | undefined {
  const inner = unwrap(node);
  if (inner.type === "Identifier") return inner.name;
  if (inner.type === "ThisExpression") return "this";
  if (inner.type === "Super") return "super";
  if (inner.type !== "MemberExpression") return undefined;
  const name = memberName(inner);
  const head = dottedName(inner.object);
  return name !== undefined && head !== undefined ? `${head}.${name}` : undefined;
}

/** Tags that only lay out the text they are given; `sql` and `html` make something else of it. */
const TEXT_TAG =
  /^(?:dedent|outdent|undent|redent|unindent|trimIndent|stripIndents?|indent|oneLine(?:Trim)?|heredoc|multiline|text|prose|markdown|md|String\.raw)$/u;

/** The template of a text that is laid out by a tag, any other node as it is. */
export function textTagged(node: Node): Node {
  return node.type === "TaggedTemplateExpression" && TEXT_TAG.test(dottedName(node.tag) ?? "") ? node.quasi : node;
}

/** The last name of a callee: `log.error(…)` → `error`, `fail(…)` → `fail`. */
export function calleeName(call: TSESTree.CallExpression | TSESTree.NewExpression): string | undefined {
  const callee = unwrap(call.callee);
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression") return memberName(callee);
  return undefined;
}

export function isCallTo(node: Node, dotted: string): node is TSESTree.CallExpression {
  return node.type === "CallExpression" && dottedName(node.callee) === dotted;
}

/** The name a function goes by: its own, that of its variable, property or method. */
export function functionName(fn: FunctionNode): string | undefined {
  if (fn.id) return fn.id.name;
  const parent = parentOf(fn);
  if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") return parent.id.name;
  if (parent?.type === "MethodDefinition" || parent?.type === "Property" || parent?.type === "PropertyDefinition")
    return keyName(parent.key, parent.computed);
  if (parent?.type === "AssignmentExpression" && parent.left.type === "MemberExpression")
    return memberName(parent.left);
  if (parent?.type === "CallExpression") {
    const up = parentOf(parent);
    if (up?.type === "VariableDeclarator" && up.id.type === "Identifier") return up.id.name;
  }
  return undefined;
}

/** `tools` of `this.tools`. */
export function ownMemberName(node: Node): string | undefined {
  return node.type === "MemberExpression" && unwrap(node.object).type === "ThisExpression"
    ? memberName(node)
    : undefined;
}

/** `constructor`, getters and setters are no methods in this sense. */
export function methodNamed(cls: Node, name: string): FunctionNode | undefined {
  if (!isClass(cls)) return undefined;
  for (const member of cls.body.body) {
    if (member.type === "MethodDefinition" && keyName(member.key, member.computed) === name) {
      if (member.value.type === "FunctionExpression" && member.value.body) return member.value;
    }
    if (member.type === "PropertyDefinition" && member.value && keyName(member.key, member.computed) === name) {
      const value = unwrap(member.value);
      if (value.type === "ArrowFunctionExpression" || value.type === "FunctionExpression") return value;
    }
  }
  return undefined;
}

/** The property of an object literal with this name (the last one wins, as at run time). */
export function literalProperty(object: TSESTree.ObjectExpression, name: string): TSESTree.Property | undefined {
  for (let at = object.properties.length - 1; at >= 0; at--) {
    const property = object.properties[at];
    if (property?.type === "Property" && keyName(property.key, property.computed) === name) return property;
  }
  return undefined;
}

/** The names of a type annotation, outermost first: `Promise<CallToolResult | null>` → Promise, CallToolResult. */
export function typeNames(annotation: TSESTree.TypeNode | undefined): string[] {
  if (!annotation) return [];
  switch (annotation.type) {
    case "TSTypeReference": {
      const name =
        annotation.typeName.type === "Identifier"
          ? annotation.typeName.name
          : annotation.typeName.type === "TSQualifiedName"
            ? annotation.typeName.right.name
            : undefined;
      const inner = annotation.typeArguments?.params.flatMap(typeNames) ?? [];
      return name === undefined ? inner : [name, ...inner];
    }
    case "TSUnionType":
    case "TSIntersectionType":
      return annotation.types.flatMap(typeNames);
    default:
      return [];
  }
}

/** The name of a variable, or of the member that is read: `options.delayMs` → `delayMs`. */
export function lastName(node: Node): string | undefined {
  const inner = unwrap(node);
  if (inner.type === "Identifier") return inner.name;
  return inner.type === "MemberExpression" ? memberName(inner) : undefined;
}

/** The last name of what a method is called on: `threads` of `client().beta.threads.create()`. */
export function receiverName(call: TSESTree.CallExpression): string {
  const callee = unwrap(call.callee);
  return callee.type === "MemberExpression" ? (lastName(callee.object) ?? "") : "";
}

/** `createOrder`, `create_order`, `orders.create` → create, order, … */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== "");
}

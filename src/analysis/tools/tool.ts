import type { TSESTree } from "@typescript-eslint/types";
import type { Framework } from "../../frameworks/index.js";
import { literalProperty } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { constantOf, isUndefined, rootEnv } from "../values/values.js";

/** One tool, as far as this file shows it. */
export interface Tool {
  readonly name: string | undefined;
  readonly framework: Framework;
  /** The call, class, method or object that makes the function a tool's handler. */
  readonly registration: Node;
  /** The handlers that stand in this file; none where the function is imported or unknown. */
  readonly functions: readonly FunctionNode[];
  /** The object that describes the tool, if it is written out. */
  readonly description: TSESTree.ObjectExpression | undefined;
  /** Its output schema, where that stands apart from what describes the tool. */
  readonly outputSchema?: Node | undefined;
  /** A function of unknown effect stands around the handler: what becomes of a throw cannot be told. */
  readonly wrapped: boolean;
  /** The registration names the framework; otherwise it was guessed from the shape. */
  readonly certain: boolean;
}

/** The name in the first argument of a registration, or in the object that describes the tool. */
export function toolName(
  call: TSESTree.CallExpression,
  description: TSESTree.ObjectExpression | undefined,
  file: File,
): string | undefined {
  // A builder of the project's own may take something else first: `tool("orders", { name: "get_order", … }, handler)`.
  for (const argument of call.arguments) {
    const named = argument.type === "ObjectExpression" ? literalProperty(argument, "name") : undefined;
    const name = named && constantOf({ node: named.value, env: rootEnv(file) });
    if (typeof name === "string") return name;
  }
  const [first] = call.arguments;
  const direct = first && constantOf({ node: first, env: rootEnv(file) });
  if (typeof direct === "string") return direct;
  return description && nameOfObject(description, file);
}

export function nameOfObject(object: TSESTree.ObjectExpression, file: File): string | undefined {
  const property = literalProperty(object, "name") ?? literalProperty(object, "id");
  const value = property && constantOf({ node: property.value, env: rootEnv(file) });
  return typeof value === "string" ? value : undefined;
}

/** The output schema that the tool declares. */
export function declaredOutputSchema({ description, outputSchema }: Tool): Node | undefined {
  const declared = outputSchema ?? (description && literalProperty(description, "outputSchema")?.value);
  return declared && isUndefined(declared) ? undefined : declared;
}

/** The object that a function gives, if it gives nothing else: `getConfig() { return { … }; }`. */
export function givenObject(fn: FunctionNode | undefined): TSESTree.ObjectExpression | undefined {
  const [only, ...others] = fn ? returnedExpressions(fn) : [];
  return only && others.length === 0 ? asObject(only) : undefined;
}

export function asObject(node: Node | null | undefined): TSESTree.ObjectExpression | undefined {
  const inner = node && unwrap(node);
  return inner?.type === "ObjectExpression" ? inner : undefined;
}

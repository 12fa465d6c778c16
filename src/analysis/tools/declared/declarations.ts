import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, keyName, literalProperty } from "../../../syntax/names.js";
import { isClass, isFunction, unwrap, type Node } from "../../../syntax/tree.js";
import type { File } from "../../file.js";
import { constantOf, objectShape, resolve, rootEnv, type ObjectShape, type Ref } from "../../values/values.js";
import type { FileContext } from "../context.js";
import { SCHEMA_KEYS } from "../shapes.js";
import type { Tool } from "../tool.js";
import {
  annotationsOf,
  descriptionOf,
  fieldOf,
  type Annotations,
  type DeclaredTool,
  type Description,
} from "./declared-tool.js";

const known = new WeakMap<FileContext, readonly DeclaredTool[]>();

/** The tools that a file tells clients of; found once for all rules. */
export function declarationsIn(tools: readonly Tool[], context: FileContext): readonly DeclaredTool[] {
  let found = known.get(context);
  if (!found) known.set(context, (found = declaredTools(tools, context)));
  return found;
}

/** Registered with their handlers, or listed for `tools/list`. */
function declaredTools(tools: readonly Tool[], context: FileContext): DeclaredTool[] {
  const { file } = context;
  const declared = tools.flatMap((tool) => declarationOf(tool, file) ?? []);
  const known = new Set<Node>(
    tools.flatMap(({ registration, description }) => [registration, ...(description ? [description] : [])]),
  );
  const listed = context.isMcp ? file.index.objects.flatMap((object) => listedTool(object, known, file) ?? []) : [];
  return [...declared, ...listed].sort((a, b) => a.place.range[0] - b.place.range[0]);
}

function declarationOf(tool: Tool, file: File): DeclaredTool | undefined {
  const { registration, description } = tool;
  if (registration.type === "CallExpression") {
    const isMethod = unwrap(registration.callee).type === "MemberExpression";
    const name = calleeName(registration);
    if (isMethod && name === "tool" && tool.framework.registrations.some(isPositional))
      return positional(registration, tool, file);
    if (isMethod && name === "registerTool") return configured(registration, tool, file);
    // A builder of the project's own: `tool("orders", { name: "get_order", … }, handler)`.
    if (!description) return described(registration, tool, file);
  }
  if (isClass(registration) && !description) return ofClass(registration, tool, file);
  return description && ofObject(description, tool, file);
}

function isPositional(registration: Tool["framework"]["registrations"][number]): boolean {
  return registration.kind === "method" && registration.methods.includes("tool");
}

/** Frameworks for which an object without a description has none: they take it from nowhere else. */
const OBJECT_IS_ALL =
  /^(?:sdk-|fastmcp|cloudflare-agents|mcp-handler|tmcp|mcp-lite|mcp-use|litemcp|ext-apps|claude-agent-sdk)/u;

/** `server.tool(name, description?, schema?, annotations?, handler)` */
function positional(call: TSESTree.CallExpression, tool: Tool, file: File): DeclaredTool | undefined {
  const env = rootEnv(file);
  const [first, ...others] = call.arguments;
  const name = first && constantOf({ node: first, env });
  if (!first || typeof name !== "string" || call.arguments.some(({ type }) => type === "SpreadElement"))
    return undefined;
  const between = others.slice(0, -1).map((node) => resolve({ node, env }));
  const [second] = between;
  const isText = second !== undefined && !isObject(second);
  const description: Description = isText ? descriptionOf(second) : { kind: "none" };
  const objects = isText ? between.slice(1) : between;
  const [one, two] = objects;
  const isHints = one !== undefined && isAnnotations(one);
  // An object with no fields is a schema without parameters.
  const schema = one === undefined || isHints ? "none" : one.node.type === "ObjectExpression" ? one : "unknown";
  return {
    name,
    place: first,
    description: isText && second && isUnclear(second) ? { kind: "unknown" } : description,
    schema,
    annotations: objects.some((object) => object.node.type !== "ObjectExpression")
      ? { kind: "unknown" }
      : annotationsOf(isHints ? one : two),
    tool,
  };
}

function isObject({ node }: Ref): boolean {
  return node.type === "ObjectExpression";
}

/** It may be a text, or a schema that cannot be seen. */
function isUnclear(ref: Ref): boolean {
  return typeof constantOf(ref) !== "string";
}

function isAnnotations(ref: Ref): boolean {
  const shape = objectShape(ref);
  return shape !== undefined && [...shape.fields.keys()].some((name) => /Hint$/u.test(name));
}

/** `server.registerTool(name, { title, description, inputSchema, annotations }, handler)` */
function configured(call: TSESTree.CallExpression, tool: Tool, file: File): DeclaredTool | undefined {
  const env = rootEnv(file);
  const [first, config] = call.arguments;
  const name = first && constantOf({ node: first, env });
  if (!first || typeof name !== "string" || !config) return tool.description && ofObject(tool.description, tool, file);
  const shape = objectShape({ node: config, env });
  return shape && declared(name, first, shape, tool);
}

/** `addTool({ name, description, parameters, execute })`, `@Tool({ … })`, and the like. */
function ofObject(object: TSESTree.ObjectExpression, tool: Tool, file: File): DeclaredTool | undefined {
  const shape = objectShape({ node: object, env: rootEnv(file) });
  if (!shape || tool.name === undefined) return undefined;
  const named = literalProperty(object, "name") ?? literalProperty(object, "id");
  const found = declared(tool.name, named?.value ?? object, shape, tool);
  if (tool.certain && OBJECT_IS_ALL.test(tool.framework.name)) return found;
  // A builder of the project's own may add what is not there.
  const { description, annotations } = found;
  return {
    ...found,
    description: description.kind === "none" ? { kind: "unknown" } : description,
    annotations: annotations.kind === "hints" && !annotations.node ? { kind: "unknown" } : annotations,
  };
}

/** What a builder is given to describe the tool; where it has no text, the builder may have one. */
function described(call: TSESTree.CallExpression, tool: Tool, file: File): DeclaredTool | undefined {
  const objects = call.arguments.map((argument) => unwrap(argument));
  const object = objects.find((node) => node.type === "ObjectExpression" && literalProperty(node, "description"));
  return object?.type === "ObjectExpression" ? ofObject(object, { ...tool, certain: false }, file) : undefined;
}

function declared(name: string, place: Node, shape: ObjectShape, tool: Tool | undefined): DeclaredTool {
  const description = fieldOf(shape, ["description"]);
  const annotations = fieldOf(shape, ["annotations"]);
  return {
    name,
    place,
    description: description === "unknown" ? { kind: "unknown" } : descriptionOf(given(description)),
    schema: fieldOf(shape, SCHEMA_KEYS),
    annotations: annotations === "unknown" ? { kind: "unknown" } : annotationsOf(given(annotations)),
    tool,
  };
}

function given(field: Ref | "none" | "unknown"): Ref | undefined {
  return typeof field === "string" ? undefined : field;
}

/** `class GetOrder extends MCPTool { name = "get_order"; description = "…"; schema = { … }; }` */
function ofClass(
  cls: Extract<Node, { type: "ClassDeclaration" | "ClassExpression" }>,
  tool: Tool,
  file: File,
): DeclaredTool | undefined {
  if (tool.name === undefined) return undefined;
  const fields = new Map<string, Node>();
  for (const member of cls.body.body) {
    const name = member.type === "PropertyDefinition" ? keyName(member.key, member.computed) : undefined;
    if (member.type === "PropertyDefinition" && name !== undefined && member.value) fields.set(name, member.value);
  }
  const env = rootEnv(file);
  const field = (name: string): Ref | undefined => {
    const node = fields.get(name);
    return node && { node, env };
  };
  const description = field("description");
  const annotations = field("annotations");
  return {
    name: tool.name,
    place: fields.get("name") ?? cls.id ?? cls,
    // A class above it may have one.
    description: description ? descriptionOf(description) : { kind: "unknown" },
    schema: field("schema") ?? "unknown",
    annotations: annotations ? annotationsOf(annotations) : ({ kind: "unknown" } satisfies Annotations),
    tool,
  };
}

/** `{ name: "get_order", description: "…", inputSchema: { … } }` in a list of tools. */
function listedTool(object: TSESTree.ObjectExpression, known: ReadonlySet<Node>, file: File): DeclaredTool | undefined {
  if (known.has(object) || !literalProperty(object, "inputSchema")) return undefined;
  const named = literalProperty(object, "name");
  const env = rootEnv(file);
  const name = named && constantOf({ node: named.value, env });
  if (!named || typeof name !== "string" || isHanded(object)) return undefined;
  const shape = objectShape({ node: object, env });
  return shape && declared(name, named.value, shape, undefined);
}

/** What is given to a function may get the rest there: `defineTool({ name, inputSchema }, text)`. */
function isHanded(object: TSESTree.ObjectExpression): boolean {
  let up: Node = object.parent;
  while (up.type === "TSAsExpression" || up.type === "TSSatisfiesExpression") up = up.parent;
  if (up.type !== "CallExpression") return false;
  return !isFunction(unwrap(up.callee)) && calleeName(up) !== "push";
}

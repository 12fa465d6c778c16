import { calleeName, literalProperty, memberName, typeNames } from "../../syntax/names.js";
import { unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { ReachedFunction } from "./reach.js";
import { constantOf, objectShape, resolve, rootEnv, type Ref } from "../values/values.js";

type Constant = string | number | boolean | null;

/** Methods of Zod that leave the values of a schema as they are. */
export const SAME_VALUES = /^(?:describe|meta|readonly|brand|catch|default|prefault|strict|passthrough|loose)$/u;

/** The few values that the schema of a tool's argument lets pass: `z.enum(["asc", "desc"])`, `z.literal("json")`. */
export function inputValuesOf(place: Node, reached: ReachedFunction, file: File): readonly Constant[] | undefined {
  const field = schemaOfArgument(place, reached, file);
  return field && valuesOf(field);
}

/** What the schema of a tool's argument is for that field: `z.string().min(1)`. */
export function schemaOfArgument(place: Node, reached: ReachedFunction, file: File): Ref | undefined {
  const found = argumentAt(unwrap(place), reached, file);
  return found && fieldOfSchema(found.schema, found.name);
}

interface Argument {
  readonly schema: Ref;
  readonly name: string;
}

/** `sort` and `args.sort`, by the schema of `args`. */
function argumentAt(node: Node, reached: ReachedFunction, file: File): Argument | undefined {
  if (node.type === "MemberExpression") {
    const name = memberName(node);
    const schema = schemaOfObject(unwrap(node.object), reached, file);
    return name !== undefined && schema ? { schema, name } : undefined;
  }
  const binding = file.bindings.resolve(node);
  if (binding.kind !== "variable" && binding.kind !== "parameter") return undefined;
  const [name, ...deeper] = binding.path;
  if (name === undefined || name === "..." || deeper.length > 0) return undefined;
  const schema =
    binding.kind === "variable"
      ? binding.init && binding.constant && schemaOfObject(unwrap(binding.init), reached, file)
      : schemaOfParameter(binding.fn, binding.index, reached, file);
  return schema ? { schema, name } : undefined;
}

/** `args` of the handler, `args: z.infer<typeof Schema>`, `Schema.parse(…)`. */
function schemaOfObject(node: Node, reached: ReachedFunction, file: File): Ref | undefined {
  if (node.type === "CallExpression") {
    const callee = unwrap(node.callee);
    const parses = callee.type === "MemberExpression" && /^parse(?:Async)?$/u.test(memberName(callee) ?? "");
    return parses ? { node: callee.object, env: rootEnv(file) } : undefined;
  }
  const binding = file.bindings.resolve(node);
  if (binding.kind === "parameter" && binding.path.length === 0)
    return schemaOfParameter(binding.fn, binding.index, reached, file);
  const isCopy = binding.kind === "variable" && binding.constant && binding.path.length === 0 && binding.init;
  return isCopy ? schemaOfObject(unwrap(isCopy), reached, file) : undefined;
}

function schemaOfParameter(fn: FunctionNode, index: number, reached: ReachedFunction, file: File): Ref | undefined {
  const inferred = inferredSchema(fn.params[index], file);
  if (inferred) return inferred;
  return reached.isHandler && reached.fn === fn && index === 0 ? inputSchemaOf(reached, file) : undefined;
}

/** The schema that a tool is registered with. */
export function inputSchemaOf({ tool }: ReachedFunction, file: File): Ref | undefined {
  if (!tool) return undefined;
  const { description, registration } = tool;
  for (const key of ["inputSchema", "parameters", "paramsSchema"]) {
    const entry = description && literalProperty(description, key);
    if (entry) return { node: entry.value, env: rootEnv(file) };
  }
  // `server.tool("list", "Lists orders.", { sort: z.enum([…]) }, handler)`
  const before = registration.type === "CallExpression" ? registration.arguments.at(-2) : undefined;
  return before && { node: before, env: rootEnv(file) };
}

/** `z.infer<typeof Schema>`, also by the name of a type. */
function inferredSchema(parameter: Node | undefined, file: File): Ref | undefined {
  if (parameter?.type !== "Identifier" && parameter?.type !== "ObjectPattern") return undefined;
  let type = parameter.typeAnnotation?.typeAnnotation;
  if (type?.type === "TSTypeReference" && type.typeName.type === "Identifier") {
    const binding = file.bindings.resolve(type.typeName);
    if (binding.kind === "type" && binding.node.type === "TSTypeAliasDeclaration") type = binding.node.typeAnnotation;
  }
  if (type?.type !== "TSTypeReference" || !/^(?:infer|output)$/u.test(typeNames(type)[0] ?? "")) return undefined;
  const [schema] = type.typeArguments?.params ?? [];
  return schema?.type === "TSTypeQuery" && schema.exprName.type === "Identifier"
    ? { node: schema.exprName, env: rootEnv(file) }
    : undefined;
}

/** The schema of one field of `z.object({ … })`, of what extends it, and of a plain object of schemas. */
function fieldOfSchema(schema: Ref, name: string, steps = 8): Ref | undefined {
  const { node, env } = resolve(schema);
  if (steps <= 0) return undefined;
  if (node.type === "ObjectExpression") return objectShape({ node, env })?.fields.get(name);
  if (node.type !== "CallExpression") return undefined;
  const method = calleeName(node) ?? "";
  const [first] = node.arguments;
  const callee = unwrap(node.callee);
  if (callee.type !== "MemberExpression") return undefined;
  const inner = (): Ref | undefined => fieldOfSchema({ node: callee.object, env }, name, steps - 1);
  if (/^(?:object|strictObject|looseObject)$/u.test(method))
    return first && fieldOfSchema({ node: first, env }, name, steps - 1);
  if (/^(?:extend|safeExtend)$/u.test(method))
    return (first && fieldOfSchema({ node: first, env }, name, steps - 1)) ?? inner();
  return SAME_VALUES.test(method) ? inner() : undefined;
}

function valuesOf(field: Ref, isSet = false, steps = 8): readonly Constant[] | undefined {
  const { node, env } = resolve(field);
  if (steps <= 0 || node.type !== "CallExpression") return undefined;
  const method = calleeName(node) ?? "";
  const [first] = node.arguments;
  const callee = unwrap(node.callee);
  if (callee.type !== "MemberExpression") return undefined;
  if (method === "enum" || method === "literal") return first && constantsOf({ node: first, env });
  // Behind a default it is never missing.
  const hasValue = isSet || /^(?:default|prefault|catch)$/u.test(method);
  return SAME_VALUES.test(method) || (method === "optional" && hasValue)
    ? valuesOf({ node: callee.object, env }, hasValue, steps - 1)
    : undefined;
}

function constantsOf(ref: Ref): readonly Constant[] | undefined {
  const { node, env } = resolve(ref);
  const parts: readonly (Node | null)[] = node.type === "ArrayExpression" ? node.elements : [node];
  const values = parts.map((part) => (part ? constantOf({ node: part, env }) : undefined));
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}

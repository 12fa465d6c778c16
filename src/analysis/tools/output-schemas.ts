import { calleeName, keyName, literalProperty } from "../../syntax/names.js";
import { enclosingClass, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { RecordObject, Value } from "../flow/values.js";
import { declaredOutputSchema, nameOfObject, type Tool } from "./tool.js";
import { constantOf, objectShape, resolve, rootEnv, type ObjectShape, type Ref } from "../values/values.js";

/** What an output schema lets pass, as far as its keys go. */
export interface OutputSchema {
  readonly required: readonly string[];
  readonly known: ReadonlySet<string>;
  /** Further keys are let through. */
  readonly loose: boolean;
}

/** Methods of Zod behind which a key may be left out. */
const OPTIONAL = /^(?:optional|nullish|default|prefault|catch|exactOptional)$/u;

function isOptional(value: Ref): boolean {
  for (let { node } = resolve(value); node.type === "CallExpression";) {
    if (OPTIONAL.test(calleeName(node) ?? "")) return true;
    const callee = unwrap(node.callee);
    if (callee.type !== "MemberExpression") return false;
    node = resolve({ node: callee.object, env: value.env }).node;
  }
  return false;
}

function ofShape(shape: ObjectShape, loose: boolean): OutputSchema {
  const required = [...shape.fields].flatMap(([name, value]) => (isOptional(value) ? [] : [name]));
  return { required, known: new Set(shape.fields.keys()), loose: loose || shape.open };
}

/** `{ type: "object", properties, required }`: JSON Schema lets further keys through unless it says otherwise. */
function ofJsonSchema(shape: ObjectShape): OutputSchema | undefined {
  const properties = shape.fields.get("properties");
  const known = properties && objectShape(properties);
  if (!known || known.open) return undefined;
  const additional = shape.fields.get("additionalProperties");
  const list = shape.fields.get("required");
  const target = list && resolve(list);
  const required =
    target?.node.type === "ArrayExpression"
      ? target.node.elements.flatMap((element) => {
          const name = element ? constantOf({ node: element, env: target.env }) : undefined;
          return typeof name === "string" ? [name] : [];
        })
      : [];
  const loose = !additional || constantOf(additional) !== false;
  return { required, known: new Set(known.fields.keys()), loose };
}

/** The schema that an expression makes; undefined where it cannot be read (another library, a union). */
export function readSchema(ref: Ref, loose = false, steps = 8): OutputSchema | undefined {
  const { node, env } = resolve(ref);
  if (steps <= 0) return undefined;
  if (node.type === "ObjectExpression") {
    const shape = objectShape({ node, env });
    if (!shape) return undefined;
    const type = shape.fields.get("type");
    return type && constantOf(type) === "object" ? ofJsonSchema(shape) : ofShape(shape, loose);
  }
  if (node.type !== "CallExpression") return undefined;
  const name = calleeName(node) ?? "";
  const [first] = node.arguments;
  const callee = unwrap(node.callee);
  const argument = first && first.type !== "SpreadElement" ? { node: first, env } : undefined;
  if (/^(?:object|strictObject|looseObject)$/u.test(name) && callee.type === "MemberExpression" && argument) {
    const shape = objectShape(argument);
    return shape && ofShape(shape, loose || name === "looseObject");
  }
  if (/^(?:toJSONSchema|zodToJsonSchema|fromJsonSchema)$/u.test(name) && argument)
    return readSchema(argument, loose, steps - 1);
  if (callee.type !== "MemberExpression") return undefined;
  const inner = { node: callee.object, env };
  if (/^(?:passthrough|loose|catchall)$/u.test(name)) return readSchema(inner, true, steps - 1);
  return /^(?:strict|describe|meta|readonly|brand)$/u.test(name) ? readSchema(inner, loose, steps - 1) : undefined;
}

/** Why a schema refuses an object, by its keys; undefined where it admits it. */
export function refusal(schema: OutputSchema, object: Pick<RecordObject, "fields" | "open">): string | undefined {
  const names = [...object.fields].flatMap(([name, value]) => (isUndefined(value) ? [] : [name]));
  const missing = object.open ? undefined : schema.required.find((name) => !names.includes(name));
  if (missing !== undefined) return `it lacks \`${missing}\``;
  const extra = schema.loose ? undefined : names.find((name) => !schema.known.has(name));
  return extra === undefined ? undefined : `\`${extra}\` is not in it`;
}

/** JSON leaves such a field out. */
function isUndefined(value: Value): boolean {
  return value.kind === "constant" && value.value === undefined;
}

const listed = new WeakMap<File, ReadonlyMap<string, Node>>();

/** `{ name: "get_rate", …, outputSchema }` in a list of tools. */
function listedSchema(name: string, file: File): Node | undefined {
  let schemas = listed.get(file);
  if (!schemas) {
    const found = new Map<string, Node>();
    for (const object of file.index.objects) {
      const schema = literalProperty(object, "outputSchema");
      const tool = schema && nameOfObject(object, file);
      if (schema && tool !== undefined && !found.has(tool)) found.set(tool, schema.value);
    }
    listed.set(file, (schemas = found));
  }
  return schemas.get(name);
}

/** `outputSchema = { … };` in the class of the handler. */
function schemaOfClass(fn: FunctionNode): Node | undefined {
  for (const member of enclosingClass(fn)?.body.body ?? [])
    if (member.type === "PropertyDefinition" && keyName(member.key, member.computed) === "outputSchema")
      return member.value ?? undefined;
  return undefined;
}

/** The output schema that a tool publishes. */
export function outputSchemaOf(tool: Tool, file: File): OutputSchema | undefined {
  const [fn] = tool.functions;
  const declared = declaredOutputSchema(tool) ?? (fn && schemaOfClass(fn));
  const schema = declared ?? (tool.name === undefined ? undefined : listedSchema(tool.name, file));
  return schema && published({ node: schema, env: rootEnv(file) }, tool, file);
}

/**
 * The schema as clients see it. `McpServer.registerTool` of the SDK refuses a plain JSON Schema ("must be a Zod schema or raw
 * shape", SDK 1.32; earlier ones leave it out of the list), so that only a handler of `tools/list` can publish one. A server
 * without the SDK publishes what its own answer holds.
 */
function published(ref: Ref, { framework }: Pick<Tool, "framework">, file: File): OutputSchema | undefined {
  const { node, env } = resolve(ref);
  if (isListedWithout("outputSchema", file)) return undefined;
  const isPlain = node.type === "ObjectExpression" && objectShape({ node, env })?.fields.has("properties") === true;
  return isPlain && framework.name.startsWith("sdk") && !listsTools(file) ? undefined : readSchema(ref);
}

/** `tools/list` is answered by hand, field by field, and this one is not among them. */
function isListedWithout(field: string, { filename, project: { packages } }: File): boolean {
  const facts = packages.of(filename);
  if (!facts || packages.importsMcp(facts)) return false;
  return packages.listsTools("inputSchema", facts) && !packages.listsTools(field, facts);
}

function listsTools({ text, filename, project: { packages } }: File): boolean {
  const facts = packages.of(filename);
  return !facts || /ListTools|tools\/list/u.test(text) || packages.names("ListTools", filename, facts);
}

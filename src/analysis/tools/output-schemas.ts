import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, keyName, literalProperty } from "../../syntax/names.js";
import {
  ancestors,
  enclosingClass,
  enclosingFunction,
  unwrap,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import type { ReachedFunction } from "./reach.js";
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
export function refusal(schema: OutputSchema, shape: ObjectShape): string | undefined {
  const missing = shape.open ? undefined : schema.required.find((name) => !shape.fields.has(name));
  if (missing !== undefined) return `it lacks \`${missing}\``;
  const extra = schema.loose ? undefined : [...shape.fields.keys()].find((name) => !schema.known.has(name));
  return extra === undefined ? undefined : `\`${extra}\` is not in it`;
}

/** The tool that a dispatcher's branch around a place answers for: `case "get_rate":`. */
function branchName(node: Node, fn: FunctionNode, file: File): string | undefined {
  for (const up of ancestors(node)) {
    if (up === fn) return undefined;
    const test =
      up.type === "SwitchCase"
        ? up.test
        : up.type === "IfStatement" && up.test.type === "BinaryExpression" && /^===?$/u.test(up.test.operator)
          ? up.test.right
          : undefined;
    const name = test ? constantOf({ node: test, env: rootEnv(file) }) : undefined;
    if (typeof name === "string") return name;
  }
  return undefined;
}

/** The one call of a function in this file. */
function onlyCallOf(fn: FunctionNode, file: File): TSESTree.CallExpression | undefined {
  const env = rootEnv(file);
  const name = fn.id?.name;
  const calls = file.index.calls.filter(
    (call) => (name === undefined || dottedName(call.callee) === name) && calledFunction(call, env)?.fn === fn,
  );
  return calls.length === 1 ? calls[0] : undefined;
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

/** The output schema of the tool that a place in a function answers for. */
export function outputSchemaAt(place: Node, reached: ReachedFunction, file: File): OutputSchema | undefined {
  const { fn, tool, isHandler } = reached;
  const branch = branchName(place, fn, file);
  const isOwn = isHandler && branch === undefined;
  const declared = isOwn ? ((tool && declaredOutputSchema(tool)) ?? schemaOfClass(fn)) : undefined;
  if (declared) return published({ node: declared, env: rootEnv(file) }, reached, file);
  const call = isHandler ? undefined : onlyCallOf(fn, file);
  const caller = call && enclosingFunction(call);
  const name = branch ?? (call && caller ? branchName(call, caller, file) : isHandler ? tool?.name : undefined);
  const schema = name === undefined ? undefined : listedSchema(name, file);
  return schema && published({ node: schema, env: rootEnv(file) }, reached, file);
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
function published(ref: Ref, { framework }: Pick<ReachedFunction, "framework">, file: File): OutputSchema | undefined {
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

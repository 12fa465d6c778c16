import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, literalProperty } from "../../../syntax/names.js";
import { unwrap, type Node } from "../../../syntax/tree.js";
import type { File } from "../../file.js";
import { constantOf, objectShape, resolve, type ObjectShape, type Ref } from "../../values/values.js";

/** One argument of a tool, as its schema has it. */
export interface Parameter {
  readonly name: string;
  /** Its key in the schema, and the file that it stands in. */
  readonly node: Node;
  readonly file: File;
  /** Undefined where that cannot be told. */
  readonly isDescribed: boolean | undefined;
  /** How a description is written in this kind of schema. */
  readonly how: string;
}

const MAX_STEPS = 8;
const IN_JSON_SCHEMA = 'description: "…"';

/** How a description is written, by the function that makes the object; `.describe("…")` for the others. */
const HOW: Readonly<Record<string, string>> = {
  "Type.Object": IN_JSON_SCHEMA,
  "t.Object": IN_JSON_SCHEMA,
  "v.object": 'v.description("…")',
};

/** The arguments that a schema asks for; undefined for one that cannot be read. */
export function parametersOf(schema: Ref, steps = MAX_STEPS): readonly Parameter[] | undefined {
  const { node, env } = resolve(schema);
  if (steps <= 0) return undefined;
  if (node.type === "ObjectExpression") {
    const shape = objectShape({ node, env });
    if (!shape) return undefined;
    const type = shape.fields.get("type");
    const isJsonSchema = (type && constantOf(type) === "object") || isPropertyTable(shape);
    return isJsonSchema ? ofJsonSchema(shape) : ofFields(shape, isDescribedSchema);
  }
  if (node.type !== "CallExpression") return undefined;
  const [first] = node.arguments;
  const argument = first && first.type !== "SpreadElement" ? { node: first, env } : undefined;
  const name = calleeName(node) ?? "";
  const callee = unwrap(node.callee);
  // `z.object({ … })`, `v.object({ … })`, `Type.Object({ … })`, `type({ … })` of arktype.
  if (/^(?:object|strictObject|looseObject|Object|type)$/u.test(name) && argument) {
    const shape = objectShape(argument);
    return shape && ofFields(shape, isDescribedSchema, HOW[dottedName(callee) ?? ""]);
  }
  if (/^(?:toJSONSchema|zodToJsonSchema|toJsonSchema|toStandardJsonSchema)$/u.test(name) && argument)
    return parametersOf(argument, steps - 1);
  if (callee.type !== "MemberExpression") return undefined;
  // Methods that keep the fields as they are; `extend` and `pick` make others.
  return /^(?:strict|strip|passthrough|loose|describe|meta|readonly|brand|refine|superRefine|catchall)$/u.test(name)
    ? parametersOf({ node: callee.object, env }, steps - 1)
    : undefined;
}

/** `{ type: "object", properties: { … } }` without the type. */
function isPropertyTable({ fields }: ObjectShape): boolean {
  const properties = fields.get("properties");
  return properties !== undefined && objectShape(properties) !== undefined;
}

function ofJsonSchema({ fields, open }: ObjectShape): readonly Parameter[] | undefined {
  const properties = fields.get("properties");
  if (!properties) return open ? undefined : [];
  const shape = objectShape(properties);
  return shape && ofFields(shape, isDescribedProperty, IN_JSON_SCHEMA);
}

function ofFields(
  shape: ObjectShape,
  isDescribed: (field: Ref) => boolean | undefined,
  how = '.describe("…")',
): readonly Parameter[] | undefined {
  if (shape.open) return undefined;
  return [...shape.fields].map(([name, field]) => ({
    name,
    node: keyAt(shape.node, name) ?? field.node,
    file: field.env.file,
    isDescribed: isDescribed(field),
    how,
  }));
}

function keyAt(object: TSESTree.ObjectExpression, name: string): Node | undefined {
  return literalProperty(object, name)?.key;
}

/** A property of JSON Schema. */
function isDescribedProperty(field: Ref): boolean | undefined {
  const shape = objectShape(field);
  if (!shape) return undefined;
  const description = shape.fields.get("description");
  if (description) return hasWords(description);
  // What it refers to may have one.
  if (shape.open || shape.fields.has("$ref")) return undefined;
  const parts = shape.fields.get("properties");
  return parts && isDescribedByParts(parts, isDescribedProperty) ? undefined : false;
}

/** An object whose every part says what it is leaves little to say of the whole. */
function isDescribedByParts(parts: Ref, isDescribed: (part: Ref) => boolean | undefined): boolean {
  const shape = objectShape(parts);
  return shape !== undefined && shape.fields.size > 0 && [...shape.fields.values()].every((part) => isDescribed(part));
}

function hasWords(ref: Ref): boolean {
  const text = constantOf(ref);
  return typeof text !== "string" || text.trim() !== "";
}

/** A field of zod, valibot, arktype or TypeBox; of anything else nothing is known. */
function isDescribedSchema(field: Ref): boolean | undefined {
  return describedBy(field, MAX_STEPS);
}

/** Functions that make a schema by themselves, without a text. */
const MAKES =
  /^(?:string|number|boolean|bigint|date|array|enum|nativeEnum|object|strictObject|looseObject|record|union|discriminatedUnion|literal|any|unknown|tuple|int|float|email|url|uuid|coerce|optional|nullable|nullish|picklist|String|Number|Boolean|Integer|Array|Object|Union|Literal|Optional|Enum|Record|Any|Unknown)$/u;

function describedBy(field: Ref, steps: number): boolean | undefined {
  const { node, env } = resolve(field);
  if (steps <= 0) return undefined;
  // arktype: `"string > 0"`
  if (node.type === "Literal" && typeof node.value === "string") return false;
  if (node.type !== "CallExpression") return undefined;
  const name = calleeName(node) ?? "";
  const callee = unwrap(node.callee);
  const given = node.arguments.filter((argument) => argument.type !== "SpreadElement");
  if (/^(?:describe|description|metadata)$/u.test(name)) {
    const [text] = given;
    return text ? hasWords({ node: text, env }) : false;
  }
  if (given.some((argument) => isDescribing(argument))) return true;
  // `v.pipe(v.string(), v.description("…"))`, `v.optional(…)`, `Type.Optional(Type.String({ description: "…" }))`
  if (
    /^(?:pipe|optional|nullable|nullish|exactOptional|Optional|Readonly|preprocess|lazy)$/u.test(name) &&
    given.length > 0
  ) {
    const inner = given.map((argument) => describedBy({ node: argument, env }, steps - 1));
    if (inner.includes(true)) return true;
    if (name !== "pipe" && inner.includes(undefined) && !isOwnMethod(callee)) return undefined;
    if (name === "pipe") return inner.includes(undefined) && inner[0] === undefined ? undefined : false;
  }
  if (/^(?:meta|register|annotations?)$/u.test(name)) return undefined;
  if (callee.type !== "MemberExpression") return undefined;
  const receiver = unwrap(callee.object);
  // `z.string()`: the library itself; a chain goes on.
  if (receiver.type === "Identifier" && resolve({ node: receiver, env }).node.type !== "CallExpression")
    return MAKES.test(name) && isLibrary(receiver.name) && !isWholeOfParts() ? false : undefined;
  if (receiver.type === "MemberExpression") return MAKES.test(name) ? false : undefined;
  return describedBy({ node: receiver, env }, steps - 1);

  function isWholeOfParts(): boolean {
    const [parts] = given;
    return (
      /^(?:object|strictObject|looseObject|Object)$/u.test(name) &&
      parts !== undefined &&
      isDescribedByParts({ node: parts, env }, (part) => describedBy(part, steps - 1))
    );
  }
}

function isOwnMethod(callee: Node): boolean {
  return callee.type === "MemberExpression" && unwrap(callee.object).type === "CallExpression";
}

/** The names that everybody gives the libraries: `z`, `v`, `t`, `Type`, `zod`. */
function isLibrary(name: string): boolean {
  return /^(?:z|zod|v|valibot|t|Type|type|s)$/u.test(name);
}

/** `z.string({ description: "…" })`, `Type.String({ description: "…" })`, `.meta({ description: "…" })` */
function isDescribing(argument: Node): boolean {
  const object = unwrap(argument);
  return object.type === "ObjectExpression" && literalProperty(object, "description") !== undefined;
}

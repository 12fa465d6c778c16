import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, memberName } from "../../syntax/names.js";
import { contains, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { alternativesOf, emptyListTested, missingValueTested, type Guard } from "../values/guards.js";
import { inputSchemaOf, SAME_VALUES, schemaOfArgument } from "../tools/input-values.js";
import type { ReachedFunction } from "../tools/reach.js";
import { constantOf, resolve, rootEnv, type Ref } from "../values/values.js";

/** The framework refuses for itself what the guard refuses: it parses the arguments by the schema that the tool has. */
export function isRefusedByFramework({ test, negated }: Guard, reached: ReachedFunction, file: File): boolean {
  if (negated || !parsesArguments(reached)) return false;
  return isParsedAgain(test, reached, file) || alternativesOf(test).every((part) => isRefused(part, reached, file));
}

/** A handler of bare requests gets the arguments as they come. */
function parsesArguments({ certain, framework: { registrations } }: ReachedFunction): boolean {
  return certain && !registrations.some(({ kind }) => kind === "request-handler");
}

/** `!args.id`, `ids.length === 0`, by what the schema says of the field. */
function isRefused(test: Node, reached: ReachedFunction, file: File): boolean {
  const list = emptyListTested(test, false);
  const missing = list ?? missingValueTested(test, false);
  const schema = missing && schemaOfArgument(missing, reached, file);
  if (!schema) return false;
  const always = lettingThrough(schema);
  if (!always) return false;
  if (list) return always.isFilled;
  const node = unwrap(test);
  return node.type === "UnaryExpression" ? always.isTrue : true;
}

/** What a schema makes sure of. */
interface Ensured {
  /** Every value counts as true in a test. */
  readonly isTrue: boolean;
  /** A list or a text with something in it. */
  readonly isFilled: boolean;
}

const NEVER_FALSE = /^(?:object|strictObject|looseObject|array|tuple|record|map|set|date)$/u;
const KINDS_OF_TEXT = /^(?:email|url|uuid|cuid2?|ulid|nanoid|datetime|ip|jwt)$/u;

/** What steps of a schema leave a value as it was, and ask only more of it. */
const ASKS_MORE =
  /^(?:min|max|length|nonempty|positive|int|finite|gte?|lte?|multipleOf|regex|includes|startsWith|endsWith|email|url|uuid|cuid2?|ulid|nanoid|datetime|ip|jwt|refine|superRefine)$/u;

/** Undefined for a schema that lets nothing at all pass too, or that makes something else of what it is given. */
function lettingThrough(schema: Ref, isFilled = false, steps = 10): Ensured | undefined {
  const { node, env } = resolve(schema);
  if (steps <= 0 || node.type !== "CallExpression") return undefined;
  const callee = unwrap(node.callee);
  const method = calleeName(node) ?? "";
  if (callee.type !== "MemberExpression") return undefined;
  const [first] = node.arguments;
  const limit = first && first.type !== "SpreadElement" ? constantOf({ node: first, env }) : undefined;
  const fills =
    isFilled ||
    method === "nonempty" ||
    method === "positive" ||
    KINDS_OF_TEXT.test(method) ||
    (/^(?:min|length)$/u.test(method) && typeof limit === "number" && limit >= 1);
  if (unwrap(callee.object).type === "Identifier") {
    if (NEVER_FALSE.test(method)) return { isTrue: true, isFilled: method === "array" && fills };
    if (method === "string" || method === "number" || KINDS_OF_TEXT.test(method))
      return { isTrue: fills, isFilled: method !== "number" && fills };
    return method === "boolean" ? { isTrue: false, isFilled: false } : undefined;
  }
  const isSame =
    (SAME_VALUES.test(method) && method !== "catch" && !/^(?:default|prefault)$/u.test(method)) ||
    ASKS_MORE.test(method);
  return isSame ? lettingThrough({ node: callee.object, env }, fills, steps - 1) : undefined;
}

/** `const parsed = Schema.safeParse(args); if (!parsed.success) …`, where the tool is registered with `Schema.shape`. */
function isParsedAgain(test: Node, reached: ReachedFunction, file: File): boolean {
  const node = unwrap(test);
  const asked = node.type === "UnaryExpression" && node.operator === "!" ? unwrap(node.argument) : undefined;
  if (asked?.type !== "MemberExpression" || memberName(asked) !== "success") return false;
  const parsed = file.bindings.resolve(unwrap(asked.object));
  if (parsed.kind !== "variable" || !parsed.constant || !parsed.init || parsed.path.length > 0) return false;
  const call = unwrap(parsed.init);
  if (call.type !== "CallExpression" || !/^safeParse(?:Async)?$/u.test(calleeName(call) ?? "")) return false;
  const [given] = call.arguments;
  const schema = inputSchemaOf(reached, file);
  if (!given || !schema || call.callee.type !== "MemberExpression" || !isGiven(given, reached, file)) return false;
  const own = resolve({ node: call.callee.object, env: rootEnv(file) }).node;
  return isWhole(own) && registeredSchema(schema) === own;
}

/** The arguments as the handler gets them. */
function isGiven(node: Node, reached: ReachedFunction, file: File): boolean {
  const binding = file.bindings.resolve(unwrap(node));
  return (
    reached.isHandler &&
    binding.kind === "parameter" &&
    binding.fn === reached.fn &&
    binding.index === 0 &&
    binding.path.length === 0
  );
}

/** The object schema that `Schema.shape` or `Schema` stands for. */
function registeredSchema({ node, env }: Ref): Node {
  const named = unwrap(node);
  const isShape = named.type === "MemberExpression" && memberName(named) === "shape";
  return resolve({ node: isShape ? named.object : named, env }).node;
}

/** Parsed a second time, its values pass as they are; and nothing is asked of the object that its shape does not tell. */
function isWhole(schema: Node): schema is TSESTree.CallExpression {
  if (contains(schema, (node) => node.type === "CallExpression" && CHANGES.test(calleeName(node) ?? ""))) return false;
  let node = schema;
  while (node.type === "CallExpression") {
    const callee = unwrap(node.callee);
    if (callee.type !== "MemberExpression") return false;
    const method = memberName(callee) ?? "";
    if (unwrap(callee.object).type === "Identifier") return method === "object";
    if (!SAME_VALUES.test(method)) return false;
    node = unwrap(callee.object);
  }
  return false;
}

const CHANGES = /^(?:transform|preprocess|pipe|codec|overwrite)$/u;

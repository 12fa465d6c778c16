import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { dottedName, keyName, memberName, methodNamed, textTagged } from "../../syntax/names.js";
import { enclosingClass, isClass, unwrap, type ClassNode, type FunctionNode, type Node } from "../../syntax/tree.js";
import { importedModule, type Binding } from "./bindings.js";
import { sourceOfStar } from "../../syntax/exports.js";
import type { File } from "../file.js";
import { laterFields } from "./later-fields.js";

/** Where an expression is read: its file, and what the parameters of the functions around it were called with. */
export interface Env {
  readonly file: File;
  readonly args: ReadonlyMap<Variable, Ref>;
  /** Calls entered so far. */
  readonly depth: number;
  /** Imports are not followed: only what stands in this file is asked for. */
  readonly local?: boolean;
}

/** An expression together with the place it is read from. */
export interface Ref {
  readonly node: Node;
  readonly env: Env;
}

/** Names and members that are followed for one value, so that cyclic definitions end. */
const MAX_STEPS = 24;

const NO_ARGS: ReadonlyMap<Variable, Ref> = new Map();

const rootEnvs = new WeakMap<File, Env>();
const localEnvs = new WeakMap<File, Env>();

/** For questions about this file alone: imports end in "unknown". */
export function localEnv(file: File): Env {
  let env = localEnvs.get(file);
  if (!env) localEnvs.set(file, (env = { file, args: NO_ARGS, depth: 0, local: true }));
  return env;
}

/** The one place of a file from which all is followed, and of whose calls nothing is known. */
export function rootEnv(file: File): Env {
  let env = rootEnvs.get(file);
  if (!env) rootEnvs.set(file, (env = { file, args: NO_ARGS, depth: 0 }));
  return env;
}

/** Parsed twice, a file has two trees: a node is known by its place. */
export function isSamePlace(one: Ref, other: Ref): boolean {
  return one.env.file.filename === other.env.file.filename && one.node.range[0] === other.node.range[0];
}

/** Nothing is known of the calls that lead to this place. */
export function isOutermost(env: Env): boolean {
  return env.args === NO_ARGS;
}

/** Stands for an argument that is not given. */
export const UNDEFINED_NODE = { type: "Identifier", name: "undefined", range: [0, 0] } as unknown as Node;

export function isUndefined(node: Node): boolean {
  return (
    (node.type === "Identifier" && node.name === "undefined") ||
    (node.type === "UnaryExpression" && node.operator === "void")
  );
}

/** Definitions nest this deep at the most; deeper ones go round in a circle (`a = { ...b }`, `b = { ...a }`). */
const MAX_NESTING = 48;
let nesting = 0;

/** In the middle of a value: what is found now may end early, at the limit of nesting. */
export function isResolving(): boolean {
  return nesting > 0;
}

/** Follows names, constant variables, parameters, members of literals and imports to the expression that makes the value. */
export function resolve(ref: Ref, steps = MAX_STEPS): Ref {
  const node = textTagged(unwrap(ref.node));
  const here = node === ref.node ? ref : { node, env: ref.env };
  if (steps <= 0 || nesting >= MAX_NESTING) return here;
  if (node.type !== "Identifier" && node.type !== "MemberExpression") return here;
  nesting++;
  try {
    const next = node.type === "Identifier" ? resolveName(node, ref.env) : resolveMember(node, ref.env, steps - 1);
    return next ? resolve(next, steps - 1) : here;
  } finally {
    nesting--;
  }
}

function resolveName(node: TSESTree.Identifier, env: Env): Ref | undefined {
  const variable = env.file.bindings.variable(node);
  if (!variable) return undefined;
  const argument = env.args.get(variable);
  if (argument) return argument;
  return refOfBinding(env.file.bindings.ofVariable(variable), env);
}

function refOfBinding(binding: Binding, env: Env): Ref | undefined {
  switch (binding.kind) {
    case "variable": {
      const value = singleValue(binding, env.file);
      return value && destructured({ node: value, env }, binding);
    }
    case "function":
    case "class":
      return { node: binding.node, env };
    case "import": {
      if (env.local) return undefined;
      const exported = exportedRef(env.file, binding.source, binding.imported);
      return exported && descend(exported, binding.path);
    }
    default:
      return undefined;
  }
}

/** What a pattern takes out of a value, or its default where the value is known to lack it. */
function destructured(value: Ref, { path, fallback }: Extract<Binding, { kind: "variable" }>): Ref | undefined {
  const found = descend(value, path);
  if (!fallback) return found;
  const missing = found ? isUndefined(resolve(found).node) : lacks(value, path);
  return missing ? { node: fallback, env: value.env } : found;
}

/** The object at the end of the way is known as a whole, and has no such property. */
function lacks(value: Ref, path: readonly string[]): boolean {
  const name = path.at(-1);
  const holder = descend(value, path.slice(0, -1));
  const shape = holder && objectShape(holder);
  return shape !== undefined && name !== undefined && !shape.open && !shape.fields.has(name);
}

/** The one expression that a variable ever holds. */
function singleValue(binding: Extract<Binding, { kind: "variable" }>, file: File): Node | undefined {
  if (binding.constant) return isLoopVariable(binding.declarator) ? undefined : (binding.init ?? undefined);
  if (binding.init !== null || binding.path.length > 0) return undefined;
  const values = file.bindings.assignmentsTo(binding.variable);
  return values.length === 1 ? values[0] : undefined;
}

/** `item` of `for (const item of items)`. */
export function isLoopVariable(declarator: TSESTree.VariableDeclarator): boolean {
  const parent = declarator.parent.parent;
  return parent?.type === "ForOfStatement" || parent?.type === "ForInStatement";
}

export function descend(ref: Ref, path: readonly string[]): Ref | undefined {
  let current: Ref | undefined = ref;
  for (const name of path) {
    if (!current || name === "...") return undefined;
    current = property(resolve(current), name);
  }
  return current;
}

function resolveMember(node: TSESTree.MemberExpression, env: Env, steps: number): Ref | undefined {
  const name = memberName(node);
  if (name === undefined) return undefined;
  const object = unwrap(node.object);
  if (object.type === "Identifier") {
    const binding = env.file.bindings.resolve(object);
    if (binding.kind === "import" && binding.imported === "*" && binding.path.length === 0)
      return env.local ? undefined : exportedRef(env.file, binding.source, name);
  }
  const dynamic = importedModule(object);
  if (dynamic !== undefined) return env.local ? undefined : exportedRef(env.file, dynamic, name);
  if (object.type === "ThisExpression") {
    const cls = enclosingClass(node);
    return cls && { ref: classMember({ node: cls, env }, name) }.ref;
  }
  const holder = resolve({ node: object, env }, steps);
  // `options?.isError`, where the call gives no options.
  if (node.optional && isUndefined(holder.node)) return holder;
  return property(holder, name) ?? (isLackedByDefault(holder, name) ? { node: UNDEFINED_NODE, env } : undefined);
}

/** `options.wait` of `function fail(code, options = {})`, where the call gives no options. */
function isLackedByDefault(object: Ref, name: string): boolean {
  return object.node.parent?.type === "AssignmentPattern" && lacks(object, [name]);
}

/** The value of a property of an object literal, an element of an array literal, or a static member of a class. */
export function property(object: Ref, name: string): Ref | undefined {
  const { node, env } = object;
  if (node.type === "ArrayExpression") {
    const element = node.elements[Number(name)];
    return element && element.type !== "SpreadElement" ? { node: element, env } : undefined;
  }
  if (isClass(node)) return classMember(object, name);
  if (node.type !== "ObjectExpression") return undefined;
  return objectShape(object)?.fields.get(name);
}

function classMember(cls: Ref, name: string): Ref | undefined {
  if (!isClass(cls.node)) return undefined;
  const method = methodNamed(cls.node, name);
  if (method) return { node: method, env: { ...cls.env, args: new Map() } };
  for (const member of cls.node.body.body)
    if (member.type === "PropertyDefinition" && member.value && keyName(member.key, member.computed) === name)
      return { node: member.value, env: cls.env };
  const made = madeInConstructor(cls.node, name);
  return made && { node: made, env: cls.env };
}

/** `this.store = new Store()` in the constructor. */
function madeInConstructor(cls: ClassNode, name: string): Node | undefined {
  for (const { expression } of statementsOf(methodNamed(cls, "constructor"))) {
    if (expression.type !== "AssignmentExpression" || expression.right.type !== "NewExpression") continue;
    if (dottedName(expression.left) === `this.${name}`) return expression.right;
  }
  return undefined;
}

function statementsOf(fn: FunctionNode | undefined): TSESTree.ExpressionStatement[] {
  if (fn?.body.type !== "BlockStatement") return [];
  return fn.body.body.filter((statement) => statement.type === "ExpressionStatement");
}

/** What a file that is imported from `file` exports under a name, through barrels. */
export function exportedRef(file: File, source: string, name: string, hops = 4): Ref | undefined {
  const target = file.project.follow(file, source);
  return target && exportOf(target, name, hops);
}

function exportOf(file: File, name: string, hops: number): Ref | undefined {
  const node = file.exports.get(name);
  const env = rootEnv(file);
  if (!node) {
    if (hops <= 0) return undefined;
    for (const [key, star] of file.exports) {
      const source = key.startsWith("*") ? sourceOfStar(star) : undefined;
      const found = source === undefined ? undefined : exportedRef(file, source, name, hops - 1);
      if (found) return found;
    }
    return undefined;
  }
  if (node.type === "VariableDeclarator") return node.init ? { node: node.init, env } : undefined;
  if (node.type === "ExportSpecifier") {
    const local = node.local.type === "Identifier" ? node.local.name : node.local.value;
    const declaration = node.parent;
    if (declaration.type === "ExportNamedDeclaration" && declaration.source)
      return hops > 0 ? exportedRef(file, declaration.source.value, local, hops - 1) : undefined;
    return { node: node.local, env };
  }
  return { node, env };
}

/** The known fields of an object. `open`: it may hold more than these (a spread or key that cannot be read). */
export interface ObjectShape {
  readonly node: TSESTree.ObjectExpression;
  readonly fields: ReadonlyMap<string, Ref>;
  readonly open: boolean;
}

/** What a call makes, where somebody knows: `...result(data)`. */
export type SpreadReader = (ref: Ref) => ObjectShape | undefined;

/** The shape of an object literal, spreads of known objects included, or undefined where the value is something else. */
export function objectShape(ref: Ref, steps = 6, made?: SpreadReader): ObjectShape | undefined {
  const { node, env } = resolve(ref);
  if (node.type !== "ObjectExpression") return undefined;
  const fields = new Map<string, Ref>();
  let open = false;
  for (const entry of node.properties) {
    if (entry.type === "SpreadElement") {
      if (!mergeSpread({ node: entry.argument, env }, fields, steps, made)) open = true;
      continue;
    }
    const name = keyName(entry.key, entry.computed);
    if (name === undefined) open = true;
    else fields.set(name, { node: entry.value, env });
  }
  for (const [name, value] of laterFields(node, env.file)) fields.set(name, { node: value, env });
  return { node, fields, open };
}

/** `...{a}`, `...known`, `...(condition ? {a} : {})`, `...(condition && {a})`. False if something stays unknown. */
function mergeSpread(ref: Ref, fields: Map<string, Ref>, steps: number, made: SpreadReader | undefined): boolean {
  if (steps <= 0) return false;
  const target = resolve(ref);
  const { node, env } = target;
  if (node.type === "ConditionalExpression") {
    // The call may say which of the two it is.
    const holds = truthOf({ node: node.test, env });
    const branches =
      holds === undefined ? [node.consequent, node.alternate] : [holds ? node.consequent : node.alternate];
    return branches.every((branch) => mergeSpread({ node: branch, env }, fields, steps - 1, made));
  }
  if (node.type === "LogicalExpression" && node.operator === "&&") {
    if (truthOf({ node: node.left, env }) === false) return true;
    return mergeSpread({ node: node.right, env }, fields, steps - 1, made);
  }
  if (isUndefined(node) || (node.type === "Literal" && !node.value)) return true;
  const shape = objectShape(target, steps - 1, made) ?? made?.(target);
  if (!shape) return false;
  for (const [name, value] of shape.fields) fields.set(name, value);
  return !shape.open;
}

/** Whether a test always holds, or never; what is not given holds never. */
function truthOf(ref: Ref, steps = MAX_CONSTANT_STEPS): boolean | undefined {
  if (isUndefined(resolve(ref).node)) return false;
  const value = constantOf(ref, steps);
  return value === undefined ? undefined : Boolean(value);
}

/** `a = !a` and the like end here. */
const MAX_CONSTANT_STEPS = 12;

/** The string, number or boolean that an expression always has. */
export function constantOf(ref: Ref, steps = MAX_CONSTANT_STEPS): string | number | boolean | null | undefined {
  if (steps <= 0) return undefined;
  const { node, env } = resolve(ref);
  if (node.type === "Literal" && !("regex" in node) && typeof node.value !== "bigint") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? "";
  if (node.type === "UnaryExpression" && node.operator === "!") {
    const inner = constantOf({ node: node.argument, env }, steps - 1);
    return inner === undefined ? undefined : !inner;
  }
  if (node.type === "ConditionalExpression") {
    const test = truthOf({ node: node.test, env }, steps - 1);
    return test === undefined
      ? undefined
      : constantOf({ node: test ? node.consequent : node.alternate, env }, steps - 1);
  }
  if (node.type === "UnaryExpression" && node.operator === "-") {
    const inner = constantOf({ node: node.argument, env }, steps - 1);
    return typeof inner === "number" ? -inner : undefined;
  }
  if (node.type === "BinaryExpression" && /^[!=]==?$/u.test(node.operator) && node.left.type !== "PrivateIdentifier") {
    const left = constantOf({ node: node.left, env }, steps - 1);
    const right = constantOf({ node: node.right, env }, steps - 1);
    if (left === undefined || right === undefined) return undefined;
    return (left === right) === node.operator.startsWith("=");
  }
  if (node.type === "BinaryExpression" && /^[*+/-]$/u.test(node.operator) && node.left.type !== "PrivateIdentifier") {
    const left = constantOf({ node: node.left, env }, steps - 1);
    const right = constantOf({ node: node.right, env }, steps - 1);
    if (typeof left !== "number" || typeof right !== "number") return undefined;
    return node.operator === "*"
      ? left * right
      : node.operator === "/"
        ? left / right
        : node.operator === "+"
          ? left + right
          : left - right;
  }
  return undefined;
}

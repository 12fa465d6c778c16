import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, keyName, memberName, methodNamed, typeNames } from "../syntax/names.js";
import {
  enclosingClass,
  isClass,
  isFunction,
  returnedExpressions,
  unwrap,
  type ClassNode,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import type { Binding } from "./bindings.js";
import type { File } from "./file.js";

/** Where an expression is read: its file, and what the parameters of the functions around it were called with. */
export interface Env {
  readonly file: File;
  readonly args: ReadonlyMap<Variable, Ref>;
  /** Calls entered so far. */
  readonly depth: number;
}

/** An expression together with the place it is read from. */
export interface Ref {
  readonly node: Node;
  readonly env: Env;
}

/** Calls that are followed from one expression: a builder, its helper, and that one's helper. */
export const MAX_HOPS = 3;
/** Names and members that are followed for one value, so that cyclic definitions end. */
const MAX_STEPS = 24;

export function rootEnv(file: File): Env {
  return { file, args: new Map(), depth: 0 };
}

const UNDEFINED_NODE = { type: "Identifier", name: "undefined", range: [0, 0] } as unknown as Node;

export function isUndefined(node: Node): boolean {
  return (
    (node.type === "Identifier" && node.name === "undefined") || (node.type === "UnaryExpression" && node.operator === "void")
  );
}

/** Definitions nest this deep at the most; deeper ones go round in a circle (`a = { ...b }`, `b = { ...a }`). */
const MAX_NESTING = 48;
let nesting = 0;

/** Follows names, constant variables, parameters, members of literals and imports to the expression that makes the value. */
export function resolve(ref: Ref, steps = MAX_STEPS): Ref {
  const node = unwrap(ref.node);
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
      return value && descend({ node: value, env }, binding.path);
    }
    case "function":
    case "class":
      return { node: binding.node, env };
    case "import": {
      const exported = exportedRef(env.file, binding.source, binding.imported);
      return exported && descend(exported, binding.path);
    }
    default:
      return undefined;
  }
}

/** The one expression that a variable ever holds. */
function singleValue(binding: Extract<Binding, { kind: "variable" }>, file: File): Node | undefined {
  if (binding.constant) return isLoopVariable(binding.declarator) ? undefined : (binding.init ?? undefined);
  if (binding.init !== null || binding.path.length > 0) return undefined;
  const values = file.bindings.assignmentsTo(binding.variable);
  return values.length === 1 ? values[0] : undefined;
}

function isLoopVariable(declarator: TSESTree.VariableDeclarator): boolean {
  const parent = declarator.parent.parent;
  return parent?.type === "ForOfStatement" || parent?.type === "ForInStatement";
}

function descend(ref: Ref, path: readonly string[]): Ref | undefined {
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
      return exportedRef(env.file, binding.source, name);
  }
  if (object.type === "ThisExpression") {
    const cls = enclosingClass(node);
    return cls && { ref: classMember({ node: cls, env }, name) }.ref;
  }
  return property(resolve({ node: object, env }, steps), name);
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
  return undefined;
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
      if (!key.startsWith("*") || star.type !== "ExportAllDeclaration") continue;
      const found = exportedRef(file, star.source.value, name, hops - 1);
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

/** The shape of an object literal, spreads of known objects included, or undefined where the value is something else. */
export function objectShape(ref: Ref, steps = 6): ObjectShape | undefined {
  const { node, env } = resolve(ref);
  if (node.type !== "ObjectExpression") return undefined;
  const fields = new Map<string, Ref>();
  let open = false;
  for (const entry of node.properties) {
    if (entry.type === "SpreadElement") {
      if (!mergeSpread({ node: entry.argument, env }, fields, steps)) open = true;
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
function mergeSpread(ref: Ref, fields: Map<string, Ref>, steps: number): boolean {
  if (steps <= 0) return false;
  const target = resolve(ref);
  const { node, env } = target;
  if (node.type === "ConditionalExpression")
    return (
      mergeSpread({ node: node.consequent, env }, fields, steps - 1) &&
      mergeSpread({ node: node.alternate, env }, fields, steps - 1)
    );
  if (node.type === "LogicalExpression" && node.operator === "&&")
    return mergeSpread({ node: node.right, env }, fields, steps - 1);
  if (isUndefined(node) || (node.type === "Literal" && !node.value)) return true;
  const shape = objectShape(target, steps - 1);
  if (!shape) return false;
  for (const [name, value] of shape.fields) fields.set(name, value);
  return !shape.open;
}

const memberWrites = new WeakMap<File, Map<Variable, [string, Node][]>>();

/** `payload.x = …` after `const payload = {…}`. */
function laterFields(literal: TSESTree.ObjectExpression, file: File): [string, Node][] {
  const declarator = literal.parent;
  const holder = declarator.type === "TSAsExpression" || declarator.type === "TSSatisfiesExpression" ? declarator.parent : declarator;
  if (holder.type !== "VariableDeclarator" || holder.id.type !== "Identifier") return [];
  let writes = memberWrites.get(file);
  if (!writes) {
    writes = new Map();
    for (const assignment of file.index.assignments) {
      const { left } = assignment;
      if (left.type !== "MemberExpression" || left.object.type !== "Identifier") continue;
      const variable = file.bindings.variable(left.object);
      const name = memberName(left);
      if (!variable || name === undefined) continue;
      const list = writes.get(variable) ?? [];
      list.push([name, assignment.right]);
      writes.set(variable, list);
    }
    memberWrites.set(file, writes);
  }
  const variable = file.bindings.variable(holder.id);
  return (variable && writes.get(variable)) ?? [];
}

// ─── calls ──────────────────────────────────────────────────────────────────

/** A function that a call enters, with its parameters bound to the arguments. */
export interface CalledFunction {
  readonly fn: FunctionNode;
  readonly env: Env;
}

/** The function that a call runs, where it can be seen: in this file, in a class, or in a followed import. */
export function calledFunction(call: TSESTree.CallExpression, env: Env): CalledFunction | undefined {
  if (env.depth >= MAX_HOPS) return undefined;
  const target = calleeRef(call, env);
  if (!target || !isFunction(target.node)) return undefined;
  return { fn: target.node, env: bindArguments(target.node, call, target.env, env) };
}

function calleeRef(call: TSESTree.CallExpression, env: Env): Ref | undefined {
  const callee = unwrap(call.callee);
  if (callee.type === "Super" || isFunction(callee)) return isFunction(callee) ? { node: callee, env } : undefined;
  if (callee.type === "MemberExpression") {
    const name = memberName(callee);
    if (name === undefined) return undefined;
    // `fn.call(…)`, `fn.bind(…)()` change the arguments: they stay unknown.
    const cls = classOf({ node: callee.object, env });
    const method = cls && inheritedMethod(cls, name);
    if (method) return method;
  }
  return resolve({ node: callee, env });
}

/** A method of a class or of what it extends. */
export function inheritedMethod(cls: Ref, name: string, hops = 4): Ref | undefined {
  if (!isClass(cls.node)) return undefined;
  const own = methodNamed(cls.node, name);
  if (own) return { node: own, env: rootEnvAt(cls.env) };
  const parent = superClass(cls);
  return parent && hops > 0 ? inheritedMethod(parent, name, hops - 1) : undefined;
}

function rootEnvAt(env: Env): Env {
  return { file: env.file, args: new Map(), depth: env.depth };
}

export function superClass(cls: Ref): Ref | undefined {
  if (!isClass(cls.node) || !cls.node.superClass) return undefined;
  const parent = resolve({ node: cls.node.superClass, env: cls.env });
  return isClass(parent.node) ? parent : undefined;
}

/** The class that a receiver is an instance of (or is itself, for static members). */
export function classOf(receiver: Ref): Ref | undefined {
  const node = unwrap(receiver.node);
  const { env } = receiver;
  if (node.type === "ThisExpression" || node.type === "Super") {
    const cls = enclosingClass(node);
    if (!cls) return undefined;
    return node.type === "Super" ? superClass({ node: cls, env }) : { node: cls, env };
  }
  if (node.type === "NewExpression") return asClass({ node: node.callee, env });
  if (node.type === "Identifier") {
    const binding = env.file.bindings.resolve(node);
    if (binding.kind === "class") return { node: binding.node, env };
    const annotation = annotationOf(binding);
    if (annotation) return classNamed(annotation, env);
  }
  if (node.type === "MemberExpression" && unwrap(node.object).type === "ThisExpression") {
    const cls = enclosingClass(node);
    const name = memberName(node);
    const annotation = cls && name !== undefined ? fieldType(cls, name) : undefined;
    if (annotation) return classNamed(annotation, env);
  }
  const value = resolve(receiver);
  if (value.node === node) return undefined;
  if (value.node.type === "NewExpression") return asClass({ node: value.node.callee, env: value.env });
  return isClass(value.node) ? value : undefined;
}

function asClass(ref: Ref): Ref | undefined {
  const value = resolve(ref);
  return isClass(value.node) ? value : undefined;
}

function annotationOf(binding: Binding): TSESTree.TypeNode | undefined {
  if (binding.kind === "parameter" && binding.path.length === 0) {
    const parameter = binding.fn.params[binding.index];
    const pattern = parameter?.type === "AssignmentPattern" ? parameter.left : parameter;
    return pattern?.type === "Identifier" ? pattern.typeAnnotation?.typeAnnotation : undefined;
  }
  if (binding.kind === "variable" && binding.path.length === 0 && binding.declarator.id.type === "Identifier")
    return binding.declarator.id.typeAnnotation?.typeAnnotation;
  return undefined;
}

/** The declared type of a field: `private client: ApiClient`, or a parameter property of the constructor. */
function fieldType(cls: ClassNode, name: string): TSESTree.TypeNode | undefined {
  for (const member of cls.body.body) {
    if (member.type === "PropertyDefinition" && keyName(member.key, member.computed) === name)
      return member.typeAnnotation?.typeAnnotation;
    if (member.type !== "MethodDefinition" || member.kind !== "constructor") continue;
    for (const parameter of member.value.params) {
      if (parameter.type !== "TSParameterProperty") continue;
      const inner = parameter.parameter.type === "AssignmentPattern" ? parameter.parameter.left : parameter.parameter;
      if (inner.type === "Identifier" && inner.name === name) return inner.typeAnnotation?.typeAnnotation;
    }
  }
  return undefined;
}

function classNamed(annotation: TSESTree.TypeNode, env: Env): Ref | undefined {
  if (annotation.type !== "TSTypeReference" || annotation.typeName.type !== "Identifier") return undefined;
  return asClass({ node: annotation.typeName, env });
}

function bindArguments(fn: FunctionNode, call: TSESTree.CallExpression, home: Env, caller: Env): Env {
  const args = new Map<Variable, Ref>(home.args);
  const inner: Env = { file: home.file, args, depth: caller.depth + 1 };
  const spreadAt = call.arguments.findIndex((argument) => argument.type === "SpreadElement");
  for (const [index, parameter] of fn.params.entries()) {
    if (spreadAt >= 0 && index >= spreadAt) break;
    const argument = call.arguments[index];
    bindPattern(parameter, argument ? { node: argument, env: caller } : { node: UNDEFINED_NODE, env: caller }, inner, args);
  }
  return inner;
}

function bindPattern(pattern: Node, value: Ref, inner: Env, args: Map<Variable, Ref>): void {
  if (pattern.type === "Identifier") {
    const variable = inner.file.bindings.variable(pattern);
    // A parameter that is written to no longer holds its argument.
    if (variable && !variable.references.some((reference) => reference.isWrite() && reference.init !== true)) args.set(variable, value);
  } else if (pattern.type === "AssignmentPattern") {
    bindPattern(pattern.left, isUndefined(unwrap(value.node)) ? { node: pattern.right, env: inner } : value, inner, args);
  } else if (pattern.type === "ObjectPattern") {
    const shape = objectShape(value);
    if (!shape) return;
    for (const entry of pattern.properties) {
      if (entry.type !== "Property") continue;
      const name = keyName(entry.key, entry.computed);
      const field = name === undefined ? undefined : shape.fields.get(name);
      if (field) bindPattern(entry.value, field, inner, args);
      else if (!shape.open) bindPattern(entry.value, { node: UNDEFINED_NODE, env: inner }, inner, args);
    }
  }
}

// ─── constants and text ─────────────────────────────────────────────────────

/** The string, number or boolean that an expression always has. */
export function constantOf(ref: Ref): string | number | boolean | null | undefined {
  const { node, env } = resolve(ref);
  if (node.type === "Literal" && !("regex" in node) && typeof node.value !== "bigint") return node.value as string | number | boolean | null;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? "";
  if (node.type === "UnaryExpression" && node.operator === "!") {
    const inner = constantOf({ node: node.argument, env });
    return inner === undefined ? undefined : !inner;
  }
  if (node.type === "ConditionalExpression") {
    const test = constantOf({ node: node.test, env });
    return test === undefined ? undefined : constantOf({ node: test ? node.consequent : node.alternate, env });
  }
  if (node.type === "UnaryExpression" && node.operator === "-") {
    const inner = constantOf({ node: node.argument, env });
    return typeof inner === "number" ? -inner : undefined;
  }
  if (node.type === "BinaryExpression" && /^[*+/-]$/u.test(node.operator) && node.left.type !== "PrivateIdentifier") {
    const left = constantOf({ node: node.left, env });
    const right = constantOf({ node: node.right, env });
    if (typeof left !== "number" || typeof right !== "number") return undefined;
    return node.operator === "*" ? left * right : node.operator === "/" ? left / right : node.operator === "+" ? left + right : left - right;
  }
  return undefined;
}

export type TextPart =
  | { readonly kind: "static"; readonly value: string; readonly ref: Ref | undefined }
  /** The JSON of a value. */
  | { readonly kind: "json"; readonly ref: Ref }
  | { readonly kind: "choice"; readonly options: readonly Text[] }
  | { readonly kind: "dynamic"; readonly ref: Ref };

/** What a string is put together from. */
export type Text = readonly TextPart[];

const MAX_TEXT_STEPS = 12;

export function textOf(ref: Ref, steps = MAX_TEXT_STEPS): Text {
  const { node, env } = resolve(ref);
  if (steps <= 0) return [{ kind: "dynamic", ref: { node, env } }];
  const inner = (child: Node): Text => textOf({ node: child, env }, steps - 1);
  switch (node.type) {
    case "Literal":
      return [{ kind: "static", value: String(node.value), ref: { node, env } }];
    case "TemplateLiteral":
      return node.quasis.flatMap((quasi, at): Text => {
        const expression = node.expressions[at];
        const text: TextPart = { kind: "static", value: quasi.value.cooked ?? quasi.value.raw, ref: { node, env } };
        return expression ? [text, ...inner(expression)] : [text];
      });
    case "BinaryExpression":
      if (node.operator === "+") return [...inner(node.left), ...inner(node.right)];
      break;
    case "ConditionalExpression":
      return [{ kind: "choice", options: [inner(node.consequent), inner(node.alternate)] }];
    case "LogicalExpression":
      if (node.operator !== "&&") return [{ kind: "choice", options: [inner(node.left), inner(node.right)] }];
      break;
    case "CallExpression":
      return textOfCall(node, env, steps);
    default:
  }
  return [{ kind: "dynamic", ref: { node, env } }];
}

function textOfCall(node: TSESTree.CallExpression, env: Env, steps: number): Text {
  const [first] = node.arguments;
  const name = dottedName(node.callee);
  if (name === "JSON.stringify" && first && first.type !== "SpreadElement") return [{ kind: "json", ref: { node: first, env } }];
  if (name === "String" && first && first.type !== "SpreadElement") return textOf({ node: first, env }, steps - 1);
  const method = calleeName(node);
  const callee = unwrap(node.callee);
  if (callee.type === "MemberExpression") {
    if (method === "join") {
      const list = resolve({ node: callee.object, env });
      if (list.node.type === "ArrayExpression")
        return list.node.elements.flatMap((element): Text =>
          element && element.type !== "SpreadElement"
            ? [...textOf({ node: element, env: list.env }, steps - 1), { kind: "static", value: " ", ref: undefined }]
            : [{ kind: "dynamic", ref: list }],
        );
    }
    if (method === "trim" || method === "toString" || method === "trimEnd" || method === "trimStart")
      return textOf({ node: callee.object, env }, steps - 1);
  }
  const called = calledFunction(node, env);
  if (called) {
    const returned = returnedExpressions(called.fn);
    if (returned.length === 1 && returned[0]) return textOf({ node: returned[0], env: called.env }, steps - 1);
    if (returned.length > 1 && returned.length <= 8)
      return [{ kind: "choice", options: returned.map((expression) => textOf({ node: expression, env: called.env }, steps - 1)) }];
  }
  return [{ kind: "dynamic", ref: { node, env } }];
}

/** The words of a text, `…` for what is put in at run time; alternatives stand one after the other. */
export function wordsOf(text: Text): string {
  return text
    .map((part): string => {
      if (part.kind === "static") return part.value;
      if (part.kind === "choice") return part.options.map(wordsOf).join(" | ");
      return "…";
    })
    .join("");
}

/** The leaves that are put in at run time. */
export function dynamicParts(text: Text): Ref[] {
  return text.flatMap((part): Ref[] => {
    if (part.kind === "dynamic" || part.kind === "json") return [part.ref];
    return part.kind === "choice" ? part.options.flatMap(dynamicParts) : [];
  });
}

/** True for the type names that say "the result of a tool call". */
const RESULT_TYPES = /^(?:CallToolResult|CompatibilityCallToolResult|ToolCallback|ToolResponse|ToolResult|ToolCallResult|ContentResult|ServerResult|McpToolResponse|McpToolResult|McpResponse|MCPToolResponse|MCPToolResult|ToolOutput|CallToolResponse|ToolExecutionResult|ToolHandlerResult|ToolResultSchema|CallToolResultSchema)$/u;

export function declaresToolResult(fn: FunctionNode): boolean {
  const own = typeNames(fn.returnType?.typeAnnotation);
  if (own.some((name) => RESULT_TYPES.test(name))) return true;
  const parent = fn.parent;
  const declared =
    parent.type === "VariableDeclarator" && parent.id.type === "Identifier"
      ? typeNames(parent.id.typeAnnotation?.typeAnnotation)
      : parent.type === "TSSatisfiesExpression" || parent.type === "TSAsExpression"
        ? typeNames(parent.typeAnnotation)
        : [];
  return declared.some((name) => RESULT_TYPES.test(name));
}

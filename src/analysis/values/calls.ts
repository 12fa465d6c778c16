import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, functionName, keyName, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { enclosingClass, isClass, isFunction, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { Binding } from "./bindings.js";
import type { File } from "../file.js";
import {
  annotationOf,
  asClass,
  classNamed,
  fieldType,
  getterOf,
  inheritedMethod,
  memberType,
  rootEnvAt,
  superClass,
  typeOf,
} from "./classes.js";
import { givenByImporters } from "./given.js";
import { kept } from "./kept.js";
import { isUndefined, objectShape, property, resolve, rootEnv, UNDEFINED_NODE, type Env, type Ref } from "./values.js";
import { valuesWritten } from "./written.js";

/** Calls that are followed from one expression: a builder, its helper, and that one's helper. */
export const MAX_HOPS = 3;

/** A function that a call enters, with its parameters bound to the arguments. */
export interface CalledFunction {
  readonly fn: FunctionNode;
  readonly env: Env;
}

/** The function that a call runs, where it can be seen: in this file, in a class, or in a followed import. */
export const calledFunction = kept((call: TSESTree.CallExpression, env): CalledFunction | undefined => {
  if (env.depth >= MAX_HOPS) return undefined;
  // `const fetch = await fetch(url)`: what is called is what the call gives.
  if (asked.some((one) => one.call === call && one.env === env)) return undefined;
  asked.push({ call, env });
  try {
    const target = calleeRef(call, env);
    if (!target || !isFunction(target.node)) return undefined;
    return { fn: target.node, env: bindArguments(target.node, call, target.env, env) };
  } finally {
    asked.pop();
  }
});

/** The calls whose functions are being looked for, each one for the sake of the one before. */
const asked: { readonly call: Node; readonly env: Env }[] = [];

/** The calls of a function in its own file, by the name that it has there. */
export function callsInFile(fn: FunctionNode, file: File): TSESTree.CallExpression[] {
  const name = functionName(fn);
  if (name === undefined) return [];
  const env = rootEnv(file);
  return file.index.calls.filter((call) => calleeName(call) === name && calledFunction(call, env)?.fn === fn);
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
    const made = madeByCall({ node: callee.object, env });
    const member = made && property(made, name);
    if (member) return resolve(member);
  }
  const found = orElse(resolve({ node: callee, env }));
  if (found.node.type === "CallExpression") {
    // `const readAgain = withRetry(read)`: the function inside the wrapper, which knows what it was given.
    const made = madeByCall(found);
    if (made && isFunction(made.node)) return made;
  }
  return found.node === callee && callee.type === "Identifier" ? (givenByImporters(callee, env) ?? found) : found;
}

/** `read` of `const read = given.read ?? readFromDisk`: who gives another one is a test, as a rule. */
function orElse(found: Ref): Ref {
  const { node, env } = found;
  if (node.type !== "LogicalExpression") return found;
  const other = resolve({ node: node.right, env });
  return isFunction(other.node) ? other : found;
}

/** `client.orders(id).list()`: the object that `client.orders(id)` returns. */
function madeByCall(receiver: Ref): Ref | undefined {
  const node = loadedByCall(receiver) ?? unwrap(receiver.node);
  if (node.type !== "CallExpression") return undefined;
  const called = calledFunction(node, receiver.env);
  const returned = called && returnedExpressions(called.fn);
  const [only] = returned ?? [];
  return called && only && returned?.length === 1 ? resolve({ node: only, env: called.env }) : undefined;
}

const importers = new WeakMap<File, boolean>();

/** The file imports modules when they are needed. */
function importsLate(file: File): boolean {
  let found = importers.get(file);
  if (found === undefined) importers.set(file, (found = file.text.includes("import(")));
  return found;
}

/** `const orders = await loadOrders()`, in a file that imports modules when they are needed. */
function loadedByCall({ node, env }: Ref): Node | undefined {
  if (node.type !== "Identifier" || !importsLate(env.file)) return undefined;
  const binding = env.file.bindings.resolve(node);
  if (binding.kind !== "variable" || !binding.constant || binding.path.length > 0) return undefined;
  return binding.init?.type === "AwaitExpression" ? unwrap(binding.init) : undefined;
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
  if (node.type === "AssignmentExpression") return classOf({ node: node.right, env });
  if (node.type === "Identifier") {
    const binding = env.file.bindings.resolve(node);
    if (binding.kind === "class") return { node: binding.node, env };
    const annotation = annotationOf(binding);
    if (annotation) return classNamed(annotation, env);
    if (binding.kind === "variable" && !binding.constant) return classMadeLater(binding, env);
  }
  if (node.type === "MemberExpression" && unwrap(node.object).type === "ThisExpression") {
    const cls = enclosingClass(node);
    const name = memberName(node);
    const type = cls && name !== undefined ? fieldType({ node: cls, env }, name) : undefined;
    if (type) return classNamed(type.node, type.env);
    const getter = cls && name !== undefined && env.depth < MAX_HOPS ? getterOf({ node: cls, env }, name) : undefined;
    if (getter) return classReturned(getter.node, { ...getter.env, depth: env.depth + 1 });
  }
  if (node.type === "MemberExpression") {
    const holder = typeOf({ node: node.object, env });
    const name = memberName(node);
    const type = holder && name !== undefined ? memberType(holder, name) : undefined;
    if (type) return classNamed(type.node, type.env);
  }
  if (node.type === "CallExpression") return classGiven(node, env);
  const value = resolve(receiver);
  if (value.node === node) return undefined;
  if (value.node.type === "NewExpression") return asClass({ node: value.node.callee, env: value.env });
  if (value.node.type === "CallExpression") return classGiven(value.node, value.env);
  return isClass(value.node) ? value : undefined;
}

/** The class of what a function is declared to give; `Orders` of `Orders.getInstance()` without types too. */
function classGiven(call: TSESTree.CallExpression, env: Env): Ref | undefined {
  // `let order = order.next()`: a step deeper each time, or it would never end.
  const called = calledFunction(call, { ...env, depth: env.depth + 1 });
  if (!called) return undefined;
  const type = called.fn.returnType?.typeAnnotation;
  if (type) return classNamed(type, rootEnvAt({ ...called.env, depth: env.depth }));
  const callee = unwrap(call.callee);
  const isSingleton =
    callee.type === "MemberExpression" && /^(?:get)?(?:instance|shared)$/iu.test(memberName(callee) ?? "");
  if (isSingleton) return asClass({ node: callee.object, env });
  return classReturned(called.fn, called.env);
}

/** `let client; … client ??= new Client();`: whatever is written to it is an instance of one class. */
function classMadeLater(binding: Binding & { kind: "variable" }, env: Env): Ref | undefined {
  const [first, ...others] = valuesWritten(binding, env.file).map((value) => {
    const made = unwrap(value);
    return made.type === "NewExpression" ? asClass({ node: made.callee, env }) : undefined;
  });
  return first && others.every((other) => other?.node === first.node) ? first : undefined;
}

/** The class of the one value that a function without a declared type returns. */
function classReturned(fn: FunctionNode, env: Env): Ref | undefined {
  const [only, ...others] = returnedExpressions(fn);
  return only && others.length === 0 ? classOf({ node: only, env }) : undefined;
}

function bindArguments(fn: FunctionNode, call: TSESTree.CallExpression, home: Env, caller: Env): Env {
  const args = new Map<Variable, Ref>(home.args);
  const inner: Env = { file: home.file, args, depth: caller.depth + 1 };
  const spreadAt = call.arguments.findIndex((argument) => argument.type === "SpreadElement");
  for (const [index, parameter] of fn.params.entries()) {
    if (spreadAt >= 0 && index >= spreadAt) break;
    const argument = call.arguments[index];
    bindPattern(
      parameter,
      argument ? { node: argument, env: caller } : { node: UNDEFINED_NODE, env: caller },
      inner,
      args,
    );
  }
  return inner;
}

/** The inside of a function that is called with these values, as `list.map(fn)` does. */
export function enteredWith(fn: FunctionNode, values: readonly Ref[], home: Env): Env {
  const args = new Map<Variable, Ref>(home.args);
  const inner: Env = { file: home.file, args, depth: home.depth };
  for (const [index, value] of values.entries()) {
    const parameter = fn.params[index];
    if (parameter) bindPattern(parameter, value, inner, args);
  }
  return inner;
}

function bindPattern(pattern: Node, value: Ref, inner: Env, args: Map<Variable, Ref>): void {
  if (pattern.type === "TSParameterProperty") bindPattern(pattern.parameter, value, inner, args);
  else if (pattern.type === "Identifier") {
    const variable = inner.file.bindings.variable(pattern);
    // A parameter that is written to no longer holds its argument.
    if (variable && !variable.references.some((reference) => reference.isWrite() && reference.init !== true))
      args.set(variable, value);
  } else if (pattern.type === "AssignmentPattern") {
    bindPattern(
      pattern.left,
      isUndefined(unwrap(value.node)) ? { node: pattern.right, env: inner } : value,
      inner,
      args,
    );
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

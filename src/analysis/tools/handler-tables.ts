import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, functionName, keyName, memberName, ownMemberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { enclosingClass, isFunction, parentOf, unwrap, walk, type FunctionNode, type Node } from "../../syntax/tree.js";
import { calledFunction, classOf, enteredWith, type CalledFunction } from "../values/calls.js";
import { inheritedMethod } from "../values/classes.js";
import { objectMade } from "../values/made.js";
import { exportedRef, objectShape, property, resolve, type Env, type Ref } from "../values/values.js";

/** Names, lists and factories that are followed from a dispatching call to one table. */
const MAX_STEPS = 10;

/** More handlers than this are not looked at one by one. */
const MAX_HANDLERS = 400;

/**
 * The functions that a dispatching call may run, as far as they can be seen: `tools.find(…).handler(args)`,
 * `HANDLERS[name](args)`, `handlers.get(name)(args)`. Undefined for a call that takes its function from no table.
 *
 * Whether a dispatcher without a `try` loses a failure depends on its handlers alone: many servers catch in each of them.
 * So a handler that is not in sight says nothing, and only one that is seen to fail makes a finding.
 */
export function handlersOfTable(call: TSESTree.CallExpression, env: Env): CalledFunction[] | undefined {
  const callee: Ref = { node: call.callee, env };
  if (!isTaken(callee, MAX_STEPS)) return undefined;
  const seen = new Set<FunctionNode>();
  const handlers: CalledFunction[] = [];
  for (const { node, env: home } of choices(callee, MAX_STEPS).slice(0, MAX_HANDLERS)) {
    if (!isFunction(node) || seen.has(node)) continue;
    seen.add(node);
    // The dispatcher's arguments are not known; what the table was made with is.
    handlers.push({ fn: node, env: { ...home, depth: 0 } });
  }
  // `for (const shop of shops) shop.close();`: whatever a list holds, none of its functions makes no table of it.
  return handlers.length === 0 && isOfLoop(callee) ? undefined : handlers;
}

/** `tool.handler` of `for (const tool of tools)`. */
function isOfLoop(ref: Ref): boolean {
  const { node, env } = resolve(ref);
  if (node.type === "MemberExpression") return isOfLoop({ node: node.object, env });
  return node.type === "Identifier" && loopOver(node, env) !== undefined;
}

/** Names of what holds handlers; `.get` of anything else may be a request. */
const TABLE_NAME = /(?<!\w)(?=\w*$)\w*?(?:tool|handler|registr|map|command|table|action|route)/iu;
const LOOKUP =
  /^(?:get|find|lookup|lookUp|resolve|pick|select)(?=\w*$)\w*(?:Tool|Handler|Command)(?:(?:By|For)[A-Z]\w*|OrThrow)?$/u;

/** The value is an entry of a table, or a member of one. */
function isTaken(ref: Ref, steps: number): boolean {
  if (steps <= 0) return false;
  const { node, env } = resolve(ref);
  const inner = (next: Node): boolean => isTaken({ node: next, env }, steps - 1);
  switch (node.type) {
    case "LogicalExpression":
      return inner(node.left) || inner(node.right);
    case "ConditionalExpression":
      return inner(node.consequent) || inner(node.alternate);
    case "MemberExpression":
      return memberName(node) === undefined || inner(node.object);
    case "CallExpression":
      return isLookup(node, env) || anyReturned(node, env, (made) => isTaken(made, steps - 1));
    case "Identifier": {
      if (loopOver(node, env)) return true;
      const taken = takenFrom(node, env);
      return taken !== undefined && isTaken(taken.object, steps - 1);
    }
    default:
      return false;
  }
}

/** `pick(name)`, where `pick` takes its answer from a table. */
function anyReturned(call: TSESTree.CallExpression, env: Env, test: (made: Ref) => boolean): boolean {
  const called = calledFunction(call, env);
  return called ? returnedExpressions(called.fn).some((node) => test({ node, env: called.env })) : false;
}

function isLookup(call: TSESTree.CallExpression, env: Env): boolean {
  const name = calleeName(call) ?? "";
  if (LOOKUP.test(name)) return true;
  const callee = unwrap(call.callee);
  const [first] = call.arguments;
  if (callee.type !== "MemberExpression" || !first) return false;
  if (/^(?:find|findLast)$/u.test(name))
    return isFunction(resolve({ node: first, env }).node) || first.type === "Identifier";
  return (
    name === "get" &&
    (TABLE_NAME.test(dottedName(callee.object) ?? "") ||
      resolve({ node: callee.object, env }).node.type === "NewExpression")
  );
}

type Choices = readonly Ref[];

/** Nothing that can be seen. */
const NONE: Choices = [];

/** The values that an expression may have, as the entries of a table that it takes one from. */
function choices(ref: Ref, steps: number): Choices {
  if (steps <= 0) return NONE;
  const value = resolve(ref);
  const { node, env } = value;
  switch (node.type) {
    case "LogicalExpression":
      return [node.left, node.right].flatMap((side) => choices({ node: side, env }, steps - 1));
    case "ConditionalExpression":
      return [node.consequent, node.alternate].flatMap((side) => choices({ node: side, env }, steps - 1));
    case "MemberExpression": {
      const name = memberName(node);
      const object: Ref = { node: node.object, env };
      if (name === undefined) return entriesOf(object, steps - 1);
      return choices(object, steps - 1).flatMap((entry) => member(entry, name, steps - 1));
    }
    case "CallExpression":
      return chosenBy(node, env, steps - 1);
    case "Identifier": {
      if (moduleOf(value) !== undefined) return [value];
      const list = loopOver(node, env);
      if (list) return listed({ node: list, env }, steps - 1);
      const taken = takenFrom(node, env);
      return taken ? choices(taken.object, steps - 1).flatMap((entry) => member(entry, taken.name, steps - 1)) : NONE;
    }
    default:
      return [value];
  }
}

/** `tool` and `handler` of `const { handler } = tool`, where `tool` is no written object. */
function takenFrom(node: TSESTree.Identifier, env: Env): { object: Ref; name: string } | undefined {
  const binding = env.file.bindings.resolve(node);
  if (binding.kind !== "variable" || !binding.constant || !binding.init) return undefined;
  const [name] = binding.path;
  return name === undefined || binding.path.length > 1 ? undefined : { object: { node: binding.init, env }, name };
}

/** `import * as getOrder from "./get-order.js"`: the module is an entry, with its exports for properties. */
function moduleOf({ node, env }: Ref): string | undefined {
  const binding = node.type === "Identifier" ? env.file.bindings.resolve(node) : undefined;
  return binding?.kind === "import" && binding.imported === "*" ? binding.source : undefined;
}

/** A property of an entry: of a written object, of what a factory makes, or a method of an instance. */
function member(entry: Ref, name: string, steps: number): Choices {
  const module = moduleOf(entry);
  if (module !== undefined) {
    const exported = exportedRef(entry.env.file, module, name);
    return exported ? choices(exported, steps) : NONE;
  }
  const cls = classOf(entry);
  const method = cls && inheritedMethod(cls, name);
  if (method) return [method];
  const field = cls ? property(cls, name) : objectMade(entry)?.fields.get(name);
  return field ? choices(field, steps) : NONE;
}

/** `tools.find(…)`, `map.get(name)`, `findTool(name)`. */
function chosenBy(call: TSESTree.CallExpression, env: Env, steps: number): Choices {
  const callee = unwrap(call.callee);
  if (callee.type === "MemberExpression") {
    const receiver: Ref = { node: callee.object, env };
    const name = memberName(callee) ?? "";
    if (/^(?:find|findLast|at|pop|shift)$/u.test(name)) return listed(receiver, steps);
    if (name === "get") {
      const values = valuesOfMap(receiver, steps);
      if (values.length > 0) return values;
    }
  }
  // A factory of one written object is an entry itself.
  if (objectMade({ node: call, env })) return [{ node: call, env }];
  return returnedBy(call, env, (made) => choices(made, steps));
}

function returnedBy(call: TSESTree.CallExpression, env: Env, follow: (made: Ref) => Choices): Choices {
  const called = calledFunction(call, env);
  return called ? returnedExpressions(called.fn).flatMap((node) => follow({ node, env: called.env })) : NONE;
}

/** `TABLE[name]`, of an object or a list. */
function entriesOf(ref: Ref, steps: number): Choices {
  const values = valuesOfObject(ref, steps);
  const found = values.length > 0 ? values : listed(ref, steps);
  if (found.length > 0 || steps <= 0 || resolve(ref).node.type !== "MemberExpression") return found;
  // `module.actions[name]`, where `module` is an entry itself
  return choices(ref, steps - 1).flatMap((table) =>
    table.node.type === "MemberExpression" ? NONE : entriesOf(table, steps - 1),
  );
}

function valuesOfObject(ref: Ref, steps: number): Choices {
  const { node, env } = resolve(ref);
  if (node.type === "CallExpression" && dottedName(node.callee) === "Object.fromEntries") {
    const [pairs] = node.arguments;
    return pairs ? seconds(listed({ node: pairs, env }, steps), steps) : NONE;
  }
  const shape = objectShape({ node, env }) ?? objectMade({ node, env });
  return shape ? [...shape.fields.values()].flatMap((value) => choices(value, steps - 1)) : NONE;
}

/** The variable that is declared with this very expression. */
function variableOf(value: Node, env: Env) {
  let holder = parentOf(value);
  while (holder?.type === "TSAsExpression" || holder?.type === "TSSatisfiesExpression") holder = parentOf(holder);
  return holder?.type === "VariableDeclarator" && holder.id.type === "Identifier"
    ? env.file.bindings.variable(holder.id)
    : undefined;
}

/** The second element of each `[key, value]`. */
function seconds(pairs: Choices, steps: number): Choices {
  return pairs.flatMap((pair) => {
    const value = property(resolve(pair), "1");
    return value ? choices(value, steps) : NONE;
  });
}

/** The values of `new Map(…)`: what it is made with, and what `.set` adds. */
function valuesOfMap(ref: Ref, steps: number): Choices {
  if (steps <= 0) return NONE;
  const { node, env } = resolve(ref);
  if (node.type !== "NewExpression" || dottedName(node.callee) !== "Map") return NONE;
  const [pairs] = node.arguments;
  const made = pairs ? valuesOfPairs({ node: pairs, env }, steps - 1) : NONE;
  return [...made, ...addedTo(node, env, /^set$/u, steps)];
}

function valuesOfPairs(ref: Ref, steps: number): Choices {
  const { node, env } = resolve(ref);
  if (node.type === "CallExpression" && dottedName(node.callee) === "Object.entries") {
    const [object] = node.arguments;
    return object ? valuesOfObject({ node: object, env }, steps) : NONE;
  }
  return seconds(listed({ node, env }, steps), steps);
}

/** The last arguments of `list.push(…)`, `map.set(key, …)`, also of `this.map.set(key, …)`. */
function addedTo(value: Node, env: Env, method: RegExp, steps: number): Choices {
  const variable = variableOf(value, env);
  const uses: readonly Node[] = variable
    ? variable.references.map(({ identifier }) => identifier as Node)
    : usesOfField(value);
  return uses.flatMap((name) => {
    const use = parentOf(name);
    if (use?.type !== "MemberExpression" || !method.test(memberName(use) ?? "")) return NONE;
    const call = parentOf(use);
    const last = call?.type === "CallExpression" && call.callee === use ? call.arguments.at(-1) : undefined;
    return last ? addedBy(last, env, steps - 1) : NONE;
  });
}

/** `this.tools`, wherever the class with `tools = new Map()`, or with `this.tools = new Map()`, reads it. */
function usesOfField(value: Node): Node[] {
  const holder = parentOf(value);
  const cls = enclosingClass(value);
  const name =
    holder?.type === "PropertyDefinition" && !holder.static
      ? keyName(holder.key, holder.computed)
      : holder?.type === "AssignmentExpression"
        ? ownMemberName(holder.left)
        : undefined;
  const uses: Node[] = [];
  if (cls && name !== undefined)
    walk(cls.body, (node) => {
      if (ownMemberName(node) === name) uses.push(node);
    });
  return uses;
}

function addedBy(argument: TSESTree.CallExpressionArgument, env: Env, steps: number): Choices {
  if (argument.type === "SpreadElement") return listed({ node: argument.argument, env }, steps);
  const given = handedIn(argument, env);
  return given ? given.flatMap((node) => choices({ node, env }, steps - 1)) : choices({ node: argument, env }, steps);
}

/** What the calls of this file give `add(tool) { this.tools.set(tool.name, tool); }`, for `tool`. */
function handedIn(argument: Node, env: Env): Node[] | undefined {
  const { bindings, index } = env.file;
  const binding = argument.type === "Identifier" ? bindings.resolve(argument) : undefined;
  if (binding?.kind !== "parameter" || binding.path.length > 0) return undefined;
  const name = functionName(binding.fn);
  return index.calls.flatMap((call) =>
    name !== undefined && calleeName(call) === name && calledFunction(call, env)?.fn === binding.fn
      ? (call.arguments[binding.index] ?? [])
      : [],
  );
}

/** `tools` of `for (const tool of tools)`, `tools.forEach((tool) => …)`. */
function loopOver(name: TSESTree.Identifier, env: Env): Node | undefined {
  const binding = env.file.bindings.resolve(name);
  if (binding.kind === "parameter" && binding.index === 0 && binding.path.length === 0) {
    const call = parentOf(binding.fn);
    const callee = call?.type === "CallExpression" && call.callee !== binding.fn ? unwrap(call.callee) : undefined;
    return callee?.type === "MemberExpression" && memberName(callee) === "forEach" ? callee.object : undefined;
  }
  const loop = binding.kind === "variable" && binding.path.length === 0 ? binding.declarator.parent.parent : undefined;
  return loop?.type === "ForOfStatement" ? loop.right : undefined;
}

/** The elements of a list that is written out, joined, filtered or mapped. */
function listed(ref: Ref, steps: number): Choices {
  if (steps <= 0) return NONE;
  const { node, env } = resolve(ref);
  if (node.type === "ArrayExpression") {
    const own = node.elements.flatMap((entry) => (entry ? addedBy(entry, env, steps - 1) : NONE));
    return [...own, ...addedTo(node, env, /^(?:push|unshift|splice)$/u, steps)];
  }
  if (node.type !== "CallExpression") return NONE;
  const callee = unwrap(node.callee);
  if (dottedName(callee) === "Object.values") {
    const [object] = node.arguments;
    return object ? valuesOfObject({ node: object, env }, steps - 1) : NONE;
  }
  if (callee.type === "MemberExpression") {
    const receiver: Ref = { node: callee.object, env };
    const [first] = node.arguments;
    switch (memberName(callee)) {
      case "filter":
      case "slice":
      case "sort":
      case "toSorted":
      case "reverse":
        return listed(receiver, steps - 1);
      case "concat":
        return [receiver, ...node.arguments.map((other): Ref => ({ node: other, env }))].flatMap((list) =>
          listed(list, steps - 1),
        );
      case "map":
        return first
          ? listed(receiver, steps - 1).flatMap((entry) => mapped({ node: first, env }, entry, steps - 1))
          : NONE;
      default:
    }
  }
  return returnedBy(node, env, (made) => listed(made, steps - 1));
}

/** What `list.map(callback)` makes of one element. */
function mapped(callback: Ref, element: Ref, steps: number): Choices {
  const { node, env } = resolve(callback);
  if (!isFunction(node)) return NONE;
  const inner = enteredWith(node, [element], env);
  const [only, ...others] = returnedExpressions(node);
  if (!only || others.length > 0) return NONE;
  const made = { node: only, env: inner };
  return unwrap(only).type === "ArrayExpression" ? [made] : choices(made, steps);
}

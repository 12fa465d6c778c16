import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, memberName } from "../syntax/names.js";
import { isFunction, parentOf, returnedExpressions, unwrap, type FunctionNode, type Node } from "../syntax/tree.js";
import { calledFunction, classOf, enteredWith, inheritedMethod, objectMade, type CalledFunction } from "./calls.js";
import { isUndefined, objectShape, property, resolve, type Env, type Ref } from "./values.js";

/** Names, lists and factories that are followed from a dispatching call to one table. */
const MAX_STEPS = 10;

/** More handlers than this are not looked at one by one. */
const MAX_HANDLERS = 400;

/**
 * Every function that a dispatching call may run: `tools.find(…).handler(args)`, `HANDLERS[name](args)`,
 * `handlers.get(name)(args)`. Undefined where one entry of the table cannot be seen, as it may do anything.
 */
export function handlersOfTable(call: TSESTree.CallExpression, env: Env): CalledFunction[] | undefined {
  const found = choices({ node: call.callee, env }, MAX_STEPS);
  if (!found || found.length === 0 || found.length > MAX_HANDLERS) return undefined;
  const seen = new Set<FunctionNode>();
  const handlers: CalledFunction[] = [];
  for (const { node, env: home } of found) {
    if (!isFunction(node)) return undefined;
    if (seen.has(node)) continue;
    seen.add(node);
    // The dispatcher's arguments are not known; what the table was made with is.
    handlers.push({ fn: node, env: { ...home, depth: 0 } });
  }
  return handlers;
}

type Choices = Ref[] | undefined;

/** All of them, or none. */
function each(refs: Choices, next: (ref: Ref) => Choices): Choices {
  const all: Ref[] = [];
  for (const ref of refs ?? []) {
    const found = next(ref);
    if (!found) return undefined;
    all.push(...found);
  }
  return refs && all;
}

function union(...lists: readonly Choices[]): Choices {
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** The values that an expression may have, as the entries of a table that it takes one from. */
function choices(ref: Ref, steps: number): Choices {
  if (steps <= 0) return undefined;
  const value = resolve(ref);
  const { node, env } = value;
  switch (node.type) {
    case "LogicalExpression":
      return node.operator === "&&"
        ? choices({ node: node.right, env }, steps - 1)
        : union(choices({ node: node.left, env }, steps - 1), choices({ node: node.right, env }, steps - 1));
    case "ConditionalExpression":
      return union(
        choices({ node: node.consequent, env }, steps - 1),
        choices({ node: node.alternate, env }, steps - 1),
      );
    case "MemberExpression": {
      const name = memberName(node);
      const object: Ref = { node: node.object, env };
      if (name === undefined) return entriesOf(object, steps - 1);
      return each(choices(object, steps - 1), (entry) => member(entry, name, steps - 1));
    }
    case "CallExpression":
      return chosenBy(node, env, steps - 1);
    case "Identifier": {
      if (isUndefined(node)) return [];
      const list = loopOver(node, env);
      if (list) return listed({ node: list, env }, steps - 1);
      const taken = takenFrom(node, env);
      return taken && each(choices(taken.object, steps - 1), (entry) => member(entry, taken.name, steps - 1));
    }
    case "Literal":
      return node.value === null ? [] : [value];
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

/** A property of an entry: of a written object, of what a factory makes, or a method of an instance. */
function member(entry: Ref, name: string, steps: number): Choices {
  const cls = classOf(entry);
  const method = cls && inheritedMethod(cls, name);
  if (method) return [method];
  const field = cls ? property(cls, name) : objectMade(entry)?.fields.get(name);
  return field && choices(field, steps);
}

/** `tools.find(…)`, `map.get(name)`, `findTool(name)`. */
function chosenBy(call: TSESTree.CallExpression, env: Env, steps: number): Choices {
  const callee = unwrap(call.callee);
  if (callee.type === "MemberExpression") {
    const receiver: Ref = { node: callee.object, env };
    const name = memberName(callee) ?? "";
    if (/^(?:find|findLast|at|pop|shift)$/u.test(name)) return listed(receiver, steps);
    if (name === "get" && call.arguments.length === 1) {
      const values = valuesOfMap(receiver, steps);
      if (values) return values;
    }
  }
  const called = calledFunction(call, env);
  if (!called) return undefined;
  const made = returnedExpressions(called.fn).map((node) => ({ node, env: called.env }));
  // A factory of one written object is an entry itself.
  if (objectMade({ node: call, env })) return [{ node: call, env }];
  return made.length > 0 ? each(made, (ref) => choices(ref, steps)) : undefined;
}

/** `TABLE[name]`, of an object or a list. */
function entriesOf(ref: Ref, steps: number): Choices {
  return valuesOfObject(ref, steps) ?? listed(ref, steps);
}

function valuesOfObject(ref: Ref, steps: number): Choices {
  const { node, env } = resolve(ref);
  if (node.type === "CallExpression" && dottedName(node.callee) === "Object.fromEntries") {
    const [pairs] = node.arguments;
    return pairs && seconds(listed({ node: pairs, env }, steps), steps);
  }
  const shape = objectShape({ node, env }) ?? objectMade({ node, env });
  if (!shape || shape.open || shape.fields.size === 0 || isWrittenByKey(shape.node, env)) return undefined;
  return each([...shape.fields.values()], (value) => choices(value, steps - 1));
}

/** `TABLE[tool.name] = …` adds what the literal does not show. */
function isWrittenByKey(literal: Node, env: Env): boolean {
  const variable = variableOf(literal, env);
  return (
    variable?.references.some(({ identifier }) => {
      const use = parentOf(identifier as Node);
      const assignment = use && parentOf(use);
      return (
        use?.type === "MemberExpression" &&
        use.computed &&
        assignment?.type === "AssignmentExpression" &&
        assignment.left === use
      );
    }) === true
  );
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
  return each(pairs, (pair) => {
    const value = property(resolve(pair), "1");
    return value && choices(value, steps);
  });
}

/** The values of `new Map(…)`: what it is made with, and what `.set` adds. */
function valuesOfMap(ref: Ref, steps: number): Choices {
  if (steps <= 0) return undefined;
  const { node, env } = resolve(ref);
  if (node.type !== "NewExpression" || dottedName(node.callee) !== "Map") return undefined;
  const [pairs] = node.arguments;
  const made = pairs ? valuesOfPairs({ node: pairs, env }, steps - 1) : [];
  const added = addedTo(node, env, /^set$/u, steps);
  const all = union(made, added);
  return all && all.length > 0 ? all : undefined;
}

function valuesOfPairs(ref: Ref, steps: number): Choices {
  const { node, env } = resolve(ref);
  if (node.type === "CallExpression" && dottedName(node.callee) === "Object.entries") {
    const [object] = node.arguments;
    return object && valuesOfObject({ node: object, env }, steps);
  }
  return seconds(listed({ node, env }, steps), steps);
}

/** The last arguments of `list.push(…)`, `map.set(key, …)`. */
function addedTo(value: Node, env: Env, method: RegExp, steps: number): Choices {
  const variable = variableOf(value, env);
  if (!variable) return parentOf(value)?.type === "PropertyDefinition" ? undefined : [];
  const added: Ref[] = [];
  for (const { identifier } of variable.references) {
    const use = parentOf(identifier as Node);
    if (use?.type !== "MemberExpression" || !method.test(memberName(use) ?? "")) continue;
    const call = parentOf(use);
    const last = call?.type === "CallExpression" && call.callee === use ? call.arguments.at(-1) : undefined;
    const found: Choices = last && addedBy(last, env, steps - 1);
    if (!found) return undefined;
    added.push(...found);
  }
  return added;
}

function addedBy(argument: TSESTree.CallExpressionArgument, env: Env, steps: number): Choices {
  return argument.type === "SpreadElement"
    ? listed({ node: argument.argument, env }, steps)
    : choices({ node: argument, env }, steps);
}

/** `tools` of `for (const tool of tools)`. */
function loopOver(name: TSESTree.Identifier, env: Env): Node | undefined {
  const binding = env.file.bindings.resolve(name);
  const loop = binding.kind === "variable" && binding.path.length === 0 ? binding.declarator.parent.parent : undefined;
  return loop?.type === "ForOfStatement" ? loop.right : undefined;
}

/** The elements of a list that is written out, joined, filtered or mapped. */
function listed(ref: Ref, steps: number): Choices {
  if (steps <= 0) return undefined;
  const { node, env } = resolve(ref);
  if (node.type === "ArrayExpression") {
    const own = each(
      node.elements.flatMap((entry) => (entry ? [{ node: entry as Node, env }] : [])),
      (entry) =>
        entry.node.type === "SpreadElement"
          ? listed({ node: entry.node.argument, env }, steps - 1)
          : choices(entry, steps - 1),
    );
    const added = addedTo(node, env, /^(?:push|unshift|splice)$/u, steps);
    const all = union(own, added);
    return all && all.length > 0 ? all : undefined;
  }
  if (node.type !== "CallExpression") return undefined;
  const callee = unwrap(node.callee);
  if (dottedName(callee) === "Object.values") {
    const [object] = node.arguments;
    return object && valuesOfObject({ node: object, env }, steps - 1);
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
        return union(
          listed(receiver, steps - 1),
          ...node.arguments.map((other) => listed({ node: other, env }, steps - 1)),
        );
      case "map":
        return first && each(listed(receiver, steps - 1), (entry) => mapped({ node: first, env }, entry, steps - 1));
      default:
    }
  }
  const called = calledFunction(node, env);
  const returned = called && returnedExpressions(called.fn);
  if (!called || !returned || returned.length === 0) return undefined;
  return each(
    returned.map((value) => ({ node: value, env: called.env })),
    (value) => listed(value, steps - 1),
  );
}

/** What `list.map(callback)` makes of one element. */
function mapped(callback: Ref, element: Ref, steps: number): Choices {
  const { node, env } = resolve(callback);
  if (!isFunction(node)) return undefined;
  const inner = enteredWith(node, [element], env);
  const [only, ...others] = returnedExpressions(node);
  if (!only || others.length > 0) return undefined;
  const made = { node: only, env: inner };
  return unwrap(only).type === "ArrayExpression" ? [made] : choices(made, steps);
}

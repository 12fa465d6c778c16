import { type Node } from "../../syntax/tree.js";
import { callBuiltin, mapMethod } from "./builtins.js";
import { callSuper, isResponseClass, rootOf } from "./classes.js";
import { isMissingPart, isNoList } from "./error-pages.js";
import { isApart, newId, type Frame } from "./frames.js";
import { makePromise, settled } from "./heap.js";
import { callBoundary, isBoundary } from "./helper-calls.js";
import { keyOf } from "./keys.js";
import { isValueMethod } from "./library.js";
import { listMethod } from "./lists.js";
import { isGenerator, siteOf, type CallSite, type Machine } from "./machine.js";
import { asText, memberOfClass, missingMember, readAt } from "./members.js";
import { operate, operationOf } from "./operate.js";
import { chain } from "./promises.js";
import type { CallStack } from "./operations.js";
import { MAX_CALLS, type RunBody } from "./summaries.js";
import { conveyed } from "./provenance.js";
import { callOfSink, isSink } from "./sinks.js";
import { useOf } from "./uses.js";
import { makeOtherResponse, makeResponse, methodOfReply } from "./replies.js";
import { eachOf, merge, normal, andThen, type Completion, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { methodOfText } from "./texts.js";
import { isToolName, noteToolName } from "./tests.js";
import {
  constant,
  derived,
  UNDEFINED,
  UNKNOWN,
  type FunctionValue,
  type RecordObject,
  type ReferenceValue,
  type Value,
} from "./values.js";

/** Methods that are read first and called later: they belong to an object of the interpreter's. */
const OBJECT_METHODS: ReadonlySet<string> = new Set(["list", "map", "string", "response", "reply", "context"]);

/** Calls a value. */
export function callValue(
  m: Machine,
  callee: Value,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  switch (callee.kind) {
    case "function":
      return m.apply(callee, args, site, state);
    case "builtin": {
      const { name, receiver } = callee;
      const [group, method = ""] = name.split(".");
      if (isBoundary(callee)) return callBoundary(m, callee, args, site, state);
      if (receiver && OBJECT_METHODS.has(group ?? "")) return m.callMethod(receiver, method, args, site, state);
      return callBuiltin(m, name, receiver, args, site, state);
    }
    case "union":
      return eachOf(callee.of, state, (one, before) => m.call(one, args, site, before));
    case "library":
      if (isResponseClass(callee.module, callee.path.slice(0, -1)) && callee.path.length === 2)
        return callee.path[1] === "json" ? makeResponse(args, site, state) : makeOtherResponse(site, state);
      return operate(m, callee, args, site, state);
    default:
      return operate(m, callee, args, site, state);
  }
}

export function callMethodOf(
  m: Machine,
  object: Value,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const isChain = name === "then" || name === "catch" || name === "finally";
  switch (object.kind) {
    case "union":
      return eachOf(object.of, state, (one, before) => m.callMethod(one, name, args, site, before));
    case "reference":
      return methodOfObject(m, object, name, args, site, state);
    case "function":
      return methodOfFunction(m, object, name, args, site, state);
    case "builtin":
      if (object.name === "super") return callSuper(m, object.receiver, name, args, site, state);
      if (object.receiver) return operate(m, UNKNOWN, args, site, state);
      return callBuiltin(m, `${object.name}.${name}`, undefined, args, site, state);
    case "promise": {
      if (isChain) return chain(m, object, name, args, site, state);
      const ofSink = isSink(object, state) ? callOfSink(object, name, args, state) : undefined;
      if (ofSink) return ofSink;
      const held = state.promise(object);
      const pending = held.state.settled === "pending" ? held.state.operation : undefined;
      const handled = state.handle(object);
      if (isValueMethod(name) && held.perhapsPlain && pending?.callee.kind !== "library")
        return m.callMethod(derived([...conveyed(object, handled)]), name, args, site, handled);
      // A step of a builder: what the whole chain does is one operation.
      const callee: Value =
        pending?.callee.kind === "library"
          ? { ...pending.callee, path: [...pending.callee.path, "()", name] }
          : derived(conveyed(object, handled));
      return operate(m, callee, args, site, handled, pending);
    }
    case "library":
    case "class":
      return andThen(m.get(object, name, site, state), (callee, next) => m.call(callee, args, site, next));
    case "constant":
    case "text":
    case "json":
      return methodOfText(object, name, args, site, state);
    case "error":
      return [
        normal(
          name === "toString"
            ? asText(object, site, state)
            : derived(conveyed(object, state), `${keyOf(object.failure)}.${name}()`),
          state,
        ),
      ];
    case "derived": {
      if (isChain) return chain(m, object, name, args, site, state);
      if (isMissingPart(object, m.checkedResponses) || isNoList(object, name, m.checkedResponses))
        return isOptionalCall(site) ? [normal(UNDEFINED, state)] : missingMember(object, name, site, state);
      const use = useOf(site.node);
      const isLoop = name === "reduce" && args[0]?.kind === "function";
      const isPlain =
        object.sources.length > 0 && object.sources.every(({ kind }) => kind === "input" || kind === "failure");
      const isTaken = use === "awaited" || use === "chained";
      const isOfValue =
        isValueMethod(name) &&
        // A text is matched with an expression: `outcome.match((order) => …, (error) => …)` is another one.
        !(name === "match" && args[0]?.kind === "function") &&
        (use === "returned" ? isPlain || args[0]?.kind === "function" || !OF_SERVICES.has(name) : !isTaken);
      if (isLoop || isOfValue) {
        if (object.type === "string") return methodOfText(object, name, args, site, state);
        return listMethod(m, object, name, args, site, /^(?:push|unshift)$/u.test(name) ? keptBy(args, state) : state);
      }
      if (isPlain && use !== "returned" && !isTaken)
        return [normal(derived([...object.sources, ...args.flatMap((arg) => conveyed(arg, state))]), state)];
      return operate(m, object, args, site, state);
    }
  }
}

/** Methods that services have as well: `return orders.find(id)` may ask one. */
const OF_SERVICES: ReadonlySet<string> = new Set(
  "at entries every fill find findLast includes join keys match pop push replace search shift some splice test values with".split(
    " ",
  ),
);

/** `body.items?.map(…)` */
function isOptionalCall({ node }: CallSite): boolean {
  if (node.type !== "CallExpression") return false;
  return node.optional || (node.callee.type === "MemberExpression" && node.callee.optional);
}

/** A list that nothing is known of keeps what it is given: who reads it, learns of the failures. */
function keptBy(args: readonly Value[], state: State): State {
  let next = state;
  for (const source of args.flatMap((arg) => conveyed(arg, state)))
    if (source.kind === "failure") next = next.handOn(source.failure);
  return next;
}

function methodOfObject(
  m: Machine,
  object: ReferenceValue,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const held = state.object(object);
  if (held.kind === "list") return listMethod(m, object, name, args, site, state);
  const own = held.fields.get(name);
  if (own) {
    const callee: Value =
      own.kind === "function" && own.self === undefined && own.node.type !== "ArrowFunctionExpression"
        ? { ...own, self: object }
        : own;
    return m.call(callee, args, site, state);
  }
  if (held.cls) {
    const method = memberOfClass(m, held.cls, name, false);
    if (method?.kind === "method") return m.apply({ ...method.fn, self: object }, args, site, state);
  }
  if (held.brand === "map") {
    const [callback] = args;
    if (name === "forEach" && callback) return listMethod(m, object, name, args, site, state);
    const [key] = args;
    if (key && isToolName(key)) {
      for (const field of held.fields.keys()) noteToolName(m, key, constant(field.replace(/^=/u, "")));
      if (name === "get" && held.fields.size > 0) return [normal(UNDEFINED, state)];
    }
    return mapMethod(object, held, name, args, state);
  }
  if (held.brand === "reply" || held.brand === "context") return methodOfReply(object, held, name, args, site, state);
  if (held.brand === "answer") return [normal(derived(conveyed(object, state)), state)];
  if (held.brand === "response") return methodOfResponse(held, name, site, state);
  if (held.brand === "error") return [normal(derived(conveyed(object, state)), state)];
  if (isValueMethod(name) && !held.cls) return [normal(derived(conveyed(object, state)), state)];
  const base = held.cls ? rootOf(m, held.cls) : undefined;
  if (base?.kind === "library") return operate(m, { ...base, path: [...base.path, "new", name] }, args, site, state);
  return operate(m, derived(held.sources), args, site, state);
}

function keyOfResponse({ failure, sources, made }: RecordObject): string {
  const [source] = sources;
  return keyOf(failure ?? (source?.kind === "operation" ? source.operation : made));
}

/** `response.json()`: the body, of whatever status. */
function methodOfResponse(held: RecordObject, name: string, site: CallSite, state: State): Completions {
  const read = readAt(site, state);
  const sources = held.sources.map((source) => (source.kind === "failure" ? { ...source, read } : source));
  const value = derived(sources, `${keyOfResponse(held)}.${name}()`, name === "text" ? "string" : undefined);
  if (!/^(?:json|text|blob|arrayBuffer|bytes|formData)$/u.test(name)) return [normal(value, state)];
  const { failure } = held;
  return settled([normal(value, failure ? state.readBody(failure) : state)], site);
}

function methodOfFunction(
  m: Machine,
  fn: FunctionValue,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const [self, ...rest] = args;
  switch (name) {
    case "bind":
      return [normal({ ...fn, self: self ?? fn.self, bound: [...fn.bound, ...rest] }, state)];
    case "call":
      return m.apply({ ...fn, self: self ?? fn.self }, rest, site, state);
    case "apply": {
      const list = rest[0] && state.listOf(rest[0]);
      return m.apply({ ...fn, self: self ?? fn.self }, list?.items ?? [], site, state);
    }
    default:
      return [normal(UNKNOWN, state)];
  }
}

/** Runs a function of the project: its `return` is a value, and what it throws goes on. */
export function applyFunction(
  m: Machine,
  fn: FunctionValue,
  given: readonly Value[],
  site: CallSite,
  state: State,
  active: Map<Node, number>,
): Completions {
  const { node } = fn;
  const args = [...fn.bound, ...given];
  if ((active.get(node) ?? 0) > 0 || site.frame.stack.depth >= MAX_CALLS) {
    const isTooDeep = site.frame.stack.depth >= MAX_CALLS;
    if (isTooDeep) m.incomplete();
    m.summaries.isCut(isTooDeep ? undefined : node);
    const value = derived(args.flatMap((arg) => conveyed(arg, state)));
    return node.async ? settled([normal(value, state)], site) : [normal(value, state)];
  }
  const run: RunBody = (callee, values, stack, start) =>
    merge(
      runBody(m, callee, values, stack, start, active).map((one): Completion => {
        if (one.how === "return") return normal(one.value, one.state.returned(one));
        return one.how === "normal" ? { ...one, value: UNDEFINED } : one;
      }),
    );
  const stack = site.frame.stack.enter(siteOf(site));
  m.summaries.enters(node, stack);
  const ended = m.sharing(
    () =>
      (!isApart() && !isGenerator(node) && m.summaries.call(fn, given, stack, state, active, run)) ||
      run(fn, given, stack, state),
  );
  if (!ended) {
    // It does more than can be followed here: what the code around it does with what it gives is known all the same.
    m.summaries.isCut(undefined);
    return operate(m, UNKNOWN, args, site, state);
  }
  if (isGenerator(node) || !node.async) return ended;
  return useOf(site.node) === "detached" ? inBackground(m, fn, ended, site, state) : settled(ended, site);
}

/** Runs the body of a function: each `return` with its place. */
export function runBody(
  m: Machine,
  fn: FunctionValue,
  given: readonly Value[],
  stack: CallStack,
  state: State,
  active: Map<Node, number>,
): Completions {
  const { node } = fn;
  const frame: Frame = {
    block: node,
    file: fn.frame.file,
    parent: fn.frame,
    self: node.type === "ArrowFunctionExpression" ? fn.frame.self : fn.self,
    ambient: false,
    cells: new Map(),
    stack,
    home: fn.home,
    born: newId(),
  };
  const running = active.get(node) ?? 0;
  active.set(node, running + 1);
  try {
    return andThen(parameters(m, fn, [...fn.bound, ...given], frame, state), (_, next) =>
      node.body.type === "BlockStatement"
        ? m.statements(node.body.body, frame, next)
        : andThen(m.expression(node.body, frame, next), (value, after): Completions => [
            { how: "return", value, state: after, at: { node: node.body, file: frame.file }, label: undefined },
          ]),
    );
  } finally {
    active.set(node, running);
  }
}

/** Nobody takes the promise: the work goes on by itself, and if it can fail, nobody learns of it. */
function inBackground(m: Machine, fn: FunctionValue, ended: Completions, site: CallSite, state: State): Completions {
  const failing = ended.find(({ how }) => how === "throw");
  if (!failing) return [normal(UNKNOWN, state)];
  const operation = operationOf(m, fn, [], site, state);
  const { value, state: after } = makePromise(
    { settled: "pending", operation: { ...operation, isAsync: true } },
    site,
    state,
  );
  return [normal(value, after)];
}

function parameters(m: Machine, fn: FunctionValue, args: readonly Value[], frame: Frame, state: State): Completions {
  let completions: Completions = [normal(UNDEFINED, state)];
  for (const [at, parameter] of fn.node.params.entries())
    completions = andThen(completions, (_, next) => {
      if (parameter.type === "RestElement") {
        const id = newId();
        const rest = next.put(id, {
          kind: "list",
          items: args.slice(at),
          open: false,
          sources: [],
          made: { node: parameter, file: frame.file },
        });
        return m.bind(parameter.argument, { kind: "reference", id }, frame, rest);
      }
      return m.bind(parameter, m.typed(parameter, frame, args[at] ?? UNDEFINED), frame, next);
    });
  return completions;
}

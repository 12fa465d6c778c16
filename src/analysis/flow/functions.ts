import { calleeName } from "../../syntax/names.js";
import { memberKey } from "./names.js";
import { isFunction, type Node } from "../../syntax/tree.js";
import { callBuiltin, constructBuiltin, isErrorClass, mapMethod } from "./builtins.js";
import { isMissingPart, isNoList } from "./error-pages.js";
import { isApart, newId, type Frame } from "./frames.js";
import { allocate, birth, failureIn, handOn, makePromise, record, settled } from "./heap.js";
import { callBoundary, isBoundary } from "./helper-calls.js";
import { keyOf } from "./keys.js";
import { isValueMethod, libraryRow } from "./library.js";
import { listMethod } from "./lists.js";
import { isGenerator, siteOf, type CallSite, type Machine } from "./machine.js";
import { asText, memberOfClass, missingMember, readAt, superclassOf } from "./members.js";
import { operate, operationOf, useOf } from "./operate.js";
import { assignField } from "./patterns.js";
import { chain } from "./promises.js";
import { startsWith } from "./openings.js";
import type { CallStack } from "./operations.js";
import { MAX_CALLS, type RunBody } from "./summaries.js";
import { conveyed } from "./provenance.js";
import { makeOtherResponse, makeResponse, methodOfReply } from "./replies.js";
import { merge, normal, andThen, type Completion, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { noteToolName } from "./tests.js";
import {
  LOST,
  constant,
  derived,
  isNullish,
  text,
  UNDEFINED,
  UNKNOWN,
  type ClassValue,
  type FailurePart,
  type FunctionValue,
  type RecordObject,
  type ReferenceValue,
  type Source,
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

/** `NextResponse` */
function isResponseClass(module: string, path: readonly string[]): boolean {
  return module === "next/server" && path.join() === "NextResponse";
}

/** A path for each alternative that can be called. */
function eachOf(values: readonly Value[], state: State, run: (one: Value, state: State) => Completions): Completions {
  const solid = values.filter((one) => !isNullish(one));
  return merge(solid.flatMap((one) => run(one, state)));
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

/** Methods of strings keep what the text is made of. */
function methodOfText(object: Value, name: string, args: readonly Value[], site: CallSite, state: State): Completions {
  switch (name) {
    case "trim":
    case "trimEnd":
    case "trimStart":
    case "toString":
    case "valueOf":
    case "normalize":
    case "slice":
    case "substring":
    case "substr":
    case "padEnd":
    case "padStart":
      return [normal(object, state)];
    case "replace":
    case "replaceAll":
      return [normal(isPutIn(args[1]) ? withoutParts(object) : object, state)];
    case "toUpperCase":
    case "toLowerCase":
      return [
        normal(
          object.kind === "constant" && typeof object.value === "string"
            ? constant(name === "toUpperCase" ? object.value.toUpperCase() : object.value.toLowerCase())
            : object,
          state,
        ),
      ];
    case "concat":
      return [normal({ kind: "text", parts: [object, ...args] }, state)];
    case "split":
      return allocate(
        { kind: "list", items: [], open: true, sources: conveyed(object, state), made: siteOf(site) },
        state,
      );
    case "startsWith":
    case "includes":
    case "endsWith":
    case "match":
    case "test": {
      const own = object.kind === "derived" ? object.key : undefined;
      const [word] = args;
      const known = name === "startsWith" ? startsWith(object, word) : undefined;
      if (known !== undefined) return [normal(constant(known), state)];
      const key = own !== undefined && word?.kind === "constant" ? `${own}.${name}(${String(word.value)})` : undefined;
      return [normal(derived(conveyed(object, state), key), state)];
    }
    default:
      return [normal(derived([...conveyed(object, state), ...args.flatMap((arg) => conveyed(arg, state))]), state)];
  }
}

/** `"[hidden]"`, and no blank: what stands there instead of what was found hides it. */
function isPutIn(value: Value | undefined): boolean {
  return value?.kind === "constant" && typeof value.value === "string" && /[\p{L}\p{N}*]/u.test(value.value);
}

/** The text of an error is no longer what a library wrote, once parts of it are put into other words. */
function withoutParts(value: Value): Value {
  switch (value.kind) {
    case "text":
      return { ...value, parts: value.parts.map((part) => (typeof part === "string" ? part : withoutParts(part))) };
    case "union":
      return { ...value, of: value.of.map(withoutParts) };
    case "derived":
      return value.sources.some(isOfWords)
        ? derived(
            value.sources.map((source) => (isOfWords(source) ? { ...source, part: "other" } : source)),
            value.key === undefined ? undefined : `${value.key}.replace()`,
            value.type,
          )
        : value;
    default:
      return value;
  }
}

function isOfWords(source: Source): source is Extract<Source, { kind: "failure" }> {
  return source.kind === "failure" && WORDS.has(source.part);
}

/** Parts of a failure that are text. */
const WORDS: ReadonlySet<FailurePart> = new Set(["message", "stack", "body", "statement"]);

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
    if (key) for (const [field] of held.fields) noteToolName(m, key, constant(field.replace(/^=/u, "")));
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

/** The class of a package that a class of the project extends. */
function rootOf(m: Machine, cls: ClassValue, depth = 6): Value | undefined {
  const parent = superclassOf(m, cls);
  return parent?.kind === "class" && depth > 0 ? rootOf(m, parent, depth - 1) : parent;
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

/** `super(…)` and `super.method(…)` */
function callSuper(
  m: Machine,
  home: Value | undefined,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const { self } = site.frame;
  const parent = home?.kind === "class" ? superclassOf(m, home) : undefined;
  if (name === "constructor") {
    if (parent?.kind === "class" && self?.kind === "reference")
      return andThen(initialise(m, parent, self, args, site, state), (_, next) => [normal(UNDEFINED, next)]);
    const [, options] = args;
    const isError =
      (parent?.kind === "builtin" && isErrorClass(parent.name)) ||
      (parent?.kind === "library" && isErrorClass(parent.path.at(-1) ?? ""));
    // A code may come first: `super(ErrorCode.InternalError, "The order is locked.")`.
    const message = parent?.kind === "library" ? (args.find(isSaid) ?? args[0]) : args[0];
    const cause = options && state.recordOf(options)?.fields.get("cause");
    let next = isError && message ? assignField(self, "message", message, state) : state;
    if (cause) next = assignField(self, "cause", cause, next);
    return [normal(UNDEFINED, next)];
  }
  const method = parent?.kind === "class" ? memberOfClass(m, parent, name, false) : undefined;
  return method ? m.apply({ ...method.fn, self }, args, site, state) : operate(m, UNKNOWN, args, site, state);
}

export function constructValue(
  m: Machine,
  cls: Value,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  switch (cls.kind) {
    case "builtin":
      return constructBuiltin(m, cls.name, args, site, state);
    case "class":
      return andThen(allocate(newInstance(m, cls, site, state), state), (self, next) =>
        andThen(initialise(m, cls, self as ReferenceValue, args, site, next), (_, after) => [normal(self, after)]),
      );
    case "library": {
      const name = cls.path.at(-1) ?? "";
      if (isResponseClass(cls.module, cls.path)) return makeResponse(args, site, state);
      let next = state;
      for (const arg of args) next = handOn(arg, next);
      if (isErrorClass(name) || name === "McpError" || name === "UserError")
        return makeForeignError(name, args, site, next);
      if (libraryRow(cls.module, [...cls.path, "new"])?.fails === "throws" && m.isGuarded(site.frame))
        return operate(m, cls, args, site, next);
      return [normal({ ...cls, path: [...cls.path, "new"] }, next)];
    }
    case "union":
      return eachOf(cls.of, state, (one, before) => m.construct(one, args, site, before));
    default: {
      const name = site.node.type === "NewExpression" ? calleeName(site.node) : undefined;
      if (name !== undefined && isErrorClass(name)) return makeForeignError(name, args, site, state, true);
      return [normal(derived(args.flatMap((arg) => conveyed(arg, state))), state)];
    }
  }
}

/**
 * An error of a class that cannot be seen into: its name tells what it is, and the first text that it is given is its message.
 * @param tellsAll the class may put into its message what it is given besides, but for an error, which is the cause
 */
function makeForeignError(
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
  tellsAll = false,
): Completions {
  const message = args.find(isSaid);
  const others = args.filter((arg) => arg !== message && !failureIn(arg, state));
  // `new ShopError("Failed to load.", "SHOP_DOWN")`: what is given besides may be told as well.
  const isTold = message !== undefined && ((tellsAll && others.length > 0) || others.some(isWords));
  const besides = others.flatMap((arg) => conveyed(arg, state));
  const told = derived(besides.length > 0 ? besides : [LOST]);
  const fields = new Map<string, Value>([
    ["message", isTold ? text([message, told]) : (message ?? args[1] ?? args[0] ?? constant(""))],
    ["name", constant(name)],
  ]);
  for (const [at, arg] of args.entries()) fields.set(`argument${at}`, arg);
  return allocate(record(fields, siteOf(site), { brand: "error", open: true, ...birth(site, state) }), state);
}

function isSaid(value: Value): boolean {
  return value.kind === "text" || value.kind === "json" || isWords(value);
}

function isWords(value: Value): boolean {
  return value.kind === "constant" && typeof value.value === "string";
}

export function newInstance(m: Machine, cls: ClassValue, site: CallSite, state: State): RecordObject {
  const root = rootOf(m, cls);
  const isError =
    (root?.kind === "builtin" && isErrorClass(root.name)) ||
    (root?.kind === "library" && isErrorClass(root.path.at(-1) ?? ""));
  const fields = new Map<string, Value>(isError ? [["name", constant(cls.node.id?.name ?? "Error")]] : []);
  return record(fields, siteOf(site), { cls, open: true, brand: isError ? "error" : undefined, ...birth(site, state) });
}

/** Runs the fields and the constructor of a class. */
export function initialise(
  m: Machine,
  cls: ClassValue,
  self: ReferenceValue,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const { body } = cls.node.body;
  const method = body.find((member) => member.type === "MethodDefinition" && member.kind === "constructor");
  const own =
    method?.type === "MethodDefinition" && isFunction(method.value) && method.value.body ? method.value : undefined;
  const frame: Frame = {
    block: cls.node,
    file: cls.frame.file,
    parent: cls.frame,
    self,
    ambient: cls.frame.ambient,
    cells: new Map(),
    stack: site.frame.stack,
    home: cls,
    born: newId(),
  };
  const fields = (before: State): Completions => {
    let completions: Completions = [normal(UNDEFINED, before)];
    for (const member of body) {
      if (member.type !== "PropertyDefinition" || member.static || !member.value) continue;
      const name = memberKey(member.key, member.computed);
      const { value: init } = member;
      if (name === undefined) continue;
      completions = andThen(completions, (_, next) =>
        andThen(m.expression(init, frame, next), (value, after) => [
          normal(UNDEFINED, assignField(self, name, m.typed(member, frame, value), after)),
        ]),
      );
    }
    return completions;
  };
  if (own) {
    const fn: FunctionValue = { kind: "function", node: own, frame: cls.frame, self, home: cls, bound: [] };
    return andThen(fields(state), (_, next) => m.apply(fn, args, site, next));
  }
  const parent = superclassOf(m, cls);
  const base: Completions =
    parent?.kind === "class"
      ? initialise(m, parent, self, args, site, state)
      : parent
        ? callSuper(m, cls, "constructor", args, { ...site, frame }, state)
        : [normal(UNDEFINED, state)];
  return andThen(base, (_, next) => fields(next));
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
  const summarised = !isApart() && !isGenerator(node) && m.summaries.call(fn, given, stack, state, active, run);
  const ended = summarised || run(fn, given, stack, state);
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

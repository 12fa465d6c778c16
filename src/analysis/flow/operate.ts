import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, lastName } from "../../syntax/names.js";
import { parentOf, unwrapTypes, type Node } from "../../syntax/tree.js";
import { workName } from "../../syntax/work.js";
import { isApart } from "./frames.js";
import { failureIn, handOn, makePromise, settled as settledPromise } from "./heap.js";
import { changes, effectOf } from "./effects.js";
import { errorHandlerOf, listenForErrors } from "./error-events.js";
import { isErrorPage } from "./error-pages.js";
import { callHelper, HELPER } from "./helper-calls.js";
import { keyOf } from "./keys.js";
import { callsBackLater, isAncillary, isLogger, libraryRow, type LibraryRow } from "./library.js";
import type { CallSite, Machine } from "./machine.js";
import { siteOf } from "./machine.js";
import { failureOf, type Operation } from "./operations.js";
import { readAt } from "./members.js";
import { ANY_STATUS, isValidator, originOf, outcomesOf, takesAnyStatus } from "./outcomes.js";
import { send } from "./outbox.js";
import { conveyed } from "./provenance.js";
import { handOverReply } from "./replies.js";
import { pipedInto } from "./sinks.js";
import { merge, normal, andThen, thrown, type Completion, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { isUsedAtOnce, useOf, type Use } from "./uses.js";
import {
  constant,
  derived,
  sameValue,
  UNDEFINED,
  UNKNOWN,
  type FunctionValue,
  type Source,
  type Value,
} from "./values.js";

/**
 * The operation that a call of unknown code is.
 * @param before the step of a chain of calls that it is made on: `client.get(url).json()`
 */
export function operationOf(
  m: Machine,
  callee: Value,
  args: readonly Value[],
  site: CallSite,
  state: State,
  before?: Operation,
): Operation {
  const { node, frame } = site;
  const row = rowOf(callee, node);
  const describe = (): Omit<Operation, "site" | "stack" | "row" | "failures" | "repeats"> => {
    const call = node.type === "CallExpression" || node.type === "NewExpression" ? node : undefined;
    const target = call ? unwrapTypes(call.callee) : unwrapTypes(node);
    const verb = (call && verbOf(call)) ?? lastName(target) ?? "";
    const effect = effectOf(verb, args, state);
    return {
      name: node.type === "CallExpression" ? workName(node) : `${dottedName(target) ?? "the call"}()`,
      verb,
      receiver: target.type === "MemberExpression" ? (dottedName(target.object) ?? lastName(target.object) ?? "") : "",
      callee,
      // `client.from("orders").insert(row).select()`: a step before says what is done.
      effect: before && !changes(effect) ? before.effect : effect,
      inputs: [
        ...(before?.inputs ?? []),
        ...args.flatMap((arg) =>
          arg.kind === "derived" || arg.kind === "error" || arg.kind === "text" ? conveyedShallow(arg) : [],
        ),
      ],
      args,
      loop: m.loop,
      isAsync: row?.async === true,
    };
  };
  const operation = frame.stack.operationAt(siteOf(site), row, describe);
  operation.repeats &&= args.every((arg, at) => isSameGiven(arg, operation.args[at], state));
  return operation;
}

/** `createGroup` of `createGroup.call(client, name)`. */
function verbOf(call: TSESTree.CallExpression | TSESTree.NewExpression): string | undefined {
  const name = calleeName(call);
  const { callee } = call;
  return (name === "call" || name === "apply") && callee.type === "MemberExpression" ? lastName(callee.object) : name;
}

function rowOf(callee: Value, node: Node): LibraryRow | undefined {
  if (callee.kind === "library") return libraryRow(callee.module, callee.path);
  // `createServer({ fetch })`: an injected fetch keeps the contract of the one it stands for.
  const isInjected = callee.kind === "derived" && node.type === "CallExpression" && dottedName(node.callee) === "fetch";
  return isInjected ? libraryRow("global", ["fetch"]) : undefined;
}

/** Two arguments of one call are known to be equal; objects are, where no field of theirs is known to differ. */
function isSameGiven(one: Value, other: Value | undefined, state: State): boolean {
  if (one.kind === "derived") return one.key !== undefined && other?.kind === "derived" && one.key === other.key;
  if (one.kind === "text" && other?.kind === "text")
    return one.parts.every((part, at) => {
      const own = other.parts[at];
      return typeof part === "string" || own === undefined || typeof own === "string"
        ? part === own
        : isSameGiven(part, own, state);
    });
  if (one.kind === "function") return true;
  if (one.kind !== "reference") return other !== undefined && sameValue(one, other);
  return other === undefined || !differs(one, other, state);
}

/** How deep two objects are compared. */
const MAX_DEPTH = 6;

/** `{ cursor: undefined }` and `{ cursor: page.next }` */
function differs(one: Value, other: Value | undefined, state: State, depth = MAX_DEPTH): boolean {
  if (!other || depth <= 0) return false;
  if (one.kind === "json" && other.kind === "json") return differs(one.of, other.of, state, depth - 1);
  const [object, before] = [state.objectOf(one), state.objectOf(other)];
  if (object?.kind === "record" && before?.kind === "record")
    return [...object.fields].some(([name, field]) => differs(field, before.fields.get(name), state, depth - 1));
  if (object?.kind === "list" && before?.kind === "list")
    return object.items.some((item, at) => differs(item, before.items[at], state, depth - 1));
  if (!isPlain(one) || !isPlain(other) || one.kind === "derived") return isPlain(one) && other.kind === "constant";
  return !sameValue(one, other);
}

function isPlain({ kind }: Value): boolean {
  return kind === "constant" || kind === "derived" || kind === "text";
}

function conveyedShallow(value: Value): readonly Source[] {
  if (value.kind === "derived") return value.sources;
  if (value.kind === "text")
    return value.parts.flatMap((part) => (typeof part === "string" ? [] : conveyedShallow(part)));
  return [];
}

/** A call of code that cannot be seen into. */
export function operate(
  m: Machine,
  callee: Value,
  args: readonly Value[],
  site: CallSite,
  state: State,
  chained?: Operation,
): Completions {
  const ofHelper =
    callee.kind === "library" && callee.module === HELPER ? callHelper(callee.path, args, site, state) : undefined;
  if (ofHelper) return ofHelper;
  const operation = operationOf(m, callee, args, site, state, chained);
  const use = isUsedAtOnce(site.node, site.frame.file) ? "plain" : useOf(site.node);
  const fails = operation.row?.fails;
  if (isLogger(operation.receiver) || callee.kind === "builtin")
    return [normal(use === "detached" ? UNDEFINED : UNKNOWN, state)];
  const callbacks = args.filter((arg): arg is FunctionValue => arg.kind === "function");
  const piped = pipedInto(operation.verb, args, state);
  if (piped) return [normal(piped, state)];
  let before = state;
  for (const arg of args) before = handOn(arg, before);
  before = send(args, exposed(args, operation, before));
  if (use === "detached" && fails !== "never") before = handedOn(args, operation, before);
  if (operation.row?.runs && callbacks.length > 0)
    return withCallbacks(m, operation, callbacks, args, site, before, callee);
  if (fails === "never") {
    const [inspected] = args;
    if (inspected && callee.kind === "library" && callee.path.at(-1) === "inspect")
      return [normal({ kind: "json", of: inspected, read: readAt(site, before) }, before)];
    const given = derived([...args.flatMap((arg) => conveyed(arg, before)), ...receiverSources(callee, before)]);
    const isMade = callee.kind === "library" && given.sources.length === 0;
    return [normal(isMade ? libraryResult(callee, args, site, before) : given, before)];
  }
  const errorHandler = errorHandlerOf(operation, args);
  if (errorHandler) return listenForErrors(m, errorHandler, operation, site, before);
  if (callbacks.length > 0 && !callsBackLater(operation.verb))
    return withCallbacks(m, operation, callbacks, args, site, before);
  if (isErrorPage(args[0], m.checkedResponses) && isSchema(operation)) return refusedBySchema(operation, site, before);
  return start(m, operation, callee, use, site, before);
}

/** `OrderSchema.parse(body)` of an error page: it is of another form. */
function refusedBySchema(operation: Operation, site: CallSite, state: State): Completions {
  const failure = failureOf(operation, "thrown", "validator");
  const failed = thrown({ kind: "error", failure }, state.fail(failure), siteOf(site));
  return /Async$/u.test(operation.verb) ? settledPromise([failed], site) : [failed];
}

function isSchema({ row, verb, receiver }: Operation): boolean {
  return /^parse(?:Async)?$/u.test(verb) && (row?.fails === "throws" || /schema$/iu.test(receiver));
}

/** `new Client()` of a package, or what a function of it makes: further calls on it belong to the package. */
function libraryResult(
  callee: Extract<Value, { kind: "library" }>,
  args: readonly Value[],
  { frame }: CallSite,
  state: State,
): Value {
  // An interceptor may look at every answer of the client.
  const isAny = args.some((arg) => takesAnyStatus(arg, state)) && !frame.file.text.includes("interceptors.response");
  return { ...callee, path: [...callee.path, isAny ? ANY_STATUS : "()"] };
}

function receiverSources(callee: Value, state: State): readonly Source[] {
  return callee.kind === "derived" || callee.kind === "promise" ? conveyed(callee, state) : [];
}

/** Other code may add to an object that it is given. */
function exposed(args: readonly Value[], operation: Operation, state: State): State {
  let next = state;
  for (const arg of args) {
    if (arg.kind !== "reference") continue;
    const object = next.object(arg);
    if (object.kind === "record" && (object.brand === "reply" || object.brand === "context"))
      next = handOverReply(arg, next);
    if (object.kind === "list" && !object.open)
      next = next.put(arg.id, {
        ...object,
        open: true,
        sources: [...object.sources, { kind: "operation", operation }],
      });
  }
  return next;
}

/** Code that cannot be seen into gets the error: it may throw it on, or report it. */
function handedOn(args: readonly Value[], operation: Operation, state: State): State {
  if (isAncillary(operation)) return state;
  let next = state;
  for (const arg of args) {
    const failure = failureIn(arg, next);
    if (failure) next = next.handOn(failure);
  }
  return next;
}

function start(m: Machine, operation: Operation, callee: Value, use: Use, site: CallSite, state: State): Completions {
  const fails = operation.row?.fails;
  if (fails === "exit-code") return outcomesOf(operation, siteOf(site), state);
  const throws = fails === "throws" || isValidator(operation);
  const isSync = throws || (use === "plain" && !operation.isAsync && callee.kind !== "promise");
  const result = (after: State): Completion =>
    makePromise({ settled: "pending", operation }, site, after, !operation.isAsync && !isVoided(site.node));
  if (
    throws ||
    ((isSync || use === "detached") &&
      state.mayFail(operation) &&
      !isAncillary(operation) &&
      m.isGuarded(site.frame) &&
      !operation.isAsync &&
      isPlausible(operation))
  ) {
    const failure = failureOf(operation, "thrown", originOf(operation));
    const good = state.complete(operation);
    const value = throws ? normal(derived([{ kind: "operation", operation }], keyOf(operation)), good) : result(good);
    return [value, thrown({ kind: "error", failure }, state.fail(failure), siteOf(site))];
  }
  return [result(state)];
}

/** `void save()`: whoever writes it knows of the promise. */
function isVoided(node: Node): boolean {
  const up = parentOf(node);
  return up?.type === "UnaryExpression" ? up.operator === "void" : up?.type === "ChainExpression" && isVoided(up);
}

/** A builder's step, such as `z.object()`, does nothing yet. */
function isPlausible(operation: Operation): boolean {
  return operation.verb !== "";
}

/** `error`, `err`, `e`: the first parameter of a callback as Node.js calls it. */
function isNodeCallback(fn: FunctionValue): boolean {
  const [first] = fn.node.params;
  return fn.node.params.length > 0 && first?.type === "Identifier" && /^_?(?:e|er|err|error)\d?$/u.test(first.name);
}

/** `outcome.match((order) => …, (error) => …)`: one of the functions runs, and gives the result. */
function isChoiceOf(callbacks: readonly FunctionValue[], args: readonly Value[], { node }: CallSite): boolean {
  if (callbacks.length < 2 || callbacks.length < args.length || node.type !== "CallExpression") return false;
  const use = useOf(node);
  return unwrapTypes(node.callee).type === "MemberExpression" && (use === "returned" || use === "awaited");
}

/** A function that is given a callback: Node's way of telling, or one that runs it around or for each item. */
function withCallbacks(
  m: Machine,
  operation: Operation,
  callbacks: readonly FunctionValue[],
  args: readonly Value[],
  site: CallSite,
  state: State,
  callee?: Value,
): Completions {
  const last = callbacks.at(-1) as FunctionValue;
  const use = useOf(site.node);
  if (isNodeCallback(last) && (use === "detached" || use === "kept") && !last.node.async) {
    const failure = failureOf(operation, "rejected", "third-party");
    const good = derived([{ kind: "operation", operation }], keyOf(operation));
    return merge([
      ...m.call(last, [{ kind: "error", failure }], site, state.fail(failure)),
      ...m.call(last, [constant(null), good, good], site, state.complete(operation)),
    ]);
  }
  const sources: readonly Source[] = [{ kind: "operation", operation }, ...args.flatMap((arg) => conveyed(arg, state))];
  // A span belongs to the package that has made it.
  const handed = callee?.kind === "library" ? { ...callee, path: [...callee.path, "()"] } : derived(sources);
  if (use === "detached" && (!last.node.async || isApart())) {
    // It is not known when, or whether, it runs; and of code that no tool runs, such as a registration, only the values count.
    return [normal(UNDEFINED, state)];
  }
  const run = (callback: FunctionValue): Completions => {
    const given = callback.node.params.map(() => handed);
    return andThen(m.call(callback, given, site, state), (value, after) => m.await(value, site, after));
  };
  const ran = isChoiceOf(callbacks, args, site) ? merge(callbacks.flatMap(run)) : run(last);
  const passed = ran.map((one): Completion => {
    if (one.how !== "normal") return one;
    const isEmpty = one.value.kind === "constant" && one.value.value === undefined;
    return normal(isEmpty ? derived([{ kind: "operation", operation }], keyOf(operation)) : one.value, one.state);
  });
  if (use === "plain")
    return passed.map((one) => (one.how === "throw" ? normal(UNKNOWN, one.state.withoutTraceOf(state)) : one));
  return settledPromise(merge([...passed, ...ownRejection(operation, passed, site, state)]), site);
}

/** `await page.evaluate(() => { try { … } catch { return []; } })`: the callback takes its failures; what runs it may fail as well. */
function ownRejection(operation: Operation, passed: Completions, site: CallSite, state: State): Completions {
  const isSilent = operation.row?.runs === true || isAncillary(operation) || !state.mayFail(operation);
  if (isSilent || passed.length === 0 || passed.some(({ how }) => how === "throw")) return [];
  const failure = failureOf(operation, "rejected", originOf(operation));
  return [thrown({ kind: "error", failure }, state.fail(failure), siteOf(site))];
}

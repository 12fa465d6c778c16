import { contains, isFunction, isInside, type Node } from "../../syntax/tree.js";
import { newId } from "./frames.js";
import { asText, readAt } from "./members.js";
import { allocate, birth, record, settled, throwValue } from "./heap.js";
import { itemsOf } from "./iteration.js";
import type { CallSite, Machine } from "./machine.js";
import { siteOf } from "./machine.js";
import { failureOf } from "./operations.js";
import { operationOf } from "./operate.js";
import { combine, constructPromise, settleTo } from "./promises.js";
import { conveyed } from "./provenance.js";
import { makeOtherResponse, makeResponse } from "./replies.js";
import { normal, thrown, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { truthOf } from "./tests.js";
import {
  constant,
  derived,
  FALSE,
  text,
  UNDEFINED,
  UNKNOWN,
  union,
  type FunctionValue,
  type PromiseValue,
  type RecordObject,
  type ReferenceValue,
  type Value,
} from "./values.js";

/** Globals that the interpreter knows; a name that is not among them is a value of the outside. */
export const GLOBALS: ReadonlySet<string> = new Set(
  (
    "Array Boolean Buffer Date Error EvalError AggregateError RangeError ReferenceError SyntaxError TypeError URIError DOMException JSON Map Math Number Object Promise " +
    "Reflect RegExp Set String Symbol URL URLSearchParams WeakMap WeakSet BigInt Intl console parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent " +
    "encodeURI decodeURI structuredClone setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask process performance AbortController " +
    "AbortSignal Response TextEncoder TextDecoder Headers FormData Blob atob btoa globalThis Iterator"
  ).split(" "),
);

export function isErrorClass(name: string): boolean {
  return /(?:Error|Exception)$/u.test(name);
}

/** Functions that throw what is not well formed: the code expects it where it stands in a `try`. */
const PARSERS = /^(?:JSON\.parse|new URL|decodeURIComponent|decodeURI|atob|BigInt|new RegExp|structuredClone)$/u;

/** `resolve({ error: error.message })`: what is given there is what whoever awaits the promise gets. */
function settledBy(promise: PromiseValue, name: string, value: Value, site: CallSite, state: State): State {
  if (name === "promise.reject") return settleTo(promise, "rejected", value, state);
  const [given] = site.node.type === "CallExpression" ? site.node.arguments : [];
  return settleTo(
    promise,
    "fulfilled",
    value,
    given ? state.written(value, { node: given, file: site.frame.file }) : state,
  );
}

/** `setTimeout(() => reject(new Error("Timed out")), 5000)` in a `new Promise(…)` that something else settles as well. */
function isTimeLimit(callback: FunctionValue, timer: Node, state: State): boolean {
  for (let at: FunctionValue["frame"] | undefined = callback.frame; at && !at.ambient; at = at.parent) {
    const { block } = at;
    const isExecutor = [...at.cells.values()].some((id) => {
      const slot = state.slot(id);
      return slot?.kind === "builtin" && slot.name === "promise.reject";
    });
    if (!isExecutor || !isFunction(block)) continue;
    const [resolve, reject] = block.params.map((param) => (param.type === "Identifier" ? param.name : undefined));
    const names = (node: Node, name: string | undefined): boolean =>
      contains(node, (one) => one.type === "Identifier" && one.name === name);
    const isElsewhere = (one: Node): boolean =>
      one.type === "Identifier" && one.name === resolve && !isInside(one, timer);
    return names(timer, reject) && !names(timer, resolve) && contains(block.body, isElsewhere);
  }
  return false;
}

/** Calls a function of the language. */
export function callBuiltin(
  m: Machine,
  name: string,
  receiver: Value | undefined,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const [first, second] = args;
  switch (name) {
    case "promise.resolve":
    case "promise.reject":
      if (receiver?.kind !== "promise") break;
      return [normal(UNDEFINED, settledBy(receiver, name, first ?? UNDEFINED, site, state))];
    case "Promise.resolve":
      return first?.kind === "promise" ? [normal(first, state)] : settled([normal(first ?? UNDEFINED, state)], site);
    case "Promise.reject":
      return settled(throwValue(first ?? UNDEFINED, site, state), site);
    case "Promise.all":
    case "Promise.allSettled":
    case "Promise.any":
    case "Promise.race":
      return combine(m, name.slice(8) as "all", first, site, state);
    case "Symbol":
      return [normal(derived([], `symbol ${site.frame.file.filename}:${site.node.range[0]}`), state)];
    case "JSON.stringify":
      return [
        normal(
          first?.kind === "constant" && typeof first.value !== "bigint"
            ? constant(JSON.stringify(first.value))
            : { kind: "json", of: first ?? UNDEFINED, read: readAt(site, state) },
          state,
        ),
      ];
    case "String":
      return [
        normal(
          first ? text([isObject(first, state) ? first : asText(first, argumentAt(0, site), state)]) : constant(""),
          state,
        ),
      ];
    case "Boolean": {
      const truth = first && truthOf(first, state);
      return [
        normal(
          truth === undefined ? derived(first ? conveyed(first, state) : [], undefined, "boolean") : constant(truth),
          state,
        ),
      ];
    }
    case "Number":
    case "parseInt":
    case "parseFloat":
      return [
        normal(
          first?.kind === "constant"
            ? constant(Number(first.value))
            : derived(first ? conveyed(first, state) : [], undefined, "number"),
          state,
        ),
      ];
    case "Array.isArray":
      if (first?.kind === "reference") return [normal(constant(state.object(first).kind === "list"), state)];
      return [
        normal(
          first && first.kind !== "derived" && first.kind !== "union"
            ? FALSE
            : derived(
                first ? conveyed(first, state) : [],
                first?.kind === "derived" && first.key ? `isArray(${first.key})` : undefined,
              ),
          state,
        ),
      ];
    case "Array.from":
      return second ? m.callMethod(first ?? UNKNOWN, "map", [second], site, state) : listFrom(first, site, state);
    case "Object.assign":
      return assignAll(args, state);
    case "Object.freeze":
    case "Object.seal":
      return [normal(first ?? UNDEFINED, state)];
    case "Object.entries":
    case "Object.values":
    case "Object.keys":
      return partsOf(name, first, site, state);
    case "Object.fromEntries":
      return allocate(
        record(new Map(), siteOf(site), { open: true, sources: first ? conveyed(first, state) : [] }),
        state,
      );
    case "setTimeout":
    case "setImmediate":
    case "queueMicrotask":
    case "process.nextTick":
      // A promise that a timer resolves is one that is resolved; one that it would reject, something else has settled by then.
      return first?.kind === "builtin" || (isShort(first) && !isTimeLimit(first, site.node, state))
        ? m.call(first as Value, [], site, state).map((one) => (one.how === "throw" ? normal(UNKNOWN, state) : one))
        : [normal(UNKNOWN, state)];
    case "setInterval":
      return [normal(UNKNOWN, state)];
    case "structuredClone":
      return [normal(first ?? UNDEFINED, state)];
    case "Response.json":
    case "new Response":
      return makeResponse(args, site, state);
    case "Response.redirect":
    case "Response.error":
      return makeOtherResponse(site, state);
    // What a function without arguments gives, whoever asks.
    case "gives":
      return [normal(receiver ?? UNDEFINED, state)];
    default:
  }
  if (name.startsWith("console.")) return [normal(UNDEFINED, state)];
  if (isErrorClass(name)) return makeError(name, args, site, state);
  const sources = args.flatMap((arg) => conveyed(arg, state));
  const key = name === "JSON.parse" && first?.kind === "json" ? first.of : undefined;
  const value = key ?? derived([...sources, ...(receiver ? conveyed(receiver, state) : [])]);
  if (PARSERS.test(name) && m.isGuarded(site.frame) && !key) {
    const operation = operationOf(m, { kind: "library", module: "global", path: [name] }, args, site, state);
    if (!state.mayFail(operation)) return [normal(value, state)];
    const failure = failureOf(operation, "thrown", "validator");
    return [normal(value, state), thrown({ kind: "error", failure }, state.fail(failure), siteOf(site))];
  }
  return [normal(value, state)];
}

/** A function as a timer has it: it does nothing but settle a promise or throw. */
function isShort(value: Value | undefined): value is FunctionValue {
  return value?.kind === "function" && value.node.range[1] - value.node.range[0] < 200;
}

/** An object or a list, and no error. */
function isObject(value: Value, state: State): boolean {
  const object = state.objectOf(value);
  return object !== undefined && !(object.kind === "record" && object.brand === "error");
}

/** Where an argument of a call is written. */
function argumentAt(at: number, { node, frame }: CallSite): CallSite {
  return {
    node: (node.type === "CallExpression" || node.type === "NewExpression" ? node.arguments[at] : undefined) ?? node,
    frame,
  };
}

/** `new Error(message, { cause })` */
function makeError(name: string, args: readonly Value[], site: CallSite, state: State): Completions {
  const [first, second] = name === "AggregateError" ? args.slice(1) : args;
  const at = first ? args.indexOf(first) : 0;
  const fields = new Map<string, Value>([
    ["message", first ? asText(first, argumentAt(at, site), state) : constant("")],
    ["name", constant(name)],
  ]);
  const cause = second && state.recordOf(second)?.fields.get("cause");
  if (cause) fields.set("cause", cause);
  return allocate(record(fields, siteOf(site), { brand: "error", open: true, ...birth(site, state) }), state);
}

function listFrom(value: Value | undefined, site: CallSite, state: State): Completions {
  const known = value ? itemsOf(value, state) : { items: [], open: true };
  return allocate({ kind: "list", ...known, sources: value ? conveyed(value, state) : [], made: siteOf(site) }, state);
}

function assignAll(args: readonly Value[], state: State): Completions {
  const [target, ...others] = args;
  const held = target && state.recordOf(target);
  if (!held || target.kind !== "reference")
    return [normal(derived(args.flatMap((arg) => conveyed(arg, state))), state)];
  const fields = new Map(held.fields);
  let { open } = held;
  const sources = [...held.sources];
  for (const other of others) {
    const from = state.recordOf(other);
    if (!from) {
      open ||= other.kind !== "constant";
      sources.push(...conveyed(other, state));
      continue;
    }
    for (const [name, value] of from.fields) fields.set(name, value);
    open ||= from.open;
    sources.push(...from.sources);
  }
  return [normal(target, state.put(target.id, { ...held, fields, open, sources }))];
}

function partsOf(name: string, value: Value | undefined, site: CallSite, state: State): Completions {
  const held = value && state.recordOf(value);
  if (!held)
    return allocate(
      { kind: "list", items: [], open: true, sources: value ? conveyed(value, state) : [], made: siteOf(site) },
      state,
    );
  let next = state;
  const items: Value[] = [];
  for (const [called, field] of held.fields) {
    const key = called === "*" ? derived(held.sources) : constant(called);
    if (name === "Object.keys") items.push(key);
    else if (name === "Object.values") items.push(field);
    else {
      const id = newId();
      next = next.put(id, {
        kind: "list",
        items: [key, field],
        open: false,
        sources: [],
        made: siteOf(site),
      });
      items.push({ kind: "reference", id });
    }
  }
  return allocate(
    {
      kind: "list",
      items: items.slice(0, 12),
      open: held.open || items.length > 12,
      sources: held.sources,
      made: siteOf(site),
    },
    next,
  );
}

/** `new` of a class of the language. */
export function constructBuiltin(
  m: Machine,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const [first] = args;
  switch (name) {
    case "Promise":
      return constructPromise(m, first, site, state);
    case "Map":
    case "Set":
    case "WeakMap":
    case "WeakSet": {
      const held = first ? itemsOf(first, state) : { items: [], open: false };
      const fields = new Map(held.items.map((item, at): [string, Value] => [`*${at}`, item]));
      return allocate(
        record(fields, siteOf(site), { brand: "map", open: held.open, sources: first ? conveyed(first, state) : [] }),
        state,
      );
    }
    case "Array":
      return allocate({ kind: "list", items: [], open: args.length > 0, sources: [], made: siteOf(site) }, state);
    default:
      return callBuiltin(m, isErrorClass(name) ? name : `new ${name}`, undefined, args, site, state);
  }
}

/** A method of a `Map` or `Set`. */
export function mapMethod(
  object: ReferenceValue,
  held: RecordObject,
  name: string,
  args: readonly Value[],
  state: State,
): Completions {
  const [key, value] = args;
  const known = key?.kind === "constant" ? `=${String(key.value)}` : undefined;
  const put = (fields: ReadonlyMap<string, Value>, open: boolean, result: Value): Completions => [
    normal(result, state.put(object.id, { ...held, fields, open })),
  ];
  // One that outlives a call, and that nothing has been seen to fill: earlier calls may have.
  const isOpen = held.open || (object.id < 0 && held.fields.size === 0);
  switch (name) {
    case "set":
    case "add": {
      const added = name === "set" ? (value ?? UNDEFINED) : (key ?? UNDEFINED);
      return put(new Map(held.fields).set(known ?? "*", added), held.open || known === undefined, object);
    }
    case "get":
      if (known !== undefined && held.fields.has(known)) return [normal(held.fields.get(known) ?? UNDEFINED, state)];
      if (held.fields.size === 0 && isOpen) return [normal(union([derived(held.sources), UNDEFINED]), state)];
      if (!held.open && (held.fields.size === 0 || (known !== undefined && !held.fields.has("*"))))
        return [normal(UNDEFINED, state)];
      return [normal(union([...held.fields.values(), UNDEFINED]), state)];
    case "has":
      return [normal(held.fields.size === 0 && !isOpen ? FALSE : derived(held.sources), state)];
    case "clear":
      return put(new Map(), false, UNDEFINED);
    case "delete":
      return [normal(UNKNOWN, state)];
    case "values":
    case "keys":
    case "entries":
      return allocate(
        { kind: "list", items: [...held.fields.values()], open: true, sources: held.sources, made: held.made },
        state,
      );
    default:
      return [normal(derived(conveyed(object, state)), state)];
  }
}

import { newId } from "./frames.js";
import type { CallSite, PromiseState } from "./machine.js";
import { siteOf } from "./machine.js";
import { failureOf, type Failure, type Operation } from "./operations.js";
import { merge, normal, thrown, type Completion, type Completions } from "./completions.js";
import type { State } from "./state.js";
import {
  alternatives,
  type HeapObject,
  type PromiseValue,
  type RecordObject,
  type Site,
  type Value,
} from "./values.js";

/** A new object. */
export function allocate(object: HeapObject, state: State): Completions {
  const id = newId();
  return [normal({ kind: "reference", id }, state.put(id, object))];
}

/** An object with known fields, and nothing else. */
export function record(fields: ReadonlyMap<string, Value>, made: Site, more: Partial<RecordObject> = {}): RecordObject {
  return {
    kind: "record",
    fields,
    open: false,
    sources: [],
    cls: undefined,
    brand: undefined,
    failure: undefined,
    calls: undefined,
    tests: undefined,
    made,
    ...more,
  };
}

/** What leads to the place where an object is made. */
export function birth({ frame }: CallSite, { conditionList }: State): Pick<RecordObject, "calls" | "tests"> {
  return { calls: frame.stack, tests: conditionList };
}

/** The failure that a thrown value tells of. */
export function failureIn(value: Value, state: State): Failure | undefined {
  if (value.kind === "error") return value.failure;
  return state.recordOf(value)?.failure;
}

/** What is known where a thrown value is caught. */
export function catchFailures({ value, state }: Completion, site: Site): State {
  let next = state;
  for (const one of alternatives(value)) {
    const failure = failureIn(one, state);
    if (failure) next = next.catch(failure, site);
  }
  return next;
}

/** A new promise. */
export function makePromise(state: PromiseState, site: CallSite, before: State, perhapsPlain = false): Completion {
  const id = newId();
  const after = before.put(id, { kind: "promise-state", state, handled: false, perhapsPlain, made: siteOf(site) });
  return normal({ kind: "promise", id }, after.start(id));
}

/** The operation that a promise waits for. */
export function operationUnder(promise: PromiseValue, state: State): Operation | undefined {
  const { state: held } = state.promise(promise);
  return held.settled === "pending" ? held.operation : undefined;
}

/** A promise with the outcomes of a function: each path has settled it. */
export function settled(completions: Completions, site: CallSite): Completions {
  return completions.map((one) => {
    if (one.how !== "normal" && one.how !== "throw") return one;
    if (one.how === "normal" && one.value.kind === "promise") {
      // It follows the promise that it is given: who awaits it, awaits that.
      const inner = one.state.promise(one.value).state;
      return makePromise(inner, site, one.state.handle(one.value));
    }
    return makePromise({ settled: one.how === "throw" ? "rejected" : "fulfilled", value: one.value }, site, one.state);
  });
}

/** Promises in a value are somebody else's from now on. */
export function handOn(value: Value, state: State, depth = 4): State {
  if (value.kind === "promise") {
    const next = state.handle(value);
    const inner = next.promise(value).state;
    return inner.settled === "fulfilled" && depth > 0 ? handOn(inner.value, next, depth - 1) : next;
  }
  if (value.kind === "union") return value.of.reduce((next, one) => handOn(one, next, depth), state);
  if (value.kind !== "reference" || depth <= 0) return state;
  const object = state.object(value);
  const held = object.kind === "list" ? object.items : [...object.fields.values()];
  return held.reduce((next, one) => handOn(one, next, depth - 1), state);
}

/** The failure that a `throw` of the project's own code is. */
export function ownFailure(value: Value, site: CallSite): Failure {
  const operation = site.frame.stack.stepAt(siteOf(site), { name: "throw" });
  return failureOf(operation, "thrown", "first-party", value);
}

/** A value that the project's own code throws is a failure of its own, unless it is one already. */
export function throwValue(value: Value, site: CallSite, state: State): Completions {
  if (value.kind === "union") return merge(value.of.flatMap((one) => throwValue(one, site, state)));
  if (failureIn(value, state) || (value.kind === "derived" && value.sources.some(({ kind }) => kind === "failure")))
    return [thrown(value, state, siteOf(site))];
  const failure = ownFailure(value, site);
  if (value.kind !== "reference") return [thrown({ kind: "error", failure }, state.fail(failure), siteOf(site))];
  const error = state.recordOf(value);
  const marked = error ? state.put(value.id, { ...error, failure }) : state;
  return [thrown(value, marked.fail(failure), siteOf(site))];
}

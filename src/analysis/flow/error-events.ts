import { catchFailures } from "./heap.js";
import { siteOf, type CallSite, type Machine } from "./machine.js";
import { failureOf, type Operation } from "./operations.js";
import { normal, thrown, type Completion, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { UNKNOWN, type FunctionValue, type PromiseObject, type PromiseValue, type Value } from "./values.js";

const LISTENS = /^(?:on|once|addListener|prependListener|addEventListener)$/u;

/** `socket.on("error", (error) => resolve({ error: error.message }))`: the handler of an error event. */
export function errorHandlerOf({ verb }: Operation, [event, handler]: readonly Value[]): FunctionValue | undefined {
  const isError = event?.kind === "constant" && event.value === "error";
  return isError && LISTENS.test(verb) && handler?.kind === "function" ? handler : undefined;
}

/**
 * Either nothing fails, or the event comes before whatever else settles a promise, and its handler does so with a value. What
 * a handler does otherwise is off the path of the call.
 */
export function listenForErrors(
  m: Machine,
  handler: FunctionValue,
  operation: Operation,
  site: CallSite,
  state: State,
): Completions {
  const { receiver, callee } = operation;
  const step = site.frame.stack.stepAt(siteOf(site), { name: receiver || operation.name, verb: "on", callee });
  const failure = failureOf(step, "rejected", "third-party");
  const promises = promisesIn(handler, state);
  if (promises.length === 0 || !state.mayFail(step)) return [normal(UNKNOWN, state)];
  const error: Value = { kind: "error", failure };
  const event = thrown(error, unsettled(promises, state).fail(failure), siteOf(site));
  const handled = m.call(handler, [error], site, catchFailures(event, siteOf(site)));
  const settled = handled.filter(
    (one) => one.how === "normal" && promises.some((promise) => isFulfilled(promise, one)),
  );
  return [normal(UNKNOWN, state), ...settled.map((one) => normal(UNKNOWN, one.state))];
}

/** The promises whose `resolve` a function may call. */
function promisesIn(fn: FunctionValue, state: State): readonly PromiseValue[] {
  const found: PromiseValue[] = [];
  for (let at: FunctionValue["frame"] | undefined = fn.frame; at && !at.ambient; at = at.parent)
    for (const id of at.cells.values()) {
      const slot = state.slot(id);
      if (slot?.kind === "builtin" && slot.name === "promise.resolve" && slot.receiver?.kind === "promise")
        found.push(slot.receiver);
    }
  return found;
}

function unsettled(promises: readonly PromiseValue[], state: State): State {
  let next = state;
  for (const promise of promises) {
    const object: PromiseObject = state.promise(promise);
    if (object.state.settled === "fulfilled") next = next.put(promise.id, { ...object, state: { settled: "never" } });
  }
  return next;
}

function isFulfilled(promise: PromiseValue, { state }: Completion): boolean {
  return state.promise(promise).state.settled === "fulfilled";
}

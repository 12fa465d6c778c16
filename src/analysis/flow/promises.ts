import { allocate, catchFailures, failureIn, makePromise, record, settled } from "./heap.js";
import { contains, enclosingFunction, isInside, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { CallSite, Machine } from "./machine.js";
import { siteOf } from "./machine.js";
import { conveyed } from "./provenance.js";
import { merge, normal, andThen, thrown, type Completion, type Completions } from "./completions.js";
import type { Failure } from "./operations.js";
import type { State } from "./state.js";
import { settleOperation } from "./outcomes.js";
import { itemsOf } from "./iteration.js";
import { alternatives, constant, UNKNOWN, type PromiseValue, type Value } from "./values.js";

/** What a promise settles to: a path for each outcome. A promise settles once on a path. */
export function awaitValue(m: Machine, value: Value, site: CallSite, state: State): Completions {
  if (value.kind === "union") {
    // On each path one of them was started, and it is this one that is awaited.
    const handled = value.of.reduce((before, one) => (one.kind === "promise" ? before.handle(one) : before), state);
    const rejections = value.of.flatMap((one) => rejectionOf(one, handled) ?? []);
    return merge(
      value.of.flatMap((one) =>
        m.await(one, site, isFulfilled(one, handled) ? withoutFailures(rejections, handled) : handled),
      ),
    );
  }
  if (value.kind !== "promise") {
    const then = value.kind === "reference" ? state.recordOf(value)?.fields.get("then") : undefined;
    if (then?.kind === "function") return UNTHENABLE;
    return [normal(value, state)];
  }
  const handled = state.handle(value);
  const { state: settled, made } = handled.promise(value);
  switch (settled.settled) {
    case "fulfilled":
      return m.await(settled.value, site, handled);
    case "rejected":
      return [thrown(settled.value, handled, siteOf(site))];
    case "never":
      return [];
    case "pending":
      return settleOperation(settled.operation, made, site, handled).map((one): Completion => {
        const how = one.how === "throw" ? "rejected" : "fulfilled";
        const object = one.state.promise(value);
        return {
          ...one,
          state: one.state.put(value.id, { ...object, handled: true, state: { settled: how, value: one.value } }),
        };
      });
  }
}

function isFulfilled(value: Value, state: State): boolean {
  return value.kind === "promise" && state.promise(value).state.settled === "fulfilled";
}

/** The failure with which a promise was rejected. */
function rejectionOf(value: Value, state: State): Failure | undefined {
  const settled = value.kind === "promise" ? state.promise(value).state : undefined;
  return settled?.settled === "rejected" ? failureIn(settled.value, state) : undefined;
}

/** The other promise was made on another path: neither what rejected it came on this one, nor what that was thrown for. */
function withoutFailures(rejections: readonly Failure[], state: State): State {
  if (rejections.length === 0) return state;
  const isCause = (failure: Failure): boolean => {
    const caughtAt = state.caught.get(failure);
    return (
      caughtAt !== undefined &&
      rejections.some(
        ({ source, operation: { site } }) =>
          source === "thrown" && site.file.filename === caughtAt.file.filename && isInside(site.node, caughtAt.node),
      )
    );
  };
  const failures = state.failures.filter((failure) => !rejections.includes(failure) && !isCause(failure));
  return failures.length === state.failures.length ? state : state.with({ failures });
}

const UNTHENABLE: Completions = [];

const isCallable = (value: Value | undefined): value is Value =>
  value?.kind === "function" || value?.kind === "builtin" || value?.kind === "library" || value?.kind === "union";

/** `.then(f, g)`, `.catch(g)`, `.finally(h)` */
export function chain(
  m: Machine,
  promise: Value,
  method: "then" | "catch" | "finally",
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const [first, second] = args;
  const outcomes = m.await(promise, site, state);
  const next = outcomes.flatMap((one): Completions => {
    if (one.how !== "normal" && one.how !== "throw") return [one];
    if (method === "finally") {
      if (!isCallable(first)) return [one];
      return andThen(m.call(first, [], site, one.state), (value, after) =>
        andThen(m.await(value, site, after), (_, last) => [{ ...one, state: last }]),
      );
    }
    const handler = one.how === "normal" ? (method === "then" ? first : undefined) : method === "then" ? second : first;
    // A handler that cannot be seen makes something of it all the same.
    if (handler?.kind !== "derived" && !isCallable(handler)) return [one];
    const state = one.how === "throw" ? catchFailures(one, siteOf(site)) : one.state;
    return andThen(m.call(handler, [one.value], site, state), (value, after) =>
      m.await(value, site, one.how === "throw" ? afterHandler(handler, value, after) : after),
    );
  });
  return settled(merge(next), site);
}

/** What a handler gives in place of a failure: its summary does not know that it ran after one. */
function afterHandler(handler: Value, value: Value, state: State): State {
  if (handler.kind !== "function") return state;
  const { body } = handler.node;
  const last = body.type === "BlockStatement" ? body.body.at(-1) : body;
  const node = last?.type === "ReturnStatement" ? last.argument : last === body ? last : undefined;
  const at = node ? { node, file: handler.frame.file } : undefined;
  const isNoted = state.returns().some(({ site }) => site.node === node || site.node === last);
  return isNoted ? state : state.returned({ how: "return", value, state, at, label: undefined });
}

type Combinator = "all" | "allSettled" | "any" | "race";

/** `Promise.all(list)` and its like. */
export function combine(
  m: Machine,
  how: Combinator,
  given: Value | undefined,
  site: CallSite,
  state: State,
): Completions {
  if (!given) return settled([normal(UNKNOWN, state)], site);
  if (given.kind === "union") {
    // On each path one of these lists was made, and it is this one whose promises are awaited.
    const handled = given.of.reduce((before, one) => handleAll(itemsOf(one, before).items, before), state);
    return merge(given.of.flatMap((one) => combine(m, how, one, site, handled)));
  }
  const { items, open } = itemsOf(given, state);
  const list = state.listOf(given);
  const sources = list ? list.sources : conveyed(given, state);
  const made = siteOf(site);
  const gather = (values: readonly Value[], after: State): Completions =>
    allocate({ kind: "list", items: values, open, sources, made }, after);
  if (items.length === 0 && !list) return settled(gather([], state), site);
  if (how === "race" || how === "any") {
    // The first one that settles; of `any` the first that is fulfilled.
    const outcomes = items.flatMap((item) => m.await(item, site, state));
    return settled(merge(outcomes), site);
  }
  const step = (at: number, values: readonly Value[], before: State): Completions => {
    const item = items[at];
    if (!item) return gather(values, before);
    const outcomes = m.await(item, site, before);
    if (how === "all")
      return andThen(
        outcomes.map((one) => (one.how === "throw" ? { ...one, state: besideOthers(one.state, state, open) } : one)),
        (value, after) => step(at + 1, [...values, value], after),
      );
    return merge(
      outcomes.flatMap((one): Completions => {
        const state = one.how === "throw" ? catchFailures(one, made) : one.state;
        const fields: [string, Value][] =
          one.how === "throw"
            ? [
                ["status", constant("rejected")],
                ["reason", one.value],
              ]
            : [
                ["status", constant("fulfilled")],
                ["value", one.value],
              ];
        return andThen(allocate(record(new Map(fields), made), state), (entry, after) =>
          step(at + 1, [...values, entry], after),
        );
      }),
    );
  };
  return settled(step(0, [], handleAll(items, state)), site);
}

/** One item stands for all of a list: where it fails, the same may have worked for others. */
function besideOthers(failed: State, before: State, open: boolean): State {
  if (!open) return failed;
  let next = failed;
  for (const failure of failed.failures)
    // Of a failure that is only expected, or that stands for any, nothing is known to have worked.
    if ((failure.origin === "third-party" || failure.origin === "validator") && !before.caught.has(failure))
      next = next.follow(failure, [failure.operation]);
  return next;
}

function handleAll(items: readonly Value[], state: State): State {
  let next = state;
  for (const item of items.flatMap(alternatives)) if (item.kind === "promise") next = next.handle(item);
  return next;
}

/** `new Promise((resolve, reject) => …)`: the path on which it was settled, or one that never does. */
export function constructPromise(m: Machine, executor: Value | undefined, site: CallSite, state: State): Completions {
  const { value, state: made } = makePromise({ settled: "never" }, site, state);
  const promise = value as PromiseValue;
  const settle = (name: "resolve" | "reject"): Value => ({
    kind: "builtin",
    name: `promise.${name}`,
    receiver: promise,
  });
  if (!isCallable(executor)) return [normal(UNKNOWN, state)];
  return m.call(executor, [settle("resolve"), settle("reject")], site, made).map((one): Completion => {
    // What the executor throws rejects the promise.
    if (one.how === "throw") return normal(promise, settleTo(promise, "rejected", one.value, one.state));
    return one.how === "normal" ? normal(promise, settledLater(promise, executor, site, one.state)) : one;
  });
}

/** An event settles it: `response.on("end", () => resolve(body))`, `stream.once("finish", resolve)`. Which way cannot be told. */
function settledLater(promise: PromiseValue, executor: Value, site: CallSite, state: State): State {
  const object = state.promise(promise);
  if (object.state.settled !== "never" || executor.kind !== "function" || !isSettledInside(executor.node)) return state;
  const operation = site.frame.stack.stepAt(siteOf(site), { name: "the promise" });
  return state.put(promise.id, { ...object, state: { settled: "pending", operation } });
}

/** `resolve` or `reject` is called by a function inside the executor, or handed to other code. */
function isSettledInside({ params, body }: FunctionNode): boolean {
  const names = new Set(params.flatMap((param) => (param.type === "Identifier" ? [param.name] : [])));
  const isOne = (node: Node): boolean => node.type === "Identifier" && names.has(node.name);
  return contains(
    body,
    (node) =>
      node.type === "CallExpression" &&
      (node.arguments.some(isOne) || (isOne(node.callee) && enclosingFunction(node)?.body !== body)),
  );
}

/** The call of `resolve` or `reject`: the first one counts. */
export function settleTo(promise: PromiseValue, how: "fulfilled" | "rejected", value: Value, state: State): State {
  const object = state.promise(promise);
  if (object.state.settled !== "never") return state;
  const handled = value.kind === "promise" ? state.handle(value) : state;
  return handled.put(promise.id, { ...object, state: { settled: how, value } });
}

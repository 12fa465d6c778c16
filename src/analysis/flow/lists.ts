import { allocate } from "./heap.js";
import { itemsOf } from "./iteration.js";
import type { CallSite, Machine } from "./machine.js";
import { siteOf } from "./machine.js";
import { withItem } from "./patterns.js";
import { conveyed } from "./provenance.js";
import { merge, normal, andThen, type Completion, type Completions } from "./completions.js";
import { isFilled } from "./slots.js";
import type { State } from "./state.js";
import { looselyEqual, truthOf } from "./tests.js";
import {
  constant,
  derived,
  FALSE,
  text,
  UNDEFINED,
  UNKNOWN,
  union,
  type ListObject,
  type ReferenceValue,
  type Source,
  type Value,
} from "./values.js";

const TAKES_CALLBACK =
  /^(?:map|filter|forEach|reduce|reduceRight|find|findIndex|findLast|findLastIndex|some|every|flatMap|sort|toSorted)$/u;

export function takesCallback(name: string): boolean {
  return TAKES_CALLBACK.test(name);
}

interface Items {
  readonly items: readonly Value[];
  readonly open: boolean;
  readonly filled?: boolean | undefined;
  readonly sources: readonly Source[];
}

function newList({ items, open, filled, sources }: Items, site: CallSite, state: State): Completions {
  return allocate({ kind: "list", items, open, filled, sources, made: siteOf(site) }, state);
}

/** A method of a list, or of a value of run time that is treated as one. */
export function listMethod(
  m: Machine,
  object: Value,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const list = state.listOf(object);
  const known = itemsOf(object, state);
  const sources = list ? list.sources : conveyed(object, state);
  const [first] = args;
  if (takesCallback(name) && first && isFunctionLike(first))
    return withCallback(m, { ...known, filled: list?.filled, sources }, name, first, args[1], site, state);
  if (list && object.kind === "reference") return ownMethod(object, list, name, args, site, state);
  return [normal(derived([...sources, ...args.flatMap((arg) => conveyed(arg, state))]), state)];
}

function isFunctionLike(value: Value): boolean {
  return value.kind === "function" || value.kind === "builtin" || value.kind === "library" || value.kind === "class";
}

function withCallback(
  m: Machine,
  list: Items,
  name: string,
  callback: Value,
  initial: Value | undefined,
  site: CallSite,
  state: State,
): Completions {
  const { items, open, filled, sources } = list;
  if (items.length === 0 && !open) return emptyResult(name, initial, site, state);
  // Of a list whose items cannot be seen, one stands for all.
  const each = items.length > 0 ? items : [derived([...sources, { kind: "item", loop: site.node }], undefined)];
  return m.inLoop(site.node, () => {
    if (name === "reduce" || name === "reduceRight")
      return reduce(m, each, open || items.length === 0, callback, initial, site, state);
    const finish = (results: readonly Value[], kept: readonly Value[], after: State): Completions => {
      const isOpen = open || items.length === 0;
      switch (name) {
        case "map":
          return newList({ items: results, open: isOpen, filled, sources }, site, after);
        case "flatMap": {
          const flat = results.flatMap((result) => (after.listOf(result) ? itemsOf(result, after).items : [result]));
          const opened = results.some((result) => after.listOf(result)?.open);
          return newList({ items: flat, open: isOpen || opened, sources }, site, after);
        }
        case "filter":
          return newList(
            { items: kept, open: isOpen || results.some((one) => one.kind !== "constant"), sources },
            site,
            after,
          );
        case "sort":
        case "toSorted":
          return newList(list, site, after);
        case "forEach":
          return [normal(UNDEFINED, after)];
        case "some":
          if (results.some((one) => truthOf(one, after) === true)) return [normal(constant(true), after)];
          break;
        case "every":
          if (results.some((one) => truthOf(one, after) === false)) return [normal(FALSE, after)];
          break;
        case "find":
        case "findLast":
          return [
            normal(
              isOpen || kept.length === 0
                ? union([
                    ...kept,
                    ...(isOpen ? [derived(sources, `${String(site.node.range[0])}found.item`)] : [UNDEFINED]),
                  ])
                : union(kept),
              after,
            ),
          ];
        default:
      }
      return [normal(derived([...sources, ...results.flatMap((one) => conveyed(one, after))]), after)];
    };
    const ended: Completion[] = [];
    let rounds: readonly Round[] = [{ results: [], kept: [], state }];
    for (const [at, item] of each.entries()) {
      const own: Value =
        item.kind === "derived"
          ? derived([...item.sources, { kind: "item", loop: site.node }], item.key, item.type)
          : item;
      const next: Round[] = [];
      for (const { results, kept, state: before } of rounds)
        for (const one of m.call(callback, [own, constant(at)], site, before)) {
          if (one.how !== "normal") {
            ended.push(one);
            continue;
          }
          const holds = filters(name) ? truthOf(one.value, one.state) : true;
          const result = !filters(name) ? one.value : holds === undefined ? UNKNOWN : constant(holds);
          next.push({ results: [...results, result], kept: holds === false ? kept : [...kept, own], state: one.state });
        }
      rounds = fewer(next);
    }
    return merge([...ended, ...rounds.flatMap(({ results, kept, state: after }) => finish(results, kept, after))]);
  });
}

/** What the callback has given for the items so far, on one path. */
interface Round {
  readonly results: readonly Value[];
  readonly kept: readonly Value[];
  readonly state: State;
}

/** Paths through the items that are told apart. */
const MAX_ROUNDS = 8;

/** Each item may double the paths: further ones are taken together. */
function fewer(rounds: readonly Round[]): readonly Round[] {
  if (rounds.length <= MAX_ROUNDS) return rounds;
  const [last, ...others] = rounds.slice(MAX_ROUNDS - 1) as [Round, ...Round[]];
  return [
    ...rounds.slice(0, MAX_ROUNDS - 1),
    others.reduce(
      (one, other) => ({
        results: one.results.map((value, at) => union([value, other.results[at] ?? value])),
        kept: one.kept.length >= other.kept.length ? one.kept : other.kept,
        state: one.state.joinAny(other.state),
      }),
      last,
    ),
  ];
}

const filters = (name: string): boolean => name === "filter" || name === "find" || name === "findLast";

function emptyResult(name: string, initial: Value | undefined, site: CallSite, state: State): Completions {
  switch (name) {
    case "reduce":
    case "reduceRight":
      return [normal(initial ?? UNKNOWN, state)];
    case "find":
    case "findLast":
    case "forEach":
      return [normal(UNDEFINED, state)];
    case "some":
      return [normal(FALSE, state)];
    case "every":
      return [normal(constant(true), state)];
    case "findIndex":
    case "findLastIndex":
      return [normal(constant(-1), state)];
    default:
      return newList({ items: [], open: false, sources: [] }, site, state);
  }
}

function reduce(
  m: Machine,
  items: readonly Value[],
  open: boolean,
  callback: Value,
  initial: Value | undefined,
  site: CallSite,
  state: State,
): Completions {
  let completions: Completions = [normal(initial ?? items[0] ?? UNKNOWN, state)];
  const none: Completions = open && initial ? completions : [];
  // `ids.reduce(async (previous, id) => { await previous; … })` is a loop: a later iteration comes after an earlier one.
  const isLoop = open && callback.kind === "function" && callback.node.async;
  for (const item of isLoop ? [...items, ...items.slice(-1)] : items)
    completions = andThen(completions, (value, before) => m.call(callback, [value, item], site, before));
  return merge([...none, ...completions]);
}

/** `queue.shift()`: the next item each time. */
function nextOf({ open, sources }: ListObject, { node }: CallSite): Value {
  return open ? derived([...sources, { kind: "item", loop: node }]) : UNDEFINED;
}

/** `list.push(order)`; of `list.push(...orders)` nobody knows. */
function adds({ node }: CallSite): boolean {
  return node.type === "CallExpression" && node.arguments.some(({ type }) => type !== "SpreadElement");
}

/** Methods that change a list, or read it without a callback. */
function ownMethod(
  object: ReferenceValue,
  list: ListObject,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const put = (change: Partial<ListObject>, value: Value): Completions => [
    normal(value, state.put(object.id, { ...list, ...change })),
  ];
  switch (name) {
    case "push":
      return put({ items: withItem(list.items, ...args), filled: adds(site) || list.filled }, UNKNOWN);
    case "unshift":
      return put({ items: withItem(args, ...list.items.slice(0, 8)), filled: adds(site) || list.filled }, UNKNOWN);
    case "pop":
      return put({ items: list.items.slice(0, -1), filled: false }, list.items.at(-1) ?? nextOf(list, site));
    case "shift":
      return put({ items: list.items.slice(1), filled: false }, list.items[0] ?? nextOf(list, site));
    case "splice":
      return put({ open: true, filled: false }, UNKNOWN);
    case "join": {
      const [separator] = args;
      if (list.items.length === 0 && !list.open) return [normal(constant(""), state)];
      const between: Value = separator ?? constant(",");
      const parts = list.items.flatMap((item, at): Value[] => (at > 0 ? [between, item] : [item]));
      return [normal(text(list.open ? [...parts, derived(list.sources, undefined, "string")] : parts), state)];
    }
    case "concat": {
      const added = args.flatMap((arg) => (state.listOf(arg) ? itemsOf(arg, state).items : [arg]));
      const opened = args.some((arg) => state.listOf(arg)?.open ?? arg.kind === "derived");
      const sources = [...list.sources, ...args.flatMap((arg) => state.listOf(arg)?.sources ?? [])];
      const { filled } = list;
      return newList({ items: [...list.items, ...added], open: list.open || opened, filled, sources }, site, state);
    }
    case "slice":
    case "reverse":
    case "toReversed":
    case "flat":
    case "values":
      return newList({ ...list, open: list.open || name === "slice", filled: isFilled(list) }, site, state);
    case "at": {
      const [index] = args;
      const found = index?.kind === "constant" ? list.items.at(Number(index.value)) : undefined;
      return [normal(found ?? (list.open ? derived(list.sources) : UNDEFINED), state)];
    }
    case "includes":
    case "indexOf":
      if (name === "includes" && isChoice(list, args)) return isOneOf(list.items, args[0] as Value, site, state);
      return list.items.length === 0 && !list.open
        ? [normal(name === "includes" ? FALSE : constant(-1), state)]
        : [
            normal(
              derived([...list.sources, ...[...list.items, ...args].flatMap((item) => conveyed(item, state))]),
              state,
            ),
          ];
    case "entries": {
      const items = list.items.map((item, at) => ({ item, at }));
      let next = state;
      const made: Value[] = [];
      for (const { item, at } of items) {
        const [pair] = allocate(
          { kind: "list", items: [constant(at), item], open: false, sources: [], made: siteOf(site) },
          next,
        );
        if (!pair) continue;
        made.push(pair.value);
        next = pair.state;
      }
      return newList({ items: made, open: list.open, sources: list.sources }, site, next);
    }
    default:
      return [normal(derived(conveyed(object, state)), state)];
  }
}

/** Constants with which a part of a failure is compared: `[429, 503].includes(error.status)`. */
function isChoice({ items, open }: ListObject, [value]: readonly Value[]): boolean {
  return (
    !open &&
    items.every(({ kind }) => kind === "constant") &&
    value?.kind === "derived" &&
    value.key !== undefined &&
    value.sources.some(({ kind }) => kind === "failure")
  );
}

/** Equal to the first item, or else to the second one …: each way knows which one it is. */
function isOneOf(items: readonly Value[], value: Value, site: CallSite, state: State): Completions {
  let completions: Completions = [normal(FALSE, state)];
  for (const item of items)
    completions = merge(
      completions.flatMap((one) =>
        one.value === FALSE ? looselyEqual({ left: value, right: item, operator: "===", site }, one.state) : [one],
      ),
    );
  return completions;
}

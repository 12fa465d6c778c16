import { isFlagged, statesFailure } from "./stated-failures.js";
import type { State } from "./state.js";
import { alternatives, isNullish, sameValue, union, type PromiseValue, type Site, type Value } from "./values.js";

/** How a step of the program ends. */
export interface Completion {
  readonly how: "normal" | "return" | "throw" | "break" | "continue";
  readonly value: Value;
  readonly state: State;
  /** The statement or expression that decides: the `return`, the `throw`, the call that fails. */
  readonly at: Site | undefined;
  /** Of `break` and `continue`. */
  readonly label: string | undefined;
}

export type Completions = readonly Completion[];

export function normal(value: Value, state: State): Completion {
  return { how: "normal", value, state, at: undefined, label: undefined };
}

export function thrown(value: Value, state: State, at: Site): Completion {
  return { how: "throw", value, state, at, label: undefined };
}

/** States of one kind (same way out, same failures) that are told apart; further ones are joined. */
const WIDTH = 1;
/** Ways to one point, by what failed on them, that are told apart. */
const MAX_KINDS = 12;

/**
 * What a predicate says, whether a lookup has found something, and a value that tells of a failure are kept apart with what
 * led to it.
 */
function verdictOf({ value, state }: Pick<Completion, "value" | "state">): string {
  if (value.kind === "constant" && typeof value.value !== "string" && typeof value.value !== "number")
    return String(value.value);
  if (value.kind === "promise") {
    const given = fulfilledWith(value, state);
    return given ? verdictOf({ value: given, state }) : "";
  }
  if (!statesFailure(value, state)) return "";
  return isFlagged(value, state) ? "flagged" : "failed";
}

function fulfilledWith({ id }: PromiseValue, state: State): Value | undefined {
  const slot = state.slot(id);
  const settled = slot?.kind === "promise-state" ? slot.state : undefined;
  return settled?.settled === "fulfilled" ? settled.value : undefined;
}

/** The same of a value that may be one of several: what all of them say. */
function wholeVerdictOf({ value, state }: Pick<Completion, "value" | "state">): string {
  if (value.kind === "promise") {
    const given = fulfilledWith(value, state);
    return given ? wholeVerdictOf({ value: given, state }) : "";
  }
  if (value.kind !== "union") return verdictOf({ value, state });
  const [verdict = "", ...others] = new Set(value.of.map((one) => wholeVerdictOf({ value: one, state })));
  return others.length === 0 ? verdict : "";
}

/** Completions of one kind end alike, and the same has failed on the way to them. */
interface Kind {
  readonly all: Completion[];
  /** Asked for where all else is the same. */
  verdict: string | undefined;
}

/** Where a completion goes on: what leaves, leaves at a place. */
function placeOf({ how, at }: Completion): unknown {
  return how === "normal" ? how : (at?.node ?? how);
}

function isOfKind(one: Completion, kind: Kind): boolean {
  const [first] = kind.all as [Completion];
  if (first.how !== one.how || first.label !== one.label || first.state.outcome !== one.state.outcome) return false;
  return (kind.verdict ??= verdictOf(first)) === verdictOf(one);
}

/** Completions that are the same become one, and of one kind only a few are kept apart. */
export function merge(completions: Completions, width = WIDTH): Completions {
  if (completions.length < 2) return completions;
  const kinds: Kind[] = [];
  const byPlace = new Map<unknown, Kind[]>();
  for (const one of completions) {
    const place = placeOf(one);
    const here = byPlace.get(place);
    const known = here?.find((kind) => isOfKind(one, kind));
    if (known) known.all.push(one);
    else {
      const kind: Kind = { all: [one], verdict: undefined };
      kinds.push(kind);
      if (here) here.push(kind);
      else byPlace.set(place, [kind]);
    }
  }
  const merged = kinds.length === completions.length ? completions : kinds.flatMap(({ all }) => narrow(all, width));
  return merged.length > MAX_KINDS ? fewerKinds(merged) : merged;
}

/**
 * Where more has failed on the ways to one point, the last ones are taken together: each of their failures may have come. Not a
 * result that tells of its failure and one that tells of none: the second would seem to hide what the first one says.
 */
function fewerKinds(completions: Completions): Completions {
  const kept: Completion[] = [];
  const rest = new Map<unknown, Map<string, Completion[]>>();
  const counts = new Map<unknown, number>();
  for (const one of completions) {
    // All that goes on is one group, and all that leaves at one place.
    const group = one.how === "normal" ? "normal" : one.at?.node;
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    if (count < MAX_KINDS) kept.push(one);
    else {
      const verdict = wholeVerdictOf(one);
      const byVerdict = rest.get(group) ?? new Map<string, Completion[]>();
      rest.set(group, byVerdict.set(verdict, [...(byVerdict.get(verdict) ?? []), one]));
    }
  }
  for (const byVerdict of rest.values())
    for (const [first, ...others] of byVerdict.values()) if (first) kept.push(others.reduce(joinedWith, first));
  return kept;
}

function joinedWith(one: Completion, other: Completion): Completion {
  return withEither(one, other, one.state.joinAny(other.state));
}

/** Of two values together, promises that are not told apart any more are whoever's who gets the value. */
function withEither(one: Completion, other: Completion, state: State): Completion {
  const value = union([one.value, other.value]);
  if (value.kind !== "derived") return { ...one, value, state };
  const lost = [one.value, other.value].flatMap(alternatives);
  const handled = lost.reduce((before, each) => (each.kind === "promise" ? before.handle(each) : before), state);
  return { ...one, value, state: handled };
}

function narrow(list: readonly Completion[], width: number): readonly Completion[] {
  if (list.length < 2) return list;
  const kept: Completion[] = [];
  for (const one of list) {
    if (kept.some((other) => sameValue(other.value, one.value) && other.state.isSame(one.state))) continue;
    if (kept.length < width) {
      kept.push(one);
      continue;
    }
    const last = kept.pop() as Completion;
    kept.push(withEither(last, one, last.state.join(one.state)));
  }
  return kept;
}

/** Goes on with each normal completion, and lets the others pass. */
export function andThen(completions: Completions, next: (value: Value, state: State) => Completions): Completions {
  const [only] = completions;
  if (completions.length === 1 && only?.how === "normal") return next(only.value, only.state);
  const found: Completion[] = [];
  for (const completion of completions)
    if (completion.how === "normal") found.push(...next(completion.value, completion.state));
    else found.push(completion);
  return merge(found);
}

/** A path for each alternative that can be called. */
export function eachOf(
  values: readonly Value[],
  state: State,
  run: (one: Value, state: State) => Completions,
): Completions {
  const solid = values.filter((one) => !isNullish(one));
  return merge(solid.flatMap((one) => run(one, state)));
}

import { changes } from "./effects.js";
import { IntMap } from "./int-map.js";
import { numberOf } from "./keys.js";
import type { Failure, Operation } from "./operations.js";
import { joinSlots, sameSlot } from "./slots.js";
import { isFlagged, statesFailure } from "./stated-failures.js";
import {
  sameValue,
  union,
  UNKNOWN,
  type HeapObject,
  type ListObject,
  type PromiseObject,
  type PromiseValue,
  type RecordObject,
  type ReferenceValue,
  type Site,
  type Slot,
  type Value,
} from "./values.js";

/** A test on the path, and how it came out. */
export interface Condition {
  readonly site: Site;
  readonly holds: boolean;
  /** What was tested, where the test is a comparison or asks for one value alone. */
  readonly subject: Value;
  readonly operator: string;
  readonly other: Value | undefined;
  /** Two ways lead here, each by a test of its own: `!found || found.length === 0`. */
  readonly either?: readonly Condition[];
}

/** Tests, last to first. */
export interface ConditionList {
  readonly condition: Condition;
  readonly rest: ConditionList | undefined;
  readonly length: number;
}

/** A value that a function on the way returned, or wrote into a variable. */
export interface Returned {
  readonly site: Site;
  readonly value: Value;
}

interface ReturnList {
  readonly returned: Returned;
  readonly rest: ReturnList | undefined;
  readonly length: number;
}

interface Parts {
  readonly store: IntMap<Slot>;
  readonly changes: IntMap<Slot>;
  readonly failures: readonly Failure[];
  readonly completed: readonly Operation[];
  readonly redone: readonly Operation[];
  readonly started: readonly number[];
  readonly facts: ReadonlyMap<string, string | boolean>;
  readonly conditionList: ConditionList | undefined;
  readonly caught: ReadonlyMap<Failure, Site>;
  readonly earlier: ReadonlyMap<Failure, readonly Operation[]>;
  readonly returnList: ReturnList | undefined;
}

/** Learns what of a state is looked at. */
export interface Watcher {
  slot(id: number): void;
  fact(key: string): void;
  mayFail(operation: Operation): void;
}

/** What the files hold before any tool runs: shared by all states, and added to when a name is asked for. */
export class BaseStore {
  readonly #slots = new Map<number, Slot>();
  watcher: Watcher | undefined;
  /** How often something that was there already has changed. */
  changed = 0;

  get(id: number): Slot | undefined {
    return this.#slots.get(id);
  }

  set(id: number, slot: Slot): void {
    this.#slots.set(id, slot);
  }
}

function handedOnKey(failure: Failure): string {
  return `handed on ${numberOf(failure)}`;
}

const NOTHING: Parts = {
  store: IntMap.empty(),
  changes: IntMap.empty(),
  failures: [],
  completed: [],
  redone: [],
  started: [],
  facts: new Map(),
  conditionList: undefined,
  caught: new Map(),
  earlier: new Map(),
  returnList: undefined,
};

/** Tests, first to last. */
export function conditionsOf(list: ConditionList | undefined): Condition[] {
  const found: Condition[] = [];
  for (let at = list; at; at = at.rest) found.push(at.condition);
  return found.reverse();
}

/** What is known at one point of one path. Never changed: each step gives a new one. */
export class State implements Parts {
  /** What the run has made, by number. */
  readonly store: IntMap<Slot>;
  /** What it has changed of what lasts, by the negated number. */
  readonly changes: IntMap<Slot>;
  readonly failures: readonly Failure[];
  readonly completed: readonly Operation[];
  /** Completed after they had failed on the same path. */
  readonly redone: readonly Operation[];
  /** Promises that were made on the way. */
  readonly started: readonly number[];
  /** Truth of values of run time and of comparisons, by their keys; by `key is` the constant that a value equals. */
  readonly facts: ReadonlyMap<string, string | boolean>;
  readonly conditionList: ConditionList | undefined;
  /** Where each failure was caught last. */
  readonly caught: ReadonlyMap<Failure, Site>;
  /** What had completed when a failure came. */
  readonly earlier: ReadonlyMap<Failure, readonly Operation[]>;
  /** Where the code on the way returned what tells of a failure, or wrote it into a variable. */
  readonly returnList: ReturnList | undefined;
  readonly #base: BaseStore;
  #outcome: string | undefined;

  constructor(base: BaseStore, parts: Parts = NOTHING) {
    this.#base = base;
    this.store = parts.store;
    this.changes = parts.changes;
    this.failures = parts.failures;
    this.completed = parts.completed;
    this.redone = parts.redone;
    this.started = parts.started;
    this.facts = parts.facts;
    this.conditionList = parts.conditionList;
    this.caught = parts.caught;
    this.earlier = parts.earlier;
    this.returnList = parts.returnList;
  }

  /** A copy with other parts. */
  with(parts: Partial<Parts>): State {
    const { failures = this.failures, caught = this.caught, earlier = this.earlier } = parts;
    const next = new State(this.#base, {
      store: parts.store ?? this.store,
      changes: parts.changes ?? this.changes,
      failures,
      completed: parts.completed ?? this.completed,
      redone: parts.redone ?? this.redone,
      started: parts.started ?? this.started,
      facts: parts.facts ?? this.facts,
      // No tests at all is a part, too.
      conditionList: "conditionList" in parts ? parts.conditionList : this.conditionList,
      caught,
      earlier,
      returnList: parts.returnList ?? this.returnList,
    });
    if (failures === this.failures && caught === this.caught && earlier === this.earlier) next.#outcome = this.#outcome;
    return next;
  }

  /**
   * What failed, as text. Failures that the same `catch` block has got are told apart no longer: whichever of its operations
   * failed, what comes after is the same. But what the project throws itself has words of its own, and where something has
   * been done before, an error may tell of it.
   */
  get outcome(): string {
    this.#outcome ??= [
      ...new Set(
        this.failures.map((failure) => {
          const caughtAt = this.caught.get(failure);
          const isOwn = caughtAt && failure.origin === "first-party";
          return `${numberOf(caughtAt?.node ?? failure)}${isOwn ? "own" : ""}${this.isAfterWork(failure) ? "+" : ""}`;
        }),
      ),
    ].join();
    return this.#outcome;
  }

  /** A loop goes on after failures that were caught in its last round: what had been done before them is not lost by that. */
  goOn(before: State): State {
    const { caught, earlier } = this;
    if (earlier === before.earlier || caught === before.caught) return this;
    const kept = new Map([...earlier].filter(([failure]) => !caught.has(failure) || before.caught.has(failure)));
    return kept.size === earlier.size ? this : this.with({ earlier: kept });
  }

  /** Something had been changed when the failure came, or the same operation had worked for another item. */
  isAfterWork(failure: Failure): boolean {
    return this.earlier.get(failure)?.some((one) => changes(one.effect) || one === failure.operation) === true;
  }

  slot(id: number): Slot | undefined {
    this.#base.watcher?.slot(id);
    return id > 0 ? this.store.get(id) : (this.changes.get(-id) ?? this.#base.get(id));
  }

  put(id: number, slot: Slot): State {
    return id > 0
      ? this.with({ store: this.store.set(id, slot) })
      : this.with({ changes: this.changes.set(-id, slot) });
  }

  object({ id }: ReferenceValue): HeapObject {
    return this.slot(id) as HeapObject;
  }

  promise({ id }: PromiseValue): PromiseObject {
    return this.slot(id) as PromiseObject;
  }

  /** The object that a value refers to, if it refers to one. */
  objectOf(value: Value): HeapObject | undefined {
    return value.kind === "reference" ? this.object(value) : undefined;
  }

  recordOf(value: Value): RecordObject | undefined {
    const object = this.objectOf(value);
    return object?.kind === "record" ? object : undefined;
  }

  listOf(value: Value): ListObject | undefined {
    const object = this.objectOf(value);
    return object?.kind === "list" ? object : undefined;
  }

  fail(failure: Failure): State {
    const failed = this.follow(failure, this.completed);
    return this.failures.includes(failure) ? failed : failed.with({ failures: [...this.failures, failure] });
  }

  /** The failure comes after operations that have completed. */
  follow(failure: Failure, done: readonly Operation[]): State {
    const known = this.earlier.get(failure) ?? [];
    const all = joined(known, done);
    return all === known ? this : this.with({ earlier: new Map(this.earlier).set(failure, all) });
  }

  /**
   * One operation fails on a path: what a second failure leads to can be seen on a path of its own. The same one may fail
   * again, so that repetitions come to their end.
   */
  mayFail(operation: Operation): boolean {
    this.#base.watcher?.mayFail(operation);
    return this.failures.every(
      (failure) => failure.origin === "first-party" || failure.operation.site.node === operation.site.node,
    );
  }

  /** Code that cannot be seen into has got the error of a failure: what becomes of it cannot be told. */
  handOn(failure: Failure): State {
    return this.with({ facts: new Map(this.facts).set(handedOnKey(failure), true) });
  }

  isHandedOn(failure: Failure): boolean {
    return this.facts.has(handedOnKey(failure));
  }

  /** Code has asked for the body of a refused response. */
  readBody(failure: Failure): State {
    return this.with({ facts: new Map(this.facts).set(`body read ${numberOf(failure)}`, true) });
  }

  hasReadBody(failure: Failure): boolean {
    return this.facts.has(`body read ${numberOf(failure)}`);
  }

  /** A `catch` block or a rejection handler has got the failure. */
  catch(failure: Failure, site: Site): State {
    return this.with({ caught: new Map(this.caught).set(failure, site) });
  }

  complete(operation: Operation): State {
    const { completed } = this;
    if (completed.at(-1) === operation) return this;
    // The last completion counts: a repetition that works comes after the failure that it makes good.
    const others = completed.includes(operation) ? completed.filter((one) => one !== operation) : completed;
    return this.with({ completed: [...others, operation], redone: joined(this.redone, this.failedOf([operation])) });
  }

  /** Those of some operations that have failed on this path. */
  failedOf(operations: readonly Operation[]): readonly Operation[] {
    if (this.failures.length === 0 && this.caught.size === 0) return [];
    const failed = new Set([...this.failures, ...this.caught.keys()].map(({ operation }) => operation));
    return operations.filter((operation) => failed.has(operation));
  }

  start(id: number): State {
    return this.with({ started: [...this.started, id] });
  }

  handle(promise: PromiseValue): State {
    const object = this.promise(promise);
    return object.handled ? this : this.put(promise.id, { ...object, handled: true });
  }

  /** What the path knows of a value or a comparison, by its key. */
  fact(key: string): string | boolean | undefined {
    this.#base.watcher?.fact(key);
    return this.facts.get(key);
  }

  learn(condition: Condition, key: string | undefined, truth: boolean): State {
    const conditionList = {
      condition,
      rest: this.conditionList,
      length: (this.conditionList?.length ?? 0) + 1,
    };
    if (key === undefined) return this.with({ conditionList });
    const facts = new Map(this.facts).set(key, truth);
    const { operator, other, subject } = condition;
    if (truth && operator === "===" && other?.kind === "constant" && subject.kind === "derived")
      if (typeof other.value === "string" || typeof other.value === "number")
        facts.set(`${subject.key ?? ""} is`, JSON.stringify(other.value));
    return this.with({ conditionList, facts });
  }

  /** A function has returned; what has nothing to do with a failure is not noted. */
  returned({ at, value }: Completion): State {
    return at ? this.given(value, at) : this;
  }

  /** A value is returned, or written into a variable, at a place. */
  given(value: Value, site: Site): State {
    if (this.caught.size === 0 && !statesFailure(value, this) && !hasFailureInText(value)) return this;
    const { returnList: rest } = this;
    return this.with({ returnList: { returned: { site, value }, rest, length: (rest?.length ?? 0) + 1 } });
  }

  /** Where the code on the way gave what tells of a failure, first to last. */
  returns(): Returned[] {
    const found: Returned[] = [];
    for (let at = this.returnList; at; at = at.rest) found.push(at.returned);
    return found.reverse();
  }

  /** What is done in a copy of this state goes on with these failures and completions alone. */
  withoutTraceOf(before: State): State {
    return this.with({ failures: before.failures, completed: before.completed });
  }

  /** The path has changed a list, a `Map` or a `Set` that lasts from call to call. */
  get changesLastingList(): boolean {
    let found = false;
    this.changes.differences(IntMap.empty(), (_, slot) => {
      found ||= slot?.kind === "list" || (slot?.kind === "record" && slot.brand === "map");
    });
    return found;
  }

  /** The tests on the path, first to last. */
  conditions(): Condition[] {
    return conditionsOf(this.conditionList);
  }

  isSame(other: State): boolean {
    if (this === other) return true;
    if (this.completed.length !== other.completed.length || this.facts.size !== other.facts.size) return false;
    if (this.facts !== other.facts)
      for (const [key, truth] of this.facts) if (other.facts.get(key) !== truth) return false;
    let same = true;
    const compare = (_: number, one: Slot | undefined, two: Slot | undefined): void => {
      same &&= one !== undefined && two !== undefined && sameSlot(one, two);
    };
    this.store.differences(other.store, compare);
    if (same) this.changes.differences(other.changes, compare);
    return same;
  }

  /** What is true of both. Their failures are the same, or have been caught by the same `catch` block. */
  join(other: State): State {
    let { store, changes } = this;
    this.store.differences(other.store, (id, one, two) => {
      this.#base.watcher?.slot(id);
      if (one === undefined) store = store.set(id, two as Slot);
      else if (two !== undefined) store = store.set(id, joinSlots(one, two));
    });
    this.changes.differences(other.changes, (id, one, two) => {
      this.#base.watcher?.slot(-id);
      const before = this.#base.get(-id);
      const [left, right] = [one ?? before, two ?? before];
      changes = changes.set(id, left && right ? joinSlots(left, right) : ((left ?? right) as Slot));
    });
    return this.with({
      store,
      changes,
      completed: joined(this.completed, other.completed),
      redone: joined(this.redone, other.redone),
      started: joined(this.started, other.started),
      facts:
        this.facts === other.facts
          ? this.facts
          : new Map([...this.facts].filter(([key, truth]) => other.facts.get(key) === truth)),
      conditionList: commonConditions(this.conditionList, other.conditionList),
      caught: this.caught === other.caught ? this.caught : new Map([...other.caught, ...this.caught]),
      earlier: joinedEarlier(this.earlier, other.earlier),
      returnList: common(this.returnList, other.returnList),
    });
  }

  /** The same for paths on which different work has failed: each of their failures may have come. */
  joinAny(other: State): State {
    return this.join(other).with({
      failures: joined(this.failures, other.failures),
      completed: this.completed.filter((operation) => other.completed.includes(operation)),
      caught: new Map([...this.caught, ...other.caught]),
    });
  }
}

function joined<T>(one: readonly T[], other: readonly T[]): readonly T[] {
  if (one === other || other.length === 0) return one;
  const added = other.filter((item) => !one.includes(item));
  return added.length > 0 ? [...one, ...added] : one;
}

function joinedEarlier(one: State["earlier"], other: State["earlier"]): State["earlier"] {
  if (one === other || other.size === 0) return one;
  const both = new Map(one);
  for (const [failure, done] of other) both.set(failure, joined(both.get(failure) ?? [], done));
  return both;
}

/** The beginning that two lists share. */
function common<List extends { readonly rest: List | undefined; readonly length: number }>(
  one: List | undefined,
  other: List | undefined,
): List | undefined {
  let left = one;
  let right = other;
  while (left !== right) {
    if ((left?.length ?? 0) >= (right?.length ?? 0)) left = left?.rest;
    else right = right?.rest;
  }
  return left;
}

/** Ways to one point whose last tests are kept. */
const MAX_WAYS = 4;

/** The tests that both paths have passed, and at the end the last one of each. */
function commonConditions(one: ConditionList | undefined, other: ConditionList | undefined): ConditionList | undefined {
  const [first, second] = [one?.condition, other?.condition];
  const shared = common(one, other);
  // Where nothing is common, the tests of the first path stand for what its part of the joined value says.
  const kept = shared ?? one;
  if (shared === one || shared === other || !first || !second) return kept;
  if (first.site.node === second.site.node && isSameTest(first, second)) return add(eitherSubject(first, second), kept);
  const either = [first, second].flatMap((condition) => condition.either ?? [condition]);
  if (either.length > MAX_WAYS) return kept;
  return add({ site: first.site, holds: true, subject: UNKNOWN, operator: "||", other: undefined, either }, kept);
}

function add(condition: Condition, rest: ConditionList | undefined): ConditionList {
  return { condition, rest, length: (rest?.length ?? 0) + 1 };
}

function isSameTest(one: Condition, other: Condition): boolean {
  return one.holds === other.holds && one.operator === other.operator && !one.either && !other.either;
}

/** Both paths have come to one test, with values of their own. */
function eitherSubject(one: Condition, other: Condition): Condition {
  return one.subject === other.subject ? one : { ...one, subject: union([one.subject, other.subject]) };
}

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
    const slot = state.slot(value.id);
    const settled = slot?.kind === "promise-state" ? slot.state : undefined;
    return settled?.settled === "fulfilled" ? verdictOf({ value: settled.value, state }) : "";
  }
  if (!statesFailure(value, state)) return "";
  return isFlagged(value, state) ? "flagged" : "failed";
}

/** Completions of one kind end alike, and the same has failed on the way to them. */
function kindOf(completion: Completion): string {
  const { how, label, at, state } = completion;
  const place = how === "normal" || !at ? "" : String(numberOf(at.node));
  return [how, label ?? "", place, verdictOf(completion), state.outcome].join("|");
}

/** Completions that are the same become one, and of one kind only a few are kept apart. */
export function merge(completions: Completions, width = WIDTH): Completions {
  if (completions.length < 2) return completions;
  const kinds = new Map<string, Completion[]>();
  for (const completion of completions) {
    const kind = kindOf(completion);
    const known = kinds.get(kind);
    if (known) known.push(completion);
    else kinds.set(kind, [completion]);
  }
  const merged =
    kinds.size === completions.length ? completions : [...kinds.values()].flatMap((list) => narrow(list, width));
  return merged.length > MAX_KINDS ? fewerKinds(merged) : merged;
}

/** Where more has failed on the ways to one point, the last ones are taken together: each of their failures may have come. */
function fewerKinds(completions: Completions): Completions {
  const kept: Completion[] = [];
  const rest = new Map<unknown, Completion[]>();
  const counts = new Map<unknown, number>();
  for (const one of completions) {
    // All that goes on is one group, and all that leaves at one place.
    const group = one.how === "normal" ? "normal" : one.at?.node;
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    if (count < MAX_KINDS) kept.push(one);
    else rest.set(group, [...(rest.get(group) ?? []), one]);
  }
  for (const [first, ...others] of rest.values()) if (first) kept.push(others.reduce(joinedWith, first));
  return kept;
}

function joinedWith(one: Completion, other: Completion): Completion {
  return { ...one, value: union([one.value, other.value]), state: one.state.joinAny(other.state) };
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
    kept.push({ ...last, value: union([last.value, one.value]), state: last.state.join(one.state) });
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

/** `The service returned status ${response.status}.` */
function hasFailureInText(value: Value): boolean {
  if (value.kind !== "text") return false;
  return value.parts.some(
    (part) =>
      typeof part !== "string" && part.kind === "derived" && part.sources.some(({ kind }) => kind === "failure"),
  );
}

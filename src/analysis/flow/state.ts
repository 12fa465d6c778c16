import type { Completion } from "./completions.js";
import {
  common,
  commonConditions,
  conditionsOf,
  withCondition,
  type Condition,
  type ConditionList,
} from "./conditions.js";
import { changes } from "./effects.js";
import { IntMap } from "./int-map.js";
import { keyOf, numberOf } from "./keys.js";
import { areOnlyExpected, type Failure, type Operation } from "./operations.js";
import { joinSlots, sameSlot } from "./slots.js";
import { statesFailure } from "./stated-failures.js";
import {
  written,
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

/** A value that a function on the way returned, or wrote into a variable. */
export interface Returned {
  readonly site: Site;
  readonly value: Value;
  /** It is written into a variable. */
  readonly isWritten: boolean;
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
  return `handed on ${keyOf(failure)}`;
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

/** Failures of one `catch` block that are told apart by whose they are. */
const KINDS: Readonly<Partial<Record<Failure["origin"], string>>> = { "first-party": "own", validator: "check" };

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
    const next = new State(this.#base, this);
    const own: { -readonly [Name in keyof Parts]: Parts[Name] } = next;
    if (parts.store) own.store = parts.store;
    if (parts.changes) own.changes = parts.changes;
    if (parts.failures) own.failures = parts.failures;
    if (parts.completed) own.completed = parts.completed;
    if (parts.redone) own.redone = parts.redone;
    if (parts.started) own.started = parts.started;
    if (parts.facts) own.facts = parts.facts;
    // No tests at all is a part, too.
    if ("conditionList" in parts) own.conditionList = parts.conditionList;
    if (parts.caught) own.caught = parts.caught;
    if (parts.earlier) own.earlier = parts.earlier;
    if (parts.returnList) own.returnList = parts.returnList;
    const isSame = next.failures === this.failures && next.caught === this.caught && next.earlier === this.earlier;
    if (isSame) next.#outcome = this.#outcome;
    return next;
  }

  /**
   * What failed, as text. Failures that the same `catch` block has got are told apart no longer: whichever of its operations
   * failed, what comes after is the same. But what the project throws itself has words of its own, what a parser throws is no
   * outage, and where something has been done before, an error may tell of it.
   */
  get outcome(): string {
    this.#outcome ??= [
      ...new Set(
        this.failures.map((failure) => {
          const caughtAt = this.caught.get(failure);
          const kind = caughtAt ? (KINDS[failure.origin] ?? "") : "";
          return `${numberOf(caughtAt?.node ?? failure)}${kind}${this.isAfterWork(failure) ? "+" : ""}`;
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
    const earlier = withEarlier(this.earlier, failure, done, true);
    return earlier === this.earlier ? this : this.with({ earlier });
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
    return this.with({ facts: new Map(this.facts).set(`body read ${keyOf(failure)}`, true) });
  }

  hasReadBody(failure: Failure): boolean {
    return this.facts.has(`body read ${keyOf(failure)}`);
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
    const conditionList = withCondition(condition, this.conditionList);
    if (key === undefined) return this.with({ conditionList });
    const facts = new Map(this.facts).set(key, truth);
    const { operator, other, subject } = condition;
    if (truth && operator === "===" && other?.kind === "constant" && subject.kind === "derived")
      if (typeof other.value === "string" || typeof other.value === "number")
        facts.set(`${subject.key ?? ""} is`, written(other.value));
    return this.with({ conditionList, facts });
  }

  /** A function has returned; what has nothing to do with a failure is not noted. */
  returned({ at, value }: Completion): State {
    return at ? this.#given({ site: at, value, isWritten: false }) : this;
  }

  /** A value is written into a variable, at a place. */
  written(value: Value, site: Site): State {
    return this.#given({ site, value, isWritten: true });
  }

  #given(returned: Returned): State {
    if (this.caught.size === 0 && this.failures.length === 0 && !statesFailure(returned.value, this)) return this;
    const { returnList: rest } = this;
    return this.with({ returnList: { returned, rest, length: (rest?.length ?? 0) + 1 } });
  }

  /** Where the code on the way returned what tells of a failure, or wrote it into a variable, first to last. */
  given(): Returned[] {
    const found: Returned[] = [];
    for (let at = this.returnList; at; at = at.rest) found.push(at.returned);
    return found.reverse();
  }

  /** The last ones of these, first to last. */
  lastGiven(count: number): Returned[] {
    const found: Returned[] = [];
    for (let at = this.returnList; at && found.length < count; at = at.rest) found.push(at.returned);
    return found.reverse();
  }

  /** Where functions on the way returned what tells of a failure, first to last. */
  returns(): Returned[] {
    return this.given().filter(({ isWritten }) => !isWritten);
  }

  /** What is done in a copy of this state goes on with these failures and completions alone. */
  withoutTraceOf(before: State): State {
    return this.with({ failures: before.failures, completed: before.completed });
  }

  /** The lists, `Map`s and `Set`s that last from call to call, and that the path has changed. */
  get changedLists(): HeapObject[] {
    const found: HeapObject[] = [];
    this.changes.differences(IntMap.empty(), (_, slot) => {
      if (slot?.kind === "list" || (slot?.kind === "record" && slot.brand === "map")) found.push(slot);
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
      // What is known to have failed stands before what the code expects to.
      failures: areOnlyExpected(this.failures) ? other.failures : this.failures,
      completed: joined(this.completed, other.completed),
      redone: joined(this.redone, other.redone),
      started: joined(this.started, other.started),
      facts: commonFacts(this.facts, other.facts),
      conditionList: commonConditions(this.conditionList, other.conditionList),
      caught: this.caught === other.caught ? this.caught : new Map([...other.caught, ...this.caught]),
      earlier: joinedEarlier(this.earlier, other.earlier),
      returnList: joinedReturns(this.returnList, other.returnList),
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

function commonFacts(one: State["facts"], other: State["facts"]): State["facts"] {
  if (one === other) return one;
  const both = new Map<string, string | boolean>();
  for (const [key, truth] of one) if (other.get(key) === truth) both.set(key, truth);
  return both.size === one.size ? one : both;
}

function joinedEarlier(one: State["earlier"], other: State["earlier"]): State["earlier"] {
  if (one === other) return one;
  let both = one;
  for (const [failure, done] of other) both = withEarlier(both, failure, done, both === one);
  return both;
}

/** Values given on joined paths that are kept beside those of both. */
const MAX_GIVEN = 8;

/** What both paths have given, and then what each of them has: what leaves says which of it it is. */
function joinedReturns(one: ReturnList | undefined, other: ReturnList | undefined): ReturnList | undefined {
  const shared = common(one, other);
  if (shared === one) return other;
  let list = one;
  const added: Returned[] = [];
  for (let at = other; at && at !== shared; at = at.rest) added.push(at.returned);
  for (const returned of added.reverse())
    if (!list || list.length < (shared?.length ?? 0) + MAX_GIVEN)
      list = { returned, rest: list, length: (list?.length ?? 0) + 1 };
  return list;
}

/**
 * The failure comes after operations that have completed, too.
 * @param isShared others have the map as well: it must not be changed
 */
export function withEarlier(
  earlier: State["earlier"],
  failure: Failure,
  done: readonly Operation[],
  isShared: boolean,
): State["earlier"] {
  const known = earlier.get(failure);
  const all = joined(known ?? [], done);
  if (all === known || (known === undefined && all.length === 0)) return earlier;
  const own = isShared ? new Map(earlier) : (earlier as Map<Failure, readonly Operation[]>);
  return own.set(failure, all);
}

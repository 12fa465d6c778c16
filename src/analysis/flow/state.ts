import type { Node } from "../../syntax/tree.js";
import { IntMap } from "./int-map.js";
import type { Failure, Operation } from "./operations.js";
import {
  sameValue,
  uniqueSources,
  union,
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
}

interface ConditionList {
  readonly condition: Condition;
  readonly rest: ConditionList | undefined;
  readonly length: number;
}

interface Parts {
  readonly store: IntMap<Slot>;
  readonly failures: readonly Failure[];
  readonly completed: readonly Operation[];
  /** Promises that were made on the way. */
  readonly started: readonly number[];
  /** Truth of values of run time, by their keys. */
  readonly facts: ReadonlyMap<string, boolean>;
  readonly conditions: ConditionList | undefined;
  /** Where each failure was caught last. */
  readonly caught: ReadonlyMap<Failure, Site>;
}

/** What the files hold before any tool runs: shared by all states, and added to when a name is asked for. */
export class BaseStore {
  readonly #slots = new Map<number, Slot>();

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

const NOTHING_CAUGHT: ReadonlyMap<Failure, Site> = new Map();

/** What is known at one point of one path. Never changed: each step gives a new one. */
export class State {
  readonly store: IntMap<Slot>;
  readonly failures: readonly Failure[];
  readonly completed: readonly Operation[];
  readonly started: readonly number[];
  readonly facts: ReadonlyMap<string, boolean>;
  readonly conditionList: ConditionList | undefined;
  readonly caught: ReadonlyMap<Failure, Site>;
  readonly #base: BaseStore;

  constructor(base: BaseStore, parts: Partial<Parts> = {}) {
    this.#base = base;
    this.store = parts.store ?? IntMap.empty();
    this.failures = parts.failures ?? [];
    this.completed = parts.completed ?? [];
    this.started = parts.started ?? [];
    this.facts = parts.facts ?? new Map();
    this.conditionList = parts.conditions;
    this.caught = parts.caught ?? NOTHING_CAUGHT;
  }

  #with(change: Partial<Parts>): State {
    return new State(this.#base, {
      store: this.store,
      failures: this.failures,
      completed: this.completed,
      started: this.started,
      facts: this.facts,
      conditions: this.conditionList,
      caught: this.caught,
      ...change,
    });
  }

  slot(id: number): Slot | undefined {
    return this.store.get(id) ?? this.#base.get(id);
  }

  put(id: number, slot: Slot): State {
    return this.#with({ store: this.store.set(id, slot) });
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
    return this.failures.includes(failure) ? this : this.#with({ failures: [...this.failures, failure] });
  }

  /**
   * One operation fails on a path: what a second failure leads to can be seen on a path of its own. The same one may fail
   * again, so that repetitions come to their end.
   */
  mayFail(operation: Operation): boolean {
    return this.failures.every(
      (failure) => failure.origin === "first-party" || failure.operation.site.node === operation.site.node,
    );
  }

  /** Code that cannot be seen into has got the error of a failure: what becomes of it cannot be told. */
  handOn(failure: Failure): State {
    return this.#with({ facts: new Map(this.facts).set(handedOnKey(failure), true) });
  }

  isHandedOn(failure: Failure): boolean {
    return this.facts.has(handedOnKey(failure));
  }

  /** A `catch` block or a rejection handler has got the failure. */
  catch(failure: Failure, site: Site): State {
    return this.#with({ caught: new Map(this.caught).set(failure, site) });
  }

  complete(operation: Operation): State {
    // The last completion counts: a repetition that works comes after the failure that it makes good.
    const others = this.completed.filter((one) => one !== operation);
    return this.#with({ completed: [...others, operation] });
  }

  start(id: number): State {
    return this.#with({ started: [...this.started, id] });
  }

  handle(promise: PromiseValue): State {
    const object = this.promise(promise);
    return object.handled ? this : this.put(promise.id, { ...object, handled: true });
  }

  learn(condition: Condition, key: string | undefined, truth: boolean): State {
    const list = { condition, rest: this.conditionList, length: (this.conditionList?.length ?? 0) + 1 };
    return key === undefined
      ? this.#with({ conditions: list })
      : this.#with({ conditions: list, facts: new Map(this.facts).set(key, truth) });
  }

  /** What is done in a copy of this state goes on with these failures and completions alone. */
  withoutTraceOf(before: State): State {
    return this.#with({ failures: before.failures, completed: before.completed });
  }

  /** The tests on the path, first to last. */
  conditions(): Condition[] {
    const found: Condition[] = [];
    for (let at = this.conditionList; at; at = at.rest) found.push(at.condition);
    return found.reverse();
  }

  isSame(other: State): boolean {
    if (this === other) return true;
    if (this.completed.length !== other.completed.length || this.facts.size !== other.facts.size) return false;
    for (const [key, truth] of this.facts) if (other.facts.get(key) !== truth) return false;
    for (const [, one, two] of this.store.differences(other.store))
      if (one === undefined || two === undefined || !sameSlot(one, two)) return false;
    return true;
  }

  /** What is true of both. Their failures are the same. */
  join(other: State): State {
    let store = this.store;
    for (const [id, one, two] of this.store.differences(other.store)) {
      if (one === undefined) store = store.set(id, two as Slot);
      else if (two !== undefined) store = store.set(id, joinSlots(one, two));
    }
    return this.#with({
      store,
      completed: [...new Set([...this.completed, ...other.completed])],
      started: [...new Set([...this.started, ...other.started])],
      facts: new Map([...this.facts].filter(([key, truth]) => other.facts.get(key) === truth)),
      conditions: commonConditions(this.conditionList, other.conditionList),
    });
  }
}

function commonConditions(one: ConditionList | undefined, other: ConditionList | undefined): ConditionList | undefined {
  let left = one;
  let right = other;
  while (left !== right) {
    if ((left?.length ?? 0) >= (right?.length ?? 0)) left = left?.rest;
    else right = right?.rest;
  }
  return left;
}

function isValue(slot: Slot): slot is Value {
  return slot.kind !== "record" && slot.kind !== "list" && slot.kind !== "promise-state";
}

function sameSlot(one: Slot, other: Slot): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind) return false;
  if (isValue(one)) return sameValue(one, other as Value);
  if (one.kind === "list" && other.kind === "list")
    return (
      one.open === other.open &&
      one.items.length === other.items.length &&
      one.items.every((item, at) => sameValue(item, other.items[at] as Value))
    );
  if (one.kind === "record" && other.kind === "record")
    return (
      one.open === other.open &&
      one.failure === other.failure &&
      one.fields.size === other.fields.size &&
      [...one.fields].every(([name, value]) => {
        const others = other.fields.get(name);
        return others !== undefined && sameValue(value, others);
      })
    );
  if (one.kind === "promise-state" && other.kind === "promise-state")
    return one.handled === other.handled && one.state.settled === other.state.settled;
  return false;
}

function joinSlots(one: Slot, other: Slot): Slot {
  if (sameSlot(one, other)) return one;
  if (isValue(one) && isValue(other)) return union([one, other]);
  if (one.kind === "list" && other.kind === "list") {
    const [longer, shorter] = one.items.length >= other.items.length ? [one, other] : [other, one];
    const items = longer.items.map((item, at) => {
      const others = shorter.items[at];
      return others ? union([item, others]) : item;
    });
    const open = one.open || other.open || one.items.length !== other.items.length;
    return { ...longer, items, open, sources: uniqueSources([...one.sources, ...other.sources]) };
  }
  if (one.kind === "record" && other.kind === "record") {
    const fields = new Map<string, Value>();
    for (const name of new Set([...one.fields.keys(), ...other.fields.keys()])) {
      const values = [one.fields.get(name), other.fields.get(name)].filter((value) => value !== undefined);
      fields.set(
        name,
        values.length === 2 ? union(values) : union([...values, { kind: "constant", value: undefined }]),
      );
    }
    const sources = uniqueSources([...one.sources, ...other.sources]);
    return { ...one, fields, open: one.open || other.open, sources, failure: one.failure ?? other.failure };
  }
  if (one.kind === "promise-state" && other.kind === "promise-state")
    return { ...one, handled: one.handled && other.handled };
  return one;
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

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(object: object | undefined): number {
  if (!object) return 0;
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = ++lastNumber));
  return number;
}

/**
 * Failures that the same `catch` block has got are told apart no longer: whichever of its operations failed, what comes after
 * is the same.
 */
function kindOf({ how, label, state, at }: Completion): string {
  const place: Node | undefined = how === "normal" ? undefined : at?.node;
  const failures = state.failures.map((failure) => numberOf(state.caught.get(failure)?.node ?? failure));
  return `${how} ${label ?? ""} ${numberOf(place)} ${failures.join()}`;
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
  const merged: Completion[] = [];
  for (const list of kinds.values()) merged.push(...narrow(list, width));
  return merged;
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

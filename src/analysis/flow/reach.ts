import type { Frame } from "./frames.js";
import { keyOf } from "./keys.js";
import type { Failure, Operation } from "./operations.js";
import type { Completion } from "./completions.js";
import type { Condition, ConditionList } from "./conditions.js";
import type { Returned } from "./state.js";
import type { Slot, Source, Value } from "./values.js";

interface Roots {
  readonly failures: readonly Failure[];
  readonly conditions: readonly Condition[];
  readonly returns: readonly Returned[];
  readonly pending: readonly number[];
  /** What the function has changed or made. */
  readonly changed: ReadonlyMap<number, Slot>;
}

type Held = readonly [id: number, slot: Slot];

/** What of a finished function can still be asked for: the variables and objects that nobody holds any more are left out. */
export class Reach {
  /** Operations and failures by the numbers of their keys. */
  readonly keyed = new Map<number, object>();
  readonly #start: number;
  readonly #operations = new Set<Operation>();
  /** Failures, frames and lists of tests that have been looked at. */
  readonly #known = new Set<Failure | Frame | ConditionList>();
  readonly #named = new Set<object>();
  #slots: Held[] = [];
  #seen = new Set<number>();
  #changed: ReadonlyMap<number, Slot> = new Map();

  constructor(start: number) {
    this.#start = start;
  }

  from({ value, state }: Completion, { failures, conditions, returns, pending, changed }: Roots): readonly Held[] {
    this.#slots = [];
    this.#seen = new Set();
    this.#changed = changed;
    this.#operations.clear();
    this.#known.clear();
    this.#value(value);
    for (const id of changed.keys()) if (id <= this.#start) this.#id(id);
    for (const id of pending) this.#id(id);
    for (const failure of failures) this.#failure(failure);
    for (const failure of state.caught.keys()) this.#failure(failure);
    for (const operation of [...state.completed, ...[...state.earlier.values()].flat()]) this.#operation(operation);
    for (const condition of conditions.flatMap((one) => [one, ...(one.either ?? [])])) this.#condition(condition);
    for (const returned of returns) this.#value(returned.value);
    return this.#slots;
  }

  #condition({ subject, other }: Condition): void {
    this.#value(subject);
    if (other) this.#value(other);
  }

  #id(id: number): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    const slot = this.#changed.get(id);
    if (!slot) return;
    this.#slots.push([id, slot]);
    switch (slot.kind) {
      case "promise-state":
        if (slot.state.settled === "pending") this.#operation(slot.state.operation);
        else if (slot.state.settled !== "never") this.#value(slot.state.value);
        return;
      case "list":
        slot.items.forEach((item) => {
          this.#value(item);
        });
        this.#sources(slot.sources);
        return;
      case "record":
        for (const field of slot.fields.values()) this.#value(field);
        this.#sources(slot.sources);
        if (slot.cls) this.#frame(slot.cls.frame);
        if (slot.failure) this.#failure(slot.failure);
        for (let at = slot.tests; at && !this.#known.has(at); at = at.rest) {
          this.#known.add(at);
          this.#condition(at.condition);
        }
        return;
      default:
        this.#value(slot);
    }
  }

  #value(value: Value): void {
    switch (value.kind) {
      case "derived":
        this.#sources(value.sources);
        return;
      case "text":
        for (const part of value.parts) if (typeof part !== "string") this.#value(part);
        return;
      case "json":
        this.#value(value.of);
        return;
      case "union":
        value.of.forEach((one) => {
          this.#value(one);
        });
        return;
      case "error":
        this.#failure(value.failure);
        return;
      case "reference":
      case "promise":
        this.#id(value.id);
        return;
      case "function":
        this.#frame(value.frame);
        if (value.home) this.#frame(value.home.frame);
        if (value.self) this.#value(value.self);
        value.bound.forEach((one) => {
          this.#value(one);
        });
        return;
      case "class":
        this.#frame(value.frame);
        return;
      case "builtin":
        if (value.receiver) this.#value(value.receiver);
        return;
      default:
    }
  }

  #frame(frame: Frame): void {
    for (let at: Frame | undefined = frame; at && at.born > this.#start && !this.#known.has(at); at = at.parent) {
      this.#known.add(at);
      for (const id of at.cells.values()) this.#id(id);
      if (at.self) this.#value(at.self);
      if (at.home) this.#value(at.home);
    }
  }

  #sources(sources: readonly Source[]): void {
    for (const source of sources)
      if (source.kind === "operation") this.#operation(source.operation);
      else if (source.kind === "failure") this.#failure(source.failure);
  }

  #operation(operation: Operation): void {
    if (this.#operations.has(operation)) return;
    this.#operations.add(operation);
    this.#key(operation);
    operation.args.forEach((arg) => {
      this.#value(arg);
    });
    this.#value(operation.callee);
    this.#sources(operation.inputs);
  }

  #failure(failure: Failure): void {
    if (this.#known.has(failure)) return;
    this.#known.add(failure);
    this.#key(failure);
    this.#operation(failure.operation);
    if (failure.thrown) this.#value(failure.thrown);
  }

  #key(object: object): void {
    if (this.#named.has(object)) return;
    this.#named.add(object);
    this.keyed.set(Number.parseInt(keyOf(object).slice(1), 10), object);
  }
}

import { tellsOfFailure } from "./error-values.js";
import { keyOf, keyOfId, numberOf } from "./keys.js";
import { CallStack, type Failure, type Operation } from "./operations.js";
import { conveyed } from "./provenance.js";
import { statesFailure } from "./stated-failures.js";
import type { State } from "./state.js";
import {
  derived,
  INPUT,
  text,
  written,
  type DerivedValue,
  type FunctionValue,
  type HeapObject,
  type PromiseObject,
  type Site,
  type Slot,
  type Source,
  type Value,
} from "./values.js";

/** Values of one call that a summary looks at: a call with more of them is run by itself. */
const MAX_SIZE = 120;

/** A value that a function does not look into: it is the same function for all values like it. */
export interface Parameter {
  readonly number: number;
  /** What stands for the value where the function is run for all. */
  readonly value: DerivedValue;
  /** The source that stands for all of its sources; others of the parameter only say of what kind they are. */
  readonly carrier: Source | undefined;
  readonly operation: Operation | undefined;
}

/** What a parameter stands for in one call. */
export interface Argument {
  readonly value: Value | undefined;
  readonly sources: readonly Source[];
  /** The key of the value, without the name that the parameter's own key holds. */
  readonly key: string | undefined;
}

let lastParameter = 0;

/** The number of the last parameter: those of a summary that is begun now are higher. */
export function lastParameterNumber(): number {
  return lastParameter;
}

/** The operation that stands for those that a parameter comes from. */
function placeholder(site: Site): Operation {
  return new CallStack().stepAt(site, { name: "" });
}

/** Text that is put together for people or as an address: no test compares it. */
const isWording = (value: string): boolean => /[\s/]/u.test(value);

/**
 * The arguments of a call as far as the way of a function may depend on them, as text, and the same arguments with parameters
 * for the rest. Calls with equal texts differ only in what the parameters stand for, in numbers of objects and in failures.
 */
export class Shape {
  signature = "";
  /** It names something that only this run has. */
  isLocal = false;
  isTooLarge = false;
  readonly parameters: Parameter[] = [];
  readonly arguments: Argument[] = [];
  readonly ids: number[] = [];
  readonly failures: Failure[] = [];
  #size = 0;
  /** The state with the parameters in place of what they stand for. */
  state: State;
  readonly #given: State;
  /** Keys of the values, and what they are called in the signature and for the function. */
  readonly #keys = new Map<string, readonly [label: string, key: string]>();
  readonly #facts = new Map<string, string | boolean>();

  readonly #site: Site;

  constructor(given: State, site: Site) {
    this.#site = site;
    this.#given = given;
    this.state = given;
  }

  add(value: Value): Value {
    if (++this.#size > MAX_SIZE) {
      this.isTooLarge = true;
      return value;
    }
    switch (value.kind) {
      case "constant": {
        if (typeof value.value === "string" && isWording(value.value) && !statesFailure(value, this.#given)) {
          this.signature += "W";
          return { kind: "text", parts: [this.#parameter(value, [], "string", undefined, true)] };
        }
        this.signature += `${written(value.value)},`;
        return value;
      }
      case "derived":
        return this.#derived(value);
      case "text": {
        const sources = textSources(value.parts);
        const isSolid = value.parts.some((part) => typeof part === "string");
        // Code that asks how a text opens asks for the words of a failure.
        if (sources && (isSolid || value.parts.length > 1) && !statesFailure(value, this.#given)) {
          this.signature += isSolid ? "T" : "t";
          return { kind: "text", parts: [this.#parameter(value, sources, "string", undefined, isSolid)] };
        }
        this.signature += "t(";
        const parts = value.parts.map((part) => (typeof part === "string" ? this.#word(part) : this.add(part)));
        this.signature += ")";
        return text(parts);
      }
      case "json": {
        const sources = conveyed(value, this.#given);
        if (!sources.some(({ kind }) => kind === "failure")) {
          this.signature += "T";
          return { kind: "text", parts: [this.#parameter(value, sources, "string", undefined, true)] };
        }
        this.signature += "J";
        const of = this.add(value.of);
        this.signature += value.read ? String(numberOf(value.read.node)) : "";
        return of === value.of ? value : { ...value, of };
      }
      case "union": {
        this.signature += "(";
        const of = value.of.map((one) => this.add(one));
        this.signature += ")";
        return { kind: "union", of };
      }
      case "error":
        this.#failure(value.failure);
        return value;
      case "function":
        return this.function(value);
      case "class":
        this.signature += `c${numberOf(value.node)}/${numberOf(value.frame)},`;
        this.isLocal ||= value.frame.born > 0;
        return value;
      case "builtin":
        this.signature += `b${value.name}`;
        return value.receiver ? { ...value, receiver: this.add(value.receiver) } : value;
      case "library":
        this.signature += `l${value.module}:${value.path.join(".")},`;
        return value;
      case "reference":
      case "promise":
        this.#slot(value.id);
        return value;
    }
  }

  function(fn: FunctionValue): FunctionValue {
    this.signature += `f${numberOf(fn.node)}/${numberOf(fn.frame)}/${numberOf(fn.home?.frame)}(`;
    this.isLocal ||= fn.frame.born > 0;
    const self = fn.self && this.add(fn.self);
    const bound = fn.bound.map((one) => this.add(one));
    this.signature += ")";
    return self === fn.self && bound.length === 0 ? fn : { ...fn, self, bound };
  }

  /** What the path knows of the arguments. */
  finish(): State {
    const known: string[] = [];
    for (const [fact, truth] of this.#given.facts)
      for (const [key, [label, own]] of this.#keys) {
        if (!fact.startsWith(key) || !/^(?:[ .[]|$)/u.test(fact.slice(key.length))) continue;
        const rest = fact.slice(key.length);
        known.push(`${label}${rest}=${String(truth)}`);
        this.#facts.set(own + rest, truth);
      }
    if (known.length > 0) this.signature += `|${known.sort().join()}`;
    if (this.#facts.size === 0) return this.state;
    return this.state.with({ facts: new Map([...this.#given.facts, ...this.#facts]) });
  }

  /** Facts of the path that the signature already holds. */
  covers(fact: string): boolean {
    for (const [, own] of this.#keys.values()) if (fact.startsWith(own)) return true;
    return false;
  }

  *lookedUp(): Iterable<string> {
    for (const key of this.#keys.keys()) {
      yield key;
      yield `${key} === null`;
      yield `${key} == null`;
    }
  }

  #word(part: string): string {
    this.signature += JSON.stringify(part);
    return part;
  }

  #derived(value: DerivedValue): Value {
    if (
      value.sources.some(({ kind }) => kind === "failure" || kind === "lost") ||
      value.sources.every(({ kind }) => kind === "item")
    ) {
      if (value.sources.length > 0) {
        this.#exact(value);
        return value;
      }
    }
    const hasOperation = value.sources.some(({ kind }) => kind === "operation");
    const last = hasOperation && value.key !== undefined ? value.key.slice(value.key.lastIndexOf(".") + 1) : undefined;
    const name = last !== undefined && last !== value.key && tellsOfFailure(last) ? last : undefined;
    this.signature += `d${value.type ?? ""}${name ?? ""}`;
    return this.#parameter(value, value.sources, value.type, name, false);
  }

  /** A value that comes from a failure: it is named, with the part of it that it holds. */
  #exact({ sources, key, type }: DerivedValue): void {
    this.signature += `D${type ?? ""}(`;
    for (const source of sources)
      if (source.kind === "failure") {
        this.#failure(source.failure);
        this.signature += `${source.part}${source.read ? numberOf(source.read.node) : ""}`;
      } else this.#source(source);
    let own = key ?? "-";
    for (const [at, failure] of this.failures.entries()) {
      const prefix = keyOf(failure);
      if (own.startsWith(prefix)) own = `F${at}${own.slice(prefix.length)}`;
    }
    this.signature += `${own})`;
  }

  #source(source: Source): void {
    if (source.kind === "operation") {
      this.isLocal = true;
      this.signature += `o${numberOf(source.operation)},`;
    } else this.signature += source.kind === "item" ? `i${numberOf(source.loop)},` : `${source.kind},`;
  }

  #failure(failure: Failure): void {
    let at = this.failures.indexOf(failure);
    if (at < 0) {
      at = this.failures.length;
      this.failures.push(failure);
      const key = keyOf(failure);
      this.#keys.set(key, [`F${at}`, key]);
      this.signature += `F${at}:${failure.source}/${failure.origin},`;
    } else this.signature += `F${at},`;
  }

  #parameter(
    value: Value | undefined,
    sources: readonly Source[],
    type: DerivedValue["type"],
    name: string | undefined,
    isSolid: boolean,
  ): DerivedValue {
    const known = value ? this.arguments.findIndex((argument) => argument.value === value) : -1;
    if (known >= 0) {
      this.signature += `=${known},`;
      return (this.parameters[known] as Parameter).value;
    }
    const at = this.parameters.length;
    const number = ++lastParameter;
    const hasInput = sources.some(({ kind }) => kind === "input");
    const operation = sources.some(({ kind }) => kind === "operation") ? placeholder(this.#site) : undefined;
    this.signature += `${hasInput ? "i" : ""}${operation ? "o" : ""},`;
    const own: Source[] = [];
    if (hasInput) own.push({ ...INPUT, parameter: number });
    if (operation) own.push({ kind: "operation", operation });
    const key = value?.kind === "derived" ? value.key : undefined;
    const ownKey = value && `$${number};${name === undefined ? "" : `.${name}`}`;
    const parameter: Parameter = {
      number,
      value: derived(own, ownKey, type),
      carrier: own[0],
      operation,
    };
    this.parameters.push(parameter);
    this.arguments.push({
      value,
      sources,
      key: key !== undefined && name !== undefined ? key.slice(0, -name.length - 1) : key,
    });
    if (key !== undefined && ownKey !== undefined) this.#keys.set(key, [`$${at}`, ownKey]);
    if (isSolid && ownKey !== undefined) this.#facts.set(ownKey, true);
    return parameter.value;
  }

  #slot(id: number): void {
    if (id < 0) {
      this.signature += `@${id},`;
      return;
    }
    const known = this.ids.indexOf(id);
    if (known >= 0) {
      this.signature += `@${known},`;
      return;
    }
    this.#keys.set(keyOfId(id), [`@${this.ids.length}`, keyOfId(id)]);
    this.ids.push(id);
    const slot = this.#given.slot(id);
    if (!slot) {
      this.signature += "@-,";
      return;
    }
    const own: Slot = slot.kind === "promise-state" ? this.#promise(slot) : this.#object(slot as HeapObject);
    if (own !== slot) this.state = this.state.put(id, own);
  }

  #promise(slot: PromiseObject): PromiseObject {
    const { state } = slot;
    this.signature += `P${state.settled}${slot.handled ? "h" : ""}${slot.perhapsPlain ? "p" : ""}`;
    if (state.settled === "pending") this.#source({ kind: "operation", operation: state.operation });
    if (state.settled !== "fulfilled" && state.settled !== "rejected") return slot;
    return { ...slot, state: { ...state, value: this.add(state.value) } };
  }

  #object(slot: HeapObject): HeapObject {
    if (slot.kind === "list") {
      this.signature += `[${slot.open ? (slot.filled ? "+…" : "…") : ""}`;
      const items = slot.items.map((item) => this.add(item));
      const sources = this.#sources(slot.sources);
      this.signature += "]";
      return { ...slot, items, sources };
    }
    this.signature += `{${slot.open ? "…" : ""}${slot.brand ?? ""}${slot.cls ? numberOf(slot.cls.node) : ""}`;
    if (slot.cls) this.isLocal ||= slot.cls.frame.born > 0;
    if (slot.failure) this.#failure(slot.failure);
    const fields = new Map<string, Value>();
    for (const [name, field] of slot.fields) {
      this.signature += `${name}:`;
      fields.set(name, this.add(field));
    }
    const sources = this.#sources(slot.sources);
    this.signature += "}";
    return { ...slot, fields, sources };
  }

  #sources(sources: readonly Source[]): readonly Source[] {
    if (sources.length === 0) return sources;
    if (
      sources.some(({ kind }) => kind === "failure" || kind === "lost") ||
      sources.every(({ kind }) => kind === "item")
    ) {
      this.#exact({ kind: "derived", sources, key: undefined, type: undefined });
      return sources;
    }
    this.signature += "s";
    return this.#parameter(undefined, sources, undefined, undefined, false).sources;
  }
}

/** What a text without words of a failure comes from; undefined where it holds something else. */
function textSources(parts: readonly (string | Value)[]): readonly Source[] | undefined {
  const found: Source[] = [];
  for (const part of parts) {
    if (typeof part === "string") continue;
    if (part.kind !== "derived" || part.sources.some(({ kind }) => kind === "failure")) return undefined;
    found.push(...part.sources);
  }
  return found;
}

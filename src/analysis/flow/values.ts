import type { ClassNode, FunctionNode, Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { Frame } from "./frames.js";
import type { CallStack, Failure, Operation } from "./operations.js";
import type { ConditionList } from "./conditions.js";

/** A place in a file. */
export interface Site {
  readonly node: Node;
  readonly file: File;
}

/** Which part of a failure a value holds: the error itself, or a member of it. */
export type FailurePart =
  | "whole"
  | "message"
  | "stack"
  | "code"
  | "status"
  | "headers"
  | "body"
  | "response"
  | "request"
  | "statement"
  | "name"
  | "other";

/** Where code reads a part of a failure. */
export interface Read extends Site {
  /** Behind a test of something that no operation, input or failure has brought: a setting asks for it. */
  readonly isAskedFor: boolean;
}

/** What a value derives from. */
export type Source =
  | { readonly kind: "operation"; readonly operation: Operation }
  | { readonly kind: "failure"; readonly failure: Failure; readonly part: FailurePart; readonly read?: Read }
  | InputSource
  /** The item of an iteration. */
  | { readonly kind: "item"; readonly loop: Node }
  /** Some of the sources are not listed: of what is missing nothing can be said. */
  | { readonly kind: "lost" };

export interface InputSource {
  readonly kind: "input";
  /** It stands for what a parameter comes from, by the number of the parameter. */
  readonly parameter?: number;
}

export type Primitive = string | number | boolean | bigint | null | undefined;

export interface ConstantValue {
  readonly kind: "constant";
  readonly value: Primitive;
}
/** Text that is put together; neighbouring constants are joined. */
export interface TextValue {
  readonly kind: "text";
  readonly parts: readonly (string | Value)[];
}
/** What `JSON.stringify` makes of a value. */
export interface JsonValue {
  readonly kind: "json";
  readonly of: Value;
  /** The call that makes it. */
  readonly read?: Read;
}
/** An object or a list on the heap. */
export interface ReferenceValue {
  readonly kind: "reference";
  readonly id: number;
}
export interface FunctionValue {
  readonly kind: "function";
  readonly node: FunctionNode;
  /** Where it was made: its free variables and `this` of arrows. */
  readonly frame: Frame;
  readonly self: Value | undefined;
  /** Arguments given by `bind`. */
  readonly bound: readonly Value[];
  /** The class whose method it is, for `super`. */
  readonly home?: ClassValue;
}
/** A function of the language, or one that the interpreter makes, such as `resolve` of a promise. */
export interface BuiltinValue {
  readonly kind: "builtin";
  readonly name: string;
  readonly receiver: Value | undefined;
}
/** Something that a package exports, or a part of it: `fs.promises`, an instance of a client. */
export interface LibraryValue {
  readonly kind: "library";
  readonly module: string;
  /** Names from the export inwards; `new` and `()` stand for what a call gives. */
  readonly path: readonly string[];
}
export interface ClassValue {
  readonly kind: "class";
  readonly node: ClassNode;
  /** Where it is declared. */
  readonly frame: Frame;
}
export interface PromiseValue {
  readonly kind: "promise";
  readonly id: number;
}
/** An error that an operation failed with. */
export interface ErrorValue {
  readonly kind: "error";
  readonly failure: Failure;
}
/** A number that says how something ended: of a response that was refused or not, of a command that failed. */
export type KnownRange = "error status" | "success status" | "failed exit code";
/** A value of run time: what is known is where it comes from. */
export interface DerivedValue {
  readonly kind: "derived";
  readonly sources: readonly Source[];
  /** Equal keys are equal values, so that what a test says of one holds for the other. */
  readonly key: string | undefined;
  /**
   * `tool-name`: a string by which a handler tells the tools apart that it answers for. The statuses and exit codes are numbers
   * of which the range is known.
   */
  readonly type: "string" | "number" | "boolean" | "tool-name" | KnownRange | undefined;
}
/** One of several. */
export interface UnionValue {
  readonly kind: "union";
  readonly of: readonly Value[];
}

export type Value =
  | ConstantValue
  | TextValue
  | JsonValue
  | ReferenceValue
  | FunctionValue
  | BuiltinValue
  | LibraryValue
  | ClassValue
  | PromiseValue
  | ErrorValue
  | DerivedValue
  | UnionValue;

/** An object with the fields that are known. */
export interface RecordObject {
  readonly kind: "record";
  readonly fields: ReadonlyMap<string, Value>;
  /** It may hold more fields than these, which come from `sources`. */
  readonly open: boolean;
  readonly sources: readonly Source[];
  readonly cls: ClassValue | undefined;
  /**
   * What the language or a library makes of it: an `Error` keeps its message, a response of another server its status. A reply
   * or context is what a route of the own server answers by, an answer what it sends.
   */
  readonly brand: "error" | "response" | "map" | "reply" | "context" | "answer" | "contract" | undefined;
  readonly made: Site;
  /** The calls that lead to where it is made. */
  readonly calls: CallStack | undefined;
  /** The tests that lead there: what has been found out of a failure when its fields are written. */
  readonly tests: ConditionList | undefined;
  /** The failure that an object tells of: a response with an error status, an error that was thrown. */
  readonly failure: Failure | undefined;
}
export interface ListObject {
  readonly kind: "list";
  readonly items: readonly Value[];
  /** There may be none, or more like these. */
  readonly open: boolean;
  /** Of an open one: something was added on every path that leads here. */
  readonly filled?: boolean | undefined;
  readonly sources: readonly Source[];
  readonly made: Site;
}
export type HeapObject = RecordObject | ListObject;

/** A promise: what it settles to is known once it was asked for. */
export interface PromiseObject {
  readonly kind: "promise-state";
  readonly state:
    | { readonly settled: "pending"; readonly operation: Operation }
    | { readonly settled: "fulfilled" | "rejected"; readonly value: Value }
    /** `new Promise(…)` of which no call of `resolve` was seen. */
    | { readonly settled: "never" };
  /** Somebody awaits it, returns it or hands it on. */
  readonly handled: boolean;
  /** It may be a plain value: the function is not known to give a promise. */
  readonly perhapsPlain: boolean;
  readonly made: Site;
}

export type Slot = Value | HeapObject | PromiseObject;

export const constant = (value: Primitive): ConstantValue => ({ kind: "constant", value });

/** A constant as it is written in code: JSON has no text for `1n` and `undefined`. */
export const written = (value: Primitive): string =>
  typeof value === "bigint" ? `${value}n` : (JSON.stringify(value) ?? "undefined");
export const UNDEFINED = constant(undefined);
export const TRUE = constant(true);
export const FALSE = constant(false);
export const UNKNOWN: DerivedValue = { kind: "derived", sources: [], key: undefined, type: undefined };
export const INPUT: InputSource = { kind: "input" };
export const LOST: Source = { kind: "lost" };

/** Sources that one value names at the most: which ones of a long list it is does not matter. */
const MAX_SOURCES = 40;

export function derived(sources: readonly Source[], key?: string, type?: DerivedValue["type"]): DerivedValue {
  if (sources.length === 0 && key === undefined && type === undefined) return UNKNOWN;
  return { kind: "derived", sources: uniqueSources(sources), key, type };
}

export function uniqueSources(sources: readonly Source[]): readonly Source[] {
  if (sources.length < 2) return sources;
  const unique: Source[] = [];
  for (const source of sources) {
    if (unique.length >= MAX_SOURCES) return [...unique, LOST];
    if (!unique.some((other) => sameSource(source, other))) unique.push(source);
  }
  return unique;
}

function sameSource(one: Source, other: Source): boolean {
  if (one === other) return true;
  switch (one.kind) {
    case "operation":
      return other.kind === "operation" && one.operation === other.operation;
    case "failure":
      return (
        other.kind === "failure" &&
        one.failure === other.failure &&
        one.part === other.part &&
        one.read?.node === other.read?.node
      );
    case "item":
      return other.kind === "item" && one.loop === other.loop;
    case "input":
      return other.kind === "input" && one.parameter === other.parameter;
    case "lost":
      return other.kind === "lost";
  }
}

/** Text of parts, with neighbouring constants joined. */
export function text(parts: readonly (string | Value)[]): Value {
  const flat: (string | Value)[] = [];
  const add = (part: string | Value): void => {
    if (typeof part !== "string") {
      if (part.kind === "text") {
        part.parts.forEach(add);
        return;
      }
      if (part.kind !== "constant") {
        flat.push(part);
        return;
      }
    }
    const words = typeof part === "string" ? part : String(part.value);
    const last = flat.at(-1);
    if (words === "") return;
    if (typeof last === "string") flat[flat.length - 1] = last + words;
    else flat.push(words);
  };
  parts.forEach(add);
  if (flat.length === 0) return constant("");
  const [only] = flat;
  return flat.length === 1 && typeof only === "string" ? constant(only) : { kind: "text", parts: flat };
}

/** Alternatives that are told apart; more become "derives from all of these". */
const MAX_ALTERNATIVES = 6;
/** Of objects and errors: a dispatcher has a result and a failure for each of its tools. */
const MAX_OBJECTS = 64;

export function union(values: readonly Value[]): Value {
  const flat: Value[] = [];
  for (const value of values)
    for (const one of value.kind === "union" ? value.of : [value])
      if (!flat.some((other) => sameValue(one, other))) flat.push(one);
  const [only] = flat;
  if (only && flat.length === 1) return only;
  if (flat.length <= MAX_ALTERNATIVES) return { kind: "union", of: flat };
  const others = flat.filter((one) => !hasIdentity(one));
  if (others.length <= MAX_ALTERNATIVES && flat.length - others.length <= MAX_OBJECTS)
    return { kind: "union", of: flat };
  return derived([...flat.flatMap(shallowSources), LOST]);
}

function hasIdentity({ kind }: Value): boolean {
  return kind === "reference" || kind === "promise" || kind === "function" || kind === "error";
}

/** The alternatives of a value. */
export function alternatives(value: Value): readonly Value[] {
  return value.kind === "union" ? value.of : [value];
}

/** What a value derives from, without what it holds on the heap. */
export function shallowSources(value: Value): readonly Source[] {
  switch (value.kind) {
    case "derived":
      return value.sources;
    case "error":
      return [{ kind: "failure", failure: value.failure, part: "whole" }];
    case "text":
      return value.parts.flatMap((part) => (typeof part === "string" ? [] : shallowSources(part)));
    case "json":
      return shallowSources(value.of);
    case "union":
      return value.of.flatMap(shallowSources);
    default:
      return [];
  }
}

/** Two descriptions of one and the same run-time value. */
export function sameValue(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind) return false;
  switch (one.kind) {
    case "constant":
      return Object.is(one.value, (other as ConstantValue).value);
    case "text": {
      const { parts } = other as TextValue;
      return (
        one.parts.length === parts.length && one.parts.every((part, at) => samePart(part, parts[at] as string | Value))
      );
    }
    case "json":
      return sameValue(one.of, (other as JsonValue).of);
    case "reference":
    case "promise":
      return one.id === (other as ReferenceValue | PromiseValue).id;
    case "function":
      return (
        one.node === (other as FunctionValue).node &&
        one.frame === (other as FunctionValue).frame &&
        one.self === (other as FunctionValue).self
      );
    case "builtin":
      return one.name === (other as BuiltinValue).name && one.receiver === (other as BuiltinValue).receiver;
    case "library": {
      const { module, path } = other as LibraryValue;
      return one.module === module && one.path.join() === path.join();
    }
    case "class":
      return one.node === (other as ClassValue).node;
    case "error":
      return one.failure === (other as ErrorValue).failure;
    case "derived": {
      const { sources, key, type } = other as DerivedValue;
      return (
        one.key === key &&
        one.type === type &&
        one.sources.length === sources.length &&
        one.sources.every((source, at) => sameSource(source, sources[at] as Source))
      );
    }
    case "union": {
      const { of } = other as UnionValue;
      return one.of.length === of.length && one.of.every((value, at) => sameValue(value, of[at] as Value));
    }
  }
}

function samePart(one: string | Value, other: string | Value): boolean {
  return typeof one === "string" || typeof other === "string" ? one === other : sameValue(one, other);
}

export function isNullish(value: Value): boolean {
  return value.kind === "constant" && (value.value === null || value.value === undefined);
}

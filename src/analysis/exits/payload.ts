import { categoryOf, TERMINAL_CATEGORIES } from "../../contract/categories.js";
import { conceptOf, type Concept } from "../../contract/dialects.js";
import { conditionsOf, type Condition } from "../flow/conditions.js";
import { conveyed } from "../flow/provenance.js";
import { originOf } from "../flow/outcomes.js";
import type { Operation } from "../flow/operations.js";
import type { State } from "../flow/state.js";
import {
  alternatives,
  type Primitive,
  type RecordObject,
  type Source,
  type TextValue,
  type Value,
} from "../flow/values.js";
import { memoised } from "../memoised.js";
import { isDeclaredBare } from "./declared-results.js";
import type { Exit } from "./exits.js";
import { statusesIn, terminalKindsIn, type TestedKind } from "./tested-kinds.js";

/** A field of the error contract in what the model reads. */
export interface PayloadField {
  readonly name: string;
  readonly concept: Concept;
  readonly value: Value;
  /** The object that holds it. */
  readonly record: RecordObject;
}

/** The objects that the model reads together, on one of the ways to an exit. */
export interface Payload {
  readonly fields: readonly PayloadField[];
  readonly records: readonly RecordObject[];
  /** The fields are all that there are. */
  readonly isClosed: boolean;
  /** The tests that lead to the exit, and to where the fields are written. */
  readonly conditions: readonly Condition[];
}

interface Variant {
  readonly fields: readonly PayloadField[];
  readonly records: readonly RecordObject[];
  readonly isClosed: boolean;
}

const MAX_DEPTH = 6;
/** Further variants of what the model reads at one exit are left out. */
const MAX_VARIANTS = 16;

const EMPTY: Variant = { fields: [], records: [], isClosed: true };
const OPEN: Variant = { ...EMPTY, isClosed: false };

/** What the model reads at an exit, in its texts, its structured content or a thrown error: once for each way to make it. */
export const payloadsOf = memoised((exit: Exit): readonly Payload[] => {
  const variants = productOf(
    [...exit.visible.parts, ...extrasOf(exit)].map((part) => variantsOfPart(part, exit.state)),
  );
  return variants.map((variant) => ({
    ...variant,
    conditions: [...new Set([...exit.conditions, ...variant.records.flatMap(({ tests }) => conditionsOf(tests))])],
  }));
});

/** `new UserError(text, { errorCategory })`: a framework may send what its error is given beside the message. */
function extrasOf({ how, value, state }: Exit): readonly Value[] {
  const extras = how === "throw" ? state.recordOf(value)?.fields.get("argument1") : undefined;
  return extras && state.recordOf(extras) ? [extras] : [];
}

function productOf(lists: readonly (readonly Variant[])[]): readonly Variant[] {
  let product: readonly Variant[] = [EMPTY];
  for (const list of lists) {
    if (list.length === 0) continue;
    product = product
      .flatMap((one) =>
        list.map((other) => ({
          fields: [...one.fields, ...other.fields],
          records: [...one.records, ...other.records],
          isClosed: one.isClosed && other.isClosed,
        })),
      )
      .slice(0, MAX_VARIANTS);
  }
  return product;
}

/** The objects that a value holds: once for each way to make it. */
function variantsOf(value: Value, state: State, depth = MAX_DEPTH): readonly Variant[] {
  if (depth <= 0) return [OPEN];
  switch (value.kind) {
    case "union":
      return value.of.flatMap((one) => variantsOf(one, state, depth));
    case "json":
      return variantsOf(value.of, state, depth - 1);
    case "text":
      return variantsOfText(value, state, depth);
    case "reference": {
      const record = state.recordOf(value);
      return record ? variantsOfRecord(record, state, depth) : [EMPTY];
    }
    case "derived":
      return variantsOfMade(value.sources, state, depth);
    case "promise":
      return variantsOfMade(conveyed(value, state), state, depth);
    default:
      return [EMPTY];
  }
}

function variantsOfText({ parts }: TextValue, state: State, depth: number): readonly Variant[] {
  const variants = productOf(
    parts.flatMap((part) =>
      typeof part === "string" || part.kind === "derived" ? [] : [variantsOf(part, state, depth - 1)],
    ),
  );
  return isProse(parts) ? variants.map((variant) => ({ ...variant, isClosed: true })) : variants;
}

/** Words stand in front: no program reads the text as JSON, whatever follows them. A fenced block is meant to be read. */
function isProse(parts: TextValue["parts"]): boolean {
  const [first] = parts;
  return (
    typeof first === "string" &&
    /\p{L}/u.test(first) &&
    !/^\s*[[{]/u.test(first) &&
    !parts.some((part) => typeof part === "string" && part.includes("```"))
  );
}

/** What is given to a function that cannot be seen into, which makes the result of it: `fail({ errorCategory, isRetryable })`. */
function variantsOfMade(sources: readonly Source[], state: State, depth: number): readonly Variant[] {
  const operations = sources.flatMap((source) => (source.kind === "operation" ? [source.operation] : []));
  const [checked, ...others] = operations;
  const [only, ...further] = checked?.args ?? [];
  if (checked && only && others.length + further.length === 0 && originOf(checked) === "validator")
    return variantsOf(only, state, depth - 1);
  const given = operations.flatMap(({ args }) => args.filter((arg) => state.recordOf(arg)));
  const variants = given.flatMap((arg) => variantsOf(arg, state, depth - 1)).filter((variant) => isContract(variant));
  if (variants.length > 0) return variants.map((variant) => ({ ...variant, isClosed: false }));
  return sources.length > 0 && sources.every((source) => isBare(source, state)) ? [EMPTY] : [OPEN];
}

/** The same for a text or an object that the model reads. */
export function variantsOfPart(part: Value, state: State): readonly Variant[] {
  return alternatives(part).flatMap((one) => (isPartOfAnswer(one) ? [EMPTY] : variantsOf(one, state)));
}

/** A part of what was brought, told in plain text, is prose; so is what the caller has given. */
function isPartOfAnswer(value: Value): boolean {
  if (value.kind !== "derived") return false;
  const isGiven = value.sources.length > 0 && value.sources.every(({ kind }) => kind === "input");
  return isGiven || /\.(?!content$)\w+$/u.test(value.key ?? "");
}

/** What a package or the platform brings follows no contract of this project's, whatever is in it; a declared type may say the same. */
function isBare(source: Source, state: State): boolean {
  switch (source.kind) {
    case "operation":
      return (
        isDeclaredBare(source.operation) || (isForeign(source.operation) && !isGivenError(source.operation, state))
      );
    case "failure":
      return source.failure.origin !== "first-party";
    default:
      return false;
  }
}

/** Of an object that nobody declares, such as a browser's API. A bare name may be a function of the project's, imported by its tools. */
const GLOBAL_OBJECT = /^global \w+\./u;

/** Another server's answer may well speak the contract, and a validator hands on what it is given. */
const PASSES_ON = /^(?:callTool|executeTool|invokeTool|parse|safeParse|validate)$/u;

function isForeign({ callee, verb }: Operation): boolean {
  if (PASSES_ON.test(verb)) return false;
  if (callee.kind === "library") return !/^[./]/u.test(callee.module);
  return callee.kind === "derived" && GLOBAL_OBJECT.test(callee.key ?? "");
}

/** It may make anything of a failure. */
function isGivenError({ args }: Operation, state: State): boolean {
  return args.some((arg) => conveyed(arg, state).some(({ kind }) => kind === "failure"));
}

function isContract(variant: Variant): boolean {
  return fieldOf(variant, "category") !== undefined && fieldOf(variant, "retryable") !== undefined;
}

function variantsOfRecord(record: RecordObject, state: State, depth: number): readonly Variant[] {
  const own: PayloadField[] = [];
  const inner: (readonly Variant[])[] = [];
  for (const [name, value] of record.fields) {
    if (value.kind === "constant" && value.value === undefined) continue;
    // `JSON.stringify()` leaves out the message of an error.
    if (record.brand === "error" && name === "message") continue;
    const concept = conceptOf(name);
    if (concept) own.push({ name, concept, value, record });
    if (alternatives(value).some(({ kind }) => kind === "reference" || kind === "json"))
      inner.push(variantsOf(value, state, depth - 1).map((variant) => ({ ...variant, isClosed: true })));
  }
  const isClosed = !record.open || record.brand === "error";
  return productOf([[{ fields: own, records: [record], isClosed }], ...inner]);
}

export function fieldOf({ fields }: Pick<Payload, "fields">, concept: Concept): PayloadField | undefined {
  return fields.find((field) => field.concept === concept);
}

/** The value of a field that is the same on every way to the exit. */
export function constantIn(field: PayloadField | undefined): Primitive {
  return field?.value.kind === "constant" ? field.value.value : undefined;
}

/** The texts that a field may hold. */
export function textsOf(field: PayloadField | undefined): readonly string[] {
  return field
    ? alternatives(field.value).flatMap((one) =>
        one.kind === "constant" && typeof one.value === "string" ? [one.value] : [],
      )
    : [];
}

/** A category where no repetition helps, and what it follows from. */
export interface Terminal extends TestedKind {
  /** As the payload spells it. */
  readonly stated: string;
}

/** The category that a payload states, or that the tests on its path stand for, where no repetition helps. */
export function terminalOf(payload: Payload): Terminal | undefined {
  const stated = textsOf(fieldOf(payload, "category"));
  let isStated = false;
  for (const text of stated) {
    const category = categoryOf(text);
    isStated ||= category !== undefined;
    if (category && TERMINAL_CATEGORIES.has(category))
      return { category, stated: text, status: undefined, className: undefined, test: undefined };
  }
  // Against what the payload says itself, only the tests around the object count, and only where they leave one kind.
  const own = payload.records.flatMap(({ tests }) => conditionsOf(tests));
  const kinds = terminalKindsIn(isStated ? own : payload.conditions);
  if (isStated && new Set(statusesIn(own)).size > 1) return undefined;
  const kind = kinds.find((one) => !isStated || !mayPass(one));
  return kind && { ...kind, stated: kind.category };
}

/** A conflict may pass, and what is not there yet may come, if the author says so; a missing right or a broken rule does not. */
function mayPass({ category, status, className }: TestedKind): boolean {
  return category === "business" || status === 404 || (className !== undefined && category !== "permission");
}

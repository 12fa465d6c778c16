import type { TSESTree } from "@typescript-eslint/types";
import { keyName } from "../../syntax/names.js";
import { unwrapTypes, type Node } from "../../syntax/tree.js";
import { cellOf, type Frame } from "./frames.js";
import type { CallSite, Machine } from "./machine.js";
import { siteOf } from "./machine.js";
import { memberKey } from "./names.js";
import { startsWith } from "./openings.js";
import { failureOf } from "./operations.js";
import type { Condition } from "./conditions.js";
import { failureByComparison, failureByTruth } from "./error-values.js";
import { normal, andThen, type Completion, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { isMethodOfRequest } from "./outbox.js";
import {
  alternatives,
  constant,
  FALSE,
  isNullish,
  TRUE,
  UNDEFINED,
  union,
  written,
  type KnownRange,
  type DerivedValue,
  type LibraryValue,
  type Primitive,
  type RecordObject,
  type Value,
} from "./values.js";

/** Opens the key of a number that is at least 1. */
export const SOME = "some ";

/** Whether a value counts as true; undefined where that is decided at run time. */
export function truthOf(value: Value, state: State): boolean | undefined {
  switch (value.kind) {
    case "constant":
      return Boolean(value.value);
    case "text":
      return value.parts.some((part) =>
        typeof part === "string"
          ? part !== ""
          : part.kind === "derived" && part.type === "string" && truthOf(part, state) === true,
      )
        ? true
        : undefined;
    case "derived":
      if (value.key?.startsWith(SOME) || isMessage(value)) return true;
      // The body of an error response is something.
      if (
        /\)$/u.test(value.key ?? "") &&
        value.sources.some((source) => source.kind === "failure" && source.part === "body")
      )
        return true;
      return value.key === undefined ? undefined : truthOfKey(value.key, state);
    case "union": {
      const truths = value.of.map((one) => truthOf(one, state));
      return truths.every((truth) => truth === truths[0]) ? truths[0] : undefined;
    }
    case "builtin":
      return isEnvironment(value) ? undefined : true;
    case "library":
      return isOwnSetting(value) ? undefined : true;
    case "promise": {
      // `if (added.isErr())`: a function that is not known to give promises.
      const slot = state.slot(value.id);
      return slot?.kind === "promise-state" && slot.perhapsPlain ? undefined : true;
    }
    default:
      return true;
  }
}

/** `process.env.DEBUG`: set or not. */
export function isEnvironment(value: Value): boolean {
  return value.kind === "builtin" && value.name.startsWith("process.env.");
}

/** `config.token`, of a file of the project's own that cannot be read: there or not. */
function isOwnSetting({ module, path }: LibraryValue): boolean {
  return /^[./]/u.test(module) && path.length > 1 && /^\w+$/u.test(path.at(-1) ?? "") && path.at(-1) !== "new";
}

/** An error says something. */
function isMessage({ sources, type }: DerivedValue): boolean {
  return (
    type === "string" &&
    sources.length > 0 &&
    sources.every((source) => source.kind === "failure" && (source.part === "message" || source.part === "stack"))
  );
}

function truthOfKey(key: string, state: State): boolean | undefined {
  const known = state.fact(key);
  if (typeof known === "boolean") return known;
  return state.fact(`${key} === null`) === true || state.fact(`${key} == null`) === true ? false : undefined;
}

/** Each outcome of a test: `true` or `false`, with what is known after it. */
export function runTest(m: Machine, node: Node, frame: Frame, state: State): Completions {
  const test = unwrapTypes(node);
  const site: CallSite = { node: test, frame };
  switch (test.type) {
    case "UnaryExpression":
      if (test.operator !== "!") break;
      return m
        .test(test.argument, frame, state)
        .map((one) => (one.how === "normal" ? { ...one, value: one.value === TRUE ? FALSE : TRUE } : one));
    case "LogicalExpression":
      if (test.operator === "??") break;
      return m.test(test.left, frame, state).flatMap((one): Completions => {
        if (one.how !== "normal") return [one];
        return (one.value === TRUE) === (test.operator === "&&") ? m.test(test.right, frame, one.state) : [one];
      });
    case "BinaryExpression":
      return compare(m, test, frame, state);
    default:
  }
  return andThen(m.expression(test, frame, state), (value, next) => split(m, value, test, site, next));
}

/** Goes both ways where the truth of a value is not known. */
function split(m: Machine, value: Value, node: Node, site: CallSite, state: State): Completions {
  const truth = truthOf(value, state);
  if (truth !== undefined) return [normal(truth ? TRUE : FALSE, refineByOpening(node, site.frame, truth, state))];
  return [true, false].map((holds): Completion => {
    const key = value.kind === "derived" ? value.key : undefined;
    let next = state.learn({ site: siteOf(site), holds, subject: value, operator: "", other: undefined }, key, holds);
    next = refine(node, site.frame, holds, next);
    const failure = failureByTruth(value, holds);
    if (failure) next = next.fail(failure);
    return normal(holds ? TRUE : FALSE, next);
  });
}

/** `told.startsWith("Error")`: a name that holds one of several texts holds those that open so, or the others. */
function refineByOpening(node: Node, frame: Frame, holds: boolean, state: State): State {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return state;
  const [word] = node.arguments;
  const isOpening = keyName(node.callee.property, node.callee.computed) === "startsWith" && word?.type === "Literal";
  const place = isOpening ? placeOf(node.callee.object, frame, state) : undefined;
  if (!isOpening || place?.held.kind !== "union") return state;
  const opening = constant(word.value as string);
  const fitting = place.held.of.filter((one) => startsWith(one, opening) !== !holds);
  return fitting.length === 0 ? state : place.put(union(fitting));
}

/** A name that holds one of several values holds those that fit the test: `found`, `this.client`, or `result` of `result.ok`. */
function refine(node: Node, frame: Frame, holds: boolean, state: State): State {
  const own = placeOf(node, frame, state);
  const member = own || node.type !== "MemberExpression" ? undefined : memberKey(node.property, node.computed);
  const place =
    own ?? (node.type === "MemberExpression" && member !== undefined ? placeOf(node.object, frame, state) : undefined);
  if (place?.held.kind !== "union") return state;
  const { held, put } = place;
  const fitting = held.of.filter((one) => {
    const tested = member === undefined ? one : knownField(one, member, state);
    return !tested || truthOf(tested, state) !== !holds;
  });
  return fitting.length > 0 && fitting.length < held.of.length ? put(union(fitting)) : state;
}

/** What a name or a field of `this` holds, and how to say that it holds less. */
function placeOf(
  written: Node,
  frame: Frame,
  state: State,
): { readonly held: Value; readonly put: (value: Value) => State } | undefined {
  const node = unwrapTypes(written);
  if (node.type === "Identifier") {
    const variable = frame.file.bindings.variable(node);
    const id = variable && cellOf(variable, frame).id;
    const held = id === undefined ? undefined : (state.slot(id) as Value | undefined);
    return held && id !== undefined ? { held, put: (value) => state.put(id, value) } : undefined;
  }
  const { self } = frame;
  if (node.type !== "MemberExpression" || node.object.type !== "ThisExpression" || self?.kind !== "reference")
    return undefined;
  const name = memberKey(node.property, node.computed);
  const object = state.recordOf(self);
  const held = name === undefined ? undefined : object?.fields.get(name);
  if (!object || !held || name === undefined) return undefined;
  return {
    held,
    put: (value) => state.put(self.id, { ...object, fields: new Map(object.fields).set(name, value) }),
  };
}

function knownField(value: Value, name: string, state: State): Value | undefined {
  const record = state.recordOf(value);
  if (!record) return undefined;
  return record.fields.get(name) ?? (record.open ? undefined : UNDEFINED);
}

export interface Comparison {
  readonly left: Value;
  readonly right: Value;
  readonly operator: string;
  readonly site: CallSite;
}

/** Of several values those that a test leaves: `x !== null` what is something, `x instanceof Error` the errors. */
function fittingOf(
  values: readonly Value[],
  isTrue: boolean,
  { operator, other }: { readonly operator: string; readonly other: Value },
  state: State,
): readonly Value[] {
  if (operator === "instanceof") return values.filter((value) => isInstance(value, other, state) !== !isTrue);
  if (!/^[=!]==?$/u.test(operator) || !isNullish(other)) return values;
  const holds = isTrue === operator.startsWith("=");
  return values.filter((value) => isNullish(value) === holds || value.kind === "derived");
}

function compare(m: Machine, node: TSESTree.BinaryExpression, frame: Frame, state: State): Completions {
  if (node.left.type === "PrivateIdentifier") return both(state);
  const { left, right, operator } = node;
  return andThen(m.expression(left, frame, state), (one, first) =>
    andThen(m.expression(right, frame, first), (other, next) => {
      noteToolName(m, one, other);
      return looselyEqual({ left: one, right: other, operator, site: { node, frame } }, next).map((completion) => {
        if (completion.how !== "normal" || one.kind !== "union") return completion;
        const fitting = fittingOf(one.of, completion.value === TRUE, { operator, other }, next);
        if (fitting.length === 0 || fitting.length === one.of.length) return completion;
        const place = placeOf(left, frame, completion.state);
        return place ? { ...completion, state: place.put(union(fitting)) } : completion;
      });
    }),
  );
}

/** `name === "get_order"`, the one way round or the other: the handler has a tool of that name. */
export function noteToolName(m: Machine, one: Value, other: Value): void {
  const name = nameOfTool(one, other);
  if (name !== undefined) m.toolNames.add(name);
}

/** The name of a tool that is not known yet: the handler is run to learn which names it tells apart. */
export function isToolName(value: Value): boolean {
  return value.kind === "derived" && value.type === "tool-name";
}

/** The name that one of two values is compared with, where the other is that of the tool. */
function nameOfTool(one: Value, other: Value): string | undefined {
  const word = isToolName(one) ? other : isToolName(other) ? one : undefined;
  return word?.kind === "constant" && typeof word.value === "string" ? word.value : undefined;
}

function both(state: State): Completions {
  return [normal(TRUE, state), normal(FALSE, state)];
}

/** Both outcomes of a comparison, or the one that is certain. */
export function looselyEqual(comparison: Comparison, state: State): Completions {
  const { left, right, operator, site } = comparison;
  const truth = resultOf(operator, left, right, state);
  if (truth !== undefined) {
    // Of an error that the project makes, the class is certain, and of a refused response that its status is not 200: the path
    // is for that all the same.
    const isKind = operator === "instanceof" && truth && !(right.kind === "builtin" && right.name === "Error");
    const known =
      isKind || isOfRange(left)
        ? state.learn({ site: siteOf(site), holds: truth, subject: left, operator, other: right }, undefined, true)
        : state;
    return [normal(truth ? TRUE : FALSE, known)];
  }
  const isNegative = operator.startsWith("!");
  const positive = isNegative ? `=${operator.slice(1)}` : operator;
  const key = keyOfComparison(left, positive, right);
  // What the handler does for a tool that it names is found by a run of its own.
  const outcomes = nameOfTool(left, right) === undefined ? [true, false] : [isNegative];
  return outcomes.map((holds): Completion => {
    const isTrue = holds !== isNegative;
    let next = state.learn(
      { site: siteOf(site), holds: isTrue, subject: left, operator: positive, other: right },
      key,
      isTrue,
    );
    const failure = failureByComparison(left, positive, right, isTrue);
    if (failure) next = next.fail(failureOf(failure.operation, failure.source, failure.origin));
    return normal(holds ? TRUE : FALSE, next);
  });
}

function keyOfComparison(left: Value, operator: string, right: Value): string | undefined {
  const one = left.kind === "derived" ? left.key : undefined;
  if (one === undefined) return undefined;
  if (right.kind === "constant") return `${one} ${operator} ${written(right.value ?? null)}`;
  return right.kind === "derived" && right.key !== undefined ? `${one} ${operator} ${right.key}` : undefined;
}

/** What a comparison comes out as, where that is certain. */
export function resultOf(operator: string, left: Value, right: Value, state: State): boolean | undefined {
  if (left.kind === "union" || right.kind === "union") {
    const results = alternatives(left).flatMap((one) =>
      alternatives(right).map((other) => resultOf(operator, one, other, state)),
    );
    return results.every((result) => result === results[0]) ? results[0] : undefined;
  }
  if (operator === "instanceof") return isInstance(left, right, state);
  if (operator === "in") return hasMember(left, right, state);
  if (left.kind === "derived" && left.key?.startsWith(SOME) && right.kind === "constant") {
    if (right.value === 0) return ofConstants(operator, 1, 0);
    if (right.value === 1 && /^(?:<|>=)$/u.test(operator)) return operator === ">=";
  }
  if (isOfRange(left) && right.kind === "constant" && typeof right.value === "number") {
    const known = ofRange(left, operator, right.value);
    if (known !== undefined) return known;
  }
  if (left.kind === "constant" && right.kind === "constant") return ofConstants(operator, left.value, right.value);
  if (/^[=!]==?$/u.test(operator)) {
    const equal = areEqual(left, right, operator.length === 3, state);
    return equal === undefined ? undefined : equal === operator.startsWith("=");
  }
  return undefined;
}

function isNamed({ fields }: RecordObject, cls: DerivedValue | LibraryValue): boolean {
  const name = fields.get("name");
  const own = cls.kind === "library" ? cls.path.at(-1) : cls.key?.replace(/^global /u, "");
  return name?.kind === "constant" && own !== undefined && name.value === own;
}

/** `"code" in error` */
function hasMember(name: Value, value: Value, state: State): boolean | undefined {
  const record = state.recordOf(value);
  if (!record || name.kind !== "constant" || record.brand !== undefined) return undefined;
  if (record.fields.has(String(name.value))) return true;
  return record.open ? undefined : false;
}

/** A text, or one that was thrown. */
function isText(value: Value): boolean {
  const thrown = value.kind === "error" ? value.failure.thrown : value;
  return thrown?.kind === "text" || (thrown?.kind === "constant" && typeof thrown.value === "string");
}

/** `{ code: "BUSY" }` */
function isPlainObject({ brand, cls, open }: RecordObject): boolean {
  return brand === undefined && cls === undefined && !open;
}

/** Every error is an `Error`; of which class it is, is known of those that the project makes. */
function isInstance(value: Value, cls: Value, state: State): boolean | undefined {
  const record = state.recordOf(value);
  if (isText(value) || (record && isPlainObject(record))) return false;
  if (cls.kind === "builtin" && cls.name === "Error")
    return value.kind === "error" || record?.brand === "error" ? true : value.kind === "constant" ? false : undefined;
  if (record?.brand !== "error") return undefined;
  // A class that cannot be seen has a name all the same.
  if (cls.kind === "derived" || cls.kind === "library") return isNamed(record, cls) ? true : undefined;
  if (cls.kind !== "class") return undefined;
  if (record.cls?.node === cls.node) return true;
  return record.cls && !record.cls.node.superClass ? false : record.cls ? undefined : false;
}

function areEqual(left: Value, right: Value, isStrict: boolean, state: State): boolean | undefined {
  const [nothing, other] = isNullish(left) ? [left, right] : [right, left];
  if (isNullish(nothing)) {
    if (other.kind === "derived") {
      if (other.key === undefined) return undefined;
      if (isMessage(other)) return false;
      const known = state.fact(`${other.key} ${isStrict ? "===" : "=="} null`);
      return typeof known === "boolean" ? known : state.fact(other.key) === true ? false : undefined;
    }
    return isNullish(other) ? undefined : false;
  }
  if (left.kind === "derived" && right.kind === "constant" && left.key !== undefined) {
    const isMethod = isMethodOfRequest(left.key, right.value, state);
    if (isMethod !== undefined) return isMethod;
    const known = state.fact(`${left.key} ${isStrict ? "===" : "=="} ${written(right.value ?? null)}`);
    if (typeof known === "boolean") return known;
    if (typeof right.value === "boolean") {
      const truth = state.fact(left.key);
      if (typeof truth === "boolean") return truth === right.value;
    }
    return equalsAnother(left, right.value, state) ? false : undefined;
  }
  if (left.kind === "derived" && right.kind === "derived" && left.key !== undefined && left.key === right.key)
    return true;
  if (left.kind === "reference" && right.kind === "reference") return left.id === right.id ? true : undefined;
  if (left.kind === "json" && right.kind === "constant" && typeof right.value === "string") return undefined;
  return undefined;
}

/** The path knows that it is something else: `status === 404` after `status === 403`. */
function equalsAnother(left: DerivedValue, value: Primitive, state: State): boolean {
  const known = state.fact(`${left.key ?? ""} is`);
  return known !== undefined && known !== written(value ?? null);
}

/** The first and the last number of each known range. */
const RANGES: Readonly<Record<KnownRange, readonly [number, number]>> = {
  "error status": [400, 599],
  "success status": [200, 299],
  "failed exit code": [1, 255],
};

function isOfRange(value: Value): value is DerivedValue & { readonly type: KnownRange } {
  return value.kind === "derived" && value.type !== undefined && Object.hasOwn(RANGES, value.type);
}

/** `status >= 400` of a refused response: it comes out the same for all numbers of the range. */
function ofRange({ type }: { readonly type: KnownRange }, operator: string, limit: number): boolean | undefined {
  const [first, last] = RANGES[type];
  if (/^[=!]==?$/u.test(operator)) return limit < first || limit > last ? operator.startsWith("!") : undefined;
  const [least, most] = [ofConstants(operator, first, limit), ofConstants(operator, last, limit)];
  return least === most ? least : undefined;
}

/** `status !== 200` of a refused response says no more than that it was refused. */
export function isForegone({ subject, operator, other }: Condition): boolean {
  if (!isOfRange(subject) || other?.kind !== "constant" || typeof other.value !== "number") return false;
  return ofRange(subject, operator, other.value) !== undefined;
}

function ofConstants(operator: string, one: unknown, other: unknown): boolean | undefined {
  const left = one as number;
  const right = other as number;
  switch (operator) {
    case "===":
      return one === other;
    case "!==":
      return one !== other;
    case "==":
      return one == other;
    case "!=":
      return one != other;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    default:
      return undefined;
  }
}

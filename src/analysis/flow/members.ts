import { memberKey } from "./names.js";
import { isEnvironment, SOME } from "./tests.js";
import { isFunction } from "../../syntax/tree.js";
import { isMissingPart } from "./error-pages.js";
import { failureOf, type Failure } from "./operations.js";
import { keyOf, keyOfId } from "./keys.js";
import type { CallSite, Machine } from "./machine.js";
import { siteOf } from "./machine.js";
import { conveyed } from "./provenance.js";
import { memberOfReply } from "./replies.js";
import { isFilled } from "./slots.js";
import { normal, thrown, type Completions } from "./completions.js";
import type { Condition } from "./conditions.js";
import type { State } from "./state.js";
import {
  constant,
  derived,
  isNullish,
  UNDEFINED,
  UNKNOWN,
  union,
  type ClassValue,
  type ErrorValue,
  type FailurePart,
  type FunctionValue,
  type Read,
  type RecordObject,
  type Source,
  type Value,
  type ListObject,
} from "./values.js";

/** What the members of an error hold. */
const PARTS: ReadonlyMap<string, FailurePart> = new Map([
  ["message", "message"],
  ["shortMessage", "message"],
  ["reason", "message"],
  ["stack", "stack"],
  ["code", "code"],
  ["errno", "code"],
  ["status", "status"],
  ["statusCode", "status"],
  ["statusText", "status"],
  ["name", "name"],
  ["headers", "headers"],
  ["data", "body"],
  ["body", "body"],
  ["response", "response"],
  ["config", "request"],
  ["request", "request"],
  ["sql", "statement"],
  ["responseBody", "body"],
  ["stdout", "body"],
  ["stderr", "body"],
]);

/** A member of a value. */
export function getMember(m: Machine, object: Value, name: string, site: CallSite, state: State): Completions {
  if (object.kind === "union") {
    const solid = object.of.filter((one) => !isNullish(one));
    const found: Value[] = [];
    let next = state;
    for (const one of solid)
      for (const completion of m.get(one, name, site, next))
        if (completion.how === "normal") {
          found.push(completion.value);
          next = completion.state;
        }
    return [normal(found.length > 0 ? union(found) : UNKNOWN, next)];
  }
  if (isNullish(object)) return missingMember(object, name, site, state);
  if (isMissingPart(object, m.checkedResponses))
    return isOptional(site) ? [normal(UNDEFINED, state)] : missingMember(object, name, site, state);
  if (object.kind === "reference") {
    const heap = state.object(object);
    if (heap.kind === "record") return fieldOf(m, object, heap, name, site, state);
    if (name === "length")
      return [
        normal(
          heap.open
            ? derived(
                [...heap.sources, ...heap.items.flatMap((item) => conveyed(item, state))],
                `${surelyHolds(heap, state) ? SOME : ""}${keyOfId(object.id)}/${heap.items.length}.length`,
                "number",
              )
            : constant(heap.items.length),
          state,
        ),
      ];
    const at = Number(name);
    if (!Number.isInteger(at)) return [normal({ kind: "builtin", name: `list.${name}`, receiver: object }, state)];
    return [
      normal(
        heap.items[at] ??
          (heap.open ? derived(heap.sources, `${keyOfId(object.id)}/${heap.items.length}.${name}`) : UNDEFINED),
        state,
      ),
    ];
  }
  return [normal(plainMember(m, object, name, site, state), state)];
}

/** Something was added on each path; or what has failed came as a value, and whoever sorts the values has found it. */
function surelyHolds(list: ListObject, state: State): boolean {
  return isFilled(list) || (list.items.length > 0 && state.failures.some((failure) => isValue(failure, state)));
}

/** A rejected item of `Promise.allSettled`, what a handler has made of a rejection, `{ error }`, a refused answer. */
function isValue(failure: Failure, { caught }: State): boolean {
  if (failure.source !== "thrown" && failure.source !== "rejected") return true;
  const caughtAt = caught.get(failure);
  return caughtAt !== undefined && caughtAt.node.type !== "CatchClause";
}

function isOptional({ node }: CallSite): boolean {
  return node.type === "MemberExpression" && node.optional;
}

/** A `TypeError`: there is nothing of which a member could be read. */
export function missingMember(object: Value, name: string, site: CallSite, state: State): Completions {
  const operation = site.frame.stack.stepAt(siteOf(site), { name: `reading ${name}`, verb: name, callee: object });
  const failure = failureOf(operation, "thrown", "unknown");
  return [thrown({ kind: "error", failure }, state.fail(failure), siteOf(site))];
}

function plainMember(m: Machine, object: Value, name: string, site: CallSite, state: State): Value {
  switch (object.kind) {
    case "error":
      return partOfError(object, name, readAt(site, state));
    case "derived": {
      const key = object.key === undefined ? undefined : `${object.key}.${name}`;
      return derived(
        object.sources.map((source) => memberSource(source, name, site, state)),
        key,
        name === "length" ? "number" : undefined,
      );
    }
    case "promise": {
      const { state: settled } = state.promise(object);
      return settled.settled === "pending" ? derived([{ kind: "operation", operation: settled.operation }]) : UNKNOWN;
    }
    case "library":
      return { ...object, path: object.path.at(-1) === "*" ? [name] : [...object.path, name] };
    case "builtin":
      if (object.name === "super") return UNKNOWN;
      // A variable of the environment may be set or not.
      if (object.name === "process.env") return derived([], `process.env.${name}`, undefined);
      if (object.name === "Number" && /^(?:NaN|(?:POSITIVE|NEGATIVE)_INFINITY)$/u.test(name))
        return constant(Number[name as "NaN" | "POSITIVE_INFINITY" | "NEGATIVE_INFINITY"]);
      return { kind: "builtin", name: `${object.name}.${name}`, receiver: object.receiver };
    case "class":
      return staticMember(m, object, name);
    case "constant":
      if (typeof object.value === "string" && name === "length") return constant(object.value.length);
      return { kind: "builtin", name: `string.${name}`, receiver: object };
    case "text":
    case "json":
      if (name === "length") return derived(conveyed(object, state), undefined, "number");
      return { kind: "builtin", name: `string.${name}`, receiver: object };
    default:
      return UNKNOWN;
  }
}

function memberSource(source: Source, name: string, site: CallSite, state: State): Source {
  if (source.kind !== "failure") return source;
  if (source.part === "body" && !HOLD_ALL.test(name))
    return { ...source, part: partOfBody(name), read: readAt(site, state) };
  const part = PARTS.get(name);
  return part && HAVE_PARTS.has(source.part) ? { ...source, part, read: readAt(site, state) } : source;
}

/** Members of a body that may be as large as itself. */
const HOLD_ALL = /^(?:errors?|data|response|body|results?|json|details)$/iu;
const SAYS = /^(?:message|error_?description|detail|title|reason|error_?message)$/iu;

/** One field of a body is picked: what a service says in it on what went wrong is a message as well. */
function partOfBody(name: string): FailurePart {
  if (SAYS.test(name)) return "message";
  const part = PARTS.get(name);
  return part === "code" || part === "status" || part === "name" ? part : "other";
}

const HAVE_PARTS: ReadonlySet<FailurePart> = new Set(["whole", "other", "response", "request"]);

/** A place where something of a failure is read. */
export function readAt(site: CallSite, state: State): Read {
  return { ...siteOf(site), isAskedFor: state.conditions().some((condition) => isSetting(condition, state)) };
}

/** `process.env.DEBUG`, `options.verbose === true`: a test that holds, of something that nothing on the path has brought. */
function isSetting({ subject, holds, either }: Condition, state: State): boolean {
  if (either) return either.every((way) => isSetting(way, state));
  if (!holds) return false;
  return (
    isEnvironment(subject) || (subject.kind === "derived" && conveyed(subject, state).length === 0) || isFlag(subject)
  );
}

function isFlag(value: Value): boolean {
  return value.kind === "union" && value.of.every((one) => one.kind === "constant" && typeof one.value === "boolean");
}

/** A value as a part of a text. The text of an error is its message. */
export function asText(value: Value, site: CallSite, state: State): Value {
  switch (value.kind) {
    case "union":
      return union(value.of.map((one) => asText(one, site, state)));
    case "error": {
      const { failure } = value;
      return derived(
        [{ kind: "failure", failure, part: "message", read: readAt(site, state) }],
        `${keyOf(failure)}.text`,
        "string",
      );
    }
    case "reference": {
      const sources = conveyed(value, state);
      const record = state.recordOf(value);
      if (record?.brand === "error") return record.fields.get("message") ?? derived(sources);
      return derived(sources, undefined, "string");
    }
    default:
      return value;
  }
}

function partOfError({ failure }: ErrorValue, name: string, read: Read): Value {
  const part = PARTS.get(name) ?? "other";
  const type = part === "message" || part === "stack" || part === "name" ? "string" : undefined;
  return derived([{ kind: "failure", failure, part, read }], `${keyOf(failure)}.${name}`, type);
}

/** Fields that say whether what an operation gave is a failure. */
const VERDICTS = /^(?:ok|status|isError|exitCode|failed)$/u;

function fieldOf(
  m: Machine,
  object: Extract<Value, { kind: "reference" }>,
  record: RecordObject,
  name: string,
  site: CallSite,
  state: State,
): Completions {
  const own = record.fields.get(name);
  if (own) {
    if (record.failure && VERDICTS.test(name)) m.checkedResponses.add(record.failure);
    if (record.brand === "response" && record.failure && name === "data")
      return [normal(own, state.readBody(record.failure))];
    return [normal(own, state)];
  }
  if (record.brand === "response" && record.failure && name === "body")
    return [normal(derived(record.sources, `${keyOfId(object.id)}.body`), state.readBody(record.failure))];
  const method = record.cls && memberOfClass(m, record.cls, name, false);
  if (method) {
    if (method.kind === "getter") return m.apply({ ...method.fn, self: object }, [], site, state);
    return [normal(method.fn ? { ...method.fn, self: object } : UNKNOWN, state)];
  }
  if (record.brand === "error") {
    const source: Source[] = record.failure
      ? [{ kind: "failure", failure: record.failure, part: PARTS.get(name) ?? "other", read: readAt(site, state) }]
      : [];
    return [normal(derived(source, `${keyOf(record)}.${name}`), state)];
  }
  if (record.brand === "reply" || record.brand === "context")
    return [normal(memberOfReply(object, record, name, `${keyOfId(object.id)}.${name}`), state)];
  if (record.brand === "answer")
    return [normal(derived(conveyed(object, state), `${keyOfId(object.id)}.${name}`), state)];
  if (record.brand) return [normal({ kind: "builtin", name: `${record.brand}.${name}`, receiver: object }, state)];
  if (!record.open && !record.cls) return [normal(UNDEFINED, state)];
  return [normal(derived(record.sources, `${keyOfId(object.id)}.${name}`), state)];
}

export interface ClassMember {
  readonly kind: "method" | "getter";
  readonly fn: FunctionValue;
}

/** A method of a class, or of the classes that it extends. */
export function memberOfClass(
  m: Machine,
  cls: ClassValue,
  name: string,
  isStatic: boolean,
  depth = 6,
): ClassMember | undefined {
  for (const member of cls.node.body.body) {
    if (member.type !== "MethodDefinition" || member.static !== isStatic || member.kind === "set") continue;
    if (memberKey(member.key, member.computed) !== name) continue;
    if (!isFunction(member.value) || !member.value.body) continue;
    const fn: FunctionValue = {
      kind: "function",
      node: member.value,
      frame: cls.frame,
      self: cls,
      bound: [],
      home: cls,
    };
    return { kind: member.kind === "get" ? "getter" : "method", fn };
  }
  const parent = depth > 0 ? superclassOf(m, cls) : undefined;
  return parent?.kind === "class" ? memberOfClass(m, parent, name, isStatic, depth - 1) : undefined;
}

/** What a class extends: a class of the project, or one of a package. */
export function superclassOf(m: Machine, cls: ClassValue): Value | undefined {
  const { superClass } = cls.node;
  if (!superClass) return undefined;
  const [first] = m.ambientValue(superClass, cls.frame);
  return first;
}

function staticMember(m: Machine, cls: ClassValue, name: string): Value {
  const method = memberOfClass(m, cls, name, true);
  if (method) return method.fn;
  for (const member of cls.node.body.body)
    if (
      member.type === "PropertyDefinition" &&
      member.static &&
      memberKey(member.key, member.computed) === name &&
      member.value
    )
      return m.ambientValue(member.value, cls.frame)[0] ?? UNKNOWN;
  const parent = superclassOf(m, cls);
  return parent?.kind === "class" ? staticMember(m, parent, name) : UNKNOWN;
}

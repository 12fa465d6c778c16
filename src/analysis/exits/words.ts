import type { State } from "../flow/state.js";
import { truthOf } from "../flow/tests.js";
import type { Value } from "../flow/values.js";

/** How deep objects are read. */
const MAX_DEPTH = 6;

const NONE: ReadonlySet<string> = new Set();

/**
 * The words of a text or object as the model reads them; what is decided at run time is `…`.
 * @param omitted pieces of text that are left out
 */
export function wordsOf(value: Value, state: State, omitted = NONE, depth = MAX_DEPTH): string {
  if (depth <= 0) return "…";
  const inner = (one: Value): string => wordsOf(one, state, omitted, depth - 1);
  const piece = (text: string): string => (omitted.has(text) ? "…" : text);
  switch (value.kind) {
    case "constant":
      return piece(String(value.value));
    case "text":
      return value.parts.map((part) => (typeof part === "string" ? piece(part) : inner(part))).join("");
    case "json":
      return inner(value.of);
    case "union":
      return value.of.map(inner).join(" | ");
    case "reference": {
      const object = state.object(value);
      if (object.kind === "list") return object.items.map(inner).join(" ");
      // What stands under a name of run time is of one item.
      return [...object.fields]
        .flatMap(([name, field]) => (name === "*" ? [] : [field]))
        .filter(({ kind }) => kind === "constant" || kind === "text" || kind === "reference" || kind === "json")
        .map(inner)
        .join(" ");
    }
    default:
      return "…";
  }
}

/** What is taken of each text in a value. */
interface Taking {
  readonly constant: (value: Extract<Value, { kind: "constant" }>) => string;
  readonly text: (value: Extract<Value, { kind: "text" }>, depth: number) => readonly string[];
}

function takenFrom(value: Value, state: State, take: Taking, depth: number): string[] {
  if (depth <= 0) return [];
  const inner = (one: Value): string[] => takenFrom(one, state, take, depth - 1);
  switch (value.kind) {
    case "json":
      return inner(value.of);
    case "union":
      return value.of.flatMap(inner);
    case "reference": {
      const object = state.object(value);
      return (object.kind === "list" ? object.items : [...object.fields.values()]).flatMap(inner);
    }
    case "constant":
      return typeof value.value === "string" ? [take.constant(value)] : [];
    case "text":
      return [
        ...take.text(value, depth),
        ...value.parts.flatMap((part) => (typeof part === "string" ? [] : inner(part))),
      ];
    default:
      return [];
  }
}

/** The texts in a value, each by itself. */
export function textsIn(value: Value, state: State, omitted = NONE): string[] {
  const take: Taking = {
    constant: (one) => wordsOf(one, state, omitted),
    text: (one, depth) => [wordsOf(one, state, omitted, depth)],
  };
  return takenFrom(value, state, take, MAX_DEPTH);
}

/** The pieces of text in a value that are always the same. */
export function piecesIn(value: Value, state: State): string[] {
  const take: Taking = {
    constant: (one) => String(one.value),
    text: ({ parts }) => parts.filter((part) => typeof part === "string"),
  };
  return takenFrom(value, state, take, MAX_DEPTH);
}

/** Fields that tell of a failure when they hold something. */
const FAILURE_FIELD =
  /^(?:is_?)?(?:errors?|err|error_?(?:message|code|type|category|details?)|exceptions?|fail(?:ed|ures?)(?:_?\w*)?|warnings?|partial\w*|skipped|unavailable|degraded|stale|outdated|incomplete|problems?|issues?)$|(?:Errors?|Failures?|Failed|Warnings?|Unavailable)$/iu;
/** Fields that tell of a failure when they are false. */
const SUCCESS_FIELD =
  /^(?:is_?)?(?:ok|success|succeeded|successful|available|complete|reachable|healthy|connected|valid)$/iu;
const STATUS_FIELD = /^(?:status|state|result|outcome|type|kind|level)$/iu;
const FAILED_STATUS =
  /^(?:error|errored|fail(?:ed|ure)?|partial\w*|unavailable|degraded|unhealthy|unknown|timeout|timed_?out|down|unreachable|disconnected)$/iu;

/** A field of the objects in a value that says that something failed. */
export function failureField(value: Value, state: State, depth = MAX_DEPTH): string | undefined {
  if (depth <= 0) return undefined;
  switch (value.kind) {
    case "json":
      return failureField(value.of, state, depth - 1);
    case "union": {
      for (const one of value.of) {
        const found = failureField(one, state, depth - 1);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    case "text": {
      for (const part of value.parts) {
        const found = typeof part === "string" ? undefined : failureField(part, state, depth - 1);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    case "reference": {
      const object = state.object(value);
      if (object.kind === "list") {
        for (const item of object.items) {
          const found = failureField(item, state, depth - 1);
          if (found !== undefined) return found;
        }
        return undefined;
      }
      for (const [name, field] of object.fields) {
        if (tellsFailure(name, field, state)) return name;
        const found = failureField(field, state, depth - 1);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    default:
      return undefined;
  }
}

function tellsFailure(name: string, value: Value, state: State): boolean {
  if (SUCCESS_FIELD.test(name))
    return truthOf(value, state) === false && value.kind === "constant" && value.value === false;
  if (STATUS_FIELD.test(name))
    return value.kind === "constant" && typeof value.value === "string" && FAILED_STATUS.test(value.value);
  if (!FAILURE_FIELD.test(name)) return false;
  const list = state.listOf(value);
  if (list) return list.items.length > 0;
  return truthOf(value, state) !== false;
}

import { opensWithFailure } from "../../contract/lexicon.js";
import type { State } from "./state.js";
import type { RecordObject, Value } from "./values.js";

/** Fields that say whether it worked: `{ success: false }`. */
const SUCCESS_FIELDS = ["success", "ok", "succeeded", "isSuccess"] as const;
/** Fields that hold a failure where they hold something: `{ error: "…" }`. */
const ERROR_FIELDS = ["error", "errors", "isError", "errorMessage", "error_message", "errorCode"] as const;
const STATE_FIELDS = ["status", "result", "outcome", "state"] as const;
const FAILED_STATE = /^(?:error|failed|failure)$/iu;

const MAX_DEPTH = 5;

/** Texts are few, and each one is asked about at every point where paths meet. */
const opened = new Map<string, boolean>();

function opensAsFailure(words: string): boolean {
  let known = opened.get(words);
  if (known === undefined) {
    known = opensWithFailure(words);
    if (opened.size > 5000) opened.clear();
    opened.set(words, known);
  }
  return known;
}

/**
 * The value itself says that something failed: a text that opens as an error, `{ success: false }`, `{ error: "…" }`, or
 * content that holds one of these. Which operation failed, and whether that is an error to the model, is another question.
 */
export function statesFailure(value: Value, state: State, depth = MAX_DEPTH): boolean {
  if (depth <= 0) return false;
  switch (value.kind) {
    case "constant":
      return typeof value.value === "string" && opensAsFailure(value.value);
    case "text":
      return opensAsFailure(openingOf(value.parts)) || value.parts.some((part) => statesInJson(part, state, depth));
    case "json":
      return statesFailure(value.of, state, depth - 1);
    case "reference": {
      const object = state.objectOf(value);
      if (object?.kind === "record") return recordStatesFailure(object, state, depth);
      // One text among others is not what the result is about.
      const block = object?.items[0] && object.items.length === 1 ? state.recordOf(object.items[0]) : undefined;
      return block !== undefined && isTextBlock(block) && recordStatesFailure(block, state, depth - 1);
    }
    default:
      return false;
  }
}

/** `{ isError: true }` */
export function isFlagged(value: Value, state: State): boolean {
  return isConstant(state.recordOf(value)?.fields.get("isError"), (one) => one === true);
}

function statesInJson(part: string | Value, state: State, depth: number): boolean {
  return typeof part !== "string" && part.kind === "json" && statesFailure(part, state, depth - 1);
}

/** The first line: a heading says what the text is about. */
function openingOf(parts: readonly (string | Value)[]): string {
  const text = parts.map((part) => (typeof part === "string" ? part : "…")).join("");
  return text.trimStart().split("\n", 1)[0] ?? "";
}

function recordStatesFailure(record: RecordObject, state: State, depth: number): boolean {
  const { fields } = record;
  if (record.brand !== undefined) return false;
  if (isConstant(fields.get("isError"), (one) => one === true)) return true;
  const shown = isTextBlock(record) ? fields.get("text") : fields.get("content");
  if (shown && (isTextBlock(record) || state.listOf(shown))) return statesFailure(shown, state, depth - 1);
  for (const name of SUCCESS_FIELDS) if (isConstant(fields.get(name), (one) => one === false)) return true;
  for (const name of STATE_FIELDS)
    if (isConstant(fields.get(name), (one) => typeof one === "string" && FAILED_STATE.test(one))) return true;
  // `{ forecast: "Failed to retrieve the forecast" }`: there is nothing else to read.
  const [only, ...others] = fields.values();
  if (only && others.length === 0 && !fields.has("*") && statesFailure(only, state, depth - 1)) return true;
  return ERROR_FIELDS.some((name) => {
    const field = fields.get(name);
    return field !== undefined && holdsSomething(field, state);
  });
}

/** `{ type: "text", text }` */
function isTextBlock({ fields }: RecordObject): boolean {
  return isConstant(fields.get("type"), (type) => type === "text");
}

function isConstant(value: Value | undefined, test: (value: unknown) => boolean): boolean {
  return value?.kind === "constant" && test(value.value);
}

/** An error, words, an object: neither nothing, nor a count, nor what may be undefined as well. */
function holdsSomething(value: Value, state: State): boolean {
  switch (value.kind) {
    case "constant":
      return value.value === true || (typeof value.value === "string" && value.value !== "");
    case "text":
    case "json":
    case "error":
      return true;
    case "reference":
      return state.listOf(value)?.items.length !== 0;
    case "derived":
      return value.sources.some(({ kind }) => kind === "failure");
    case "union":
      return value.of.every((one) => holdsSomething(one, state));
    default:
      return false;
  }
}

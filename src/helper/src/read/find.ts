import { attempt, isList, isObject, peek } from "../safe.js";
import { SPELLINGS, toCategory, WAITS } from "./spellings.js";

export type Body = Record<string, unknown>;
export type Carrier = "content" | "wrapped text" | "structuredContent" | "_meta" | "error data" | "object";

/** Texts longer than this are not searched: an error that keeps the contract is far smaller. */
const MAX_TEXT = 256 * 1024;
/** Objects that are tried in one text, so that a text full of braces stays cheap. */
const MAX_CANDIDATES = 20;

export const own = (body: unknown, key: string): unknown =>
  isObject(body) && attempt(() => Object.prototype.hasOwnProperty.call(body, key)) ? peek(body, key) : undefined;

export const first = (body: Body, keys: readonly string[]): unknown => {
  for (const key of keys) {
    const value = own(body, key);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
};

/** Whether an object is an error in one of the dialects. One common word such as `message` is not enough. */
export function isErrorBody(value: unknown): value is Body {
  if (!isObject(value) || isList(value)) return false;
  if (own(value, "success") === false) return true;
  if (isObject(own(value, "recovery"))) return true;
  const hasFlag = typeof first(value, SPELLINGS.isRetryable) === "boolean";
  const hasWait = Object.keys(WAITS).some((key) => own(value, key) !== undefined);
  return toCategory(first(value, SPELLINGS.errorCategory)) !== undefined
    ? hasFlag || hasWait || own(value, "errorCategory") !== undefined || own(value, "bucket") !== undefined
    : hasFlag && (hasWait || first(value, SPELLINGS.errorCode) !== undefined);
}

/**
 * The error in an object: the object itself, or what stands under its `error`, where an application puts its failures. The outer
 * one counts where it keeps the contract itself.
 */
export function bodyIn(value: unknown): Body | undefined {
  if (!isObject(value) || isList(value)) return undefined;
  const inner = own(value, "error");
  if (isErrorBody(inner) && first(value, SPELLINGS.isRetryable) === undefined) return inner;
  return isErrorBody(value) ? value : undefined;
}

/** The end of the JSON object or list that starts at `start`, or -1. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let index = start; index < text.length; index++) {
    const char = text[index];
    if (isText) {
      if (char === "\\") index++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") if (--depth === 0) return index;
  }
  return -1;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The first error in a text: the text is one, or one follows a prefix that a client or framework has put before it. */
export function inText(text: unknown, depth = 0): { body: Body; carrier: Carrier } | undefined {
  if (typeof text !== "string" || text.length > MAX_TEXT || depth > 3) return undefined;
  const whole = bodyIn(parse(text));
  if (whole) return { body: whole, carrier: "content" };
  let tried = 0;
  for (let start = text.search(/[[{]/); start >= 0 && tried < MAX_CANDIDATES; tried++) {
    const end = endOf(text, start);
    const value = end < 0 ? undefined : parse(text.slice(start, end + 1));
    const found = value === undefined ? undefined : inValue(value, depth + 1);
    if (found) return { body: found.body, carrier: "wrapped text" };
    const next = text.slice((value === undefined ? start : end) + 1).search(/[[{]/);
    start = next < 0 ? -1 : (value === undefined ? start : end) + 1 + next;
  }
  return undefined;
}

/** The same in a parsed value: an error, a content block, a list of blocks, a whole result. */
export function inValue(value: unknown, depth = 0): { body: Body; carrier: Carrier } | undefined {
  if (depth > 4 || !isObject(value)) return undefined;
  if (isList(value)) {
    for (const item of value.slice(0, 20)) {
      const found = inValue(item, depth + 1);
      if (found) return found;
    }
    return undefined;
  }
  const body = bodyIn(value);
  if (body) return { body, carrier: "object" };
  // Mastra serialises the whole error, whose message is the JSON.
  return (
    inText(own(value, "text"), depth) ??
    inValue(own(value, "content"), depth + 1) ??
    inText(own(value, "message"), depth)
  );
}

/** In the order in which clients keep what a server has sent: texts, structuredContent, `_meta`, a JSON-RPC error's data. */
export function findBody(input: unknown): { body: Body; carrier: Carrier } | undefined {
  if (typeof input === "string") return inText(input);
  const content = peek(input, "content");
  const blocks: unknown[] = isList(content) ? content.slice(0, 20) : [content];
  for (const block of blocks) {
    const found = typeof block === "string" ? inText(block) : inText(peek(block, "text"));
    if (found) return found;
  }
  const structured = peek(input, "structuredContent");
  // SDK 2.x wraps what does not fit an output schema without an object root.
  for (const body of [structured, own(structured, "result")].map(bodyIn))
    if (body) return { body, carrier: "structuredContent" };
  const meta = peek(input, "_meta");
  if (isObject(meta))
    for (const key of Object.keys(meta).slice(0, 50)) {
      const body = bodyIn(own(meta, key));
      if (body) return { body, carrier: "_meta" };
    }
  for (const body of [peek(input, "data"), peek(input, "error", "data")].map(bodyIn))
    if (body) return { body, carrier: "error data" };
  const body = bodyIn(input);
  if (body) return { body, carrier: "object" };
  return inText(peek(input, "message")) ?? inText(peek(input, "error", "message"));
}

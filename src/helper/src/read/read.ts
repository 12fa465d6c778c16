import type { DialectName, Recovery, ToolErrorPayload } from "../contract.js";
import { cleanWait, makePayload } from "../payload.js";
import { attempt, cleanText, isList, isObject, peek, toJson } from "../safe.js";
import { settings } from "../settings.js";
import { findBody, first, inText, own, type Body, type Carrier } from "./find.js";
import { RECOVERY, SPELLINGS, toCategory, WAITS } from "./spellings.js";

/**
 * Where a call failed: in the protocol (a JSON-RPC error), in the server's execution of the tool (`isError`), in the
 * tool's own response (`success: false` without `isError`), or in a step that starts a server's helper process.
 */
export type Layer = "protocol" | "execution" | "response" | "bootstrap";

/** A failure as a client received it. */
export interface ReadToolError {
  /** In canonical names. Nothing in it was merged from the input: it is a bounded copy. */
  payload: ToolErrorPayload;
  /** Whether the failure keeps the contract in one of the dialects. If not, `payload` is a cautious guess. */
  isKnown: boolean;
  layer: Layer;
  dialect: DialectName | undefined;
  carrier: Carrier | undefined;
  /** The exact text that the server sent, cut to 10,000 characters. */
  text: string;
  /** Contradictions that were resolved, as sentences. */
  conflicts: string[];
  /** Members of `recovery` that the server repeats at the top, for clients that are older than `recovery`. */
  mirrors: Record<string, unknown>;
}

const BOOTSTRAP = /^(ArchitectureMismatch|BootstrapFailed|PipeReadyTimeout)$/;
const JSON_RPC = /^MCP error -\d+/;

const dialectOf = (body: Body): DialectName =>
  own(body, "bucket") !== undefined ||
  own(body, "humanMessage") !== undefined ||
  own(body, "retryAfterMs") !== undefined
    ? "envelope"
    : own(body, "success") === false || (isObject(own(body, "recovery")) && own(body, "description") === undefined)
      ? "recovery"
      : own(body, "code") !== undefined || own(body, "customerMessage") !== undefined
        ? "compact"
        : "standard";

/** Seconds from a number of them, from a text with one, or from an ISO date. */
function waitOf(value: unknown, perSecond: number): number | undefined {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value))
    return cleanWait(Math.max(0, Math.ceil((Date.parse(value) - Date.now()) / 1000)));
  const number = typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === "number" ? cleanWait(number / perSecond) : undefined;
}

/** `recovery.*` wins over the mirrors at the top; a mirror that says something else is a conflict. */
function readWait(body: Body, recovery: unknown, conflicts: string[]): number | undefined {
  const canonical = waitOf(own(recovery, "retryAfterSeconds"), 1) ?? waitOf(own(recovery, "retryAfter"), 1);
  let found = canonical;
  for (const [key, perSecond] of Object.entries(WAITS)) {
    const wait = waitOf(own(body, key), perSecond);
    // A mirror repeats its member as it is: two dates are equal, though the time until then grows shorter.
    if (wait === undefined || own(body, key) === own(recovery, key)) continue;
    // The envelope's way to say that nothing is to be repeated.
    if (wait === 0 && first(body, SPELLINGS.isRetryable) === false) continue;
    if (found !== undefined && wait !== found)
      conflicts.push(
        `${key} says ${wait} s, but ${canonical === undefined ? "another member" : "recovery"} says ${found} s.`,
      );
    found ??= wait;
  }
  return found;
}

const cleanHint = (value: unknown): unknown => {
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value;
  if (typeof value === "string") return cleanText(value, 500);
  return isList(value) ? value.slice(0, 50).filter((item) => typeof item === "string") : undefined;
};

/** Members of `recovery` first, and what only a mirror at the top says. */
function readRecovery(body: Body, conflicts: string[]): Recovery | undefined {
  const recovery = own(body, "recovery");
  const merged: Record<string, unknown> = {};
  for (const key of RECOVERY) {
    const canonical = cleanHint(own(recovery, key));
    const mirror = key.startsWith("retryAfter") ? undefined : cleanHint(own(body, key));
    if (canonical !== undefined && mirror !== undefined && JSON.stringify(canonical) !== JSON.stringify(mirror))
      conflicts.push(`${key} says ${JSON.stringify(mirror)}, but recovery says ${JSON.stringify(canonical)}.`);
    if ((canonical ?? mirror) !== undefined) merged[key] = canonical ?? mirror;
  }
  return Object.keys(merged).length ? merged : undefined;
}

/** Members that are read as something else, and what is of no use to anybody but an attacker. */
const NO_DETAILS: ReadonlySet<string> = new Set([
  ...Object.values(SPELLINGS).flat(),
  ...Object.keys(WAITS),
  ...RECOVERY,
  ...["recovery", "details", "isError", "success"],
  ...["stack", "stackTrace", "trace", "cause", "request", "response", "headers", "config"],
]);

/** The `details`, and what other servers put beside the contract's members, e.g. `limit` and `requested`. */
function readDetails(body: Body): Record<string, unknown> | undefined {
  const details = own(body, "details");
  const found: Record<string, unknown> = {};
  for (const key of Object.keys(body).slice(0, 100)) if (!NO_DETAILS.has(key)) found[key] = own(body, key);
  if (isObject(details) && !isList(details)) Object.assign(found, details);
  else if (details !== undefined) found["details"] = details;
  return Object.keys(found).length ? found : undefined;
}

function readBody(body: Body, sentence: string | undefined, conflicts: string[]): ToolErrorPayload {
  const fields: Record<string, unknown> = {};
  for (const [key, spellings] of Object.entries(SPELLINGS)) fields[key] = first(body, spellings);
  const rawCategory = first(body, SPELLINGS.errorCategory);
  const recovery = own(body, "recovery");
  const wait = readWait(body, recovery, conflicts);
  const flag = fields["isRetryable"];
  const isUnsure = own(recovery, "stateAfterTimeoutUnknown") === true;
  // The recovery dialect has no flag: a wait that it names is the invitation to come back.
  const mayRetry =
    typeof flag === "boolean"
      ? flag
      : wait !== undefined && rawCategory === undefined && isObject(recovery) && !isUnsure;
  const category = toCategory(rawCategory) ?? "transient";
  if (rawCategory !== undefined && !toCategory(rawCategory))
    conflicts.push("The category is unknown; the failure counts as not retryable.");
  if (mayRetry && category !== "transient")
    conflicts.push(`A ${category} error is never retryable; the flag was ignored.`);

  const isRetryable =
    mayRetry && category === "transient" && (rawCategory === undefined || toCategory(rawCategory) !== undefined);
  const payload = makePayload(category, {
    ...fields,
    // Where the fields stand in structuredContent, the text of the content may be the sentence that belongs to them.
    description: fields["description"] ?? sentence,
    isRetryable,
    // The contract is about waits that are said; without one a second is better than a storm.
    retryAfterSeconds: wait ?? 1,
    recovery: readRecovery(body, conflicts),
    details: readDetails(body),
    attemptedActions: Array.isArray(fields["attemptedActions"]) ? fields["attemptedActions"] : undefined,
  });
  // Other servers' codes keep their own form.
  const code = cleanText(fields["errorCode"], 128);
  if (code) payload.errorCode = code;
  return payload;
}

const textOfInput = (input: unknown): string => {
  if (typeof input === "string") return input;
  const content = peek(input, "content");
  const blocks = isList(content) ? content.slice(0, 20).map((block) => peek(block, "text") ?? "") : [content];
  const joined = blocks.filter((block) => typeof block === "string" && block).join("\n");
  const message = peek(input, "message") ?? peek(input, "error", "message") ?? peek(input, "error");
  return joined || (typeof message === "string" ? message : "");
};

function layerOf(input: unknown, body: Body | undefined): Layer | undefined {
  const code = body && first(body, SPELLINGS.errorCode);
  if (typeof code === "string" && BOOTSTRAP.test(code)) return "bootstrap";
  // The model's own API spells the flag of its `tool_result` blocks in another way.
  if (peek(input, "isError") === true || peek(input, "is_error") === true) return "execution";
  if (typeof peek(input, "code") === "number" || typeof peek(input, "error", "code") === "number") return "protocol";
  const hasResult = isList(peek(input, "content")) || peek(input, "structuredContent") !== undefined;
  // A result without the flag is a success, whatever its JSON looks like, unless it says itself that it is none.
  if (hasResult) return body && own(body, "success") === false ? "response" : undefined;
  if (typeof input === "string" || attempt(() => input instanceof Error))
    return JSON_RPC.test(textOfInput(input)) ? "protocol" : "execution";
  return body ? (own(body, "success") === false ? "response" : "execution") : undefined;
}

/**
 * The client's side: finds the failure in a tool result, in a JSON-RPC error, in an error that a client library threw, or
 * in a bare text or object, in any dialect and mixture of dialects. Undefined for a success. A failure that does not keep
 * the contract is transient and not retryable, with `isKnown: false`. Throws nothing; what it returns is a bounded copy.
 */
export function readToolError(input: unknown): ReadToolError | undefined {
  const found = findBody(input);
  const layer = layerOf(input, found?.body);
  if (layer === undefined) return undefined;
  const conflicts: string[] = [];
  const text = textOfInput(input);
  const body = found?.body;
  const payload =
    found && body
      ? readBody(body, /structured|meta|data/.test(found.carrier) ? text : undefined, conflicts)
      : makePayload("transient", {
          isRetryable: false,
          errorCode: "UNCLASSIFIED",
          description: text || "The tool failed and gave no reason.",
        });
  const dialect = body ? dialectOf(body) : undefined;
  const mirrors: Record<string, unknown> = {};
  for (const key of RECOVERY) {
    // Other dialects have their wait there.
    const isMirror = body && (dialect === "recovery" || !key.startsWith("retryAfter"));
    const value = isMirror ? toJson(own(body, key), 2000) : undefined;
    if (value !== undefined) mirrors[key] = value;
  }
  return {
    payload,
    isKnown: body !== undefined,
    layer,
    dialect,
    carrier: found?.carrier === "object" && inText(text) ? "wrapped text" : found?.carrier,
    text: text.slice(0, Math.max(settings.maxCharacters, 10_000)),
    conflicts,
    mirrors,
  };
}

import type { ErrorCategory, ToolErrorPayload } from "./contract.js";
import { cleanText, isObject, peek, toJson } from "./safe.js";
import { problem, settings } from "./settings.js";

export const isCategory = (value: unknown): value is ErrorCategory =>
  ["transient", "validation", "permission", "business"].includes(value as string);

/** A wait in seconds within [0, cap], or undefined. */
export const cleanWait = (value: any): number | undefined =>
  Number.isFinite(value) && value >= 0 ? Math.min(value, settings.maxRetryAfterSeconds) : undefined;

/**
 * `UPPER_SNAKE_CASE` of at most 63 characters, made from anything that resembles it; else undefined. Codes in `PascalCase` stay,
 * because the dialect `recovery` writes them so.
 */
export const cleanCode = (value: unknown): string | undefined => {
  const text = cleanText(value, 63);
  const code = /^[A-Z][a-z]+[A-Z][a-zA-Z\d]+$/.test(text) ? text : upperSnake(text);
  return code[2] ? code : undefined;
};

export const upperSnake = (text: string): string =>
  text
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, "_")
    .replace(/^[_\d]+|_$/g, "");

const OBJECTS = ["recovery", "details"];
const LISTS = ["attemptedActions", "alternativeApproaches"];

/**
 * From arguments, which JavaScript callers may get wrong in any way, to a payload that keeps the contract. Wrong
 * arguments are repaired and reported to `onProblem`; the category is never lost. Throws nothing. The members stand in
 * the order of the wire: what decides comes first, what may be long and be cut comes last.
 */
export const makePayload = (category: ErrorCategory, fields: unknown, defaults?: unknown): ToolErrorPayload => {
  const read = (key: string) => peek(fields, key) ?? peek(defaults, key);
  const text = (key: string, limit: number) => cleanText(read(key), limit) || undefined;
  const repaired = <T>(name: string, value: T | undefined, instead: T): T => {
    if (value === undefined) problem(`The ${name} is unusable.`);
    return value ?? instead;
  };

  const isKnown = isCategory(category);
  const isRetryable = category === "transient" && read("isRetryable") !== false;
  const payload: Record<string, unknown> = {
    // One that does not exist, from JavaScript, must not take the rest of the failure with it.
    errorCategory: isKnown ? category : "transient",
    isRetryable,
    // Five seconds for a wait that is unusable: short enough to help, long enough not to storm.
    retryAfterSeconds: isRetryable
      ? repaired(
          "retryAfterSeconds",
          cleanWait(peek(read("recovery"), "retryAfterSeconds") ?? read("retryAfterSeconds")),
          5,
        )
      : undefined,
    errorCode: cleanCode(read("errorCode")) ?? (isKnown ? undefined : "UNCLASSIFIED"),
    description:
      `${repaired("description", text("description", 2000), "The tool failed.")} ${text("reason", 500) ?? ""}`.trim(),
  };
  for (const key of ["customerFriendlyMessage", "failureType", "status", "recommendation", "attemptedQuery"])
    payload[key] = text(key, 1000);
  for (const key of [...OBJECTS, ...LISTS, "attempt", "maxAttempts", "partialResults"]) payload[key] = read(key);
  const copy: any = toJson(payload, settings.maxCharacters);
  for (const key of OBJECTS) if (!isObject(copy[key]) || Array.isArray(copy[key])) copy[key] = undefined;
  // One action is a list of one.
  for (const key of LISTS) copy[key] &&= [copy[key]].flat().map(String);
  // The second copy drops what JSON has no value for, so that mirrors are identical to the text.
  return JSON.parse(JSON.stringify(copy));
};

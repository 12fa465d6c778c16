import type { Dialect, DialectName, ErrorCategory, ToolErrorPayload } from "../contract.js";
import { attempt, isObject, optionsOf, peek } from "../safe.js";
import { readToolError } from "../read/read.js";
import { toCategory } from "../read/spellings.js";
import { nameOf, toolErrorSchema, type Codes } from "./schemas.js";
import { schemaProblems } from "./validate.js";

/** A category, or the members that the error must have; objects and lists are compared by value. */
export type ExpectedToolError = ErrorCategory | Partial<ToolErrorPayload>;

export interface AssertOptions {
  /** One of `dialects`, or its name. @default "standard" */
  dialect?: Dialect | DialectName | undefined;
  /** A catalogue of `defineErrorCodes`: no other code may stand there, and none with another category. @default any */
  codes?: Codes | undefined;
  /** The tool declares an output schema: `structuredContent` must then be absent. @default false */
  hasOutputSchema?: boolean | undefined;
  /** The longest text in characters. @default 10,000, where Claude Code cuts */
  maxCharacters?: number | undefined;
  /** The longest wait in seconds that an error may ask for. @default 3600 */
  maxWaitSeconds?: number | undefined;
}

/** The wait that an error asks for, as its dialect writes it. */
const waitOf = (body: unknown, dialect: DialectName): { name: string; wait: unknown; perSecond: number } => {
  if (dialect === "envelope") return { name: "retryAfterMs", wait: peek(body, "retryAfterMs"), perSecond: 1000 };
  if (dialect === "recovery")
    return {
      name: "recovery.retryAfterSeconds",
      wait: peek(body, "recovery", "retryAfterSeconds"),
      perSecond: 1,
    };
  return { name: "retryAfterSeconds", wait: peek(body, "retryAfterSeconds"), perSecond: 1 };
};

/** The envelope's wait is spread by a quarter around the one that is meant. */
const SPREAD = 1.25;

const RESULT_MEMBERS = ["isError", "content", "structuredContent", "_meta", "resultType"];
const STACK = /\n[^\S\n]+at .+[:(]\d+/;
const RESERVED_META = /^([\w-]+\.)?(modelcontextprotocol|mcp)[./]/i;

/** Compared by value, whatever the order of members. */
const stable = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isObject(member) && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) ?? "undefined";

/** Everything in which a result breaks the contract, as sentences; an empty list means that it keeps it. Throws nothing. */
export function toolErrorProblems(given: unknown, expected?: ExpectedToolError, options?: AssertOptions): string[] {
  const result = isObject(given) && attempt(() => ({ ...given }));
  if (!result) return ["The result is not an object."];
  const problems: string[] = [];
  if (result["isError"] !== true)
    problems.push("isError is not true on the result itself, so every client reads a success.");
  for (const key of Object.keys(result))
    if (!RESULT_MEMBERS.includes(key))
      problems.push(`${key} is set beside isError, and FastMCP rejects such a result.`);

  const block = peek(result, "content", 0);
  const text = peek(block, "text");
  if (peek(block, "type") !== "text" || typeof text !== "string")
    return [...problems, "The first content block is not a text block."];
  const audience = peek(block, "annotations", "audience");
  if (Array.isArray(audience) && !audience.includes("assistant"))
    problems.push("The first block is hidden from the model by its audience.");
  const {
    dialect: wanted,
    codes,
    hasOutputSchema = false,
    maxCharacters = 10_000,
    maxWaitSeconds = 3600,
  } = optionsOf(options);
  const dialect = nameOf(wanted);
  if (text.length > maxCharacters)
    problems.push(`The text has ${text.length} characters; some clients cut at ${maxCharacters}.`);

  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [...problems, "The text of the first content block is not JSON."];
  }
  problems.push(...schemaProblems(body, toolErrorSchema(dialect, codes)));
  const { name, wait, perSecond } = waitOf(body, dialect);
  if (typeof wait === "number" && wait > maxWaitSeconds * perSecond * (dialect === "envelope" ? SPREAD : 1))
    problems.push(
      `${name} is ${wait}, a wait of ${Math.round(wait / perSecond / 60)} minutes, longer than an agent waits.`,
    );
  if (STACK.test(JSON.stringify(body).replaceAll("\\n", "\n"))) problems.push("The error contains a stack.");

  const { structuredContent, _meta } = result;
  if (structuredContent !== undefined && hasOutputSchema)
    problems.push(
      "structuredContent is set on the error of a tool with an output schema, so clients of SDK 1.x throw.",
    );
  if (structuredContent !== undefined && stable(structuredContent) !== stable(body))
    problems.push("structuredContent and the text say different things.");
  if (isObject(_meta))
    for (const key of Object.keys(_meta))
      if (RESERVED_META.test(key)) problems.push(`The _meta key ${key} is reserved for the protocol.`);

  const payload = readToolError(given)?.payload;
  const members: Partial<ToolErrorPayload> =
    typeof expected === "string" ? { errorCategory: expected } : (expected ?? {});
  if (typeof expected === "string" && !toCategory(expected))
    problems.push(`The expected category ${expected} does not exist.`);
  for (const [key, value] of Object.entries(members)) {
    const actual = peek(payload, key);
    if (stable(actual) !== stable(value)) problems.push(`${key} should be ${stable(value)}, but is ${stable(actual)}.`);
  }
  return problems;
}

/** Everything in which a result is no well-formed empty result. Throws nothing. */
export function emptyResultProblems(result: unknown): string[] {
  if (!isObject(result)) return ["The result is not an object."];
  const problems: string[] = [];
  if (peek(result, "isError") !== undefined && peek(result, "isError") !== false)
    problems.push("isError is set, but finding nothing is a success.");
  let body: unknown;
  try {
    body = JSON.parse(String(peek(result, "content", 0, "text")));
  } catch {
    return [...problems, "The first content block is not JSON."];
  }
  if (peek(body, "found") !== false) problems.push("found is not false.");
  if (typeof peek(body, "message") !== "string" || !peek(body, "message")) problems.push("message is missing.");
  return problems;
}

/** Throws where there are problems. */
export const fail = (what: string, problems: string[]): void => {
  if (problems.length) throw new Error(`${what}\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
};

/** Throws an `Error` that lists everything in which the result breaks the contract or differs from what is expected. */
export function assertToolError(result: unknown, expected?: ExpectedToolError, options?: AssertOptions): void {
  fail("The result does not keep the error contract:", toolErrorProblems(result, expected, options));
}

/** Throws an `Error` unless the result is a success that says that nothing was found. */
export function assertEmptyResult(result: unknown): void {
  fail("The result is not an empty result:", emptyResultProblems(result));
}

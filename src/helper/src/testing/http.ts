import { attempt, isObject, optionsOf, peek } from "../safe.js";
import { readToolError } from "../read/read.js";
import { fail, toolErrorProblems, type AssertOptions, type ExpectedToolError } from "./assert.js";

/** Also the status that the answer has to have. */
export interface HttpAssertOptions extends AssertOptions {
  status?: number | undefined;
}

/** One header, from `Headers` or from a plain object in any spelling. */
const headerOf = (response: unknown, name: string): string | undefined => {
  const headers = peek(response, "headers");
  const value =
    attempt(() => (headers as Headers).get(name)) ??
    attempt(() => Object.entries(headers as object).find(([key]) => key.toLowerCase() === name)?.[1] as unknown);
  return value === undefined || value === null ? undefined : String(value);
};
interface Headers {
  get(name: string): unknown;
}

/** The body as an object: of `fetch`, supertest, Fastify's `inject`, axios, or of `toHttpResponse`. */
async function bodyOf(response: unknown): Promise<unknown> {
  const text: unknown =
    typeof peek(response, "text") === "function"
      ? // The test itself may still want to read it.
        await (peek(response, "bodyUsed")
          ? undefined
          : (response as { clone(): { text(): Promise<string> } }).clone().text())
      : (peek(response, "payload") ?? peek(response, "text"));
  const parsed = typeof text === "string" ? attempt(() => JSON.parse(text) as unknown) : undefined;
  return parsed ?? peek(response, "data") ?? peek(response, "body");
}

/** Statuses that fit a failure of each category. */
const STATUSES = {
  transient: [408, 425, 429, 500, 502, 503, 504],
  validation: [400, 404, 405, 406, 410, 411, 413, 414, 415, 416, 417, 422, 428, 431],
  permission: [401, 403, 407, 451],
  business: [402, 409, 412, 423, 424, 501],
};

/**
 * Everything in which an HTTP answer breaks the contract, as sentences: its status, its headers, the error object in its body.
 * Takes a `Response`, and what supertest, Fastify's `inject` and axios give. Throws nothing.
 */
export async function httpToolErrorProblems(
  response: unknown,
  expected?: ExpectedToolError,
  options?: HttpAssertOptions,
): Promise<string[]> {
  const given = optionsOf(options);
  const status = Number(peek(response, "statusCode") ?? peek(response, "status"));
  const problems: string[] = [];
  if (!(status >= 400 && status < 600)) problems.push(`The status is ${status}, so every client reads a success.`);
  else if (given.status !== undefined && status !== given.status)
    problems.push(`The status should be ${given.status}, but is ${status}.`);
  const type = headerOf(response, "content-type");
  if (!/\bjson\b/.test(type ?? "")) problems.push(`The content type is ${type ?? "missing"}, not JSON.`);

  let body: unknown;
  try {
    body = await bodyOf(response);
  } catch {
    body = undefined;
  }
  if (!isObject(body)) return [...problems, "The body is not a JSON object."];
  const result = { isError: true, content: [{ type: "text", text: JSON.stringify(body) }] };
  problems.push(...toolErrorProblems(result, expected, given));

  const payload = readToolError(result)?.payload;
  if (!payload) return problems;
  const { errorCategory, isRetryable, retryAfterSeconds = 0 } = payload;
  if (status >= 400 && given.status === undefined && !STATUSES[errorCategory].includes(status))
    problems.push(`The status ${status} does not fit a ${errorCategory} failure.`);
  if (!isRetryable && [425, 429, 503].includes(status))
    problems.push(`Clients retry a ${status} by themselves, but the error is not retryable.`);
  const wait = headerOf(response, "retry-after");
  if (isRetryable && wait === undefined) problems.push("Retry-After is missing, but the error is retryable.");
  if (!isRetryable && wait !== undefined) problems.push("Retry-After is set, but the error is not retryable.");
  if (isRetryable && wait !== undefined && Number(wait) !== Math.ceil(retryAfterSeconds))
    problems.push(`Retry-After is ${wait}, but the body asks for ${retryAfterSeconds} seconds.`);
  return problems;
}

/** Rejects with an `Error` that lists everything in which the answer breaks the contract or differs from what is expected. */
export async function assertHttpToolError(
  response: unknown,
  expected?: ExpectedToolError,
  options?: HttpAssertOptions,
): Promise<void> {
  fail("The response does not keep the error contract:", await httpToolErrorProblems(response, expected, options));
}

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classifyError, toolError, type Classification } from "mcp-tool-errors";
import { assertToolError } from "mcp-tool-errors/testing";
import { CLIENTS } from "./support/http-clients.js";
import { rejection, SECRET, startFaultyServer, type Answer, type FaultyServer } from "./support/http-server.js";

let server: FaultyServer;
beforeAll(async () => {
  server = await startFaultyServer();
});
afterAll(() => server.close());

const HTTP_DATE_IN_90_S = () => new Date(Date.now() + 90_000).toUTCString();

interface Case {
  name: string;
  answer: Answer;
  expected: Partial<Classification>;
  /** Libraries that say something else on purpose, with what they say. */
  except?: Record<string, Partial<Classification>>;
}

const terminal = (errorCategory: Classification["errorCategory"], errorCode: string) => ({
  errorCategory,
  errorCode,
  isRetryable: false,
});
const retry = (errorCode: string, retryAfterSeconds: number) => ({
  errorCategory: "transient" as const,
  isRetryable: true,
  errorCode,
  retryAfterSeconds,
});

const CASES: Case[] = [
  { name: "400", answer: { status: 400 }, expected: terminal("validation", "INVALID_INPUT") },
  { name: "401", answer: { status: 401 }, expected: terminal("permission", "UNAUTHENTICATED") },
  { name: "402", answer: { status: 402 }, expected: terminal("business", "PAYMENT_REQUIRED") },
  { name: "403", answer: { status: 403 }, expected: terminal("permission", "PERMISSION_DENIED") },
  {
    name: "403 + Retry-After",
    answer: { status: 403, headers: { "retry-after": "7" } },
    expected: retry("RATE_LIMITED", 7),
  },
  {
    name: "403 + x-ratelimit-remaining 0",
    answer: { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" } },
    expected: retry("RATE_LIMITED", 30),
  },
  { name: "404", answer: { status: 404 }, expected: terminal("validation", "NOT_FOUND") },
  { name: "408", answer: { status: 408 }, expected: retry("TIMEOUT", 2) },
  { name: "409", answer: { status: 409 }, expected: terminal("business", "CONFLICT") },
  { name: "410", answer: { status: 410 }, expected: terminal("validation", "NOT_FOUND") },
  { name: "412", answer: { status: 412 }, expected: terminal("business", "PRECONDITION_FAILED") },
  { name: "413", answer: { status: 413 }, expected: terminal("validation", "PAYLOAD_TOO_LARGE") },
  {
    name: "413 + Retry-After",
    answer: { status: 413, headers: { "retry-after": "9" } },
    expected: retry("PAYLOAD_TEMPORARILY_REFUSED", 9),
  },
  { name: "418", answer: { status: 418 }, expected: terminal("validation", "INVALID_INPUT") },
  { name: "422", answer: { status: 422 }, expected: terminal("validation", "INVALID_INPUT") },
  { name: "423", answer: { status: 423 }, expected: terminal("transient", "LOCKED") },
  { name: "423 + Retry-After", answer: { status: 423, headers: { "retry-after": "3" } }, expected: retry("LOCKED", 3) },
  { name: "429", answer: { status: 429 }, expected: retry("RATE_LIMITED", 60) },
  {
    name: "429 + seconds",
    answer: { status: 429, headers: { "retry-after": "7" } },
    expected: retry("RATE_LIMITED", 7),
  },
  {
    name: "429 + retry-after-ms",
    answer: { status: 429, headers: { "retry-after-ms": "1500", "retry-after": "7" } },
    expected: retry("RATE_LIMITED", 2),
  },
  {
    name: "429 + x-ms-retry-after-ms",
    answer: { status: 429, headers: { "x-ms-retry-after-ms": "2001" } },
    expected: retry("RATE_LIMITED", 3),
  },
  {
    name: "429 + ratelimit-reset",
    answer: { status: 429, headers: { "ratelimit-reset": "11" } },
    expected: retry("RATE_LIMITED", 11),
  },
  {
    name: "429 + absurd wait",
    answer: { status: 429, headers: { "retry-after": "99999999" } },
    expected: retry("RATE_LIMITED", 3600),
  },
  {
    name: "429 + unusable wait",
    answer: { status: 429, headers: { "retry-after": "-5" } },
    expected: retry("RATE_LIMITED", 60),
  },
  { name: "451", answer: { status: 451 }, expected: terminal("permission", "PERMISSION_DENIED") },
  { name: "500", answer: { status: 500 }, expected: retry("UPSTREAM_ERROR", 5) },
  { name: "501", answer: { status: 501 }, expected: terminal("business", "NOT_SUPPORTED") },
  { name: "502", answer: { status: 502 }, expected: retry("UPSTREAM_UNAVAILABLE", 5) },
  { name: "503", answer: { status: 503 }, expected: retry("UPSTREAM_UNAVAILABLE", 5) },
  {
    name: "503 + Retry-After",
    answer: { status: 503, headers: { "retry-after": "120" } },
    expected: retry("UPSTREAM_UNAVAILABLE", 120),
  },
  { name: "504", answer: { status: 504 }, expected: retry("UPSTREAM_UNAVAILABLE", 5) },
  { name: "507", answer: { status: 507 }, expected: retry("UPSTREAM_ERROR", 5) },
  { name: "529", answer: { status: 529 }, expected: retry("UPSTREAM_UNAVAILABLE", 5) },
  { name: "599", answer: { status: 599 }, expected: retry("UPSTREAM_ERROR", 5) },
  {
    name: "409 + x-should-retry",
    answer: { status: 409, headers: { "x-should-retry": "true" } },
    expected: retry("CONFLICT_RETRY", 1),
  },
  {
    name: "500 + x-should-retry: false",
    answer: { status: 500, headers: { "x-should-retry": "false" } },
    expected: terminal("transient", "UPSTREAM_ERROR"),
  },
  {
    name: "409 + stripe-should-retry",
    answer: { status: 409, headers: { "stripe-should-retry": "true" } },
    expected: retry("CONFLICT_RETRY", 1),
  },
  {
    name: "401 + x-should-retry",
    answer: { status: 401, headers: { "x-should-retry": "true" } },
    expected: terminal("permission", "UNAUTHENTICATED"),
  },
  {
    name: "429 insufficient_quota",
    answer: {
      status: 429,
      body: { error: { message: SECRET, type: "insufficient_quota", code: "insufficient_quota" } },
    },
    expected: terminal("business", "QUOTA_EXCEEDED"),
    // These keep no body where it can be found.
    except: { got: retry("RATE_LIMITED", 60), ky: retry("RATE_LIMITED", 60), azure: retry("RATE_LIMITED", 60) },
  },
  {
    name: "429 + RetryInfo in the body",
    answer: {
      status: 429,
      body: {
        error: {
          message: SECRET,
          details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "30s" }],
        },
      },
    },
    expected: retry("RATE_LIMITED", 30),
    except: Object.fromEntries(["got", "ky", "azure", "stripe"].map((name) => [name, retry("RATE_LIMITED", 60)])),
  },
];

/** Whatever the error says, none of it may leave. */
function expectNothingLeaks(error: unknown): void {
  const result = toolError.from(error, { structuredContent: "mirror" });
  assertToolError(result);
  expect(JSON.stringify(result)).not.toContain(SECRET);
  expect(JSON.stringify(result)).not.toMatch(/127\.0\.0\.1|Bearer|\.ts:\d|node_modules/);
}

describe.each(Object.entries(CLIENTS))("%s", (library, call) => {
  it.each(CASES.map((entry) => [entry.name, entry] as const))("%s", async (_, { answer, expected, except }) => {
    server.answer = answer;
    const error = await rejection(call(server, {}));
    expect(classifyError(error)).toMatchObject({ matched: true, ...(except?.[library] ?? expected) });
    expectNothingLeaks(error);
  });

  it("429 + HTTP date, against the server's own clock", async () => {
    // Both say an hour ago: a skewed clock here must not turn the wait into nothing.
    const past = Date.now() - 3_600_000;
    server.answer = {
      status: 429,
      headers: { date: new Date(past).toUTCString(), "retry-after": new Date(past + 40_000).toUTCString() },
    };
    const error = await rejection(call(server, {}));
    expect(classifyError(error)).toMatchObject(retry("RATE_LIMITED", 40));
  });

  it("429 + HTTP date", async () => {
    server.answer = { status: 429, headers: { "retry-after": HTTP_DATE_IN_90_S() } };
    const { retryAfterSeconds, isRetryable } = classifyError(await rejection(call(server, {})));
    expect(isRetryable).toBe(true);
    expect(retryAfterSeconds).toBeGreaterThan(80);
    expect(retryAfterSeconds).toBeLessThanOrEqual(91);
  });

  it("a 500 after a write that may not run twice", async () => {
    server.answer = { status: 500 };
    const result = classifyError(await rejection(call(server, {})), { idempotent: false });
    expect(result).toMatchObject({
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "UPSTREAM_ERROR",
      recovery: { stateAfterTimeoutUnknown: true },
    });
    expect(result.description).toMatch(/may have taken effect/);
  });

  it("a 503 with Retry-After is safe to repeat even for a write, a 502 is not", async () => {
    server.answer = { status: 503, headers: { "retry-after": "2" } };
    expect(classifyError(await rejection(call(server, {})), { idempotent: false })).toMatchObject(
      retry("UPSTREAM_UNAVAILABLE", 2),
    );
    server.answer = { status: 502 };
    expect(classifyError(await rejection(call(server, {})), { idempotent: false })).toMatchObject({
      isRetryable: false,
      errorCode: "UPSTREAM_UNAVAILABLE",
    });
  });

  it("a reset connection", async () => {
    server.answer = { fault: "reset" };
    const error = await rejection(call(server, {}));
    expect(classifyError(error)).toMatchObject({ matched: true, ...retry("NETWORK_ERROR", 2) });
    expect(classifyError(error, { idempotent: false })).toMatchObject({
      isRetryable: false,
      errorCode: "NETWORK_ERROR",
    });
    expectNothingLeaks(error);
  });

  it("a refused connection, which no write has passed", async () => {
    const closed = await startFaultyServer();
    await closed.close();
    const error = await rejection(call(closed, {}));
    expect(classifyError(error, { idempotent: false })).toMatchObject({
      matched: true,
      ...retry("UPSTREAM_UNAVAILABLE", 5),
    });
    expectNothingLeaks(error);
  });

  // octokit's request has no time limit of its own; Azure's time limit raises the same AbortError as a user's signal.
  it.skipIf(library === "octokit" || library === "azure")("a time-out", async () => {
    server.answer = { fault: "silence" };
    const error = await rejection(call(server, { timeout: 100 }));
    expect(classifyError(error)).toMatchObject({ matched: true, ...retry("TIMEOUT", 2) });
    expect(classifyError(error, { idempotent: false })).toMatchObject({ isRetryable: false, errorCode: "TIMEOUT" });
    expectNothingLeaks(error);
  });

  // Stripe's calls take no signal.
  it.skipIf(library === "stripe")("a cancellation", async () => {
    server.answer = { fault: "silence" };
    const controller = new AbortController();
    const pending = rejection(call(server, { signal: controller.signal }));
    setImmediate(() => controller.abort());
    expect(classifyError(await pending)).toMatchObject({ matched: true, ...terminal("transient", "CANCELLED") });
  });
});

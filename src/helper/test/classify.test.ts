import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { classifyError, configureToolErrors, defineClassifier, toolError, toolFailure, type ErrorEvent } from "mcp-tool-errors";
import { assertToolError } from "mcp-tool-errors/testing";

const SECRET = "hunter2-secret";
const bodyOf = (result: { content: { text: string }[] }): any => JSON.parse(result.content[0]!.text);
const coded = (code: unknown, more: object = {}) => Object.assign(new Error(SECRET), { code }, more);
afterEach(() => void configureToolErrors({ onError: undefined, classifiers: undefined }));

const UNCLASSIFIED = { errorCategory: "transient", isRetryable: false, errorCode: "UNCLASSIFIED", matched: false };

describe("an unknown error", () => {
  it.each([
    new Error(SECRET),
    new TypeError(SECRET),
    new ReferenceError(SECRET),
    new RangeError(SECRET),
    SECRET,
    undefined,
    null,
    42,
    Symbol("x"),
    10n,
    () => SECRET,
    [SECRET],
    { message: SECRET },
    { code: 7 },
    { code: 20 },
    { code: 503 },
    { status: "429" },
    { status: 200 },
    { status: 302 },
    { issues: [] },
    { issues: "none" },
    { code: "constructor" },
    { name: "__proto__", code: "toString" },
  ])("%# is generic and not retryable", (error) => {
    const result = classifyError(error);
    expect(result).toMatchObject(UNCLASSIFIED);
    expect(result.description).toMatch(/unknown reason/);
    expect(JSON.stringify(toolError.from(error))).not.toContain(SECRET);
  });

  it("a number alone is not a gRPC, Mongo or DOM code", () => {
    for (const code of [1, 4, 6, 7, 8, 14, 16, 18, 20, 23, 11000]) expect(classifyError(coded(code))).toMatchObject(UNCLASSIFIED);
  });

  it("gets the fallback that the caller names, and stays unmatched", () => {
    const fallback = { category: "business", description: "The ledger is closed.", customerFriendlyMessage: "We are closed.", errorCode: "CLOSED" } as const;
    expect(classifyError(new Error(SECRET), { fallback })).toMatchObject({ errorCategory: "business", errorCode: "CLOSED", matched: false, isRetryable: false });
    expect(classifyError(coded("ECONNRESET"), { fallback })).toMatchObject({ errorCode: "NETWORK_ERROR", matched: true });
    const wrong = { category: "weird", description: "Odd.", retryAfterSeconds: 1 } as never;
    expect(classifyError(new Error(SECRET), { fallback: wrong })).toMatchObject({ errorCategory: "transient", isRetryable: false, description: "Odd." });
  });
});

describe("hostile errors", () => {
  const throwing = new Proxy(new Error("x"), {
    get: () => {
      throw new Error(SECRET);
    },
    ownKeys: () => {
      throw new Error(SECRET);
    },
    getPrototypeOf: () => {
      throw new Error(SECRET);
    },
  });
  const getters = Object.defineProperties({}, Object.fromEntries(["name", "code", "status", "response", "cause", "message", "issues"].map((key) => [key, { get: () => { throw new Error(SECRET); } }])));
  const circular = coded("X");
  Object.assign(circular, { cause: circular, response: circular, original: circular });
  const endless = new Proxy({}, { get: (_, key) => (key === "cause" ? new Proxy({}, {}) : endless) }) as object;
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  // Functions, because the test runner itself cannot print some of these.
  it.each([() => throwing, () => getters, () => circular, () => endless, () => proxy, () => Object.create(null)])("%# gives a structured result", (make) => {
    const error: unknown = make();
    const result = toolError.from(error);
    assertToolError(result);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });

  it("property: nothing that can be thrown makes it throw or leak", () => {
    const keys = fc.constantFrom("name", "code", "status", "statusCode", "message", "cause", "response", "headers", "errors", "issues", "details", "metadata", "$metadata", "type", "severity", "retryAfter", "data");
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: "small" }, fc.constant(SECRET), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.constantFrom("ECONNRESET", "MongoError", "TimeoutError", "40001", 429, 503), tie("object"), fc.array(tie("any"), { maxLength: 3 })),
      object: fc.dictionary(keys, tie("any"), { maxKeys: 6 }),
    }));
    fc.assert(
      fc.property(value.any, fc.boolean(), fc.constantFrom(true, false, undefined), (shape, isError, idempotent) => {
        const error: unknown = isError && typeof shape === "object" && shape !== null ? Object.assign(new Error(SECRET), shape) : shape;
        const result = toolError.from(error, { idempotent });
        assertToolError(result);
        const text = result.content[0]!.text;
        // What a schema library or gRPC says about the input may be told; everything else may not.
        if (!/INVALID_INPUT/.test(text)) expect(text).not.toContain(SECRET);
      }),
      { numRuns: 1000 },
    );
  });

  it("property: every Retry-After header gives a wait within the cap, or none", () => {
    const header = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String), fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()), fc.constantFrom("-1", "1e9", "NaN", "Infinity", "0x10", " 7 ", "7,8", "Mon", "2099", "0"));
    fc.assert(
      fc.property(header, fc.constantFrom("retry-after", "Retry-After", "retry-after-ms", "x-ratelimit-reset", "x-amz-retry-after"), (text, name) => {
        const { retryAfterSeconds, isRetryable } = classifyError({ status: 429, headers: { [name]: text } });
        expect(isRetryable).toBe(true);
        expect(Number.isInteger(retryAfterSeconds)).toBe(true);
        expect(retryAfterSeconds).toBeGreaterThanOrEqual(0);
        expect(retryAfterSeconds).toBeLessThanOrEqual(3600);
      }),
      { numRuns: 500 },
    );
  });
});

describe("cause chains", () => {
  it.each([
    ["one cause", new Error("x", { cause: coded("ECONNREFUSED") })],
    ["ten causes", Array.from({ length: 9 }).reduce<Error>((cause) => new Error("x", { cause }), coded("ECONNREFUSED"))],
    ["an AggregateError", new AggregateError([new Error("x"), coded("ECONNREFUSED")])],
    ["a wrapped AggregateError", new TypeError("fetch failed", { cause: new AggregateError([coded("ECONNREFUSED")]) })],
  ])("%s", (_, error) => {
    expect(classifyError(error)).toMatchObject({ errorCode: "UPSTREAM_UNAVAILABLE", isRetryable: true });
  });
  it("stop after ten levels", () => {
    const deep = Array.from({ length: 12 }).reduce<Error>((cause) => new Error("x", { cause }), coded("ECONNREFUSED"));
    expect(classifyError(deep)).toMatchObject(UNCLASSIFIED);
  });
  it("a status anywhere says more than a code, a cancellation more than a status", () => {
    expect(classifyError(coded("ECONNRESET", { cause: { status: 404 } }))).toMatchObject({ errorCode: "NOT_FOUND" });
    expect(classifyError({ status: 503, cause: Object.assign(new Error("x"), { name: "AbortError" }) })).toMatchObject({ errorCode: "CANCELLED" });
  });
});

describe("retry-after order", () => {
  const wait = (error: object) => classifyError({ status: 429, ...error }).retryAfterSeconds;
  it.each([
    [{ headers: { "retry-after-ms": "900", "x-ms-retry-after-ms": "5000", "retry-after": "9" } }, 1],
    [{ headers: { "x-ms-retry-after-ms": "5000", "x-amz-retry-after": "7000" } }, 5],
    [{ headers: { "x-amz-retry-after": "7000", "retry-after": "9" } }, 7],
    [{ headers: { "retry-after": "9" }, retryAfter: 3 }, 9],
    [{ headers: { "Retry-After": ["9", "10"] } }, 9],
    [{ headers: new Headers({ "Retry-After": "9" }) }, 9],
    [{ response: { headers: new Map([["retry-after", "9"]]) } }, 9],
    [{ headers: { "retry-after": 9 } }, 9],
    [{ retryAfter: 3, data: { retry_after: 4 } }, 3],
    [{ data: { retry_after: 0.4 }, headers: { "ratelimit-reset": "8" } }, 1],
    [{ error: { details: [{ retryDelay: "1.5s" }] } }, 2],
    [{ headers: { "ratelimit-reset": "8", "x-ratelimit-reset": "9" } }, 8],
    [{ headers: { "x-rate-limit-reset": String(Math.floor(Date.now() / 1000) - 50) } }, 0],
    [{ headers: { "x-ratelimit-reset": String(Date.now() - 50_000) } }, 0],
    [{ headers: { "retry-after": "soon" } }, 60],
    [{ headers: { "retry-after": "" } }, 60],
  ])("%j -> %i", (error, expected) => {
    expect(wait(error)).toBe(expected);
  });
  it("trusts reset headers with rate limits and 503 only", () => {
    expect(classifyError({ status: 500, headers: { "x-ratelimit-reset": "8" } }).retryAfterSeconds).toBe(5);
    expect(classifyError({ status: 503, headers: { "x-ratelimit-reset": "8" } }).retryAfterSeconds).toBe(8);
  });
  it("follows the configured cap", () => {
    const before = configureToolErrors({ maxRetryAfterSeconds: 30 });
    expect(wait({ headers: { "retry-after": "600" } })).toBe(30);
    configureToolErrors(before);
  });
});

describe("GitHub", () => {
  it("a secondary rate limit is told by its message", () => {
    expect(classifyError(Object.assign(new Error("You have exceeded a secondary rate limit."), { status: 403 }))).toMatchObject({ errorCode: "RATE_LIMITED", isRetryable: true });
    expect(classifyError(Object.assign(new Error("Resource not accessible"), { status: 403 }))).toMatchObject({ errorCode: "PERMISSION_DENIED" });
  });
});

describe("this package's own failures", () => {
  it("are taken as they are, thrown or returned", () => {
    const fields = { description: "No more refunds.", customerFriendlyMessage: "The limit is reached.", errorCode: "REFUND_LIMIT" };
    for (const own of [toolFailure.business(fields), toolError.business(fields), new Error("x", { cause: 1 }) && toolFailure.business(fields)])
      expect(classifyError(own)).toMatchObject({ ...fields, errorCategory: "business", rule: "own", matched: true });
    expect(bodyOf(toolError.from(toolFailure.business(fields), { attemptedActions: ["Looked it up."] }))).toMatchObject({ ...fields, attemptedActions: ["Looked it up."] });
  });
});

describe("toolError.from", () => {
  it("lets the caller's fields win, but not over the category and the flag", () => {
    const result = bodyOf(
      toolError.from({ status: 503, headers: { "retry-after": "4" } }, {
        description: "The order service is being deployed. Try again shortly.",
        errorCode: "ORDERS_DOWN",
        customerFriendlyMessage: "Orders are not available.",
        partialResults: { found: 2 },
        attemptedActions: ["Asked twice."],
        recovery: { suggestedAction: "Wait." },
        isRetryable: false,
        errorCategory: "business",
      } as never),
    );
    expect(result).toEqual({
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: 4,
      errorCode: "ORDERS_DOWN",
      description: "The order service is being deployed. Try again shortly.",
      customerFriendlyMessage: "Orders are not available.",
      recovery: { suggestedAction: "Wait." },
      attemptedActions: ["Asked twice."],
      partialResults: { found: 2 },
    });
  });
  it("names the service and the status, nothing else", () => {
    expect(classifyError({ status: 404 }, { service: "the order service" }).description).toBe(
      "The call to the order service failed: not found (HTTP 404). Check the identifier, or search for it first.",
    );
  });
  it("tells the observers what was not recognised, with the error itself", () => {
    const events: ErrorEvent[] = [];
    configureToolErrors({ onError: (event) => events.push(event) });
    const error = new Error(SECRET);
    toolError.from(error, { onError: () => { throw new Error("observer"); } });
    toolError.from({ status: 429, name: "HTTPError" });
    expect(events).toMatchObject([{ matched: false, rule: "none", payload: { errorCode: "UNCLASSIFIED" } }, { matched: true, rule: "HTTPError 429" }]);
    expect(events[0]!.error).toBe(error);
  });
});

describe("defineClassifier", () => {
  class LedgerClosed extends Error {}
  const classifier = defineClassifier([
    { when: () => { throw new Error("a broken row"); }, then: { category: "validation", description: "Never." } },
    { when: (error): error is LedgerClosed => error instanceof LedgerClosed, then: (error: LedgerClosed) => ({ category: "business", description: `Closed: ${error.message}.`, customerFriendlyMessage: "Closed." }) },
    { when: (error) => error === "busy", then: { category: "transient", description: "Busy.", retryAfterSeconds: 9 } },
    { when: (error) => error === "pass", then: () => undefined },
  ]);
  it("goes before the table, for one call or for all", () => {
    const expected = { errorCategory: "business", description: "Closed: May.", matched: true, rule: "classifier" };
    expect(classifyError(Object.assign(new LedgerClosed("May"), { status: 503 }), { classifiers: [classifier] })).toMatchObject(expected);
    configureToolErrors({ classifiers: [classifier] });
    expect(classifyError(new LedgerClosed("May"))).toMatchObject(expected);
    expect(classifyError("busy")).toMatchObject({ isRetryable: true, retryAfterSeconds: 9, waitFromUpstream: true });
    expect(classifyError("pass")).toMatchObject(UNCLASSIFIED);
    expect(classifyError({ status: 404 })).toMatchObject({ errorCode: "NOT_FOUND" });
  });
  it("a classifier that throws has not recognised the error", () => {
    expect(classifyError({ status: 404 }, { classifiers: [() => { throw new Error("x"); }] })).toMatchObject({ errorCode: "NOT_FOUND" });
  });
});

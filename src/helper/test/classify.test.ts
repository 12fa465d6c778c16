import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyError, toolError } from "mcp-tool-errors";
import { assertToolError } from "mcp-tool-errors/testing";

const SECRET = "hunter2-secret";
const coded = (code: unknown, more: object = {}) => Object.assign(new Error(SECRET), { code }, more);
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
    { status: 200 },
    { status: 302 },
    { issues: [] },
    { issues: "none" },
    { code: "constructor" },
    { name: "__proto__", code: "toString" },
  ])("%# is generic and not retryable", (error) => {
    const result = classifyError(error);
    expect(result).toMatchObject(UNCLASSIFIED);
    expect(result.description).toMatch(/The cause is unknown/);
    expect(JSON.stringify(toolError.from(error))).not.toContain(SECRET);
  });

  it("a number alone is not a gRPC, Mongo or DOM code", () => {
    for (const code of [1, 4, 6, 7, 8, 14, 16, 18, 20, 23, 11000])
      expect(classifyError(coded(code))).toMatchObject(UNCLASSIFIED);
  });

  it("a key of the table is none of an error's own code or name", () => {
    for (const key of ["not found", "h404", "g5", "m18", "s22", "r1", "j5"])
      for (const code of [key, key.toUpperCase()]) expect(classifyError(coded(code))).toMatchObject(UNCLASSIFIED);
    // What a bundler makes of a class name.
    for (const name of ["g5", "G5", "h4", "m6", "s2", "a0"])
      expect(classifyError(Object.assign(new Error(SECRET), { name }))).toMatchObject(UNCLASSIFIED);
  });

  it("gets the fallback that the caller names, and stays unmatched", () => {
    const fallback = {
      category: "business",
      description: "The ledger is closed.",
      customerFriendlyMessage: "We are closed.",
      errorCode: "CLOSED",
    } as const;
    expect(classifyError(new Error(SECRET), { fallback })).toMatchObject({
      errorCategory: "business",
      errorCode: "CLOSED",
      matched: false,
      isRetryable: false,
    });
    expect(classifyError(coded("ECONNRESET"), { fallback })).toMatchObject({
      errorCode: "NETWORK_ERROR",
      matched: true,
    });
    const wrong = { category: "weird", description: "Odd.", retryAfterSeconds: 1 } as never;
    expect(classifyError(new Error(SECRET), { fallback: wrong })).toMatchObject({
      errorCategory: "transient",
      isRetryable: false,
      description: "Odd.",
    });
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
  const getters = Object.defineProperties(
    {},
    Object.fromEntries(
      ["name", "code", "status", "response", "cause", "message", "issues"].map((key) => [
        key,
        {
          get: () => {
            throw new Error(SECRET);
          },
        },
      ]),
    ),
  );
  const circular = coded("X");
  Object.assign(circular, { cause: circular, response: circular, original: circular });
  const endless = new Proxy({}, { get: (_, key) => (key === "cause" ? new Proxy({}, {}) : endless) }) as object;
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  // Functions, because the test runner itself cannot print some of these.
  it.each([() => throwing, () => getters, () => circular, () => endless, () => proxy, () => Object.create(null)])(
    "%# gives a structured result",
    (make) => {
      const error: unknown = make();
      const result = toolError.from(error);
      assertToolError(result);
      expect(JSON.stringify(result)).not.toContain(SECRET);
    },
  );

  it("property: nothing that can be thrown makes it throw or leak", () => {
    const keys = fc.constantFrom(
      "name",
      "code",
      "status",
      "statusCode",
      "message",
      "cause",
      "response",
      "headers",
      "errors",
      "issues",
      "details",
      "metadata",
      "$metadata",
      "type",
      "severity",
      "retryAfter",
      "data",
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: "small" },
        fc.constant(SECRET),
        fc.integer(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.constantFrom("ECONNRESET", "MongoError", "TimeoutError", "40001", 429, 503),
        tie("object"),
        fc.array(tie("any"), { maxLength: 3 }),
      ),
      object: fc.dictionary(keys, tie("any"), { maxKeys: 6 }),
    }));
    fc.assert(
      fc.property(value.any, fc.boolean(), fc.constantFrom(true, false, undefined), (shape, isError, idempotent) => {
        const error: unknown =
          isError && typeof shape === "object" && shape !== null ? Object.assign(new Error(SECRET), shape) : shape;
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
    const header = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      fc.constantFrom("-1", "1e9", "NaN", "Infinity", "0x10", " 7 ", "7,8", "Mon", "2099", "0"),
    );
    fc.assert(
      fc.property(
        header,
        fc.constantFrom("retry-after", "Retry-After", "retry-after-ms", "x-ratelimit-reset", "x-amz-retry-after"),
        (text, name) => {
          const { retryAfterSeconds, isRetryable } = classifyError({ status: 429, headers: { [name]: text } });
          expect(isRetryable).toBe(true);
          expect(Number.isInteger(retryAfterSeconds)).toBe(true);
          expect(retryAfterSeconds).toBeGreaterThanOrEqual(0);
          expect(retryAfterSeconds).toBeLessThanOrEqual(3600);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("cause chains", () => {
  it.each([
    ["one cause", new Error("x", { cause: coded("ECONNREFUSED") })],
    [
      "ten causes",
      Array.from({ length: 9 }).reduce<Error>((cause) => new Error("x", { cause }), coded("ECONNREFUSED")),
    ],
    ["an AggregateError", new AggregateError([new Error("x"), coded("ECONNREFUSED")])],
    ["errors of a kind of its own", Object.assign(new Error("x"), { errors: [new Error("x"), coded("ECONNREFUSED")] })],
    ["a wrapped AggregateError", new TypeError("fetch failed", { cause: new AggregateError([coded("ECONNREFUSED")]) })],
  ])("%s", (_, error) => {
    expect(classifyError(error)).toMatchObject({ errorCode: "UPSTREAM_UNAVAILABLE", isRetryable: true });
  });
  it("stop after ten levels", () => {
    const deep = Array.from({ length: 12 }).reduce<Error>((cause) => new Error("x", { cause }), coded("ECONNREFUSED"));
    expect(classifyError(deep)).toMatchObject(UNCLASSIFIED);
  });
  it("a time limit that ends in an abort is a time-out", () => {
    const abort = Object.assign(new Error("x"), { name: "AbortError" });
    const timeout = Object.assign(new Error("x", { cause: abort }), { name: "TimeoutError" });
    for (const error of [timeout, new Error("x", { cause: timeout })])
      expect(classifyError(error)).toMatchObject({ errorCode: "TIMEOUT", isRetryable: true });
  });
  it("is not endless for errors of errors", () => {
    const wide = (depth: number): object => ({
      errors: Array.from({ length: 99 }, () => (depth ? wide(depth - 1) : {})),
    });
    expect(classifyError(wide(2))).toMatchObject(UNCLASSIFIED);
    const many = { errors: [...Array.from({ length: 10 }, () => ({})), coded("ECONNREFUSED")] };
    expect(classifyError(many)).toMatchObject({ errorCode: "UPSTREAM_UNAVAILABLE" });
  });
  it("a status anywhere says more than a code, a cancellation more than a status", () => {
    expect(classifyError(coded("ECONNRESET", { cause: { status: 404 } }))).toMatchObject({ errorCode: "NOT_FOUND" });
    expect(classifyError({ status: 503, cause: Object.assign(new Error("x"), { name: "AbortError" }) })).toMatchObject({
      errorCode: "CANCELLED",
    });
  });
});

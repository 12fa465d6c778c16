import { getEventListeners } from "node:events";
import { setTimeout as sleepWithSignal } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  classifyError,
  collectResults,
  configureToolErrors,
  defineClassifier,
  defineErrorCodes,
  describeToolError,
  emptyResult,
  localRetry,
  propagate,
  readToolError,
  toolError,
  toolFailure,
  withToolErrors,
} from "mcp-tool-errors";
import { assertToolError, emptyResultProblems, toolErrorProblems } from "mcp-tool-errors/testing";

const bodyOf = (result: unknown): any => JSON.parse((result as { content: { text: string }[] }).content[0]!.text);
const revoked = (): never => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy as never;
};
const reset = () => Object.assign(new Error("x"), { code: "ECONNRESET" });
const failing = () => {
  throw reset();
};

describe("observers", () => {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  beforeEach(() => void process.on("unhandledRejection", note));
  afterEach(() => {
    process.off("unhandledRejection", note);
    configureToolErrors({ onError: undefined, onProblem: undefined });
  });

  it.each<[string, () => unknown]>([
    ["rejects", () => Promise.reject(new Error("log is full"))],
    ["is asynchronous and throws", async () => failing()],
    ["throws", failing],
    ["gives a thenable that throws", () => ({ then: failing })],
  ])("one that %s does no harm", async (_, observer) => {
    configureToolErrors({ onError: observer, onProblem: observer });
    assertToolError(toolError.from(new Error("x"), { onError: observer }));
    assertToolError(toolError.transient({ description: "Busy.", retryAfterSeconds: NaN }));
    await sleepWithSignal(5);
    expect(rejections).toEqual([]);
  });
});

describe("large partial results", () => {
  it.each<[string, () => unknown]>([
    ["a Buffer", () => Buffer.alloc(60_000_000)],
    ["typed arrays in a list", () => [new Float64Array(5_000_000), new DataView(new ArrayBuffer(5_000_000))]],
    ["a long list", () => new Array(5_000_000).fill(0)],
    ["a long text", () => "x".repeat(60_000_000)],
  ])("%s costs no time and no text", (_, make) => {
    const partialResults = make();
    const start = performance.now();
    const result = toolError.transient({ description: "Busy.", retryAfterSeconds: 1, partialResults });
    expect(performance.now() - start).toBeLessThan(5000);
    assertToolError(result, "transient");
  });
  it("a Buffer is marked as left out", () => {
    const fields = { description: "x", partialResults: { file: Buffer.from("hunter2"), name: "a.txt" } };
    expect(bodyOf(toolError.validation(fields)).partialResults).toEqual({ file: "[left out]", name: "a.txt" });
  });
});

describe("wrong arguments", () => {
  const given = [null, 5, "x", revoked()] as never[];
  const fields = { description: "No.", customerFriendlyMessage: "No." };

  it("as options throw nowhere and change nothing", async () => {
    for (const options of given) {
      for (const result of [
        toolError.business(fields, options),
        toolError.from({ status: 403 }, options),
        propagate({ status: 403 }, options),
        toolFailure.business(fields, options).result,
        toolFailure.from({ status: 403 }, options).result,
        await withToolErrors(() => Promise.reject({ status: 403 }), options)(),
      ])
        expect(bodyOf(result)).toMatchObject({ isRetryable: false, customerFriendlyMessage: expect.any(String) });
      expect(classifyError({ status: 403 }, options)).toMatchObject({ errorCategory: "permission" });
      expect(bodyOf(emptyResult("None.", undefined, options))).toEqual({ found: false, message: "None." });
      expect(describeToolError(toolError.business(fields), options)).toContain("Category: business");
      expect(toolErrorProblems(toolError.business(fields), "business", options)).toEqual([]);
      expect(() => configureToolErrors(options)).not.toThrow();
      expect((await collectResults([1], () => Promise.reject({ status: 403 }), options)).ok).toBe(false);
    }
  });

  it("as fields or values throw nowhere", () => {
    for (const value of given) {
      assertToolError(toolError.transient(value));
      assertToolError(toolError.from(value));
      assertToolError(toolError.validation({ description: "x", partialResults: value, details: value }));
      expect(() => [readToolError(value), readToolError({ isError: true, content: value })]).not.toThrow();
      expect(() => describeToolError({ isError: true, structuredContent: value }, { tool: "t" })).not.toThrow();
      expect(toolErrorProblems(value).length).toBeGreaterThan(0);
      expect(emptyResultProblems(value).length).toBeGreaterThan(0);
      expect(() => defineErrorCodes(value).toMarkdown()).not.toThrow();
      expect(defineClassifier(value)(new Error("x"))).toBeUndefined();
      expect(defineClassifier([value])(new Error("x"))).toBeUndefined();
    }
  });

  it.each<[string, () => unknown]>([
    ["null", () => null],
    ["a revoked proxy", revoked],
    [
      "an iterator that throws",
      function* () {
        yield 1;
        throw Object.assign(new Error("x"), { status: 403 });
      },
    ],
  ])("%s as the list of collectResults is a failure, not an empty success", async (_, make) => {
    const collected = await collectResults(make() as number[], async (item) => item);
    expect(collected.ok).toBe(false);
    expect(collected.attemptedActions.at(-1)).toMatch(/^the list: failed/);
    assertToolError(collected.toError());
  });
});

describe("the category", () => {
  const odd = [
    { status: "429" },
    { statusCode: "429" },
    { response: { status: "429" } },
    { status: 429, name: Symbol("x") },
    { status: 429, code: Symbol("x") },
    { status: 429, message: Symbol("x") },
    { status: 429, headers: null },
    { status: 429, headers: 5 },
    { status: 429, headers: "retry-after: 7" },
    { status: 429, headers: { get: "no function" } },
    { status: 429, headers: { get: failing } },
    { status: 429, headers: { "retry-after": Symbol("x") } },
    { status: 429, headers: { "retry-after": Object.create(null) as unknown } },
    { status: 429, headers: [null, 5, []] },
    { status: 429, response: { headers: Object.create(null) as unknown } },
    { status: 429, errors: "none", data: 5, error: Symbol("x") },
  ];
  it.each(odd)("is not lost for odd members: %#", (error) => {
    expect(classifyError(error)).toMatchObject({ errorCode: "RATE_LIMITED", isRetryable: true, retryAfterSeconds: 60 });
  });
  it("is not lost for members that cannot be read", () => {
    for (const key of ["headers", "errors", "cause", "response", "name", "message", "issues", "data", "metadata"]) {
      expect(classifyError({ status: 429, [key]: revoked() })).toMatchObject({ errorCode: "RATE_LIMITED" });
      expect(classifyError(Object.defineProperty({ status: 429 }, key, { get: failing }))).toMatchObject({
        errorCode: "RATE_LIMITED",
      });
    }
  });
  it("has the wait of raw headers", () => {
    expect(classifyError({ status: 429, headers: [["Retry-After", "7"]] })).toMatchObject({ retryAfterSeconds: 7 });
  });
  it("of Puppeteer's ProtocolError is not that of MCP's", () => {
    const error = Object.assign(new Error("Protocol error (Page.navigate): hunter2"), {
      name: "ProtocolError",
      code: -32602,
      originalMessage: "hunter2",
    });
    expect(classifyError(error)).toMatchObject({ errorCode: "UNCLASSIFIED" });
    expect(JSON.stringify(toolError.from(error))).not.toContain("hunter2");
  });
});

describe("local retries", () => {
  it.each([3, {}, { retries: 1 }, "twice"])("that %j can't make are none", async (retry) => {
    const wrapped = withToolErrors(failing, { idempotent: true, retry: retry as never });
    expect(bodyOf(await wrapped())).toMatchObject({ errorCode: "NETWORK_ERROR" });
  });
});

describe("signals", () => {
  const options = { idempotent: true, retry: localRetry({ baseSeconds: 0 }) } as const;

  it("are none of the tool's input", async () => {
    for (const signal of ["SIGTERM", { aborted: true }, { aborted: false, reason: "x" }]) {
      const result = await withToolErrors((_: { signal: unknown }) => failing())({ signal });
      expect(bodyOf(result)).toMatchObject({ errorCode: "NETWORK_ERROR" });
    }
  });

  it("that have aborted during the handler end the call without a wait", async () => {
    const controller = new AbortController();
    const sleep = vi.fn(async () => {});
    const wrapped = withToolErrors(
      async () => {
        setImmediate(() => controller.abort(new Error("gone")));
        return toolError.transient({ description: "Busy.", retryAfterSeconds: 9 });
      },
      { idempotent: true, retry: localRetry({ sleep }), signal: controller.signal },
    );
    controller.abort(new Error("gone"));
    await expect(wrapped()).rejects.toThrow("gone");
    expect(sleep).not.toHaveBeenCalled();
  });

  it("may end the wait of a timer that rejects", async () => {
    const controller = new AbortController();
    const sleep = async (_: number, signal: unknown) => {
      controller.abort(new Error("gone"));
      await sleepWithSignal(60_000, undefined, { signal: signal as AbortSignal });
    };
    const wrapped = withToolErrors(async () => failing(), {
      idempotent: true,
      retry: localRetry({ sleep }),
      signal: controller.signal,
    });
    await expect(wrapped()).rejects.toThrow("gone");
  });

  it("keep no listeners after the wait", async () => {
    const { signal } = new AbortController();
    const wrapped = withToolErrors(async () => failing(), { ...options, signal });
    for (let call = 0; call < 20; call++) await wrapped();
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("a wait longer than a timer can be does not end at once", async () => {
    vi.useFakeTimers();
    try {
      let runs = 0;
      const busy = () => {
        runs++;
        return Promise.reject({ status: 429, headers: { "retry-after": "99999999" } });
      };
      configureToolErrors({ maxRetryAfterSeconds: 1e9 });
      const pending = withToolErrors(busy, { idempotent: true, retry: localRetry({ capSeconds: 1e9, retries: 1 }) })();
      await vi.advanceTimersByTimeAsync(2 ** 31 - 100);
      expect(runs).toBe(1);
      await vi.advanceTimersByTimeAsync(200);
      expect(bodyOf(await pending)).toMatchObject({ errorCode: "RATE_LIMITED" });
      expect(runs).toBe(2);
    } finally {
      configureToolErrors({ maxRetryAfterSeconds: 3600 });
      vi.useRealTimers();
    }
  });
});

import { describe, expect, it, vi } from "vitest";
import {
  dialects,
  type ErrorEvent,
  isToolFailure,
  localRetry,
  toolError,
  ToolFailure,
  toolFailure,
  withToolErrors,
  withToolFailures,
} from "mcp-tool-errors";
import { assertToolError } from "mcp-tool-errors/testing";

const bodyOf = (result: any): any => JSON.parse(result.content[0].text);
const failing = (...errors: unknown[]) => {
  let call = 0;
  return vi.fn(async (_args: object) => {
    const error = errors[call++];
    if (error !== undefined) throw error;
    return { content: [{ type: "text" as const, text: `call ${call}` }] };
  });
};
const reset = () => Object.assign(new Error("x"), { code: "ECONNRESET" });
const limited = (seconds: number) => ({ status: 429, headers: { "retry-after": String(seconds) } });

describe("withToolErrors", () => {
  it("passes arguments, this and the result on untouched", async () => {
    const result = { content: [], structuredContent: { a: 1 } };
    const self = { prefix: "p" };
    const handler = withToolErrors(function (this: typeof self, a: number, b: string) {
      return this === self && a === 1 && b === "b" ? result : undefined;
    });
    expect(await handler.call(self, 1, "b")).toBe(result);
    for (const value of [undefined, null, "text", 0, { resultType: "input_required" }])
      expect(await withToolErrors(() => value)()).toBe(value);
  });

  it.each([
    ["an async throw", async () => Promise.reject(reset())],
    [
      "a sync throw",
      () => {
        throw reset();
      },
    ],
    ["a rejected promise", () => Promise.reject(reset())],
  ])("turns %s into a result", async (_, handler) => {
    const result = await withToolErrors(handler as () => Promise<never>)();
    assertToolError(result, { errorCode: "NETWORK_ERROR", isRetryable: true });
  });

  it("takes the options of toolError.from and the writer", async () => {
    const events: ErrorEvent[] = [];
    const handler = withToolErrors(() => Promise.reject(new Error("secret")), {
      dialect: dialects.compact,
      hasOutputSchema: true,
      fallback: { category: "business", description: "Closed.", customerFriendlyMessage: "Closed." },
      onError: (event) => events.push(event),
    });
    const result = await handler();
    expect(result).not.toHaveProperty("structuredContent");
    expect(bodyOf(result)).toMatchObject({ errorCategory: "business", customerMessage: "Closed." });
    expect(events).toHaveLength(1);
  });

  it("keeps what a handler has said by throwing or returning", async () => {
    const fields = { description: "No more refunds.", customerFriendlyMessage: "The limit is reached." };
    expect(
      bodyOf(
        await withToolErrors(() => {
          throw toolFailure.business(fields);
        })(),
      ),
    ).toMatchObject({ errorCategory: "business", ...fields });
    const own = toolError.business(fields);
    expect(await withToolErrors(() => own)()).toBe(own);
  });

  describe("passes on", () => {
    const controller = new AbortController();
    controller.abort(new Error("the client is gone"));
    const { signal } = controller;
    const error = new Error("from the handler");
    const handler = () => Promise.reject(error);
    it.each([
      ["SDK 1.x", [{ id: 1 }, { signal }]],
      ["SDK 1.x without arguments", [{ signal }]],
      ["SDK 2.x", [{ id: 1 }, { mcpReq: { signal } }]],
      ["FastMCP", [{ id: 1 }, { log: {}, signal }]],
    ])("what is thrown after the client has cancelled (%s)", async (_, args) => {
      await expect((withToolErrors(handler) as (...args: unknown[]) => Promise<unknown>)(...args)).rejects.toBe(error);
    });
    it("the same with a signal in the options", async () => {
      await expect(withToolErrors(handler, { signal })()).rejects.toBe(error);
    });
    it("URL elicitation", async () => {
      const elicitation = Object.assign(new Error("open a page"), { code: -32042 });
      await expect(withToolErrors(() => Promise.reject(elicitation))()).rejects.toBe(elicitation);
    });
    it("but not an abort of the handler's own", async () => {
      const own = Object.assign(new Error("aborted"), { name: "AbortError" });
      const live = { signal: new AbortController().signal };
      expect(bodyOf(await withToolErrors((_: object) => Promise.reject(own))(live))).toMatchObject({
        errorCode: "CANCELLED",
        isRetryable: false,
      });
    });
  });

  describe("withToolFailures", () => {
    it("throws a ToolFailure for what was thrown and for a returned error result", async () => {
      const thrown = await withToolFailures(() => Promise.reject(reset()))().catch((error: unknown) => error);
      expect(isToolFailure(thrown)).toBe(true);
      expect(JSON.parse((thrown as Error).message)).toMatchObject({ errorCode: "NETWORK_ERROR" });
      const returned = withToolFailures(() => toolError.validation({ description: "The date is wrong." }))();
      await expect(returned).rejects.toBeInstanceOf(ToolFailure);
      await expect(returned).rejects.toThrow(/The date is wrong/);
    });
    it("returns successes", async () => {
      expect(await withToolFailures(() => 5)()).toBe(5);
    });
  });

  describe("local retry", () => {
    const waits: number[] = [];
    const sleep = async (milliseconds: number) => void waits.push(milliseconds);
    const run = async (handler: (args: object) => Promise<unknown>, options: object = {}) => {
      waits.length = 0;
      const wrapped = withToolErrors(handler, { idempotent: true, retry: localRetry({ sleep, ...options }) }) as (
        args: object,
      ) => Promise<any>;
      return wrapped({});
    };

    it("runs the handler again until it succeeds", async () => {
      const handler = failing(reset(), reset());
      expect(await run(handler)).toEqual({ content: [{ type: "text", text: "call 3" }] });
      expect(handler).toHaveBeenCalledTimes(3);
    });
    it("stops after two retries and says what it has tried", async () => {
      const handler = failing(reset(), limited(1), reset(), reset());
      const body = bodyOf(await run(handler));
      expect(handler).toHaveBeenCalledTimes(3);
      expect(body).toMatchObject({
        errorCode: "NETWORK_ERROR",
        isRetryable: true,
        attemptedActions: [
          "Attempt 1 failed: NETWORK_ERROR.",
          "Attempt 2 failed: RATE_LIMITED.",
          "Attempt 3 failed: NETWORK_ERROR.",
        ],
      });
    });
    it("is cut to two retries from JavaScript, and can be one", async () => {
      const many = failing(...Array.from({ length: 10 }, reset));
      await run(many, { retries: 9 });
      expect(many).toHaveBeenCalledTimes(3);
      const once = failing(...Array.from({ length: 10 }, reset));
      await run(once, { retries: 1 });
      expect(once).toHaveBeenCalledTimes(2);
    });
    it.each([
      ["permission", { status: 403 }],
      ["business", { status: 402 }],
      ["validation", { status: 422 }],
      ["unknown", new Error("x")],
    ])("never repeats a %s failure", async (_, error) => {
      const handler = failing(error, error);
      assertToolError(await run(handler));
      expect(handler).toHaveBeenCalledTimes(1);
    });
    it("never repeats without the promise of idempotence, whatever JavaScript says", async () => {
      for (const idempotent of [undefined, false]) {
        const handler = failing(reset(), reset());
        await (
          withToolErrors(handler, { idempotent, retry: localRetry({ sleep }) } as never) as (
            args: object,
          ) => Promise<unknown>
        )({});
        expect(handler).toHaveBeenCalledTimes(1);
      }
    });
    it("waits at least what the other side asks for, with jitter on top, within the cap", async () => {
      await run(failing(limited(3), limited(3), limited(3)));
      expect(waits).toHaveLength(2);
      for (const wait of waits) {
        expect(wait).toBeGreaterThanOrEqual(3000);
        expect(wait).toBeLessThanOrEqual(10_000);
      }
    });
    it("leaves a longer wait to the agent", async () => {
      const handler = failing(limited(11), limited(11));
      expect(bodyOf(await run(handler))).toMatchObject({ retryAfterSeconds: 11 });
      expect(handler).toHaveBeenCalledTimes(1);
      expect(waits).toEqual([]);
    });
    it("backs off exponentially with full jitter", async () => {
      const random = vi.spyOn(Math, "random").mockReturnValue(0.999);
      await run(failing(reset(), reset(), reset()), { baseSeconds: 2 });
      expect(waits.map(Math.round)).toEqual([1998, 3996]);
      random.mockReturnValue(0);
      await run(failing(reset(), reset(), reset()), { baseSeconds: 2 });
      expect(waits).toEqual([0, 0]);
      random.mockRestore();
    });
    it("repeats for a returned retryable error result as well", async () => {
      let call = 0;
      const handler = async () =>
        ++call < 3 ? toolError.transient({ description: "Busy.", retryAfterSeconds: 1 }) : "done";
      expect(await run(handler)).toBe("done");
      const stubborn = toolError.validation({ description: "Wrong." });
      expect(await run(async () => stubborn)).toBe(stubborn);
    });
    it("ends with the client's cancellation while it waits", async () => {
      const controller = new AbortController();
      const handler = vi.fn(async (_: object) => Promise.reject(limited(5)));
      const pending = withToolErrors(handler, { idempotent: true, retry: localRetry() })({ signal: controller.signal });
      setImmediate(() => controller.abort(new Error("gone")));
      await expect(pending).rejects.toThrow("gone");
      expect(handler).toHaveBeenCalledTimes(1);
    });
    it("waits with a real timer by default", async () => {
      expect(
        await withToolErrors(failing(reset()), { idempotent: true, retry: localRetry({ baseSeconds: 0.001 }) })({}),
      ).toEqual({
        content: [{ type: "text", text: "call 2" }],
      });
    });
    it("counts the attempts in the envelope dialect", async () => {
      const handler = withToolErrors(failing(reset(), reset(), reset()), {
        idempotent: true,
        retry: localRetry({ sleep }),
        dialect: dialects.envelope,
      });
      expect(bodyOf(await handler({}))).toMatchObject({ attempt: 3, maxAttempts: 3, retryable: true });
    });
  });
});

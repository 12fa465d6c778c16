import { createMCPClient } from "@ai-sdk/mcp";
import { loadMcpTools } from "@langchain/mcp-adapters";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { UrlElicitationRequiredError } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { configureToolErrors, toolError, toolFailure, type ToolErrorResult } from "mcp-tool-errors";
import { callTool, nextStep, type CallToolOptions, type ToolOutcome } from "mcp-tool-errors/client";
import { assertToolError } from "mcp-tool-errors/testing";
import { failed } from "./support/results.js";

const customerFriendlyMessage = "That is not possible.";
const busy = (retryAfterSeconds: number, more: object = {}): ToolErrorResult =>
  JSON.parse(
    JSON.stringify(toolError.transient({ description: "Busy.", retryAfterSeconds, errorCode: "BUSY", ...more })),
  ) as ToolErrorResult;
const bodyOf = (result: ToolErrorResult): any => JSON.parse(result.content[0]!.text);
const failureOf = <T>(outcome: ToolOutcome<T>) => {
  if (outcome.ok) throw new Error("The call did not fail.");
  return outcome;
};
afterEach(() => void configureToolErrors({ random: undefined }));

/** Calls with answers in turn, and notes the waits. */
const run = async (answers: readonly unknown[], options: CallToolOptions = {}) => {
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds / 1000);
  let calls = 0;
  const outcome = await callTool(
    async () => {
      const answer = answers[Math.min(calls++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { tool: "search", sleep, ...options },
  );
  return { outcome, waits, calls };
};

describe("the decision tree", () => {
  it("gives back a success, also a text and an empty result", async () => {
    for (const result of [{ content: [] }, "fine", '{"category":"transient","retryable":true}', undefined, [], 7])
      expect(await run([result])).toEqual({ outcome: { ok: true, result, attempts: 1 }, waits: [], calls: 1 });
  });

  it.each([
    ["validation", "correct-input"],
    ["permission", "escalate"],
    ["business", "explain"],
  ] as const)("never repeats a %s failure, also where it says that it may be: %s", async (category, step) => {
    for (const answer of [
      toolError[category]({ description: "No.", customerFriendlyMessage }),
      toolFailure[category]({ description: "No.", customerFriendlyMessage }),
      failed({ errorCategory: category, isRetryable: true, retryAfterSeconds: 1, description: "No." }),
    ]) {
      const { outcome, calls } = await run([answer], { attempts: 5 });
      expect(calls).toBe(1);
      expect(failureOf(outcome)).toMatchObject({ step, failure: { payload: { errorCategory: category } } });
      expect(bodyOf(failureOf(outcome).error)).toMatchObject({ errorCategory: category, isRetryable: false });
    }
  });

  it("repeats a transient failure after its wait, and gives back the success", async () => {
    configureToolErrors({ random: () => 0.5 });
    const { outcome, waits } = await run([busy(2), busy(4), { content: [] }]);
    expect(outcome).toEqual({ ok: true, result: { content: [] }, attempts: 3 });
    expect(waits).toEqual([2.25, 4.5]);
  });

  it("hands what stays transient to the coordinator, with all that was done", async () => {
    configureToolErrors({ random: () => 0 });
    const { outcome, calls } = await run([busy(2, { partialResults: [1], attemptedActions: ["Read page 1."] })], {
      attempts: 2,
      attemptedActions: ["Asked the cache."],
      recommendation: "Continue without it.",
    });
    expect(calls).toBe(2);
    expect(failureOf(outcome).step).toBe("retry-later");
    assertToolError(failureOf(outcome).error, {
      errorCategory: "transient",
      errorCode: "BUSY",
      status: "partial_failure",
      partialResults: [1],
      recommendation: "Continue without it.",
      attemptedActions: [
        "Read page 1.",
        "Asked the cache.",
        "Called search, attempt 1: BUSY; waited 2.0 s.",
        "Called search, attempt 2: BUSY.",
      ],
    });
  });

  it.each<[string, unknown, string]>([
    ["nothing known", failed("It broke."), "UNCLASSIFIED"],
    [
      "a flag that says no",
      failed({ errorCategory: "transient", isRetryable: false, description: "No." }),
      "transient",
    ],
    [
      "a category of another list",
      failed({ errorCategory: "server", isRetryable: true, description: "x" }),
      "UNCLASSIFIED",
    ],
    [
      "a write that may have happened",
      failed({ success: false, error: "x", recovery: { stateAfterTimeoutUnknown: true, retryAfterSeconds: 1 } }),
      "transient",
    ],
    ["a wait beyond the cap", busy(61), "BUSY"],
    ["a connection that is to be opened again", busy(1, { recovery: { requiresReconnect: true } }), "BUSY"],
    ["a call that was cut off", Object.assign(new Error("hunter2"), { code: "ECONNRESET" }), "NETWORK_ERROR"],
    ["an error of the program", new TypeError("hunter2"), "UNCLASSIFIED"],
  ])("does not repeat %s", async (_, answer, code) => {
    const { outcome, calls } = await run([answer]);
    expect(calls).toBe(1);
    expect(bodyOf(failureOf(outcome).error).attemptedActions).toEqual([`Called search, attempt 1: ${code}.`]);
    expect(JSON.stringify(failureOf(outcome).error)).not.toContain("hunter2");
  });

  it("repeats what was cut off where the caller says that it may", async () => {
    const reset = Object.assign(new Error("x"), { code: "ECONNRESET" });
    expect((await run([reset, "fine"], { idempotent: true })).outcome).toMatchObject({ ok: true, attempts: 2 });
    // Nothing has been sent yet.
    const refused = Object.assign(new Error("x"), { code: "ECONNREFUSED" });
    expect((await run([refused, "fine"])).outcome).toMatchObject({ ok: true, attempts: 2 });
  });

  it("keeps what an earlier attempt has obtained", async () => {
    const answers = [busy(1, { partialResults: [1] }), busy(1, { partialResults: [1, 2] }), failed("It broke.")];
    const partialResultsOf = async (options?: CallToolOptions) =>
      bodyOf(failureOf((await run(answers, options)).outcome).error).partialResults;
    expect(await partialResultsOf()).toEqual([1, 2]);
    expect(await partialResultsOf({ partialResults: ["cached"] })).toEqual(["cached"]);
    expect(bodyOf(failureOf((await run([failed("It broke.")])).outcome).error).partialResults).toEqual([]);
  });

  it("opens the connection again before it repeats", async () => {
    const order: string[] = [];
    const { outcome } = await run([busy(1, { recovery: { requiresReconnect: true } }), "fine"], {
      reconnect: async () => void order.push("reconnect"),
      onRetry: ({ attempt, waitSeconds }) => {
        order.push(`retry ${attempt} after ${Math.floor(waitSeconds)}`);
        return Promise.reject(new Error("x"));
      },
    });
    expect(outcome.ok).toBe(true);
    expect(order).toEqual(["retry 1 after 1", "reconnect"]);
  });

  it("ends with the reason of a signal, and passes URL elicitation on", async () => {
    const controller = new AbortController();
    const call = vi.fn(async () => busy(30));
    const pending = callTool(call, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("gone")), 5);
    await expect(pending).rejects.toThrow("gone");
    await expect(callTool(call, { signal: controller.signal })).rejects.toThrow("gone");
    expect(call).toHaveBeenCalledTimes(1);
    const elicitation = new UrlElicitationRequiredError([
      { mode: "url", message: "Sign in.", url: "https://example.com/", elicitationId: "1" },
    ]);
    await expect(run([elicitation])).rejects.toBe(elicitation);
  });

  it("property: at most so many calls, no wait below what is asked or above the cap, no terminal failure twice", async () => {
    const answer = fc.oneof(
      fc.double({ min: 0, max: 100, noNaN: true }).map((wait) => busy(wait)),
      fc
        .constantFrom("validation", "permission", "business")
        .map((errorCategory) => failed({ errorCategory, isRetryable: true, description: "No." })),
      fc.constantFrom("fine", failed("boom"), new Error("Request failed with status code 503")),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 80 }),
        async (answers, attempts, capSeconds) => {
          const { outcome, waits, calls } = await run(answers, { attempts, capSeconds });
          expect(calls).toBeLessThanOrEqual(attempts);
          expect(outcome.attempts).toBe(calls);
          expect(waits).toHaveLength(calls - 1);
          waits.forEach((wait, index) => {
            const asked = (bodyOf(answers[Math.min(index, answers.length - 1)] as ToolErrorResult) as any)
              .retryAfterSeconds;
            expect(wait).toBeGreaterThanOrEqual(asked);
            expect(wait).toBeLessThanOrEqual(capSeconds);
          });
          if (!outcome.ok) {
            assertToolError(outcome.error, { status: "partial_failure" });
            expect(nextStep(outcome.failure.payload)).toBe(outcome.step);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("with every client", () => {
  const makeServer = () => {
    const server = new McpServer({ name: "s", version: "1" });
    let calls = 0;
    server.registerTool("flaky", {}, async () =>
      ++calls < 3
        ? toolError.transient({ description: "Busy.", retryAfterSeconds: 7, errorCode: "BUSY" })
        : { content: [{ type: "text", text: `done after ${calls} calls` }] },
    );
    server.registerTool("denied", {}, async () =>
      toolError.permission({
        description: "The scope orders:read is missing.",
        customerFriendlyMessage,
        details: { scope: "orders:read" },
      }),
    );
    return server;
  };

  type Call = (name: string) => Promise<unknown>;
  const CLIENTS: Record<string, (transport: any) => Promise<{ call: Call; close: () => Promise<void> }>> = {
    "SDK 1.x": async (transport) => {
      const client = new ClientV1({ name: "c", version: "1" });
      await client.connect(transport);
      return { call: (name) => client.callTool({ name, arguments: {} }), close: () => client.close() };
    },
    "SDK 2.x": async (transport) => {
      const client = new ClientV2({ name: "c", version: "1" });
      await client.connect(transport);
      return { call: (name) => client.callTool({ name, arguments: {} }), close: () => client.close() };
    },
    "the AI SDK": async (transport) => {
      const client = await createMCPClient({ transport });
      const tools = await client.tools();
      return {
        call: async (name) => tools[name]!.execute({}, { toolCallId: "1", messages: [] } as never),
        close: () => client.close(),
      };
    },
    "LangChain's adapter": async (transport) => {
      const client = new ClientV1({ name: "c", version: "1" });
      await client.connect(transport);
      const tools = await loadMcpTools("s", client as never);
      return {
        call: (name) => tools.find((tool) => tool.name === name)!.invoke({}),
        close: () => client.close(),
      };
    },
  };

  it.each(Object.entries(CLIENTS))("%s", async (_, connect) => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await makeServer().connect(far);
    const { call, close } = await connect(near);
    const waits: number[] = [];
    const sleep = async (milliseconds: number) => void waits.push(milliseconds / 1000);
    const flaky = await callTool(() => call("flaky"), { sleep });
    expect(flaky).toMatchObject({ ok: true, attempts: 3 });
    expect(JSON.stringify(flaky)).toContain("done after 3 calls");
    expect(waits.map(Math.floor)).toEqual([7, expect.any(Number)]);

    const denied = failureOf(await callTool(() => call("denied"), { sleep, tool: "denied" }));
    expect(denied).toMatchObject({ step: "escalate", attempts: 1, failure: { isKnown: true } });
    assertToolError(denied.error, {
      errorCategory: "permission",
      customerFriendlyMessage,
      details: { scope: "orders:read" },
    });
    await close();
  });
});

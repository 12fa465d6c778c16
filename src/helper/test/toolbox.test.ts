import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import {
  collectResults,
  configureToolErrors,
  defineErrorCodes,
  dialects,
  emptyResult,
  propagate,
  readToolError,
  toolError,
  toolFailure,
} from "mcp-tool-errors";
import { assertEmptyResult, assertToolError } from "mcp-tool-errors/testing";

const bodyOf = (result: any): any => JSON.parse(result.content[0].text);
const description = "The search service is down. Try again later.";
afterEach(() => void configureToolErrors({ onProblem: undefined }));

describe("emptyResult", () => {
  it("is a success that says that nothing was found", () => {
    const result = emptyResult("No orders in the last 90 days.");
    assertEmptyResult(result);
    expect(result).toEqual({
      content: [{ type: "text", text: '{"found":false,"message":"No orders in the last 90 days."}' }],
    });
    expect(readToolError(result)).toBeUndefined();
  });
  it("carries data and the tool's own empty output", () => {
    expect(bodyOf(emptyResult("None.", { results: [], days: 90 }))).toEqual({
      found: false,
      message: "None.",
      results: [],
      days: 90,
    });
    expect(bodyOf(emptyResult("None.", []))).toEqual({ found: false, message: "None.", results: [] });
    expect(emptyResult("None.", undefined, { structuredContent: { orders: [] } }).structuredContent).toEqual({
      orders: [],
    });
  });
  it("stays well-formed for wrong arguments", () => {
    assertEmptyResult(emptyResult(undefined as never, { found: true, loop: 1n }));
    expect(bodyOf(emptyResult("", { found: true }))).toEqual({ found: false, message: "Nothing was found." });
  });
});

describe("propagate", () => {
  const more = {
    partialResults: [{ id: 1 }],
    attemptedActions: ["Read page 1.", "Read page 2 twice."],
    recommendation: "Ask for page 2 later.",
  };
  it("gives the coordinator everything in one payload", () => {
    const result = propagate({ status: 503, headers: { "retry-after": "20" } }, more);
    assertToolError(result, {
      ...more,
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: 20,
      status: "partial_failure",
    });
  });
  it("keeps what another server has said", () => {
    const remote = JSON.parse(
      JSON.stringify(
        toolError.business(
          {
            description: "The ledger is closed.",
            customerFriendlyMessage: "Closed.",
            errorCode: "LEDGER_CLOSED",
            attemptedActions: ["Opened it."],
          },
          { dialect: dialects.envelope },
        ),
      ),
    );
    expect(bodyOf(propagate(remote, more))).toMatchObject({
      errorCategory: "business",
      isRetryable: false,
      errorCode: "LEDGER_CLOSED",
      description: "The ledger is closed.",
      attemptedActions: ["Opened it.", ...more.attemptedActions],
      status: "partial_failure",
    });
  });
  it("keeps a failure and a result of this package, and hides an unknown error", () => {
    const fields = { description: "No.", customerFriendlyMessage: "No." };
    expect(bodyOf(propagate(toolFailure.permission(fields), more))).toMatchObject({
      errorCategory: "permission",
      ...more,
    });
    expect(bodyOf(propagate(toolError.permission(fields), more))).toMatchObject({
      errorCategory: "permission",
      ...more,
    });
    const unknown = propagate(new Error("hunter2"), more);
    expect(bodyOf(unknown)).toMatchObject({ errorCode: "UNCLASSIFIED", isRetryable: false });
    expect(JSON.stringify(unknown)).not.toContain("hunter2");
  });
  it("hides the text of a remote failure that does not keep the contract", () => {
    const remote = { isError: true, content: [{ type: "text", text: "Error: hunter2\n    at x.js:1:1" }] };
    expect(JSON.stringify(propagate(remote, more))).not.toMatch(/hunter2|x\.js/);
  });
});

describe("collectResults", () => {
  const load = async (id: number) => {
    if (id === 2) throw { status: 503 };
    if (id === 3) throw Object.assign(new Error("hunter2"), { status: 403 });
    return { id };
  };
  it("gathers results, actions and the most serious failure", async () => {
    const collected = await collectResults([1, 2, 3, 4], load, { label: (id) => `order ${id}` });
    expect(collected).toMatchObject({
      ok: false,
      partialResults: [{ id: 1 }, { id: 4 }],
      attemptedActions: [
        "order 1: done",
        "order 2: failed (UPSTREAM_UNAVAILABLE)",
        "order 3: failed (PERMISSION_DENIED)",
        "order 4: done",
      ],
    });
    expect(collected.failures.map(({ item, index }) => [item, index])).toEqual([
      [2, 1],
      [3, 2],
    ]);
    const result = collected.toError({ recommendation: "Ask for access." })!;
    assertToolError(result, {
      errorCategory: "permission",
      partialResults: [{ id: 1 }, { id: 4 }],
      attemptedActions: collected.attemptedActions,
      recommendation: "Ask for access.",
      status: "partial_failure",
    });
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });
  it("is well when all is well", async () => {
    const collected = await collectResults(new Set([1, 4]), load);
    expect(collected).toMatchObject({ ok: true, failures: [], attemptedActions: ["item 1: done", "item 2: done"] });
    expect(collected.toError()).toBeUndefined();
    expect(await collectResults([], load)).toMatchObject({ ok: true, partialResults: [] });
  });
  it("takes sync throws, returned error results and broken labels", async () => {
    const collected = await collectResults(
      ["a", "b"],
      (item) => {
        if (item === "a") throw new Error("x");
        return toolError.validation({ description });
      },
      {
        label: () => {
          throw new Error("label");
        },
      },
    );
    expect(collected.attemptedActions).toEqual(["item 1: failed (UNCLASSIFIED)", "item 2: failed (validation)"]);
    expect(bodyOf(collected.toError()).errorCategory).toBe("validation");
  });
  it.each([1, 3, 0, NaN, -2])("runs at most %s at once", async (concurrency) => {
    let running = 0;
    let most = 0;
    await collectResults(
      Array.from({ length: 9 }),
      async () => {
        most = Math.max(most, ++running);
        await sleep(1);
        running--;
      },
      { concurrency },
    );
    expect(most).toBe(concurrency === 3 ? 3 : 1);
  });
});

describe("defineErrorCodes", () => {
  const codes = defineErrorCodes({
    UPSTREAM_TIMEOUT: {
      category: "transient",
      retryAfterSeconds: 2,
      description,
      meaning: "The order | service is slow.",
    },
    BUDGET_SPENT: {
      category: "transient",
      isRetryable: false,
      reason: "The retry budget is spent.",
      description: "The order service is slow.",
    },
    MISSING_SCOPE: { category: "permission", customerFriendlyMessage: "I may not read orders." },
    REFUND_LIMIT: { category: "business" },
  });
  it("names a code that it lacks to whoever listens for problems", () => {
    const problems: unknown[] = [];
    configureToolErrors({ onProblem: (problem) => problems.push(problem) });
    assertToolError(codes.error("SPELT_WRONG" as "UPSTREAM_TIMEOUT", { description }));
    expect(problems).toContainEqual(expect.stringContaining("The code SPELT_WRONG is not in the catalogue."));
  });
  it("fills in what the catalogue says", () => {
    assertToolError(codes.error("UPSTREAM_TIMEOUT"), {
      errorCode: "UPSTREAM_TIMEOUT",
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: 2,
      description,
    });
    assertToolError(codes.error("UPSTREAM_TIMEOUT", { retryAfterSeconds: 9, partialResults: [1] }), {
      retryAfterSeconds: 9,
      partialResults: [1],
    });
    assertToolError(codes.error("BUDGET_SPENT"), {
      isRetryable: false,
      description: "The order service is slow. The retry budget is spent.",
    });
    assertToolError(codes.error("MISSING_SCOPE", { description: "The scope orders:read is missing." }), {
      errorCategory: "permission",
      customerFriendlyMessage: "I may not read orders.",
    });
    expect(
      bodyOf(
        codes.error("REFUND_LIMIT", { description, customerFriendlyMessage: "No." }, { dialect: dialects.envelope }),
      ).bucket,
    ).toBe("Business");
    expect(JSON.parse(codes.failure("UPSTREAM_TIMEOUT").message).errorCode).toBe("UPSTREAM_TIMEOUT");
  });
  it("knows its codes and prints itself", () => {
    expect(codes.codes).toEqual(["UPSTREAM_TIMEOUT", "BUDGET_SPENT", "MISSING_SCOPE", "REFUND_LIMIT"]);
    expect([codes.has("REFUND_LIMIT"), codes.has("toString"), codes.has(7)]).toEqual([true, false, false]);
    expect(codes.toMarkdown()).toBe(
      [
        "| code | category | retryable | wait | meaning |",
        "|---|---|---|---|---|",
        "| `UPSTREAM_TIMEOUT` | transient | yes | 2 s | The order \\| service is slow. |",
        "| `BUDGET_SPENT` | transient | no |  | The order service is slow. |",
        "| `MISSING_SCOPE` | permission | no |  |  |",
        "| `REFUND_LIMIT` | business | no |  |  |",
      ].join("\n"),
    );
    expect(JSON.parse(JSON.stringify(codes))).toEqual([
      {
        errorCode: "UPSTREAM_TIMEOUT",
        category: "transient",
        isRetryable: true,
        retryAfterSeconds: 2,
        meaning: "The order | service is slow.",
      },
      { errorCode: "BUDGET_SPENT", category: "transient", isRetryable: false, meaning: "The order service is slow." },
      { errorCode: "MISSING_SCOPE", category: "permission", isRetryable: false },
      { errorCode: "REFUND_LIMIT", category: "business", isRetryable: false },
    ]);
  });
  it("reports what JavaScript gets wrong and still gives a result", () => {
    const problems: string[] = [];
    configureToolErrors({ onProblem: (problem) => problems.push(problem) });
    const wrong = defineErrorCodes({ "no code": { category: "weird", description: "Odd." } } as never) as unknown as {
      error(code: string): unknown;
    };
    expect(problems).toEqual([
      "The code no code is neither in UPPER_SNAKE_CASE nor in PascalCase.",
      "The category of no code does not exist.",
    ]);
    expect(bodyOf(wrong.error("no code"))).toMatchObject({
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "NO_CODE",
      description: "Odd.",
    });
    expect(bodyOf((codes as unknown as typeof wrong).error("UNKNOWN_ONE"))).toMatchObject({
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "UNKNOWN_ONE",
    });
  });
});

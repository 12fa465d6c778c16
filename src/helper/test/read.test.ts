import { describe, expect, it } from "vitest";
import { describeToolError, readToolError, toolFailure } from "mcp-tool-errors";
import { description, failed, standard, text } from "./support/results.js";

describe("carriers", () => {
  const json = JSON.stringify(standard);
  it.each([
    ["the first text", failed(standard), "content"],
    [
      "a later text",
      {
        isError: true,
        content: [
          { type: "text", text: "It failed." },
          { type: "text", text: json },
        ],
      },
      "content",
    ],
    ["behind LangChain's prefix", new Error(`MCP tool 'x' on server 'y' returned an error: ${json}`), "wrapped text"],
    ["behind FastMCP's prefix", failed(`Tool 'x' execution failed: ${json}`), "wrapped text"],
    ["before a hint", failed(`${json}\nTry {another} thing [now].`), "wrapped text"],
    ["after braces that are no JSON", failed(`{oops} [x] {"a":1} ${json}`), "wrapped text"],
    ["escaped once more (Continue)", new Error(JSON.stringify(failed(standard).content)), "wrapped text"],
    [
      "a whole result in a text (gemini-cli)",
      `MCP tool 'x' reported tool error with response: ${JSON.stringify(failed(standard))}`,
      "wrapped text",
    ],
    // As @mastra/mcp 2.0.0 answers for a thrown ToolFailure.
    [
      "in Mastra's serialised error",
      failed({
        message: json,
        domain: "TOOL",
        category: "USER",
        code: "TOOL_EXECUTION_FAILED",
        details: { errorMessage: `ToolFailure: ${json}` },
      }),
      "wrapped text",
    ],
    ["structuredContent", { isError: true, content: [], structuredContent: standard }, "structuredContent"],
    [
      "structuredContent that SDK 2.x has wrapped",
      { isError: true, content: [], structuredContent: { result: standard } },
      "structuredContent",
    ],
    [
      "_meta",
      { isError: true, ...text("It failed."), _meta: { progress: 1, "com.example/tool-error": standard } },
      "_meta",
    ],
    [
      "a JSON-RPC error's data",
      { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "x", data: standard } },
      "error data",
    ],
    [
      "an SDK error's data",
      Object.assign(new Error("MCP error -32603: x"), { code: -32603, data: standard }),
      "error data",
    ],
    ["a bare object", standard, "object"],
    ["a bare text", json, "content"],
    ["under `error`, where a harness puts it", failed({ error: standard }), "content"],
    ["under `error` of a failure in short", failed({ success: false, error: standard }), "content"],
    [
      "under `error` in structuredContent",
      { isError: true, content: [], structuredContent: { error: standard } },
      "structuredContent",
    ],
    ["a `tool_result` block of the Messages API", { type: "tool_result", is_error: true, content: json }, "content"],
    [
      "a `tool_result` block with blocks of its own",
      { type: "tool_result", is_error: true, content: [{ type: "text", text: json }] },
      "content",
    ],
    ["a list of blocks", { isError: true, content: [{ text: json }] }, "content"],
  ])("%s", (_, input, carrier) => {
    const read = readToolError(input)!;
    expect(read).toMatchObject({ isKnown: true, carrier });
    expect(read.payload).toEqual(standard);
  });
});

describe("layers", () => {
  it.each([
    ["protocol", { error: { code: -32602, message: "Unknown tool" } }],
    ["protocol", Object.assign(new Error("MCP error -32001: Request timed out"), { code: -32001 })],
    ["protocol", "MCP error -32601: Method not found"],
    ["execution", failed("It failed.")],
    ["execution", failed(standard)],
    ["execution", new Error("boom")],
    ["response", text({ success: false, error: "Not loaded." })],
    ["response", { success: false, error: "Not loaded." }],
    ["bootstrap", failed({ success: false, error: "x", errorCode: "ArchitectureMismatch" })],
    ["bootstrap", text({ success: false, error: "x", errorCode: "PipeReadyTimeout" })],
  ])("%s", (layer, input) => {
    expect(readToolError(input)!.layer).toBe(layer);
  });

  it.each([
    text("fine"),
    text(standard),
    text({ isError: true, ...standard }),
    { content: [], structuredContent: standard },
    { content: [], isError: false, structuredContent: standard },
    text({ found: false, message: "None." }),
    undefined,
    null,
    7,
    {},
    { rows: [] },
  ])("success %#", (input) => {
    expect(readToolError(input)).toBeUndefined();
  });
});

describe("an error in an error", () => {
  it("counts less than an outer one that keeps the contract itself", () => {
    const read = readToolError(failed({ ...standard, error: { ...standard, errorCode: "INNER" } }))!;
    expect(read.payload).toMatchObject({ errorCode: "SEARCH_DOWN", description });
  });
});

describe("what does not keep the contract", () => {
  it("keeps the words of a bare object", () => {
    expect(readToolError({ isError: true, error: "Operation failed" })).toMatchObject({
      isKnown: false,
      text: "Operation failed",
      payload: { isRetryable: false, description: "Operation failed" },
    });
  });
  it("is transient and not retryable, with its text", () => {
    expect(readToolError(failed("It broke."))).toMatchObject({
      isKnown: false,
      dialect: undefined,
      text: "It broke.",
      payload: { errorCategory: "transient", isRetryable: false, description: "It broke." },
    });
    expect(readToolError({ isError: true, content: [] })!.payload.description).toBe(
      "The tool failed and gave no reason.",
    );
  });
  it.each(["not_found", "Server", 7, null, {}, "transient\u0000"])(
    "the unknown category %j is not retryable",
    (errorCategory) => {
      expect(readToolError(failed({ ...standard, errorCategory, retryable: true }))!.payload.isRetryable).toBe(
        errorCategory === null,
      );
    },
  );
  it.each(["validation", "permission", "business"])("a retryable %s error is not retryable", (errorCategory) => {
    const read = readToolError(failed({ ...standard, errorCategory }))!;
    expect(read.payload).toMatchObject({ errorCategory, isRetryable: false });
    expect(read.payload).not.toHaveProperty("retryAfterSeconds");
    expect(read.conflicts).toEqual([`A ${errorCategory} error is never retryable; the flag was ignored.`]);
  });
});

describe("spellings", () => {
  const base = { category: "transient", retryable: true, message: "Busy." };
  it.each([
    [{ retryAfterSeconds: 4 }, 4],
    [{ retryAfterMs: 4000 }, 4],
    [{ retryAfterMilliseconds: 4000 }, 4],
    [{ retry_after: 4 }, 4],
    [{ retry_after_seconds: "4" }, 4],
    [{ retry_after_ms: 4000 }, 4],
    [{ retryAfter: 4 }, 4],
    [{ recovery: { retryAfterSeconds: 4 } }, 4],
    [{ recovery: { retryAfter: "4" } }, 4],
    [{ retryAfterSeconds: 1e9 }, 3600],
    [{ retryAfterSeconds: -4 }, 1],
    [{ retryAfter: "later" }, 1],
    [{ retryAfter: "1999-01-01T00:00:00Z" }, 0],
  ])("%j waits %i s", (wait, expected) => {
    expect(readToolError(failed({ ...base, ...wait }))!.payload.retryAfterSeconds).toBe(expected);
  });
  it("the envelope in snake case", () => {
    const body = { bucket: "Transient", retryable: true, error_code: "DOWN_NOW", retry_after_ms: 1500 };
    expect(readToolError(failed({ ...body, human_message: "Down.", attempt: 1, max_attempts: 3 }))!.payload).toEqual({
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: 1.5,
      errorCode: "DOWN_NOW",
      description: "Down.",
      attempt: 1,
      maxAttempts: 3,
    });
  });

  it("an ISO date in the future", () => {
    const retryAfter = new Date(Date.now() + 20_000).toISOString();
    const wait = readToolError(failed({ ...base, recovery: { retryAfter } }))!.payload.retryAfterSeconds!;
    expect(wait).toBeGreaterThan(15);
    expect(wait).toBeLessThanOrEqual(20);
  });
  it.each(["isRetryable", "retryable", "retriable", "isRetriable", "is_retryable", "canRetry", "shouldRetry"])(
    "the flag %s",
    (flag) => {
      expect(
        readToolError(failed({ error_category: "TRANSIENT", [flag]: true, detail: "Busy." }))!.payload,
      ).toMatchObject({
        errorCategory: "transient",
        isRetryable: true,
        description: "Busy.",
      });
    },
  );
  it("a mixture of dialects", () => {
    expect(
      readToolError(
        failed({
          bucket: "Data",
          is_retryable: false,
          error_code: "bad_date",
          userMessage: "Wrong date.",
          partial: [1],
        }),
      )!.payload,
    ).toEqual({
      errorCategory: "validation",
      isRetryable: false,
      errorCode: "bad_date",
      description: "The tool failed.",
      customerFriendlyMessage: "Wrong date.",
      partialResults: [1],
    });
  });
});

describe("the recovery dialect", () => {
  const body = {
    success: false,
    error: "The pipe did not answer.",
    errorCode: "PipeTimeout",
    recovery: {
      suggestedAction: "Reconnect.",
      requiresReconnect: true,
      processId: 4242,
      retryAfterSeconds: 5,
      timeoutSeconds: 30,
    },
    errorData: { loaded: 3 },
    retryAfterSeconds: 9,
    processId: 1,
    hint: "Is it running?",
    availableTokens: ["a"],
  };
  it("prefers recovery.* over its mirrors and reports what disagrees", () => {
    const read = readToolError({ isError: true, content: [], structuredContent: body })!;
    expect(read).toMatchObject({
      dialect: "recovery",
      isKnown: true,
      conflicts: ["retryAfterSeconds says 9 s, but recovery says 5 s.", "processId says 1, but recovery says 4242."],
    });
    expect(read.payload).toMatchObject({
      isRetryable: true,
      retryAfterSeconds: 5,
      errorCode: "PipeTimeout",
      description: "The pipe did not answer.",
      partialResults: { loaded: 3 },
      recovery: { ...body.recovery, hint: "Is it running?", availableTokens: ["a"] },
    });
    expect(read.mirrors).toEqual({
      retryAfterSeconds: 9,
      processId: 1,
      hint: "Is it running?",
      availableTokens: ["a"],
    });
  });
  it("takes what only a mirror says", () => {
    expect(
      readToolError(failed({ success: false, error: "x", processId: 7, suggestedAction: "Wait." }))!.payload.recovery,
    ).toEqual({
      processId: 7,
      suggestedAction: "Wait.",
    });
  });
  it("does not invite a repetition of a write with an unknown outcome", () => {
    const unsure = { success: false, error: "x", recovery: { stateAfterTimeoutUnknown: true, retryAfterSeconds: 5 } };
    expect(readToolError(failed(unsure))!.payload.isRetryable).toBe(false);
  });
  it("without a wait is not retryable", () => {
    expect(readToolError(failed({ success: false, error: "x" }))!.payload.isRetryable).toBe(false);
  });
});

describe("describeToolError", () => {
  it("prints what an agent should report, in a fixed order", () => {
    const result = failed({
      success: false,
      error: "The pipe did not answer.",
      errorCode: "PipeTimeout",
      recovery: { suggestedAction: "Reconnect.", processId: 4242, retryAfterSeconds: 5 },
      processId: 4242,
      hint: "Is it running?",
      attemptedActions: ["Opened the pipe."],
      errorData: { loaded: 3 },
    });
    expect(describeToolError(result, { tool: "load_assembly" })).toBe(
      [
        "Tool: load_assembly",
        "Layer: execution",
        "Category: transient, retry after 5 s",
        "Error code: PipeTimeout",
        "Process id: 4242",
        `Text: ${result.content[0]!.text}`,
        'Recovery: {"suggestedAction":"Reconnect.","processId":4242,"retryAfterSeconds":5,"hint":"Is it running?"}',
        'Mirrors: processId=4242, hint="Is it running?"',
        "Attempted: Opened the pipe.",
        'Partial results: {"loaded":3}',
      ].join("\n"),
    );
  });
  it("says so when nothing failed or nothing is known", () => {
    expect(describeToolError(text("fine"), { tool: "t" })).toBe("Tool: t\nThe call did not fail.");
    expect(describeToolError(failed("boom"), { tool: "t" })).toBe(
      "Tool: t\nLayer: execution\nCategory: unknown (no contract), do not repeat the same call\nText: boom",
    );
    expect(
      describeToolError(toolFailure.business({ description, customerFriendlyMessage: "Sorry." }), { tool: "t" }),
    ).toMatch(/Category: business, do not repeat[^]*For the user: Sorry\./);
  });
});

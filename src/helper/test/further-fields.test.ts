import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  describeToolError,
  propagate,
  readToolError,
  toolError,
  dialects,
  type ToolErrorResult,
} from "mcp-tool-errors";
import { assertToolError } from "mcp-tool-errors/testing";
import { failed } from "./support/results.js";

const customerFriendlyMessage = "We can only refund up to 500 dollars in one transaction.";
const DIALECTS = Object.values(dialects);
/** As a client gets it. */
const sent = (result: ToolErrorResult): ToolErrorResult => JSON.parse(JSON.stringify(result)) as ToolErrorResult;
const bodyOf = (result: ToolErrorResult): any => JSON.parse(result.content[0]!.text);

describe("details", () => {
  const details = { limit: 500, requested: 750, by: { rule: "single", since: null }, tags: ["a"] };

  it.each(DIALECTS)("are written and read in the dialect $name", (dialect) => {
    const refund = toolError.business({ description: "Too much.", customerFriendlyMessage, details }, { dialect });
    assertToolError(refund, { details }, { dialect });
    expect(bodyOf(refund).details).toEqual(details);
    expect(readToolError(sent(refund))!.payload.details).toEqual(details);
  });

  it("are what other servers put beside the members of the contract", () => {
    const read = readToolError({
      isError: true,
      content: [{ type: "text", text: "Refund of $750 exceeds the $500 policy." }],
      structuredContent: {
        errorCategory: "business",
        isRetryable: false,
        code: "REFUND_LIMIT_EXCEEDED",
        limit: 500,
        requested: 750,
        customerMessage: customerFriendlyMessage,
        stack: "Error\n    at x",
        headers: { authorization: "hunter2" },
      },
    })!;
    expect(read).toMatchObject({ isKnown: true, carrier: "structuredContent", dialect: "compact" });
    expect(read.payload).toEqual({
      errorCategory: "business",
      isRetryable: false,
      errorCode: "REFUND_LIMIT_EXCEEDED",
      description: "Refund of $750 exceeds the $500 policy.",
      customerFriendlyMessage,
      details: { limit: 500, requested: 750 },
    });
    expect(
      readToolError(failed({ category: "business", retryable: false, limit: 1, details: { limit: 2 } }))!.payload
        .details,
    ).toEqual({ limit: 2 });
    expect(readToolError(failed({ success: false, error: "x", details: "more" }))!.payload.details).toEqual({
      details: "more",
    });
  });

  it("travel on to the coordinator", () => {
    const refund = toolError.business({ description: "Too much.", customerFriendlyMessage, details });
    for (const error of [refund, sent(refund)])
      expect(bodyOf(propagate(error, { partialResults: [], attemptedActions: [] })).details).toEqual(details);
  });
});

describe("the sentence of a result whose fields stand in structuredContent", () => {
  const structuredContent = { errorCategory: "validation", isRetryable: false };
  const content = [{ type: "text", text: "The date lies in the past." }];
  it("is the description, unless the fields have one", () => {
    expect(readToolError({ isError: true, content, structuredContent })!.payload.description).toBe(
      "The date lies in the past.",
    );
    const described = { ...structuredContent, description: "Wrong date." };
    expect(readToolError({ isError: true, content, structuredContent: described })!.payload.description).toBe(
      "Wrong date.",
    );
    expect(readToolError({ isError: true, content: [], structuredContent })!.payload.description).toBe(
      "The tool failed.",
    );
  });
});

describe("every constructor", () => {
  const fields = {
    description: "Two of five pages were read.",
    status: "partial_failure",
    recommendation: "Continue with the two pages.",
    failureType: "timeout",
    attemptedQuery: "orders of 2024",
    alternativeApproaches: ["Ask for one month.", "Use the archive."],
    attemptedActions: ["Read page 1.", "Read page 2."],
    partialResults: [{ page: 1 }, { page: 2 }],
    details: { pages: 5 },
    customerFriendlyMessage: "I found some of the orders.",
  } as const;

  it.each(DIALECTS)("says in the dialect $name all that another reads", (dialect) => {
    for (const result of [
      toolError.transient({ ...fields, retryAfterSeconds: 30 }, { dialect }),
      toolError.validation(fields, { dialect }),
      toolError.permission(fields, { dialect }),
      toolError.business(fields, { dialect }),
    ]) {
      assertToolError(result, fields as never, { dialect });
      expect(readToolError(sent(result))!.payload).toMatchObject(fields);
    }
  });
});

describe("the recovery object", () => {
  const recovery = {
    suggestedAction: "Reconnect, then read the state again.",
    requiresReconnect: true,
    stateAfterTimeoutUnknown: true,
    processId: 4242,
    timeoutSeconds: 30,
    hint: "Is it running?",
    availableTokens: ["a", "b"],
    availableEvents: ["loaded"],
  };
  const fields = {
    description: "The pipe did not answer.",
    isRetryable: false,
    reason: "It may have taken effect.",
    recovery,
  } as const;

  it("is repeated at the top where mirrors are asked for, and only there", () => {
    const mirrored = toolError.transient(fields, { dialect: dialects.recovery, mirrors: true });
    expect(bodyOf(mirrored)).toMatchObject({ success: false, recovery, ...recovery });
    expect(readToolError(sent(mirrored))).toMatchObject({ mirrors: recovery, conflicts: [] });
    expect(readToolError(sent(mirrored))!.payload.recovery).toEqual(recovery);
    const plain = bodyOf(toolError.transient(fields, { dialect: dialects.recovery }));
    expect(Object.keys(plain).filter((key) => key in recovery)).toEqual([]);
  });

  it("has the wait of a rate limit, mirrored as well", () => {
    const limited = { description: "Too many calls.", retryAfterSeconds: 7, errorCode: "RATE_LIMITED" };
    expect(bodyOf(toolError.transient(limited, { dialect: dialects.recovery, mirrors: true }))).toMatchObject({
      recovery: { retryAfterSeconds: 7 },
      retryAfterSeconds: 7,
    });
  });

  it.each(DIALECTS)("leaves in front what decides, also with mirrors, in the dialect $name", (dialect) => {
    const [mirrored, plain] = [true, false].map((mirrors) =>
      Object.keys(bodyOf(toolError.transient(fields, { dialect, mirrors }))),
    );
    expect(mirrored!.slice(0, plain!.length)).toEqual(plain);
  });

  it.each(DIALECTS)("asks for the same wait as the member beside it, in the dialect $name", (dialect) => {
    for (const [wait, expected] of [
      [9, 9],
      [0, 0],
      [99_999, 3600],
      [Number.NaN, 5],
    ] as const)
      for (const mirrors of [true, false]) {
        const result = toolError.transient(
          { description: "Too many calls.", retryAfterSeconds: 7, recovery: { retryAfterSeconds: wait } },
          { dialect, mirrors },
        );
        const { payload, conflicts } = readToolError(sent(result))!;
        expect(conflicts).toEqual([]);
        // The envelope spreads its waits, those in `recovery` included.
        if (dialect.name !== "envelope") expect(payload.retryAfterSeconds).toBe(expected);
        else expect(Math.abs(payload.retryAfterSeconds! - expected)).toBeLessThanOrEqual(expected / 4 + 0.001);
      }
  });

  it("may say when as a date as well, which is no conflict some seconds later", () => {
    vi.useFakeTimers();
    const retryAfter = new Date(Date.now() + 7000).toISOString();
    const result = toolError.transient(
      { description: "Too many calls.", retryAfterSeconds: 7, recovery: { retryAfter } },
      { dialect: dialects.recovery, mirrors: true },
    );
    vi.advanceTimersByTime(3000);
    const { payload, conflicts } = readToolError(sent(result))!;
    vi.useRealTimers();
    expect(payload).toMatchObject({ retryAfterSeconds: 7, recovery: { retryAfterSeconds: 7, retryAfter } });
    expect(conflicts).toEqual([]);
  });

  it("wins over mirrors that say something else", () => {
    const body = { success: false, error: "x", recovery: { requiresReconnect: true }, requiresReconnect: false };
    const read = readToolError(failed(body))!;
    expect(read.payload.recovery).toEqual({ requiresReconnect: true });
    expect(read.conflicts).toEqual(["requiresReconnect says false, but recovery says true."]);
  });
});

describe("codes of the recovery dialect", () => {
  it.each(["ArchitectureMismatch", "BootstrapFailed", "PipeReadyTimeout"])(
    "%s stays as it is there only",
    (errorCode) => {
      const fields = { description: "x", isRetryable: false, reason: "y", errorCode } as const;
      const result = toolError.transient(fields, { dialect: dialects.recovery });
      assertToolError(result, { errorCode }, { dialect: dialects.recovery });
      expect(readToolError(result)!.layer).toBe("bootstrap");
      expect(bodyOf(toolError.transient(fields)).errorCode).toBe(
        errorCode.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      );
    },
  );
});

describe("describeToolError", () => {
  const fields = {
    description: "The target is a 32-bit process.",
    isRetryable: false,
    reason: "Use the other bootstrapper.",
    errorCode: "ArchitectureMismatch",
    recovery: { processId: 7, suggestedAction: "Start the x86 build." },
  } as const;
  it("names architecture and build, of the caller or of the failure", () => {
    const details = { architecture: "x86", buildConfiguration: "Debug", retries: 2 };
    const result = sent(toolError.transient({ ...fields, details }, { dialect: dialects.recovery, mirrors: true }));
    const lines = describeToolError(result, { tool: "attach" }).split("\n");
    expect(lines).toEqual(expect.arrayContaining(["Architecture: x86", "Build: Debug", "Details: retries=2"]));
    const said = describeToolError(result, { tool: "attach", architecture: "x64", build: "Release" }).split("\n");
    expect(said).toEqual(expect.arrayContaining(["Tool: attach", "Architecture: x64", "Build: Release"]));
    expect(said).toContain('Mirrors: suggestedAction="Start the x86 build.", processId=7');
  });

  it("names the kind of the failure, and that a part of the work was done", () => {
    const part = {
      description: "Two of five pages were read.",
      failureType: "timeout",
      status: "partial_failure",
    } as const;
    const lines = describeToolError(toolError.validation(part), { tool: "read" }).split("\n");
    expect(lines).toEqual(expect.arrayContaining(["Failure type: timeout", "Status: partial_failure"]));
  });
});

describe("property", () => {
  const sentence = fc.stringMatching(/^[A-Z][a-z]{2,20}( [a-z]{1,9}){0,4}\.$/);
  const sentences = fc.array(sentence, { minLength: 1, maxLength: 3 });
  // JSON has no -0, and the reader no prototypes.
  const json = fc
    .jsonValue({ maxDepth: 2 })
    .map((value) => JSON.parse(JSON.stringify(value).replaceAll("__proto__", "proto")) as unknown);
  const fields = fc.record(
    {
      description: sentence,
      customerFriendlyMessage: sentence,
      errorCode: fc.stringMatching(/^[A-Z][A-Z0-9]{2,8}(_[A-Z0-9]{2,8}){0,3}$/),
      failureType: sentence,
      recommendation: sentence,
      attemptedQuery: sentence,
      attemptedActions: sentences,
      alternativeApproaches: sentences,
      status: fc.constant("partial_failure" as const),
      details: fc.dictionary(fc.stringMatching(/^[a-z]{3,9}X$/), json, { maxKeys: 3 }),
      partialResults: json.filter((value) => value !== null),
    },
    { requiredKeys: ["description", "customerFriendlyMessage"] },
  );
  it("what a server writes in any dialect, with or without mirrors, a client reads", () => {
    fc.assert(
      fc.property(
        fields,
        fc.constantFrom(...DIALECTS),
        fc.boolean(),
        fc.constantFrom("validation", "permission", "business"),
        (written, dialect, mirrors, category) => {
          const result = toolError[category](written as never, { dialect, mirrors });
          assertToolError(result, category, { dialect });
          const { errorCode, details, ...rest } = written;
          const payload = readToolError(sent(result))!.payload;
          expect(payload).toMatchObject({ errorCategory: category, isRetryable: false, ...rest });
          expect(JSON.stringify(payload.details ?? {})).toBe(JSON.stringify(details ?? {}));
          if (errorCode !== undefined) expect(payload.errorCode).toBe(errorCode);
        },
      ),
      { numRuns: 500 },
    );
  });

  const recovery = fc.record(
    {
      suggestedAction: sentence,
      requiresReconnect: fc.boolean(),
      stateAfterTimeoutUnknown: fc.boolean(),
      processId: fc.nat(),
      timeoutSeconds: fc.nat({ max: 600 }),
      retryAfterSeconds: fc.nat({ max: 3600 }),
      hint: sentence,
      availableTokens: sentences,
      availableEvents: sentences,
    },
    { requiredKeys: [] },
  );
  it("hints and waits never contradict each other, in any dialect, with or without mirrors", () => {
    fc.assert(
      fc.property(
        recovery,
        fc.nat({ max: 3600 }),
        fc.boolean(),
        fc.constantFrom(...DIALECTS),
        fc.boolean(),
        (hints, wait, isRetryable, dialect, mirrors) => {
          const fields = { description: "Busy.", recovery: hints };
          const result = isRetryable
            ? toolError.transient({ ...fields, retryAfterSeconds: wait }, { dialect, mirrors })
            : toolError.transient(
                { ...fields, isRetryable, reason: "It may have taken effect." },
                { dialect, mirrors },
              );
          assertToolError(result, "transient", { dialect, maxWaitSeconds: 3600 });
          const { payload, conflicts } = readToolError(sent(result))!;
          expect(conflicts).toEqual([]);
          expect(payload.isRetryable).toBe(isRetryable);
          const { retryAfterSeconds: canonical, ...others } = hints;
          expect(payload.recovery ?? {}).toMatchObject(others);
          if (!isRetryable) return;
          const asked = canonical ?? wait;
          const spread = dialect.name === "envelope" ? asked / 4 + 0.001 : 0;
          expect(Math.abs(payload.retryAfterSeconds! - asked)).toBeLessThanOrEqual(spread);
        },
      ),
      { numRuns: 500 },
    );
  });
});

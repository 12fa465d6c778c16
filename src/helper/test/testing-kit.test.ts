import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  defineClassifier,
  defineErrorCodes,
  type DialectName,
  dialects,
  emptyResult,
  toolError,
} from "mcp-tool-errors";
import {
  assertEmptyResult,
  assertToolError,
  emptyResultProblems,
  toolErrorMatchers,
  toolErrorProblems,
  toolErrorSchema,
  type ToolErrorMatchers,
} from "mcp-tool-errors/testing";
import { schemaProblems } from "../src/testing/validate.js";

expect.extend(toolErrorMatchers);
declare module "vitest" {
  interface Matchers<T = any> extends ToolErrorMatchers<T> {}
}

const DIALECTS = Object.values(dialects);
const good = toolError.business({
  description: "The limit is 500.",
  customerFriendlyMessage: "Over the limit.",
  errorCode: "REFUND_LIMIT",
});
const body = JSON.parse(good.content[0]!.text) as Record<string, unknown>;
const withBody = (changes: object, result: object = {}) => ({
  ...good,
  content: [{ type: "text", text: JSON.stringify({ ...body, ...changes }) }],
  ...result,
});

describe("matchers", () => {
  it("hold for what keeps the contract", () => {
    expect(good).toBeToolError();
    expect(good).toBeToolError("business");
    expect(good).toBeToolError({ errorCode: "REFUND_LIMIT", isRetryable: false });
    expect(toolError.validation({ description: "x" }, { dialect: dialects.envelope })).toBeToolError("validation", {
      dialect: dialects.envelope,
    });
    expect(emptyResult("None.")).toBeEmptyResult();
    expect(emptyResult("None.")).not.toBeToolError();
    expect(good).not.toBeEmptyResult();
    expect(good).not.toBeToolError("permission");
  });
  it("say why not", () => {
    expect(() => expect(good).toBeToolError("permission")).toThrow(
      /errorCategory should be "permission", but is "business"/,
    );
    expect(() => expect(good).not.toBeToolError()).toThrow(/but should not be/);
    expect(() => expect(good).toBeEmptyResult()).toThrow(/finding nothing is a success/);
  });
});

describe("drift is found", () => {
  it.each([
    ["no isError", { ...good, isError: undefined }, "isError is not true"],
    ["isError as a text", { ...good, isError: "true" }, "isError is not true"],
    ["a foreign member", { ...good, errorCategory: "business" }, "errorCategory is set beside isError"],
    ["no content", { isError: true, content: [] }, "not a text block"],
    ["prose", { isError: true, content: [{ type: "text", text: "It failed." }] }, "not JSON"],
    ["an image first", { isError: true, content: [{ type: "image" }, ...good.content] }, "not a text block"],
    ["no category", withBody({ errorCategory: undefined }), "errorCategory is missing"],
    ["a foreign category", withBody({ errorCategory: "not_found" }), "errorCategory must be one of"],
    ["a flag that is no boolean", withBody({ isRetryable: "no" }), "isRetryable must be of type boolean"],
    ["an empty description", withBody({ description: " " }), "description must not be empty"],
    [
      "no message for the customer",
      withBody({ customerFriendlyMessage: undefined }),
      "customerFriendlyMessage is missing",
    ],
    [
      "a retryable business error",
      withBody({ isRetryable: true, retryAfterSeconds: 1 }),
      "isRetryable must be false, but is true",
    ],
    ["no wait", withBody({ errorCategory: "transient", isRetryable: true }), "retryAfterSeconds is missing"],
    [
      "a negative wait",
      withBody({ errorCategory: "transient", isRetryable: true, retryAfterSeconds: -1 }),
      "at least 0",
    ],
    [
      "a wait that no agent keeps",
      withBody({ errorCategory: "transient", isRetryable: true, retryAfterSeconds: 5_000_000 }),
      "retryAfterSeconds is 5000000, a wait of 83333 minutes",
    ],
    ["a numeric code", withBody({ errorCode: -32000 }), "errorCode must be of type string"],
    ["a code in lower case", withBody({ errorCode: "refund_limit" }), "errorCode must match"],
    ["actions as a text", withBody({ attemptedActions: "Read." }), "attemptedActions must be of type array"],
    ["a stack", withBody({ partialResults: { log: "Error: x\n    at run (/srv/app.ts:3:5)" } }), "contains a stack"],
    ["a text that is too long", withBody({ partialResults: "x".repeat(10_000) }), "some clients cut"],
    ["a different mirror", { ...good, structuredContent: { ...body, description: "Else." } }, "say different things"],
    ["a reserved meta key", { ...good, _meta: { "io.modelcontextprotocol/x": body } }, "reserved for the protocol"],
    [
      "a hidden block",
      { ...good, content: [{ ...good.content[0], annotations: { audience: ["user"] } }] },
      "hidden from the model",
    ],
    ["nothing", undefined, "not an object"],
  ])("%s", (_, result, problem) => {
    expect(toolErrorProblems(result).join("\n")).toContain(problem);
    expect(() => assertToolError(result)).toThrow(problem);
  });
  it("waits of the other dialects, and a longest one of one's own", () => {
    const problems = (failure: object, dialect: DialectName, maxWaitSeconds?: number) =>
      toolErrorProblems({ isError: true, content: [{ type: "text", text: JSON.stringify(failure) }] }, undefined, {
        dialect,
        maxWaitSeconds,
      });
    const busy = { bucket: "Transient", retryable: true, errorCode: "STOCK_BUSY", humanMessage: "Busy. Repeat it." };
    expect(problems({ ...busy, retryAfterMs: 1500 }, "envelope")).toEqual([]);
    // The longest wait that this package lets through, spread.
    expect(problems({ ...busy, retryAfterMs: 3_960_000 }, "envelope")).toEqual([]);
    expect(problems({ ...busy, retryAfterMs: 0 }, "envelope")).toEqual(["retryAfterMs must be at least 1, but is 0."]);
    expect(problems({ ...busy, retryAfterMs: 5_000_000 }, "envelope")).toEqual([
      "retryAfterMs is 5000000, a wait of 83 minutes, longer than an agent waits.",
    ]);
    expect(problems({ ...busy, retryAfterMs: 5_000_000 }, "envelope", 7200)).toEqual([]);
    expect(problems({ ...busy, bucket: "Permission", retryAfterMs: 1500 }, "envelope")).toEqual([
      "retryable must be false, but is true.",
    ]);
    const hint = { success: false, error: "Busy.", recovery: { retryAfterSeconds: 7200 } };
    expect(problems(hint, "recovery")).toEqual([
      "recovery.retryAfterSeconds is 7200, a wait of 120 minutes, longer than an agent waits.",
    ]);
    const compact = { errorCategory: "validation", isRetryable: true, description: "No." };
    expect(problems(compact, "compact")).toEqual(["isRetryable must be false, but is true."]);
  });
  it("structuredContent on a tool with an output schema", () => {
    const mirrored = { ...good, structuredContent: body };
    assertToolError(mirrored);
    expect(() => assertToolError(mirrored, undefined, { hasOutputSchema: true })).toThrow(/clients of SDK 1.x throw/);
  });
  it("empty results", () => {
    expect(emptyResultProblems(undefined)).toEqual(["The result is not an object."]);
    expect(() => assertEmptyResult({ content: [{ type: "text", text: "None." }] })).toThrow(/is not JSON/);
    expect(() => assertEmptyResult({ content: [{ type: "text", text: "{}" }] })).toThrow(/found is not false/);
    expect(emptyResultProblems({ content: [{ type: "text", text: '{"found":false}' }] })).toEqual([
      "message is missing.",
    ]);
  });
});

describe("schemas", () => {
  it("are fresh copies", () => {
    toolErrorSchema("standard").properties!["errorCode"] = { enum: ["ONLY_THIS"] };
    expect(toolErrorSchema("standard").properties!["errorCode"]).toHaveProperty("pattern");
  });
  it.each(DIALECTS)("property: our checker and ajv agree on $name", (dialect) => {
    const schema = toolErrorSchema(dialect);
    const validate = new Ajv({ strict: false }).compile(schema);
    const value = fc.oneof(
      fc.constantFrom("transient", "business", "Transient", "Data", "RATE_LIMITED", "bad code", "", "x"),
      fc.boolean(),
      fc.double({ noNaN: true }),
      fc.constant(null),
      fc.array(fc.string()),
      fc.dictionary(fc.constantFrom("retryAfterSeconds", "processId"), fc.oneof(fc.integer(), fc.string())),
    );
    const object = fc.dictionary(fc.constantFrom(...Object.keys(schema.properties!), "other"), value);
    fc.assert(
      fc.property(object, (candidate) => {
        // Texts of blanks only are refused by the checker and accepted by JSON Schema.
        const plain = JSON.parse(JSON.stringify(candidate)) as Record<string, unknown>;
        const hasBlank = JSON.stringify(plain).match(/"\s+"/) !== null;
        expect(schemaProblems(plain, schema).length === 0 || hasBlank).toBe(validate(plain) || hasBlank);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a catalogue", () => {
  const codes = defineErrorCodes({
    REFUND_LIMIT: { category: "business", description: "Too much.", customerFriendlyMessage: "No." },
    ORDERS_TIMEOUT: { category: "transient", retryAfterSeconds: 2, description: "Slow." },
    BUDGET_SPENT: { category: "transient", isRetryable: false, reason: "Enough.", description: "Slow." },
  });
  const fields = { description: "x", customerFriendlyMessage: "y" };

  it.each(DIALECTS)("binds codes and their categories in the dialect $name", (dialect) => {
    const problems = (result: unknown) => toolErrorProblems(result, undefined, { dialect, codes });
    expect(problems(codes.error("REFUND_LIMIT", {}, { dialect }))).toEqual([]);
    expect(problems(codes.error("ORDERS_TIMEOUT", {}, { dialect }))).toEqual([]);
    const other = toolError.business({ ...fields, errorCode: "OTHER_LIMIT" }, { dialect });
    expect(problems(other).join()).toMatch(
      /must be one of REFUND_LIMIT, ORDERS_TIMEOUT, BUDGET_SPENT, but is "OTHER_LIMIT"/,
    );
    const wrong = toolError.permission({ ...fields, errorCode: "REFUND_LIMIT" }, { dialect });
    expect(problems(wrong).join()).toMatch(/must be "[Bb]usiness", but is "[Pp]ermission"/);
    expect(toolErrorSchema(dialect)).not.toEqual(toolErrorSchema(dialect, codes));
  });

  it("gives fields to classifiers and as a fallback", () => {
    const classifier = defineClassifier([
      { when: (error) => error === "much", then: codes.fields("REFUND_LIMIT") },
      { when: (error) => error === "slow", then: () => codes.fields("ORDERS_TIMEOUT") },
    ]);
    const written = (error: unknown, fallback = codes.fields("BUDGET_SPENT")) =>
      toolError.from(error, { classifiers: [classifier], fallback });
    expect(written("much")).toBeToolError({ errorCode: "REFUND_LIMIT", errorCategory: "business" }, { codes });
    expect(written("slow")).toBeToolError({ errorCode: "ORDERS_TIMEOUT", retryAfterSeconds: 2 }, { codes });
    expect(written("else")).toBeToolError(
      { errorCode: "BUDGET_SPENT", isRetryable: false, description: "Slow. Enough." },
      { codes },
    );
  });
});

import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { configureToolErrors, readToolError, toolError, dialects } from "mcp-tool-errors";
import { assertToolError, toolErrorSchema } from "mcp-tool-errors/testing";
import { recordedProblems } from "./support/problems.js";

const description = "The search service is down. Try again later.";
const customerFriendlyMessage = "We cannot search at the moment.";
const DIALECTS = Object.values(dialects);
const bodyOf = (result: { content: { text: string }[] }): any => JSON.parse(result.content[0]!.text);
const problems = recordedProblems();

describe("the four constructors", () => {
  it("write the contract as JSON in the first text block, deciding members first", () => {
    const result = toolError.transient({
      partialResults: [1],
      description,
      retryAfterSeconds: 30,
      errorCode: "SEARCH_DOWN",
      attemptedActions: ["Asked twice."],
      customerFriendlyMessage,
    });
    expect(result).toEqual({ isError: true, content: [{ type: "text", text: expect.any(String) }] });
    expect(Object.keys(bodyOf(result)).slice(0, 5)).toEqual([
      "errorCategory",
      "isRetryable",
      "retryAfterSeconds",
      "errorCode",
      "description",
    ]);
    expect(bodyOf(result)).toEqual({
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: 30,
      errorCode: "SEARCH_DOWN",
      description,
      customerFriendlyMessage,
      attemptedActions: ["Asked twice."],
      partialResults: [1],
    });
    expect(problems).toEqual([]);
  });

  it("say why a transient failure must not be repeated", () => {
    const body = bodyOf(
      toolError.transient({ description: "The write timed out.", isRetryable: false, reason: "It may have happened." }),
    );
    expect(body).toEqual({
      errorCategory: "transient",
      isRetryable: false,
      description: "The write timed out. It may have happened.",
    });
  });

  it.each(["validation", "permission", "business"] as const)(
    "never let %s be retryable, even from JavaScript",
    (category) => {
      const make = toolError[category] as (fields: object) => ReturnType<typeof toolError.validation>;
      const body = bodyOf(make({ description, customerFriendlyMessage, isRetryable: true, retryAfterSeconds: 5 }));
      expect(body).toEqual({ errorCategory: category, isRetryable: false, description, customerFriendlyMessage });
    },
  );
});

describe("dialects", () => {
  const fields = {
    description,
    retryAfterSeconds: 3,
    errorCode: "SEARCH_DOWN",
    customerFriendlyMessage,
    partialResults: { a: 1 },
  };

  it("envelope renames, uses milliseconds with jitter and always has a code", () => {
    const body = bodyOf(toolError.transient({ ...fields, attempt: 2, maxAttempts: 3 }, { dialect: dialects.envelope }));
    expect(body).toMatchObject({
      bucket: "Transient",
      retryable: true,
      errorCode: "SEARCH_DOWN",
      humanMessage: description,
      attempt: 2,
      maxAttempts: 3,
    });
    expect(body.retryAfterMs).toBeGreaterThanOrEqual(2250);
    expect(body.retryAfterMs).toBeLessThanOrEqual(3750);
    const validation = bodyOf(toolError.validation({ description }, { dialect: dialects.envelope }));
    expect(validation).toMatchObject({
      bucket: "Data",
      retryable: false,
      retryAfterMs: 0,
      errorCode: "VALIDATION_ERROR",
    });
  });

  it("envelope waits differ, so that clients do not come back together", () => {
    const waits = Array.from(
      { length: 50 },
      () => bodyOf(toolError.transient(fields, { dialect: dialects.envelope })).retryAfterMs,
    );
    expect(new Set(waits).size).toBeGreaterThan(5);
  });

  it("compact has its own code and customer message, in both carriers", () => {
    const result = toolError.transient(fields, { dialect: dialects.compact });
    expect(bodyOf(result)).toMatchObject({
      errorCategory: "transient",
      code: "SEARCH_DOWN",
      customerMessage: customerFriendlyMessage,
      retryAfterSeconds: 3,
    });
    expect(result.structuredContent).toEqual(bodyOf(result));
  });

  it("recovery says success: false and keeps the wait in recovery", () => {
    const result = toolError.transient(
      { ...fields, recovery: { requiresReconnect: true } },
      { dialect: dialects.recovery },
    );
    const body = bodyOf(result);
    expect(body).toMatchObject({
      success: false,
      error: description,
      errorCode: "SEARCH_DOWN",
      errorData: { a: 1 },
      recovery: { requiresReconnect: true, retryAfterSeconds: 3 },
    });
    expect(body).not.toHaveProperty("retryAfterSeconds");
    expect(result.structuredContent).toEqual(body);
  });

  it.each(DIALECTS)("$name never has structuredContent when the tool has an output schema", (dialect) => {
    const result = toolError.transient(fields, { dialect, structuredContent: "mirror", hasOutputSchema: true });
    expect(result).not.toHaveProperty("structuredContent");
  });

  it.each(DIALECTS)("$name mirrors the identical object when asked, and not otherwise", (dialect) => {
    const mirrored = toolError.transient(fields, {
      dialect,
      structuredContent: "mirror",
      meta: "com.example/tool-error",
    });
    expect(mirrored.structuredContent).toEqual(bodyOf(mirrored));
    expect(mirrored._meta).toEqual({ "com.example/tool-error": bodyOf(mirrored) });
    expect(toolError.transient(fields, { dialect, structuredContent: "off" })).not.toHaveProperty("structuredContent");
    expect(mirrored).not.toHaveProperty("errorCategory");
  });

  it.each(DIALECTS)("$name round-trips through the reader and fits its schema", (dialect) => {
    const validate = new Ajv({ allErrors: true }).compile(toolErrorSchema(dialect));
    const samples = [
      toolError.transient(fields, { dialect }),
      toolError.transient({ description, isRetryable: false, reason: "Spent." }, { dialect }),
      toolError.validation({ description }, { dialect }),
      toolError.permission({ description, customerFriendlyMessage }, { dialect }),
      toolError.business(
        { description, customerFriendlyMessage, alternativeApproaches: ["Ask for less."] },
        { dialect },
      ),
    ];
    for (const result of samples) {
      expect(validate(bodyOf(result)), JSON.stringify(validate.errors)).toBe(true);
      assertToolError(result, undefined, { dialect });
      const standard = dialect === dialects.standard ? bodyOf(result) : undefined;
      const read = readToolError(JSON.parse(JSON.stringify(result)));
      expect(read).toMatchObject({ isKnown: true, layer: "execution", conflicts: [] });
      // Without a code or a customer message, compact and standard are the same object.
      if (dialect !== dialects.compact || /"code"|"customerMessage"/.test(result.content[0]!.text))
        expect(read!.dialect).toBe(dialect.name);
      if (standard) expect(read!.payload).toEqual(standard);
    }
    expect(readToolError(samples[0])!.payload).toMatchObject({
      errorCategory: "transient",
      isRetryable: true,
      partialResults: { a: 1 },
      errorCode: "SEARCH_DOWN",
    });
    expect(samples.map((result) => readToolError(result)!.payload.errorCategory)).toEqual([
      "transient",
      "transient",
      "validation",
      "permission",
      "business",
    ]);
  });
});

describe("configuration", () => {
  it("applies to later calls and gives back what was in force", () => {
    const old = configureToolErrors({ dialect: dialects.compact, meta: "com.example/e", structuredContent: "off" });
    const result = toolError.validation({ description, errorCode: "BAD_DATE" });
    expect(result).toEqual({ isError: true, content: [expect.anything()], _meta: { "com.example/e": bodyOf(result) } });
    expect(bodyOf(result).code).toBe("BAD_DATE");
    configureToolErrors(old);
    expect(bodyOf(toolError.validation({ description, errorCode: "BAD_DATE" })).errorCode).toBe("BAD_DATE");
  });

  it.each([
    "io.modelcontextprotocol/tool-error",
    "mcp.dev/tool-error",
    "modelcontextprotocol.io/x",
    "tool-error",
    "com.mcp.tools/x",
    "/x",
  ])("refuses the meta key %s", (meta) => {
    configureToolErrors({ meta: meta as `${string}/${string}` });
    expect(toolError.validation({ description })).not.toHaveProperty("_meta");
    expect(problems).toHaveLength(1);
  });
});

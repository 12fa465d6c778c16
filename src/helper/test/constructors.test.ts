import { runInNewContext } from "node:vm";
import { Ajv } from "ajv";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configureToolErrors, readToolError, toolError, type Dialect, type ToolErrorSettings } from "mcp-tool-errors";
import { assertToolError, toolErrorSchema } from "mcp-tool-errors/testing";

const description = "The search service is down. Try again later.";
const customerFriendlyMessage = "We cannot search at the moment.";
const DIALECTS: Dialect[] = ["standard", "envelope", "compact", "recovery"];
const bodyOf = (result: { content: { text: string }[] }): any => JSON.parse(result.content[0]!.text);

let before: ToolErrorSettings;
const problems: string[] = [];
beforeEach(() => {
  problems.length = 0;
  before = configureToolErrors({ onProblem: (problem) => problems.push(problem) });
});
afterEach(
  () =>
    void configureToolErrors({
      structuredContent: undefined,
      onError: undefined,
      onProblem: undefined,
      classifiers: undefined,
      ...before,
    }),
);

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
    const body = bodyOf(toolError.transient({ ...fields, attempt: 2, maxAttempts: 3 }, { dialect: "envelope" }));
    expect(body).toMatchObject({
      bucket: "Transient",
      retryable: true,
      errorCode: "SEARCH_DOWN",
      humanMessage: description,
      attempt: 2,
      maxAttempts: 3,
    });
    expect(body.retryAfterMs).toBeGreaterThanOrEqual(3000);
    expect(body.retryAfterMs).toBeLessThanOrEqual(3300);
    const validation = bodyOf(toolError.validation({ description }, { dialect: "envelope" }));
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
      () => bodyOf(toolError.transient(fields, { dialect: "envelope" })).retryAfterMs,
    );
    expect(new Set(waits).size).toBeGreaterThan(5);
  });

  it("compact has its own code and customer message, in both carriers", () => {
    const result = toolError.transient(fields, { dialect: "compact" });
    expect(bodyOf(result)).toMatchObject({
      errorCategory: "transient",
      code: "SEARCH_DOWN",
      customerMessage: customerFriendlyMessage,
      retryAfterSeconds: 3,
    });
    expect(result.structuredContent).toEqual(bodyOf(result));
  });

  it("recovery says success: false and keeps the wait in recovery", () => {
    const result = toolError.transient({ ...fields, recovery: { requiresReconnect: true } }, { dialect: "recovery" });
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

  it.each(DIALECTS)("%s never has structuredContent when the tool has an output schema", (dialect) => {
    const result = toolError.transient(fields, { dialect, structuredContent: "mirror", hasOutputSchema: true });
    expect(result).not.toHaveProperty("structuredContent");
  });

  it.each(DIALECTS)("%s mirrors the identical object when asked, and not otherwise", (dialect) => {
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

  it.each(DIALECTS)("%s round-trips through the reader and fits its schema", (dialect) => {
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
      const standard = dialect === "standard" ? bodyOf(result) : undefined;
      const read = readToolError(JSON.parse(JSON.stringify(result)));
      expect(read).toMatchObject({ isKnown: true, layer: "execution", conflicts: [] });
      // Without a code or a customer message, compact and standard are the same object.
      if (dialect !== "compact" || /"code"|"customerMessage"/.test(result.content[0]!.text))
        expect(read!.dialect).toBe(dialect);
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
    const old = configureToolErrors({ dialect: "compact", meta: "com.example/e", structuredContent: "off" });
    const result = toolError.validation({ description, errorCode: "BAD_DATE" });
    expect(result).toEqual({ isError: true, content: [expect.anything()], _meta: { "com.example/e": bodyOf(result) } });
    expect(bodyOf(result).code).toBe("BAD_DATE");
    configureToolErrors({ structuredContent: undefined, ...old });
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

describe("wrong arguments from JavaScript", () => {
  const transient = toolError.transient as (fields: unknown) => ReturnType<typeof toolError.transient>;

  it.each([NaN, -1, Infinity, "3", undefined, null, {}, 10n])(
    "a wait of %s becomes five seconds and is reported",
    (retryAfterSeconds) => {
      expect(bodyOf(transient({ description, retryAfterSeconds }))).toEqual({
        errorCategory: "transient",
        isRetryable: true,
        retryAfterSeconds: 5,
        description,
      });
      expect(problems).toEqual(["The retryAfterSeconds is unusable."]);
    },
  );

  it("cuts an absurd wait to the cap", () => {
    expect(bodyOf(transient({ description, retryAfterSeconds: 1e308 })).retryAfterSeconds).toBe(3600);
    expect(bodyOf(transient({ description, retryAfterSeconds: 0 })).retryAfterSeconds).toBe(0);
  });

  it.each([
    ["rate limited", "RATE_LIMITED"],
    ["rate-limited!", "RATE_LIMITED"],
    ["9_LIVES", "LIVES"],
    ["X", undefined],
    [-32000, undefined],
    ["A".repeat(100), "A".repeat(63)],
  ])("brings the code %s into its form", (errorCode, expected) => {
    expect(bodyOf(transient({ description, retryAfterSeconds: 1, errorCode })).errorCode).toBe(expected);
  });

  it("survives everything that cannot be serialised", () => {
    const circular: Record<string, unknown> = {
      name: "loop",
      big: 10n,
      symbol: Symbol("s"),
      fn: () => 1,
      when: new Date(0),
      nan: NaN,
    };
    circular["self"] = circular;
    circular["error"] = Object.assign(new Error("password=hunter2"), {
      config: { headers: { authorization: "Bearer x" } },
    });
    Object.defineProperty(circular, "bad", {
      enumerable: true,
      get: () => {
        throw new Error("secret getter");
      },
    });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    circular["proxy"] = proxy;
    const result = transient({ description, retryAfterSeconds: 1, partialResults: circular });
    expect(bodyOf(result)).toMatchObject({
      errorCategory: "transient",
      partialResults: {
        name: "loop",
        big: "10",
        when: "1970-01-01T00:00:00.000Z",
        nan: null,
        self: "[left out]",
        error: "[left out]",
        bad: "[left out]",
        proxy: "[left out]",
      },
    });
    expect(result.content[0]!.text).not.toMatch(/hunter2|Bearer|secret/);
  });

  it("survives nesting of any depth", () => {
    const deep = Array.from({ length: 100_000 }).reduce<object>((inner) => ({ inner }), {});
    const result = transient({ description, retryAfterSeconds: 1, partialResults: deep });
    expect(bodyOf(result)).toMatchObject({ errorCategory: "transient", description });
    expect(result.content[0]!.text.length).toBeLessThan(15_000);
  });

  it("leaves out errors of other realms as well", () => {
    const foreign: unknown = runInNewContext(
      "Object.assign(new Error('hunter2'), { config: { headers: { authorization: 'hunter2' } } })",
    );
    const text = transient({
      description,
      retryAfterSeconds: 1,
      partialResults: { foreign, dom: new DOMException("hunter2") },
    }).content[0]!.text;
    expect(JSON.parse(text).partialResults).toEqual({ foreign: "[left out]", dom: "[left out]" });
  });

  it("leaves out what looks like an error that was copied", () => {
    const copied = { name: "Error", message: "hunter2", stack: "Error: hunter2\n    at /srv/app.ts:1:1" };
    const text = transient({ description, retryAfterSeconds: 1, partialResults: { copied, cards: { stack: 3 } } })
      .content[0]!.text;
    expect(JSON.parse(text).partialResults).toEqual({ copied: "[left out]", cards: { stack: 3 } });
  });

  it("keeps 10 MB of partial results small and the category readable", () => {
    for (const partialResults of [
      "x".repeat(10e6),
      Array.from({ length: 200_000 }, (_, id) => ({ id, text: "y".repeat(40) })),
      { ["k".repeat(1e6)]: 1 },
    ]) {
      const result = transient({ description, retryAfterSeconds: 1, partialResults });
      expect(result.content[0]!.text.length).toBeLessThan(10_000);
      expect(bodyOf(result)).toMatchObject({ errorCategory: "transient", isRetryable: true, description });
    }
  });

  it("takes the frames of a stack out of the texts", () => {
    const { stack } = new Error("Connection lost");
    const text = transient({ description: stack, retryAfterSeconds: 1, customerFriendlyMessage: stack }).content[0]!
      .text;
    expect(text).toContain("Connection lost");
    expect(text).not.toMatch(/constructors\.test|at /);
  });

  it.each([
    undefined,
    null,
    0,
    "text",
    [],
    new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
      },
    ),
  ])("gives a result for the arguments %#", (fields) => {
    for (const category of ["transient", "validation", "permission", "business"] as const) {
      const result = (toolError[category] as (fields: unknown) => ReturnType<typeof transient>)(fields);
      expect(bodyOf(result)).toMatchObject({ errorCategory: category, description: "The tool failed." });
    }
  });

  it("ignores a broken listener", () => {
    configureToolErrors({
      onProblem: () => {
        throw new Error("listener");
      },
    });
    expect(bodyOf(transient({}))).toMatchObject({ errorCategory: "transient" });
  });

  it("property: any JSON or non-JSON value as any member gives a result that is an error of its category", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withTypedArray: true,
      withSparseArray: true,
    });
    fc.assert(
      fc.property(
        fc.constantFrom("transient", "validation", "permission", "business"),
        fc.constantFrom(...DIALECTS),
        fc.dictionary(
          fc.constantFrom(
            "description",
            "errorCode",
            "retryAfterSeconds",
            "isRetryable",
            "partialResults",
            "attemptedActions",
            "recovery",
            "customerFriendlyMessage",
            "__proto__",
          ),
          anything,
        ),
        (category, dialect, fields) => {
          const make = toolError[category as "validation"] as (
            fields: unknown,
            options: unknown,
          ) => ReturnType<typeof transient>;
          const result = make(fields, { dialect, structuredContent: "mirror" });
          expect(result.isError).toBe(true);
          const read = readToolError(JSON.parse(JSON.stringify(result)))!;
          expect(read.payload.errorCategory).toBe(category);
          expect(read.payload.isRetryable).toBe(category === "transient" && fields["isRetryable"] !== false);
          expect(result.content[0]!.text.length).toBeLessThan(12_000);
          expect(JSON.stringify(result.structuredContent)).toBe(result.content[0]!.text);
        },
      ),
      { numRuns: 500 },
    );
  });
});

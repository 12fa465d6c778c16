import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configureToolErrors, readToolError, toolError, dialects } from "mcp-tool-errors";
import { assertToolError } from "mcp-tool-errors/testing";
import { recordedProblems } from "./support/problems.js";

const description = "The search service is down. Try again later.";
const DIALECTS = Object.values(dialects);
const bodyOf = (result: { content: { text: string }[] }): any => JSON.parse(result.content[0]!.text);
const problems = recordedProblems();

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

describe("members of another shape", () => {
  it("are left out, and one action is a list of one", () => {
    for (const wrong of [5, "x", [1], true, new Error("hunter2"), Buffer.from("x")]) {
      const result = toolError.validation({ description, recovery: wrong, details: wrong } as never);
      assertToolError(result, { description });
      expect(bodyOf(result)).toEqual({ errorCategory: "validation", isRetryable: false, description });
    }
    const one = toolError.validation({
      description,
      attemptedActions: "Read it.",
      alternativeApproaches: [7],
    } as never);
    assertToolError(one, { attemptedActions: ["Read it."], alternativeApproaches: ["7"] });
  });
});

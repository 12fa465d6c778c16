import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeToolError, dialects, readToolError, toolError } from "mcp-tool-errors";
import { description, failed, standard } from "./support/results.js";

describe("hostile input", () => {
  it("does not pollute prototypes", () => {
    const evil = JSON.parse(
      '{"errorCategory":"transient","isRetryable":false,"description":"x","__proto__":{"polluted":1},"partialResults":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}},"recovery":{"__proto__":{"requiresReconnect":true}}}',
    );
    const { payload } = readToolError({ isError: true, content: [], structuredContent: evil })!;
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect((payload as unknown as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect((payload.partialResults as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
    expect(payload.recovery?.requiresReconnect).toBeUndefined();
  });
  it("ignores inherited members", () => {
    expect(readToolError({ isError: true, content: [], structuredContent: Object.create(standard) })).toMatchObject({
      isKnown: false,
    });
  });
  it("caps what it reads and returns", () => {
    const big = { ...standard, partialResults: "x".repeat(200_000), description: "y".repeat(100_000) };
    expect(JSON.stringify(readToolError({ isError: true, content: [], structuredContent: big })).length).toBeLessThan(
      30_000,
    );
    expect(readToolError(failed(`${"{".repeat(100_000)}`))).toMatchObject({ isKnown: false });
    expect(readToolError(failed("x".repeat(1_000_000)))!.text.length).toBe(10_000);
    expect(readToolError(failed({ ...standard, partialResults: "x".repeat(300_000) }))).toMatchObject({
      isKnown: false,
    });
  });
  it("property: anything gives a structured answer", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true, withMap: true }),
        fc.boolean(),
        (value, isError) => {
          for (const input of [
            value,
            { isError, content: value },
            { isError, structuredContent: value },
            { isError, content: [{ type: "text", text: value }] },
            { isError, content: [], _meta: { "a/b": value } },
            { error: value },
          ]) {
            const read = readToolError(input);
            if (read)
              expect(["transient", "validation", "permission", "business"]).toContain(read.payload.errorCategory);
            expect(describeToolError(input, { tool: "t" })).toMatch(/^Tool: t\n/);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
  it("property: whatever the constructors write is read back", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 3 }),
        fc.double({ min: 0, max: 3600, noNaN: true }),
        fc.constantFrom(...Object.values(dialects)),
        (partialResults, retryAfterSeconds, dialect) => {
          const result = toolError.transient({ description, retryAfterSeconds, partialResults }, { dialect });
          const { payload } = readToolError(JSON.parse(JSON.stringify(result)))!;
          expect(payload).toMatchObject({ errorCategory: "transient", isRetryable: true, description });
          expect(Math.abs(payload.retryAfterSeconds! - retryAfterSeconds)).toBeLessThanOrEqual(
            dialect === dialects.envelope ? retryAfterSeconds * 0.25 + 0.001 : 0,
          );
        },
      ),
    );
  });
});

import { describe, expect, it } from "vitest";
import { outcomesOf, wordsOfOutcome, type Outcome } from "../../src/analysis/results/results.js";
import { marked } from "../support/source.js";

const outcomes = (text: string, others?: Record<string, string>): Outcome[] => outcomesOf(marked(text, others));
const kinds = (text: string): string[] =>
  outcomes(text).map((outcome) => (outcome.kind === "empty" ? `empty ${outcome.form}` : outcome.kind));
const result = (text: string, others?: Record<string, string>) => {
  const [outcome] = outcomes(text, others);
  if (outcome?.kind !== "tool-result") throw new Error(`no tool result: ${outcome?.kind ?? "nothing"}`);
  return outcome.result;
};

describe("what a returned value amounts to", () => {
  it.each([
    ["null", ["empty null"]],
    ["undefined", ["empty undefined"]],
    ["void 0", ["empty undefined"]],
    ["[]", ["empty array"]],
    ["new Map()", ["empty array"]],
    ["{}", ["empty object"]],
    ["''", ["empty string"]],
    ["``", ["empty string"]],
    ["false", ["empty false"]],
    ["0", ["empty zero"]],
    ["true", ["constant"]],
    ["42", ["constant"]],
    ["'text'", ["text"]],
    ["`a ${x}`", ["text"]],
    ["'a' + x", ["text"]],
    ["x + y", ["unknown"]],
    ["{ a: 1 }", ["data"]],
    ["{ content: [] }", ["tool-result"]],
    ["{ content: [{ type: 'text', text: 'a' }] }", ["tool-result"]],
    ["{ content: [], isError: true }", ["tool-result"]],
    ["{ isError: true }", ["tool-result"]],
    ["{ content: body.text, title: 'a', url: 'b' }", ["data"]],
    ["{ isError: true, message: 'a' }", ["data"]],
    ["[{ type: 'text', text: 'a' }]", ["tool-result"]],
    ["{ type: 'text', text: 'a' }", ["tool-result"]],
    ["{ type: 'text', text: 'a', lang: 'en' }", ["data"]],
    ["{ type: 'text', text: 'a', ...more }", ["data"]],
    ["{ type: 'note', text: 'a' }", ["data"]],
    ["[1, 2]", ["unknown"]],
    ["x ? 'a' : null", ["text", "empty null"]],
    ["x ?? []", ["unknown", "empty array"]],
    ["f()", ["unknown"]],
    ["JSON.stringify(x)", ["text"]],
    ["dedent`a ${x}`", ["text"]],
    ["String.raw`a`", ["text"]],
    ["sql`a ${x}`", ["unknown"]],
    ["{ ...(() => ({ content: [{ type: 'text', text: 'a' }] }))(), isError: true }", ["tool-result"]],
    ["Promise.resolve('a')", ["text"]],
    ["(() => { throw x; })()", ["throws"]],
    ["(() => { if (x) return 'a'; return []; })()", ["text", "empty array"]],
  ])("%s → %j", (text, wanted) => {
    expect(kinds(`here(${text});`)).toEqual(wanted);
  });

  it("of a variable that is given several values: each of them", () => {
    expect(kinds("let a = 'x'; if (b) a = []; here(a);")).toEqual(["text", "empty array"]);
    expect(kinds("let a = ''; a = a + 'x'; here(a);")).toEqual(["empty string"]);
  });

  it.each([
    ["let a = 'x'; a = []; here(a);", ["empty array"]],
    ["let a; if (b) { a = []; here(a); } a = 'x'; a = 1;", ["empty array"]],
    ["let a; try { a = 'x'; a = []; here(a); } finally { a = null; }", ["empty array"]],
    ["let a; a = 'x'; if (b) a = []; here(a);", ["text", "empty array"]],
    ["let a; a = 'x'; for (;;) { here(a); a = []; }", ["text", "empty array"]],
    ["let a; switch (b) { case 1: a = 'x'; case 2: here(a); a = []; }", ["text", "empty array"]],
    ["let a; try { a = 'x'; f(); a = []; } catch { here(a); }", ["text", "empty array"]],
  ])("of a variable whose last value is certain, or not: %s", (text, wanted) => {
    expect(kinds(text)).toEqual(wanted);
  });
});

describe("an error result", () => {
  it.each([
    ["{ content: [], isError: true }", "true"],
    ["{ content: [], isError: false }", "false"],
    ["{ content: [] }", "absent"],
    ["{ content: [], isError: undefined }", "absent"],
    ["{ content: [], isError: failed }", "maybe"],
    ["{ content: [], isError: !true }", "false"],
    ["{ content: [], ...rest }", "unknown"],
    ["{ content: [], ...(x && { isError: true }) }", "true"],
  ])("%s: isError is %s", (text, flag) => {
    expect(result(`here(${text});`).isError).toBe(flag);
  });

  const fields = (text: string, others?: Record<string, string>): unknown => {
    const { fields: found } = result(text, others);
    return {
      list: found.list.map(({ concept, name, carrier }) => `${carrier}: ${name} is ${concept}`),
      known: found.known,
    };
  };

  it("names its fields in the JSON of the text, in every dialect", () => {
    expect(
      fields(
        "here({ isError: true, content: [{ type: 'text', text: JSON.stringify({ errorCategory: 'transient', isRetryable: true, retryAfterMs: 5, reason: 'X' }) }] });",
      ),
    ).toEqual({
      list: [
        "text: errorCategory is category",
        "text: isRetryable is retryable",
        "text: retryAfterMs is wait",
        "text: reason is code",
      ],
      known: true,
    });
    expect(
      fields(
        "here({ isError: true, content: [{ type: 'text', text: JSON.stringify({ error: { bucket: 'Data', retryable: false } }) }] });",
      ),
    ).toEqual({
      list: ["text: bucket is category", "text: retryable is retryable", "text: error is description"],
      known: true,
    });
  });

  it("names its fields in structuredContent, _meta and the result itself", () => {
    expect(
      fields(
        "here({ isError: true, content: [{ type: 'text', text: 'a' }], structuredContent: { errorCategory: 'x' }, _meta: { 'a/b': { isRetryable: true } }, errorCode: 'E' });",
      ),
    ).toEqual({
      list: [
        "structuredContent: errorCategory is category",
        "meta: isRetryable is retryable",
        "result: errorCode is code",
      ],
      known: true,
    });
  });

  it.each([
    ["a spread", "{ isError: true, content: [{ type: 'text', text: JSON.stringify({ ...x }) }] }"],
    ["content of a call", "{ isError: true, content: blocks() }"],
    ["a block of a call", "{ isError: true, content: [...blocks()] }"],
    ["JSON of something unknown", "{ isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] }"],
    ["text of a call that makes JSON", "{ isError: true, content: [{ type: 'text', text: toJson(x) }] }"],
    ["JSON written out", "{ isError: true, content: [{ type: 'text', text: '{\"errorCategory\": \"transient\"}' }] }"],
    [
      "JSON first, words behind it",
      "{ isError: true, content: [{ type: 'text', text: `${JSON.stringify(x)} Sorry.` }] }",
    ],
    [
      "JSON that words are only a choice beside",
      "{ isError: true, content: [{ type: 'text', text: y ? 'no' : JSON.stringify(x) }] }",
    ],
    [
      "blocks that a package's server may have made",
      "{ isError: true, content: (await remote.callTool('a')).content }",
    ],
    ["what a built-in makes of them", "{ isError: true, content: Object.values(blocks) }"],
    ["structuredContent of a call", "{ isError: true, content: [], structuredContent: f() }"],
  ])("does not know its fields: %s", (_name, text) => {
    expect(fields(`here(${text});`)).toMatchObject({ known: false });
  });

  it.each([
    ["plain text", "{ isError: true, content: [{ type: 'text', text: 'a' }] }"],
    ["text with a message", "{ isError: true, content: [{ type: 'text', text: `a ${e.message}` }] }"],
    [
      "JSON of the caught error",
      "(() => { try {} catch (e) { return { isError: true, content: [{ type: 'text', text: JSON.stringify(e) }] }; } })()",
    ],
    ["no text", "{ isError: true, content: [] }"],
    ["JSON behind words", "{ isError: true, content: [{ type: 'text', text: `No: ${JSON.stringify(x)}` }] }"],
    [
      "JSON of an upstream answer",
      "{ isError: true, content: [{ type: 'text', text: JSON.stringify(await axios.get(x)) }] }",
    ],
  ])("knows that it has no field: %s", (_name, text) => {
    expect(fields(`here(${text});`)).toEqual({ list: [], known: true });
  });

  it("is read through the project's own builders, with their arguments", () => {
    const others = {
      "b.ts":
        "export const fail = (category, retry) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify({ errorCategory: category, isRetryable: retry }) }] });",
    };
    const text = 'import { fail } from "./b.js"; const refuse = (why) => fail("permission", false); here(refuse("x"));';
    expect(fields(text, others)).toMatchObject({
      list: ["text: errorCategory is category", "text: isRetryable is retryable"],
      known: true,
    });
    const [outcome] = outcomes(text, others);
    expect(outcome && wordsOfOutcome(outcome)).toBe("errorCategory: permission\nisRetryable: false");
  });
});

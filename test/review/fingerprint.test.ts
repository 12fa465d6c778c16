import { describe, expect, it } from "vitest";
import { fingerprints, type Identity } from "../../src/review/fingerprint.js";

const PLACE: Identity = {
  rule: "mcp-errors/no-swallowed-error",
  file: "src/notes.ts",
  scope: "archive",
  text: 'catch (error) {\n    log("failed", [1, 2]);\n  }',
};

function one(change: Partial<Identity> = {}): string {
  return fingerprints([{ ...PLACE, ...change }])[0] ?? "";
}

describe("the fingerprint of a finding", () => {
  it("is 32 hexadecimal digits, the same in every run and on every machine", () => {
    expect(one()).toBe("0530a8c60068b34dce930797557f410a");
  });

  it.each([
    ["indented otherwise", { text: 'catch (error) {\r\n\tlog("failed", [1, 2]);\r\n}' }],
    ["on one line", { text: 'catch(error){log("failed",[1,2])}' }],
    ["with other quotes", { text: "catch (error) { log('failed', [1, 2]); }" }],
    [
      "with trailing commas",
      { text: 'catch (error) {\n  log(\n    "failed",\n    [\n      1,\n      2,\n    ],\n  );\n}' },
    ],
  ] satisfies [string, Partial<Identity>][])("stays when the place is %s", (_name, change) => {
    expect(one(change)).toBe(one());
  });

  it("stays when the letters of the file's name are composed otherwise, as on macOS", () => {
    expect(one({ file: "src/ü.ts".normalize("NFD") })).toBe(one({ file: "src/ü.ts".normalize("NFC") }));
  });

  it.each([
    ["rule", { rule: "mcp-errors/require-is-error" }],
    ["file", { file: "src/note.ts" }],
    ["tool", { scope: "restore" }],
    ["text", { text: "catch (error) { log('done', [1, 2]); }" }],
  ] satisfies [string, Partial<Identity>][])("changes with the %s", (_name, change) => {
    expect(one(change)).not.toBe(one());
  });

  it("tells parts apart that join to the same text", () => {
    expect(one({ scope: "a", text: "bc" })).not.toBe(one({ scope: "ab", text: "c" }));
  });

  it("tells equal places apart by their order, and another kind of finding between them changes none", () => {
    const other = { ...PLACE, rule: "mcp-errors/no-error-leak" };
    const [first, second] = fingerprints([PLACE, PLACE]);
    expect(first).not.toBe(second);
    expect(fingerprints([other, PLACE, other, PLACE])).toEqual([
      fingerprints([other])[0],
      first,
      fingerprints([other, other])[1],
      second,
    ]);
  });
});

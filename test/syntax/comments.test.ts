import { describe, expect, it } from "vitest";
import { codeStart, withoutBlockComments } from "../../src/syntax/comments.js";

describe("the start of the code", () => {
  it.each([
    ["", "|"],
    ["  a", "  |a"],
    ["// one\n// two\na", "// one\n// two\n|a"],
    ["#!/usr/bin/env node\n/* a\n*/ b", "#!/usr/bin/env node\n/* a\n*/ |b"],
    ["/* one *//* two */a", "/* one *//* two */|a"],
    ["// old line ends\ra", "// old line ends\r|a"],
    ["// a separator\u2028a", "// a separator\u2028|a"],
    ["/* never closed", "|/* never closed"],
    ["a // b", "|a // b"],
    ["// alone", "// alone|"],
  ])("of %j", (text, marked) => {
    const at = codeStart(text);
    expect(`${text.slice(0, at)}|${text.slice(at)}`).toBe(marked);
  });
});

describe("a text without its block comments", () => {
  it.each([
    ["a /* b */ c", "a  c"],
    ["/* a\n*/b/* c */", "b"],
    ["a /* b", "a /* b"],
    ["a */ b /* c */", "a */ b "],
    ['"src/*" + c', '"src/*" + c'],
  ])("%j", (text, expected) => {
    expect(withoutBlockComments(text)).toBe(expected);
  });
});

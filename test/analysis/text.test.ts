import { describe, expect, it } from "vitest";
import { dynamicParts, textOf, wordsOf } from "../../src/analysis/values/text.js";
import { marked, textOfRef } from "../support/source.js";

describe("what a string is put together from", () => {
  it.each([
    ["here('a b');", "a b", []],
    ["here(`a ${x} b ${y}`);", "a … b …", ["x", "y"]],
    ["here('a: ' + x + '!');", "a: …!", ["x"]],
    ["const a = 'a'; const b = `${a} b`; here(b + ' c');", "a b c", []],
    ["here(x ? 'a' : 'b');", "a | b", []],
    ["here(x ?? 'b');", "… | b", ["x"]],
    ["here(JSON.stringify({ a: 1 }));", "…", ["{ a: 1 }"]],
    ["here(String(x));", "…", ["x"]],
    ["here(['a', 'b', x].join('\\n'));", "a\nb\n…\n", ["x"]],
    ["here(['a', x].join(', '));", "a … ", ["x"]],
    ["const l = ['a', x]; if (y) l.push('b'); here(l.join(' '));", "a … …", ["x", "l.join(' ')"]],
    ["const l = ['a', x]; l.push('b'); l.unshift('c'); here(l.join(' '));", "…", ["l.join(' ')"]],
    ["const l = ['a', x]; l.splice(0, 1); here(l.join(' '));", "…", ["l.join(' ')"]],
    ["here(`\n  a\n`.trim());", "\n  a\n", []],
    ["const f = (x) => `a ${x}`; here(f('b'));", "a b", []],
    ["const f = (x) => { if (x) return 'a'; return 'b'; }; here(f(1));", "a | b", []],
    ["here(g(x));", "…", ["g(x)"]],
    ["here(1 + x);", "1…", ["x"]],
    ["here(a && 'b');", "…", ["a && 'b'"]],
  ])("%s", (text, words, dynamic) => {
    const found = textOf(marked(text));
    expect(wordsOf(found)).toBe(words);
    expect(dynamicParts(found).map(textOfRef)).toEqual(dynamic);
  });

  it("follows imports", () => {
    const found = textOf(
      marked('import { PREFIX, say } from "./b.js"; here(PREFIX + say("x"));', {
        "b.ts": "export const PREFIX = 'Error: ';\nexport const say = (what) => `no ${what}`;",
      }),
    );
    expect(wordsOf(found)).toBe("Error: no x");
  });

  it("ends where texts are made of each other", () => {
    expect(wordsOf(textOf(marked("const a = `x${b}`; const b = `y${a}`; here(a);")))).toMatch(/^(?:xy)+x?…$/u);
    expect(wordsOf(textOf(marked("const f = (x) => f(x + 'a'); here(f('b'));")))).toBe("…");
  });
});

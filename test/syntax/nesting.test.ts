import { describe, expect, it } from "vitest";
import { MAX_DEPTH, tooDeepAt } from "../../src/syntax/nesting.js";
import { parsed } from "../support/parsed.js";

type Nest = (levels: number) => string;

/** What makes the parser recurse for each level. */
const NESTS: Readonly<Record<string, Nest>> = {
  parentheses: (n) => `${"(".repeat(n)}a${")".repeat(n)}`,
  "template literals": (n) => `${"`${".repeat(n)}a${"}`".repeat(n)}`,
  arrows: (n) => `${"a => ".repeat(n)}a`,
  "arrows on lines of their own": (n) => `${"a =>\n".repeat(n)}a`,
  conditions: (n) => `${"a ? b : ".repeat(n)}c`,
  "conditions in conditions": (n) => `${"a ? ".repeat(n)}b${" : c".repeat(n)}`,
  assignments: (n) => `${"x = ".repeat(n)}1`,
  "destructuring assignments": (n) => `(${"{} = ".repeat(n)}a)`,
  powers: (n) => `${"a ** ".repeat(n)}a`,
  "else if": (n) => `${"if (a) b; else ".repeat(n)}c`,
  "else if on lines of their own": (n) => `${"if (a) { b }\nelse ".repeat(n)}c`,
  "if without braces": (n) => `${"if (a)\n".repeat(n)}b`,
  "while without braces": (n) => `${"while (a) ".repeat(n)}b`,
  "do without braces": (n) => `${"do ".repeat(n)}a;${"while (b);".repeat(n)}`,
  labels: (n) => `${Array.from({ length: n }, (_, at) => `l${at}: `).join("")}a`,
  new: (n) => `${"new ".repeat(n)}A`,
  await: (n) => `async () => { ${"await ".repeat(n)}a }`,
  "type arguments": (n) => `let a: ${"A<".repeat(n)}A${" >".repeat(n)}`,
  "type arguments beside others": (n) => `let a: ${"A<B, ".repeat(n)}A${" >".repeat(n)}`,
  keyof: (n) => `type T = ${"keyof ".repeat(n)}A`,
  "function types": (n) => `type T = ${"(a) => ".repeat(n)}A`,
  "conditional types": (n) => `type T = ${"A extends B ? C : ".repeat(n)}D`,
};

const isTooDeep = (text: string, isJsx = false): boolean => tooDeepAt(text, isJsx, true) !== undefined;

describe("code that nests too deep for the parser", () => {
  it.each(Object.entries(NESTS))("is refused: %s", (_name, nest) => {
    expect(isTooDeep(nest(MAX_DEPTH * 2))).toBe(true);
    expect(isTooDeep(nest(MAX_DEPTH / 5))).toBe(false);
  });

  it("is refused: elements", () => {
    const elements: Nest = (n) => `x = ${"<a>;".repeat(n)}${"</a>".repeat(n)}`;
    expect(isTooDeep(elements(MAX_DEPTH * 2), true)).toBe(true);
    expect(isTooDeep(elements(MAX_DEPTH / 5), true)).toBe(false);
  });

  it("is told as a failure of the file, before the parser sees it", () => {
    expect(parsed(`const a = ${"a => ".repeat(12_000)}a;`)).toMatchObject({
      ok: false,
      failure: { message: `The code nests deeper than ${MAX_DEPTH} levels`, line: 1 },
    });
  });
});

describe("code that is long and flat is no nesting", () => {
  it.each<[string, string]>([
    ["statements", "const a = b ? c : d;\n"],
    ["statements without semicolons", "const a = b ? c : d\nload(a)\n"],
    ["functions", "function f() { return a => b }\n"],
    ["branches of their own", "if (a) { b } else { c }\n"],
    ["members of an object", "a: { b: c ? d : e },\n"],
    ["types", "type A = Map<string, Set<B>>;\n"],
    ["loops", "for (let i = 0; i < n; i++) a[i] = b;\n"],
    ["prose in a template literal", "Is a < b? Then a = b: else, new words if for while.\n"],
    ["elements side by side", "<a>b</a><br />\n"],
  ])("%s", (name, line) => {
    const many = line.repeat(MAX_DEPTH * 2);
    const texts: Readonly<Record<string, string>> = {
      "members of an object": `const all = {\n${many}};`,
      "prose in a template literal": `const text = \`${many}\`;`,
      "elements side by side": `const page = <>${many}</>;`,
    };
    expect(isTooDeep(texts[name] ?? many, name.startsWith("elements"))).toBe(false);
  });
});

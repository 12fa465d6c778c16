import { describe, expect, it } from "vitest";
import { constantOf, objectShape, resolve } from "../../src/analysis/values/values.js";
import { marked, textOfRef } from "../support/source.js";

const resolved = (text: string, others?: Record<string, string>, name?: string): string =>
  textOfRef(resolve(marked(text, others, name)));
const shape = (
  text: string,
  others?: Record<string, string>,
): { fields: Record<string, string>; open: boolean } | undefined => {
  const found = objectShape(marked(text, others));
  return (
    found && {
      fields: Object.fromEntries([...found.fields].map(([name, value]) => [name, textOfRef(value)])),
      open: found.open,
    }
  );
};

describe("the expression behind a name", () => {
  it.each([
    ["const a = 1; const b = a; here(b);", "1"],
    ["const a = (1 as number)!; here(a satisfies number);", "1"],
    ["const a = await f(); here(a);", "f()"],
    ["let a; a = 1; here(a);", "1"],
    ["let a; if (x) a = 1; else a = 2; here(a);", "a"],
    ["let a = 1; a = 2; here(a);", "a"],
    ["for (const a of list) here(a);", "a"],
    ["const o = { a: { b: 1 } }; here(o.a.b);", "1"],
    ["const o = { a: { b: 1 } }; here(o['a']?.b);", "1"],
    ["const o = { a: { b: 1 } }; const { a: { b } } = o; here(b);", "1"],
    ["const o = [1, [2]]; here(o[1][0]);", "2"],
    ["const [, [a]] = [1, [2]]; here(a);", "2"],
    ["const o = { a: 1 }; here(o[key]);", "o[key]"],
    ["const o = { a: 1 }; here(o.b);", "o.b"],
    ["const o = { ...rest }; here(o.a);", "o.a"],
    ["function f() {} here(f);", "function f() {}"],
    ["const f = () => 1; const g = f; here(g);", "() => 1"],
    ["class A { static a = 1; } here(A.a);", "1"],
    ["class A { a = 1; m() { here(this.a); } }", "1"],
    ["class A { #a = 1; m() { here(this.#a); } }", "1"],
    ["class A { a = 1; m() { function f() { here(this.b); } } }", "this.b"],
    ["here(undeclared);", "undeclared"],
  ])("%s → %s", (text, wanted) => {
    expect(resolved(text)).toBe(wanted);
  });

  it("ends where definitions go round in a circle", () => {
    expect(resolved("const a = b; const b = a; here(a);")).toMatch(/^[ab]$/u);
    expect(resolved("const a = { ...b }; const b = { ...a }; here(a.x);")).toBe("a.x");
    expect(resolved("const a = { b: () => a.b }; here(a.b);")).toBe("() => a.b");
    expect(resolved("const { a } = a; here(a);")).toBe("a");
  });
});

describe("imports", () => {
  it.each([
    ["a name", 'import { a } from "./b.js"; here(a);', { "b.ts": "export const a = 1;" }],
    ["another name", 'import { a as c } from "./b"; here(c);', { "b.ts": "const x = 1; export { x as a };" }],
    ["the default", 'import a from "./b"; here(a);', { "b.ts": "const a = 1; export default a;" }],
    ["the namespace", 'import * as b from "./b"; here(b.a);', { "b.ts": "export const a = 1;" }],
    ["require", 'const { a } = require("./b"); here(a);', { "b.js": "module.exports = { a: 1 };" }],
    ["require of one", 'const a = require("./b").a; here(a);', { "b.cjs": "exports.a = 1;", "b.js": "exports.a = 1;" }],
    ["a folder's index", 'import { a } from "./lib"; here(a);', { "lib/index.ts": "export const a = 1;" }],
    ["a module with the other extension", 'import { a } from "./b.mjs"; here(a);', { "b.mts": "export const a = 1;" }],
    ["JSX", 'import { a } from "./b.jsx"; here(a);', { "b.tsx": "export const a = 1;" }],
    [
      "through a barrel",
      'import { a } from "./index.js"; here(a);',
      {
        "index.ts": 'export * from "./x.js"; export * from "./b.js";',
        "x.ts": "export const z = 0;",
        "b.ts": "export const a = 1;",
      },
    ],
    [
      "through a renaming barrel",
      'import { a } from "./index.js"; here(a);',
      { "index.ts": 'export { b as a } from "./b.js";', "b.ts": "export const b = 1;" },
    ],
    [
      "through an import of the barrel",
      'import { a } from "./index.js"; here(a);',
      { "index.ts": 'import { b } from "./b.js"; export { b as a };', "b.ts": "export const b = 1;" },
    ],
    [
      "a member of an export",
      'import { o } from "./b.js"; here(o.a);',
      { "b.ts": "export const o = { a: 1 } as const;" },
    ],
    [
      "in a circle",
      'import { a } from "./b.js"; export const x = 0; here(a);',
      {
        "b.ts": 'import { c } from "./c.js"; export const a = 1; export const d = c;',
        "c.ts": 'import { a } from "./b.js"; export const c = a;',
      },
    ],
    [
      "barrels in a circle",
      'import { a } from "./p.js"; here(a);',
      { "p.ts": 'export * from "./q.js"; export const a = 1;', "q.ts": 'export * from "./p.js";' },
    ],
  ])("are followed: %s", (_name, text, others) => {
    expect(resolved(text, others)).toBe("1");
  });

  it("end where they lead nowhere", () => {
    for (const [text, others] of [
      ['import { a } from "./nothing.js"; here(a);', {}],
      ['import { a } from "./b.js"; here(a);', { "b.ts": "export const other = 1;" }],
      ['import { a } from "./b.js"; here(a);', { "b.ts": "export const a = ;" }],
      ['import { a } from "package"; here(a);', { "package.ts": "export const a = 1;" }],
      [
        'import { a } from "./p.js"; here(a);',
        { "p.ts": 'export * from "./q.js";', "q.ts": 'export * from "./p.js";' },
      ],
      ['import { a } from "./main.js"; here(a);', {}],
    ] as [string, Record<string, string>][])
      expect(resolved(text, others)).toBe("a");
  });

  const aliased = (tsconfig: string, more: Record<string, string> = {}): string =>
    resolved('import { a } from "@/lib/b"; here(a);', {
      "src/lib/b.ts": "export const a = 1;",
      "tsconfig.json": tsconfig,
      ...more,
    });

  it("follow aliases of the tsconfig", () => {
    expect(aliased('{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }')).toBe("1");
    expect(aliased('{ "compilerOptions": { "baseUrl": "src", "paths": { "@/*": ["*"] } } }')).toBe("1");
    expect(aliased('{ "compilerOptions": { "paths": { "@/lib/b": ["./src/lib/b.ts"] } } }')).toBe("1");
    expect(aliased('{ "compilerOptions": { "paths": { "@/*": ["./gen/*", "./src/*"] } } }')).toBe("1");
    expect(aliased('{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }')).toBe("a");
    expect(
      resolved('import { a } from "lib/b"; here(a);', {
        "src/lib/b.ts": "export const a = 1;",
        "tsconfig.json": '{ "compilerOptions": { "baseUrl": "src" } }',
      }),
    ).toBe("1");
  });

  it("read comments, trailing commas and `extends` in it", () => {
    expect(
      aliased(
        '{\n  // "paths": {},\n  /* a "comment" */ "compilerOptions": { "paths": { "@/*": ["./src/*",], }, },\n}',
      ),
    ).toBe("1");
    expect(
      aliased('{ "extends": "./base.json" }', {
        "base.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      }),
    ).toBe("1");
    expect(
      aliased('{ "extends": ["./other", "./base"] }', {
        "other.json": "{}",
        "base.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      }),
    ).toBe("1");
    expect(
      aliased('{ "extends": "./config/base.json" }', {
        "config/base.json": '{ "compilerOptions": { "paths": { "@/*": ["../src/*"] } } }',
      }),
    ).toBe("1");
    expect(aliased('{ "extends": "./tsconfig.json" }')).toBe("a");
    expect(aliased("{ broken")).toBe("a");
  });

  const own = (imports: string, more: Record<string, string> = {}, specifier = "#lib/b.js"): string =>
    resolved(`import { a } from "${specifier}"; here(a);`, {
      "src/lib/b.ts": "export const a = 1;",
      "package.json": `{ "imports": ${imports} }`,
      ...more,
    });

  it("follow the imports that a package gives its own files", () => {
    expect(own('{ "#lib/*": "./src/lib/*" }')).toBe("1");
    expect(own('{ "#lib/*.js": "./src/lib/*.ts" }')).toBe("1");
    expect(own('{ "#b": "./src/lib/b.ts" }', {}, "#b")).toBe("1");
    expect(own('{ "#b": ["./gen/b.ts", "./src/lib/b.ts"] }', {}, "#b")).toBe("1");
    expect(own('{ "#*": "./gen/*", "#lib/*": "./src/lib/*" }', { "gen/lib/b.ts": "export const a = 2;" })).toBe("1");
    expect(own('{ "#lib/*": "./gen/*", "#lib/b.js": "./src/lib/b.ts" }', { "gen/b.ts": "export const a = 2;" })).toBe(
      "1",
    );
    expect(own('{ "#lib/*": "./src/*" }')).toBe("a");
    expect(own('{ "#lib/*": "other-package/*" }')).toBe("a");
    expect(own("null")).toBe("a");
  });

  it("take the condition that holds for a server", () => {
    const others = { "src/browser.ts": "export const a = 2;", "src/types.d.ts": "export declare const a: 3;" };
    expect(own('{ "#b": { "browser": "./src/browser.ts", "default": "./src/lib/b.ts" } }', others, "#b")).toBe("1");
    expect(own('{ "#b": { "types": "./src/types.d.ts", "node": { "import": "./src/lib/b.ts" } } }', others, "#b")).toBe(
      "1",
    );
    expect(own('{ "#b": { "worker": "./src/browser.ts" } }', others, "#b")).toBe("2");
  });

  it("take `@/` and `~/` for the package or its src where no tsconfig says what they mean", () => {
    const root = { "package.json": "{}" };
    expect(resolved('import { a } from "@/b"; here(a);', { ...root, "src/b.ts": "export const a = 1;" })).toBe("1");
    expect(resolved('import { a } from "~/b.js"; here(a);', { ...root, "b.ts": "export const a = 1;" })).toBe("1");
    const tsconfig = '{ "compilerOptions": { "paths": { "@/*": ["./app/*"] } } }';
    const both = { "app/b.ts": "export const a = 1;", "src/b.ts": "export const a = 2;" };
    expect(resolved('import { a } from "@/b"; here(a);', { ...root, ...both, "tsconfig.json": tsconfig })).toBe("1");
    expect(resolved('import { a } from "@org/b"; here(a);', { ...root, "src/org/b.ts": "export const a = 1;" })).toBe(
      "a",
    );
  });

  it.each([
    ["a member", 'const b = await import("./b.js"); here(b.a);'],
    ["what is taken out of it", 'const { a } = await import("./b.js"); here(a);'],
    ["the default", 'here((await import("./b.js")).default.a);'],
    ["the default under a name", 'const { default: b } = await import("./b.js"); here(b.a);'],
  ])("follow a module that is imported when it is needed: %s", (_name, text) => {
    expect(resolved(text, { "b.ts": "export const a = 1; export default { a: 1 };" })).toBe("1");
  });

  it("take the tsconfig where the nearest package.json does not name the import", () => {
    const tsconfig = { "tsconfig.json": '{ "compilerOptions": { "paths": { "#lib/*": ["./src/lib/*"] } } }' };
    expect(own('{ "#other": "./src/other.ts" }', tsconfig)).toBe("1");
  });

  it("stop when too many files have been read for one", () => {
    const chain = Object.fromEntries(Array.from({ length: 260 }, (_, at) => [`x${at}.ts`, `export const x${at} = 1;`]));
    const barrel = {
      ...chain,
      "index.ts": [
        ...Object.keys(chain).map((name) => `export * from "./${name.replace(".ts", ".js")}";`),
        'export * from "./b.js";',
      ].join("\n"),
      "b.ts": "export const a = 1;",
    };
    expect(resolved('import { a } from "./index.js"; here(a);', barrel)).toBe("a");
    expect(resolved('import { x3 } from "./index.js"; here(x3);', barrel)).toBe("1");
  });
});

describe("the shape of an object", () => {
  it.each([
    ["here({ a: 1, 'b c': 2, 3: 4, [`d`]: 5 });", { a: "1", "b c": "2", "3": "4", d: "5" }, false],
    ["const a = 1; here({ a });", { a: "a" }, false],
    ["here({ a: 1, a: 2 });", { a: "2" }, false],
    ["here({ [k]: 1, a: 2 });", { a: "2" }, true],
    ["const base = { a: 1, b: 2 }; here({ ...base, b: 3 });", { a: "1", b: "3" }, false],
    ["const base = { b: 2 }; here({ b: 3, ...base });", { b: "2" }, false],
    ["here({ a: 1, ...unknown });", { a: "1" }, true],
    ["here({ a: 1, ...(x ? { b: 2 } : {}) });", { a: "1", b: "2" }, false],
    ["here({ a: 1, ...(x && { b: 2 }) });", { a: "1", b: "2" }, false],
    ["here({ a: 1, ...(x ? { b: 2 } : f()) });", { a: "1", b: "2" }, true],
    ["here({ a: 1, ...undefined, ...null });", { a: "1" }, false],
    ["const o = { a: 1 }; o.b = 2; o['c'] = 3; o[k] = 4; here(o);", { a: "1", b: "2", c: "3" }, false],
    ["const o: any = { a: 1 } as any; o.a = 2; here(o);", { a: "2" }, false],
    ["const a = { x: 1, ...b }; const b = { y: 2, ...a }; here(a);", { x: "1", y: "2" }, true],
    ["here({ f() { return 1; }, get g() { return 2; } });", { f: "() { return 1; }", g: "() { return 2; }" }, false],
  ])("%s", (text, fields, open) => {
    expect(shape(text)).toEqual({ fields, open });
  });

  it("is unknown of anything else", () => {
    for (const value of ["[1]", "f()", "null", "x", "new Map()", "() => ({})"])
      expect(shape(`here(${value});`), value).toBeUndefined();
  });

  it("holds what an import spreads", () => {
    expect(
      shape('import { base } from "./b.js"; here({ ...base, c: 3 });', { "b.ts": "export const base = { a: 1 };" }),
    ).toEqual({ fields: { a: "1", c: "3" }, open: false });
  });
});

describe("constants", () => {
  it.each([
    ["'a'", "a"],
    ["`a`", "a"],
    ["1", 1],
    ["-1", -1],
    ["true", true],
    ["!0 === x", undefined],
    ["!true", false],
    ["'a' === 'a'", true],
    ["'a' !== 'a'", false],
    ["1 === unknown", undefined],
    ["!!true", true],
    ["null", null],
    ["60 * 60 - 5 / 5 + 1", 3600],
    ["1n", undefined],
    ["/a/u", undefined],
    ["`a${x}`", undefined],
    ["f()", undefined],
    ["'a' + 'b'", undefined],
    ["undefined", undefined],
  ])("%s → %s", (text, value) => {
    expect(constantOf(marked(`here(${text});`))).toBe(value);
  });

  it("behind names and members", () => {
    expect(constantOf(marked("const WAIT = { rate: 2 * 30 }; const wait = WAIT.rate; here(wait);"))).toBe(60);
    expect(
      constantOf(marked('import { LIMIT } from "./b.js"; here(LIMIT);', { "b.ts": "export const LIMIT = 10;" })),
    ).toBe(10);
  });
});

import type { TSESTree } from "@typescript-eslint/types";
import { describe, expect, it } from "vitest";
import { calledFunction, type CalledFunction } from "../../src/analysis/values/calls.js";
import { resolve } from "../../src/analysis/values/values.js";
import { returnedExpressions } from "../../src/syntax/node-index.js";
import { unwrap } from "../../src/syntax/tree.js";
import { marked, textOfRef } from "../support/source.js";

function called(text: string, others?: Record<string, string>): CalledFunction | undefined {
  const { node, env } = marked(text, others);
  return calledFunction(unwrap(node) as TSESTree.CallExpression, env);
}

/** What the called function returns, with its parameters replaced by the arguments. */
function returned(text: string, others?: Record<string, string>): string | undefined {
  const found = called(text, others);
  const [expression] = found ? returnedExpressions(found.fn) : [];
  return found && expression ? textOfRef(resolve({ node: expression, env: found.env })) : undefined;
}

describe("the function that a call runs", () => {
  it.each([
    ["function f() { return 1; } here(f());"],
    ["const f = () => 1; here(f());"],
    ["const f = async function () { return 1; }; here(await f());"],
    ["here((() => 1)());"],
    ["const o = { f() { return 1; } }; here(o.f());"],
    ["const o = { a: { f: () => 1 } }; here(o.a.f?.());"],
    ["class A { m() { return 1; } n() { here(this.m()); } }"],
    ["class A { m = () => 1; n() { here(this.m()); } }"],
    ["class A { #m() { return 1; } n() { here(this.#m()); } }"],
    ["class A { m() { return 1; } n() { return [1].map(() => here(this.m())); } }"],
    ["class A { static m() { return 1; } } here(A.m());"],
    ["class A { m() { return 1; } } const a = new A(); here(a.m());"],
    ["class A { m() { return 1; } } here(new A().m());"],
    ["class A { m() { return 1; } } function f(a: A) { here(a.m()); }"],
    ["class A { m() { return 1; } } let a: A; here(a.m());"],
    ["class B { m() { return 1; } } class A extends B { n() { here(this.m()); } }"],
    ["class A { m() { return 1; } } const a = new A(); class B { get a() { return a; } n() { here(this.a.m()); } }"],
    [
      "class A { m() { return 1; } } class B { get a() { return new A(); } } class C extends B { n() { here(this.a.m()); } }",
    ],
    ["class A { m() { return 1; } } const a = new A(); function give() { return a; } here(give().m());"],
    [
      "class A { m() { return 1; } } let a = null; function give() { if (!a) a = new A(); return a; } here(give().m());",
    ],
    ["class A { m() { return 1; } } let a; function give() { return (a ??= new A()); } const b = give(); here(b.m());"],
    ["class A { m() { return 1; } } let a; a = new A(); here(a.m());"],
    ["class B { m() { return 1; } } class A extends B { m() { here(super.m()); return 2; } }"],
    ["class C { m() { return 1; } } class B extends C {} class A extends B {} here(new A().m());"],
    ["class C { m() { return 1; } } class A { constructor(private c: C) {} n() { here(this.c.m()); } }"],
    ["class C { m() { return 1; } } class A { c: C; n() { here(this.c.m()); } }"],
  ])("%s", (text) => {
    expect(returned(text)).toBe("1");
  });

  it.each([
    ["an import", 'import { f } from "./b.js"; here(f());', { "b.ts": "export function f() { return 1; }" }],
    ["a namespace", 'import * as b from "./b.js"; here(b.f());', { "b.ts": "export const f = () => 1;" }],
    [
      "a class",
      'import { B } from "./b.js"; const b = new B(); here(b.m());',
      { "b.ts": "export class B { m() { return 1; } }" },
    ],
    [
      "a base class",
      'import { B } from "./b.js"; class A extends B { n() { here(this.m()); } }',
      { "b.ts": "export class B { m() { return 1; } }" },
    ],
  ])("in another file: %s", (_name, text, others) => {
    expect(returned(text, others)).toBe("1");
  });

  it.each([
    ["here(f());"],
    ['import { f } from "package"; here(f());'],
    ["function g(f) { here(f()); }"],
    ["let f = () => 1; f = () => 2; here(f());"],
    ["const f = () => 1; here(f.call(null));"],
    ["const o = { f: () => 1 }; here(o[k]());"],
    ["class A { n() { here(this.m()); } }"],
    ["class A { m() { return 1; } } let a; here(a.m());"],
    ["class A { m() { return 1; } } let { a } = new A(); a = new A(); here(a.m());"],
    ["class A { m() { return 1; } } class B { m() { return 1; } } let a = new A(); a = new B(); here(a.m());"],
    ["class A { m() { return 1; } } let a = new A(); a = other; here(a.m());"],
    ["class A { m() { return 1; } } function give(k) { if (k) return new A(); return other; } here(give(k).m());"],
  ])("is unknown where it cannot be seen: %s", (text) => {
    expect(called(text)).toBeUndefined();
  });
});

describe("parameters", () => {
  it.each([
    ["function f(a, b) { return b; } here(f(1, 2));", "2"],
    ["function f(a) { return a; } here(f());", undefined],
    ["function f(a = 3) { return a; } here(f());", "3"],
    ["function f(a = 3) { return a; } here(f(undefined));", "3"],
    ["function f(a = 3) { return a; } here(f(4));", "4"],
    ["function f({ a, b: { c } }) { return c; } here(f({ a: 1, b: { c: 5 } }));", "5"],
    ["function f({ a = 6 }) { return a; } here(f({}));", "6"],
    ["function f({ a = 6 }) { return a; } here(f({ ...x }));", "a"],
    ["function f(a) { return a.b; } here(f({ b: 7 }));", "7"],
    ["function f(a) { a = 9; return a; } here(f(8));", "a"],
    ["function f(a, b) { return b; } here(f(...list, 2));", "b"],
    ["function f(a) { return a; } const x = 8; here(f(x));", "8"],
  ])("%s → %s", (text, wanted) => {
    expect(returned(text)).toBe(wanted ?? "");
  });

  it("are known through three calls, and no further", () => {
    const chain = (hops: number): string =>
      [
        `function f0(x) { return x; }`,
        ...Array.from({ length: hops - 1 }, (_, at) => `function f${at + 1}(x) { return f${at}(x); }`),
        `here(f${hops - 1}(1));`,
      ].join("\n");
    const end = (hops: number): string => {
      let found = called(chain(hops));
      let value = "";
      for (let step = 0; step < 9 && found; step++) {
        const [expression] = returnedExpressions(found.fn);
        if (!expression) break;
        const ref = resolve({ node: expression, env: found.env });
        value = textOfRef(ref);
        found = ref.node.type === "CallExpression" ? calledFunction(ref.node, ref.env) : undefined;
      }
      return value;
    };
    expect(end(3)).toBe("1");
    expect(end(4)).toBe("f0(x)");
  });
});

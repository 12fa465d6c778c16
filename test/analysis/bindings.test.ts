import { describe, expect, it } from "vitest";
import type { Binding } from "../../src/analysis/values/bindings.js";
import { open, markedIn } from "../support/source.js";

function bindingOf(text: string): Binding {
  const file = open(text);
  const [ref] = markedIn(file);
  if (!ref) throw new Error("no here(…)");
  return file.bindings.resolve(ref.node);
}

describe("where a name comes from", () => {
  it.each([
    ['import { a } from "m"; here(a);', { source: "m", imported: "a", path: [] }],
    ['import { a as b } from "m"; here(b);', { source: "m", imported: "a", path: [] }],
    ['import { "a b" as c } from "m"; here(c);', { source: "m", imported: "a b", path: [] }],
    ['import a from "m"; here(a);', { source: "m", imported: "default", path: [] }],
    ['import * as a from "m"; here(a);', { source: "m", imported: "*", path: [] }],
    ['import type { A } from "m"; here(A);', { source: "m", imported: "A", path: [] }],
    ['const a = require("m"); here(a);', { source: "m", imported: "*", path: [] }],
    ['const { a } = require("m"); here(a);', { source: "m", imported: "a", path: [] }],
    ['const { a: { b: c } } = require("m"); here(c);', { source: "m", imported: "a", path: ["b"] }],
    ['const a = require("m").b; here(a);', { source: "m", imported: "b", path: [] }],
    ['const { c } = require("m").a["b"]; here(c);', { source: "m", imported: "a", path: ["b", "c"] }],
    ['const a = (require("m") as any)!; here(a);', { source: "m", imported: "*", path: [] }],
  ])("an import: %s", (text, wanted) => {
    expect(bindingOf(text)).toEqual({ kind: "import", ...wanted });
  });

  it.each([
    ["const a = 1; here(a);", [], true],
    ["let a = 1; here(a);", [], true],
    ["let a = 1; a = 2; here(a);", [], false],
    ["let a = 1; a++; here(a);", [], false],
    ["let a = 1; function f() { a ||= 2; } here(a);", [], false],
    ["const { a } = o; here(a);", ["a"], true],
    ["const { a: b } = o; here(b);", ["a"], true],
    ["const { a: { b } } = o; here(b);", ["a", "b"], true],
    ['const { "x y": a } = o; here(a);', ["x y"], true],
    ["const { [k]: a } = o; here(a);", ["..."], true],
    ["const { a = 1 } = o; here(a);", ["a"], true],
    ["const { a, ...rest } = o; here(rest);", ["..."], true],
    ["const [a, , b] = o; here(b);", ["2"], true],
    ["const [, { a }] = o; here(a);", ["1", "a"], true],
    ["const [a, ...rest] = o; here(rest);", ["1", "..."], true],
    ["for (const [k, v] of o) here(v);", ["1"], true],
  ])("a variable: %s", (text, path, constant) => {
    expect(bindingOf(text)).toMatchObject({ kind: "variable", path, constant });
  });

  it.each([
    ["function f(a, b) { here(b); }", 1, []],
    ["const f = ({ a }) => here(a);", 0, ["a"]],
    ["const f = function (x, { a: [b] } = {}) { here(b); };", 1, ["a", "0"]],
    ["const f = (a = 1) => here(a);", 0, []],
    ["const f = (a, ...rest) => here(rest);", 1, ["..."]],
    ["class A { constructor(private readonly a: string) { here(a); } }", 0, []],
  ])("a parameter: %s", (text, index, path) => {
    expect(bindingOf(text)).toMatchObject({ kind: "parameter", index, path });
  });

  it("a function, a class, a caught error, a global", () => {
    expect(bindingOf("function f() {} here(f);").kind).toBe("function");
    expect(bindingOf("here(f); function f() {}").kind).toBe("function");
    expect(bindingOf("class A {} here(A);").kind).toBe("class");
    expect(bindingOf("try {} catch (error) { here(error); }").kind).toBe("catch");
    expect(bindingOf("try {} catch ({ message }) { here(message); }").kind).toBe("catch");
    expect(bindingOf("here(fetch);")).toEqual({ kind: "global", name: "fetch" });
  });

  it("the innermost of several with one name", () => {
    expect(bindingOf('import { a } from "m"; function f(a) { here(a); }').kind).toBe("parameter");
    expect(bindingOf('import { a } from "m"; { const a = 1; here(a); }').kind).toBe("variable");
    expect(bindingOf('import { a } from "m"; { const a = 1; } here(a);').kind).toBe("import");
    expect(bindingOf("const error = 1; try {} catch (error) { here(error); }").kind).toBe("catch");
    expect(bindingOf("function require(x) {} here(require);").kind).toBe("function");
  });

  it("what cannot be told stays unknown", () => {
    expect(bindingOf("enum E { A } here(E);").kind).toBe("unknown");
    expect(bindingOf("here(this.a);").kind).toBe("unknown");
    expect(bindingOf("const a = require(name); here(a);")).toMatchObject({ kind: "variable" });
    expect(bindingOf("const a = other.require('m'); here(a);")).toMatchObject({ kind: "variable" });
  });

  it("values that a variable is given later, without its first", () => {
    const file = open("let a = 1; a = 2; if (x) a = 3; a += 4; b = 5; here(a);");
    const [ref] = markedIn(file);
    const variable = ref && file.bindings.variable(ref.node);
    expect(variable && file.bindings.assignmentsTo(variable).map((value) => file.textOf(value))).toEqual([
      "2",
      "3",
      "4",
    ]);
  });
});

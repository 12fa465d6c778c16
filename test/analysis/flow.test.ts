import { describe, expect, it } from "vitest";
import { alwaysThrows, canComplete, enclosingCatch } from "../../src/analysis/values/flow.js";
import { markedIn, open } from "../support/source.js";

const functionOf = (body: string, head = "function f()") => {
  const [fn] = open(`${head} {\n${body}\n}`).index.functions;
  if (!fn) throw new Error("no function");
  return fn;
};

describe("can the code behind a block be reached?", () => {
  it.each([
    ["", true],
    ["a();", true],
    ["return;", false],
    ["throw x;", false],
    ["a(); return 1; b();", false],
    ["if (x) return;", true],
    ["if (x) return; else throw y;", false],
    ["if (x) return; else { a(); }", true],
    ["if (x) { return; } else if (y) { throw z; } else { return; }", false],
    ["try { return a(); } catch { }", true],
    ["try { return a(); } catch { throw x; }", false],
    ["try { a(); } catch { throw x; }", true],
    ["try { a(); } finally { return; }", false],
    ["try { return a(); } finally { b(); }", false],
    ["switch (x) { case 1: return; }", true],
    ["switch (x) { case 1: return; default: throw y; }", false],
    ["switch (x) { case 1: break; default: throw y; }", true],
    ["switch (x) { case 1: default: throw y; }", false],
    ["switch (x) { case 1: return 1; default: a(); }", true],
    ["while (true) { a(); }", false],
    ["while (true) { if (x) break; }", true],
    ["while (true) { for (const a of b) break; }", false],
    ["while (true) for (const a of b) break;", false],
    ["o: while (true) { for (const a of b) break o; }", true],
    ["switch (x) { case 1: return; default: for (const a of b) { if (a) break; } throw y; }", false],
    ["while (x) { return; }", true],
    ["for (;;) { a(); }", false],
    ["for (;;) { a(() => { while (1) break; }); }", false],
    ["for (const a of b) return;", true],
    ["do { return; } while (x);", false],
    ["do { if (x) break; return; } while (y);", true],
    ["process.exit(1);", false],
    ["exit(1);", true],
    ["{ { throw x; } }", false],
    ["const f = () => { throw x; };", true],
  ])("%s → %s", (body, completes) => {
    expect(canComplete(functionOf(body).body)).toBe(completes);
  });

  it.each([
    ["throw x;", true],
    ["if (a) throw x; throw y;", true],
    ["if (a) throw x;", false],
    ["if (a) return; throw y;", false],
    ["return 1;", false],
    ["try { a(); } catch { throw x; }", false],
    ["log(() => { return 1; }); throw x;", true],
    ["", false],
  ])("a function that never returns a value: %s → %s", (body, throws) => {
    expect(alwaysThrows(functionOf(body))).toBe(throws);
  });

  it("a function that is declared never to return", () => {
    expect(alwaysThrows(functionOf("fail();", "function f(): never"))).toBe(true);
  });

  it("the clause that a node stands in, within its function", () => {
    const file = open(
      "try { here(1); } catch { here(2); if (x) { here(3); } list.map(() => here(4)); } here(5); try { try {} catch { here(6); } } catch (outer) {}",
    );
    expect(markedIn(file).map(({ node }) => enclosingCatch(node) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
  });
});

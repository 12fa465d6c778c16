import { describe, expect, it } from "vitest";
import { indexNodes, inSourceOrder, ownNodes, returnedExpressions } from "../../src/syntax/node-index.js";
import type { Node } from "../../src/syntax/tree.js";
import { parseOxc } from "../support/parsers.js";

const TEXT = `
outer0();
async function outer(first = inDefault()) {
  before();
  state = 1;
  const arrow = (second = inArrowDefault()) => inArrow();
  class Inner {
    field = inField();
    method() { state = 2; inMethod(); throw inThrow(); }
  }
  for (const item of list) { while (item.next()) {} }
  try { await inTry(); } catch { return caught(); }
  list.map((item) => { return inCallback(item); });
  return () => ({ last: inReturned() });
}
after();
`;

describe("the nodes of a function's own body", () => {
  const { functions } = indexNodes(parseOxc(TEXT, "main.ts").ast);
  const texts = (nodes: readonly Node[]): string[] =>
    nodes.map(({ range }) => TEXT.slice(...range).replace(/\s+/gu, " "));
  const [outer, ...inner] = functions;
  if (!outer) throw new Error("no function in the text");

  it("are not those of functions and classes inside it, nor those of its parameters' defaults", () => {
    const { assignments, calls, awaits, returns, throws, tries, loops } = ownNodes(outer);
    expect(texts(assignments)).toEqual(["state = 1"]);
    expect(texts(calls).map((text) => text.replace(/\(.*/u, ""))).toEqual([
      "before",
      "item.next",
      "inTry",
      "caught",
      "list.map",
    ]);
    expect(texts(awaits)).toEqual(["await inTry()"]);
    expect(texts(returns)).toEqual(["return caught();", "return () => ({ last: inReturned() });"]);
    expect(throws).toEqual([]);
    expect(tries).toHaveLength(1);
    expect(loops.map(({ type }) => type)).toEqual(["ForOfStatement", "WhileStatement"]);
  });

  it("name the functions right inside, methods of a class included", () => {
    expect(texts(ownNodes(outer).functions)).toEqual([
      "(second = inArrowDefault()) => inArrow()",
      "() { state = 2; inMethod(); throw inThrow(); }",
      "(item) => { return inCallback(item); }",
      "() => ({ last: inReturned() })",
    ]);
  });

  it("of an inner function are its own", () => {
    expect(inner.map((fn) => texts(ownNodes(fn).calls))).toEqual([
      ["inArrow()"],
      ["inMethod()", "inThrow()"],
      ["inCallback(item)"],
      ["inReturned()"],
    ]);
    expect(inner.map((fn) => texts(ownNodes(fn).throws))).toEqual([[], ["throw inThrow();"], [], []]);
  });

  it("give the returned values, of an arrow with an expression its body", () => {
    expect(texts(returnedExpressions(outer))).toEqual(["caught()", "() => ({ last: inReturned() })"]);
    expect(inner.map((fn) => texts(returnedExpressions(fn)))).toEqual([
      ["inArrow()"],
      [],
      ["inCallback(item)"],
      ["{ last: inReturned() }"],
    ]);
  });

  it("of two kinds come in the order of the source", () => {
    const { tries, calls } = ownNodes(outer);
    expect(inSourceOrder<Node>(tries, calls).map(({ type }) => type)).toEqual([
      "CallExpression",
      "CallExpression",
      "TryStatement",
      "CallExpression",
      "CallExpression",
      "CallExpression",
    ]);
  });
});

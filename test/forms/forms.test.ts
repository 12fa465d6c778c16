import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Cell } from "./cell.js";
import { allCells } from "./cells.js";
import { isRight, lintCell } from "./lint.js";

/** Cells that are judged wrong today, sorted: `npm run forms -- --update` writes them anew. */
const KNOWN_GAPS = JSON.parse(readFileSync(new URL("known-gaps.json", import.meta.url), "utf8")) as string[];

describe("the form matrix", () => {
  let cells: readonly Cell[];
  let wrong: ReadonlySet<string>;

  beforeAll(() => {
    cells = allCells();
    wrong = new Set(cells.filter((cell) => !isRight(cell, lintCell(cell))).map(({ name }) => name));
  }, 300_000);

  test("has a name of its own for each cell, and a good twin for each fault", () => {
    const names = new Set(cells.map(({ name }) => name));

    expect(names.size).toBe(cells.length);
    expect(
      cells.filter(({ rules, name }) => rules.length > 0 && !names.has(`${name}/good`)).map(({ name }) => name),
    ).toEqual([]);
    expect(cells.length).toBeGreaterThanOrEqual(1500);
  });

  test("judges every cell right but those that are listed", () => {
    expect([...wrong].filter((name) => !KNOWN_GAPS.includes(name))).toEqual([]);
  });

  test("lists no cell that is judged right", () => {
    expect(KNOWN_GAPS.filter((name) => !wrong.has(name))).toEqual([]);
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import type { Cell } from "./cell.js";
import { allCells } from "./cells.js";
import { isMisjudged, knownGaps } from "./gaps.js";

const KNOWN = knownGaps().verdicts;

describe("the form matrix", () => {
  let cells: readonly Cell[];
  let misjudged: ReadonlySet<string>;

  beforeAll(() => {
    cells = allCells();
    misjudged = new Set(cells.filter(isMisjudged).map(({ name }) => name));
  }, 300_000);

  test("has a name of its own for each cell, and a good twin for each fault", () => {
    const names = new Set(cells.map(({ name }) => name));
    const alone = cells.filter(({ rules, name }) => rules.length > 0 && !names.has(`${name}/good`));

    expect(names.size).toBe(cells.length);
    expect(alone.map(({ name }) => name)).toEqual([]);
    expect(cells.length).toBeGreaterThanOrEqual(1500);
  });

  test("judges every cell right but those that are listed", () => {
    expect([...misjudged].filter((name) => !KNOWN.includes(name))).toEqual([]);
  });

  test("lists no cell that is judged right", () => {
    expect(KNOWN.filter((name) => !misjudged.has(name))).toEqual([]);
  });
});

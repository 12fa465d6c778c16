import { describe, expect, test } from "vitest";
import { allCells } from "./cells.js";
import { contradiction } from "./claims.js";
import { observe } from "./runtime/observe.js";

describe("the cells of the form matrix, run with each operation failing in turn", () => {
  test("do what they claim to do", async () => {
    const untrue: string[] = [];
    for (const cell of allCells()) {
      const why = contradiction(cell, await observe(cell));
      if (why !== undefined) untrue.push(`${cell.name}: ${why}`);
    }

    expect(untrue).toEqual([]);
  });
});

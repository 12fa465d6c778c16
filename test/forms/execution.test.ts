import { beforeAll, describe, expect, test } from "vitest";
import type { Cell } from "./cell.js";
import { allCells } from "./cells.js";
import { contradiction } from "./claims.js";
import { exitsOf } from "./computed.js";
import { hasUnexplainedEnd, knownGaps, unexplained } from "./gaps.js";
import { observe, observeProgram } from "./runtime/observe.js";
import type { Observed } from "./runtime/run.js";
import { examplePrograms } from "./runtime/servers.js";

const KNOWN = knownGaps().ends;

describe("the cells of the form matrix, run with each operation failing in turn", () => {
  const observed = new Map<Cell, readonly Observed[]>();

  beforeAll(async () => {
    for (const cell of allCells()) observed.set(cell, await observe(cell));
  }, 300_000);

  test("do what they claim to do", () => {
    const untrue = [...observed].flatMap(([cell, ends]) => contradiction(cell, ends)?.concat(` ${cell.name}`) ?? []);

    expect(untrue).toEqual([]);
  });

  test("differ from their twins in a run", () => {
    const alike = [...observed].filter(
      ([cell, ends]) => cell.claim !== "right" && contradiction({ ...cell, claim: "right" }, ends) === undefined,
    );

    expect(alike.map(([{ name }]) => name)).toEqual([]);
  });

  test("end as computed, but those that are listed", () => {
    const gaps = [...observed].filter(([cell, ends]) => hasUnexplainedEnd(cell, ends)).map(([{ name }]) => name);

    expect(gaps.filter((name) => !KNOWN.includes(name))).toEqual([]);
    expect(KNOWN.filter((name) => !gaps.includes(name))).toEqual([]);
  }, 300_000);
});

describe("the example servers, run with each operation failing in turn", () => {
  test.each(examplePrograms().map((program) => [program.name, program] as const))(
    "%s ends as computed",
    async (_, program) => {
      const ends = await observeProgram(program);
      const exits = exitsOf(program.files).filter(({ tool }) => tool === undefined || tool === program.tool);

      expect(ends[0]).toMatchObject({ how: "return", isError: false });
      expect(ends.some(({ failed }) => failed !== null)).toBe(true);
      expect(unexplained(ends, exits)).toEqual([]);
    },
  );
});

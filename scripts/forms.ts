/**
 * How many cells of the form matrix are judged right, by fault and by form.
 * `--update` writes the list of those that are not; `--show TEXT` prints the cells whose names hold it, with their findings.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import type { Cell } from "../test/forms/cell.js";
import { allCells } from "../test/forms/cells.js";
import { isRight, lintCell } from "../test/forms/lint.js";

const GAPS = path.resolve(import.meta.dirname, "../test/forms/known-gaps.json");
const [command, part] = process.argv.slice(2);
const print = (text: string): boolean => process.stdout.write(`${text}\n`);

function show(cell: Cell): void {
  const findings = lintCell(cell);
  print(
    `\n# ${cell.name}\n${isRight(cell, findings) ? "right" : "WRONG"}, expected: ${cell.rules.join(" or ") || "nothing"}`,
  );
  for (const { rule, file, line, message } of findings) print(`  ${rule} ${file}:${line} ${message}`);
  for (const [name, text] of Object.entries(cell.files)) if (!name.endsWith(".json")) print(`\n// ${name}\n${text}`);
}

function table(title: string, cells: readonly Cell[], wrong: ReadonlySet<Cell>, keyOf: (cell: Cell) => string): void {
  const groups = new Map<string, Cell[]>();
  for (const cell of cells) groups.set(keyOf(cell), [...(groups.get(keyOf(cell)) ?? []), cell]);
  const share = (all: readonly Cell[]): string =>
    `${all.filter((cell) => !wrong.has(cell)).length}/${all.length}`.padStart(9);
  print(`\n${title.padEnd(40)}   faults      good`);
  for (const [name, all] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
    print(
      `${name.padEnd(40)}${share(all.filter(({ rules }) => rules.length > 0))} ${share(all.filter(({ rules }) => rules.length === 0))}`,
    );
}

const cells = allCells();
if (command === "--show")
  cells
    .filter(({ name }) => name.includes(part ?? ""))
    .slice(0, 10)
    .forEach(show);
else {
  const wrong = new Set(cells.filter((cell) => !isRight(cell, lintCell(cell))));
  table("by fault", cells, wrong, ({ fault }) => fault);
  table("by form", cells, wrong, ({ form }) => form);
  table("by framework", cells, wrong, ({ framework }) => framework);
  table("all", cells, wrong, () => "cells");
  if (command === "--update")
    writeFileSync(GAPS, `${JSON.stringify([...wrong].map(({ name }) => name).sort(), null, 2)}\n`);
}

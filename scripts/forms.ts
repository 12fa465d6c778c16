/**
 * How many cells of the form matrix are judged right, by fault, form and framework.
 * `--update` writes the list of the known gaps; `--show TEXT` prints the cells whose names hold it, with their findings and exits.
 */
import { writeFileSync } from "node:fs";
import process from "node:process";
import type { Cell } from "../test/forms/cell.js";
import { allCells } from "../test/forms/cells.js";
import { exitsOf } from "../test/forms/computed.js";
import { GAPS_FILE, hasUnexplainedEnd, isMisjudged, unexplained, type Gaps } from "../test/forms/gaps.js";
import { isRight, lintCell } from "../test/forms/lint.js";
import { observe } from "../test/forms/runtime/observe.js";

const MAX_SHOWN = 10;
const [command, part = ""] = process.argv.slice(2);
const print = (text: string): boolean => process.stdout.write(`${text}\n`);

async function show(cell: Cell): Promise<void> {
  const findings = lintCell(cell);
  const exits = exitsOf(cell.files);
  const verdict = isRight(cell, findings) ? "right" : "WRONG";
  print(`\n# ${cell.name}\n\n${verdict}, expected: ${cell.rules.join(" or ") || "nothing"}`);
  for (const { rule, file, line, message } of findings) print(`  ${rule} ${file}:${line} ${message}`);
  print("computed:");
  for (const { how, isError, text, failures } of exits)
    print(`  ${how}, error: ${isError}, ${String(text)}, failed: ${failures.join(", ") || "nothing"}`);
  for (const { how, isError, text, failed } of unexplained(await observe(cell), exits))
    print(`NOT COMPUTED: ${how}, error: ${isError}, ${JSON.stringify(text)}, failed: ${failed ?? "nothing"}`);
  for (const [name, text] of Object.entries(cell.files)) if (!name.endsWith(".json")) print(`\n// ${name}\n${text}`);
}

function table(
  title: string,
  cells: readonly Cell[],
  misjudged: ReadonlySet<Cell>,
  keyOf: (cell: Cell) => string,
): void {
  const groups = new Map<string, Cell[]>();
  for (const cell of cells) groups.set(keyOf(cell), [...(groups.get(keyOf(cell)) ?? []), cell]);
  const share = (all: readonly Cell[]): string =>
    `${all.filter((cell) => !misjudged.has(cell)).length}/${all.length}`.padStart(10);
  print(`\n${title.padEnd(46)}    faults      good`);
  for (const [name, all] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [good, faulty] = [true, false].map((isGood) => all.filter(({ rules }) => (rules.length === 0) === isGood));
    print(`${name.padEnd(46)}${share(faulty ?? [])}${share(good ?? [])}`);
  }
}

async function gapsOf(cells: readonly Cell[], misjudged: ReadonlySet<Cell>): Promise<Gaps> {
  const ends: string[] = [];
  for (const cell of cells) if (hasUnexplainedEnd(cell, await observe(cell))) ends.push(cell.name);
  return { verdicts: [...misjudged].map(({ name }) => name).sort(), ends: ends.sort() };
}

const cells = allCells();
if (command === "--show") {
  for (const cell of cells.filter(({ name }) => name.includes(part)).slice(0, MAX_SHOWN)) await show(cell);
} else {
  const misjudged = new Set(cells.filter(isMisjudged));
  table("by fault", cells, misjudged, ({ fault }) => fault);
  table("by form", cells, misjudged, ({ form }) => form);
  table("by framework", cells, misjudged, ({ framework }) => framework);
  table("all", cells, misjudged, () => "cells");
  if (command === "--update") writeFileSync(GAPS_FILE, `${JSON.stringify(await gapsOf(cells, misjudged), null, 2)}\n`);
}

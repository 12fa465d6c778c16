/** Cells of which something wrong is known: what is found on them, or the ends of their tools. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Cell } from "./cell.js";
import { exitsOf, type ComputedExit } from "./computed.js";
import { explains } from "./explained.js";
import { isRight, lintCell } from "./lint.js";
import type { Observed } from "./runtime/run.js";

/** `npm run forms -- --update` writes it. */
export const GAPS_FILE = fileURLToPath(new URL("known-gaps.json", import.meta.url));

/** Names of cells, sorted. */
export interface Gaps {
  /** A fault is not found, or a good twin is reported. */
  readonly verdicts: readonly string[];
  /** A run ended in a way that is not among the computed exits. */
  readonly ends: readonly string[];
}

export const knownGaps = (): Gaps => JSON.parse(readFileSync(GAPS_FILE, "utf8")) as Gaps;

export const isMisjudged = (cell: Cell): boolean => !isRight(cell, lintCell(cell));

/** The ends that are not among the exits. Where everything fails from one operation on, several fail on one path: left out. */
export const unexplained = (ends: readonly Observed[], exits: readonly ComputedExit[]): Observed[] =>
  ends.filter((end) => end.kind !== "lasting" && !exits.some((exit) => explains(exit, end)));

export const hasUnexplainedEnd = (cell: Cell, ends: readonly Observed[]): boolean =>
  unexplained(ends, exitsOf(cell.files)).length > 0;

/** All cells of the matrix. */
import type { Cell } from "./cell.js";
import { caughtCells } from "./caught-cells.js";
import { scenarioCells } from "./scenario-cells.js";

let cells: readonly Cell[] | undefined;

export function allCells(): readonly Cell[] {
  cells ??= [...caughtCells(), ...scenarioCells()];
  return cells;
}

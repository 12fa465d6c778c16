import type { TableRow } from "./row.js";
import { TERMINAL } from "./terminal.js";
import { TRANSIENT } from "./transient.js";

/** All rows. */
export const ROWS: readonly TableRow[] = [...TRANSIENT, ...TERMINAL];

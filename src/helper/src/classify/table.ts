import { PACKED_ROWS } from "./packed-rows.js";

/**
 * `[mark, wait, code in words, ...keys]`. The mark says the category and whether a repetition may help: `+` transient, yes; `?`
 * transient, unless the operation must not run twice (`idempotent: false`); `-` transient, no; `v` validation, `p` permission,
 * `b` business, never.
 */
export type Row = string[];

/** From key to row. A map, so that "constructor" finds nothing. */
export const KEYS: ReadonlyMap<unknown, Row> = new Map(
  PACKED_ROWS.split("\n").flatMap((line) => {
    const row = line.split(",");
    // Many APIs name their reasons as this table does, e.g. GraphQL's NOT_FOUND.
    return [row[2]!.replace(/ /g, "_"), ...row.slice(3)].map((key) => [key, row] as const);
  }),
);

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

/**
 * What names, codes and words have in common whoever made them up, by the key of the row that they stand for. Keys that a pattern
 * recognises are left out of the packed table.
 */
export const PATTERNS: readonly (readonly [key: string, pattern: RegExp])[] = [
  // OpenSSL's verification codes as Node spells them, and Node's own TLS errors.
  [
    "=tls",
    /^err_(tls_[^h]|ssl_)|(^|_)c(ert|rl)_|^unable_to_|self_signed|^invalid_(ca|purpose)$|^path_length|^hostname_mis/i,
  ],
  ["cancelled", /abort_?err|cancell?ederr|err_(cancel|.*abort)/i],
  ["timeout", /timed.?out|timeout(e| .*exceeded)|(err_.*|request)_?timeout$/i],
  // Also @smithy/core's throttling names.
  [
    "rate_limited",
    /rate.?limit(ed|.?e| reached)|throttl(ed|ing($|_|e))|too.?many.?req|^(bandwidth|request)?limite|^priorreq|throughpute|slowdown|nInProg/i,
  ],
  // How browsers and runtimes reject `fetch`, as is-network-error lists it, and what Node and the AI vendors' clients say.
  [
    "econnreset",
    /network ?error|^(The Internet|Network (request|connection)|Failed to fetch|Load failed|error sending request|terminated$)|fetch failed|socket hang up|connection (error|reset)/i,
  ],
];

/** The keys that a name, a code or a message may stand for, the exact one first. */
export const keysOf = (text: string): unknown[] => [
  text.toLowerCase(),
  ...PATTERNS.map(([key, pattern]) => pattern.test(text) && key),
];

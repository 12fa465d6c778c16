/**
 * What names, codes and words have in common whoever made them up, by the key of the row that they stand for. Keys that a pattern
 * recognises are left out of the packed table.
 */
export const PATTERNS: readonly (readonly [key: string, pattern: RegExp])[] = [
  // OpenSSL's verification codes as Node spells them, and Node's own TLS errors; a message that begins with "Unable to" is
  // none. `e[al]f_sig` is of a leaf's signature, and of what is self-signed.
  [
    "=tls",
    /^(err_(tls_[^h]|ssl_)|path_length_e|hostname_mis|invalid_(ca|purpose)$)|(^|_)c(ert|rl)(_|$)|issuer_p|e[al]f_sig/i,
  ],
  ["cancelled", /abort_?err|cancell?ederr|err_(cancel|.*abort)/i],
  ["timeout", /timed.?out|timeout(e| .*exceeded)|(err_.*|request)_?timeout$/i],
  // Also @smithy/core's throttling names, of which "Limited to 5 items" and "a slowdown" are none.
  [
    "rate_limited",
    /^(bandwidth|request)?limitex|too.?many.?req|^slowdown$|^priorreq|sactioninp|throughpute|throttl(ed|ing($|_|e))|rate.?limit(ed|.?e| reached)/i,
  ],
  // How browsers and runtimes reject `fetch`, as is-network-error lists it, and what Node and the AI vendors' clients say.
  [
    "econnreset",
    /networkerror|^(error sending|( a )?network (error|request|connection)|Load failed|The Internet|terminated$|Failed to fetch)|fetch failed|socket hang up|connection (error|reset)/i,
  ],
];

/** The keys that a name, a code or a message may stand for, the exact one first. */
export const keysOf = (text: string): unknown[] => [
  text.toLowerCase(),
  ...PATTERNS.map(([key, pattern]) => pattern.test(text) && key),
];

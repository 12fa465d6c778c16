import { loadOxc, parseWithOxc, type ParseResult } from "../../src/syntax/parse.js";

/** A text as the command parses it. */
export function parsed(text: string, filename = "a.ts"): ParseResult {
  const oxc = loadOxc();
  if (!oxc) throw new Error("oxc-parser is not installed.");
  return parseWithOxc(oxc, text, filename);
}

import type { Part } from "./edit-text.js";

/** `${…}` in a text, with what stands between the braces. */
export interface Reference extends Part {
  readonly inside: string;
  /** Where the inside starts. */
  readonly insideStart: number;
}

/** The references in a text; one inside another belongs to the outer one: `${A:-${B}}`. */
export function referencesIn(text: string): Reference[] {
  const found: Reference[] = [];
  for (let start = text.indexOf("${"); start >= 0;) {
    let depth = 0;
    let end = -1;
    for (let at = start; at < text.length && end < 0; at++)
      if (text.startsWith("${", at) || (text[at] === "{" && depth > 0)) {
        depth++;
        if (text[at] === "$") at++;
      } else if (text[at] === "}" && --depth === 0) end = at + 1;
    if (end < 0) break;
    found.push({ start, end, inside: text.slice(start + 2, end - 1), insideStart: start + 2 });
    start = text.indexOf("${", end);
  }
  return found;
}

/** The default of `${NAME:-default}`, which stands in the file as any other text. */
export function defaultOf({ inside, insideStart }: Reference): (Part & { readonly text: string }) | undefined {
  const match = /^\w+:-/u.exec(inside);
  if (!match) return undefined;
  const start = insideStart + match[0].length;
  return { start, end: insideStart + inside.length, text: inside.slice(match[0].length) };
}

/** True for a text of which some part is only known at run time. */
export function hasReference(text: string): boolean {
  return text.includes("${");
}

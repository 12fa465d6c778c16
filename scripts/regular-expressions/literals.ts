import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { globSync } from "tinyglobby";

/** One regular expression of the product, with the first place where it is written. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly place: string;
}

function* literalsIn(node: unknown): Generator<{ pattern: string; flags: string; at: number }> {
  if (typeof node !== "object" || node === null) return;
  if ("regex" in node && "start" in node) {
    const { regex, start } = node as { regex: { pattern: string; flags: string }; start: number };
    yield { ...regex, at: start };
    return;
  }
  for (const value of Object.values(node)) yield* literalsIn(value);
}

/** All regular expressions of what is published, each once. */
export function expressionsOf(root: string): Expression[] {
  const files = globSync(["src/**/*.ts", "rules/**/*.ts", "codemods/**/*.ts"], {
    cwd: root,
    ignore: ["**/test/**", "**/node_modules/**", "**/dist/**"],
  }).sort();
  const found = new Map<string, Expression>();
  for (const file of files) {
    const text = readFileSync(path.join(root, file), "utf8");
    for (const { pattern, flags, at } of literalsIn(parseSync(file, text).program)) {
      const key = `/${pattern}/${flags}`;
      const line = text.slice(0, at).split("\n").length;
      if (!found.has(key)) found.set(key, { source: pattern, flags, place: `${file}:${line}` });
    }
  }
  return [...found.values()];
}

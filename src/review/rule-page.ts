import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const ROOT = path.dirname(createRequire(import.meta.url).resolve("eslint-plugin-mcp-errors/package.json"));
const pages = new Map<string, string | undefined>();

/** The page of a rule in the package's documentation, as Markdown; undefined where the package came without it. */
export function rulePage(name: string): string | undefined {
  if (!pages.has(name)) pages.set(name, readPage(path.join(ROOT, "docs", "rules", `${name}.md`)));
  return pages.get(name);
}

function readPage(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // bundled or repacked without its docs: the rule is still described by its meta
  }
}

import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import type { Linter } from "eslint";

/** In this order: the parser alone loads sooner, but some package managers only let the plugin see the whole. */
const PACKAGES = ["@typescript-eslint/parser", "typescript-eslint"];

let known: { readonly parser: Linter.Parser | undefined } | undefined;

/** The parser of typescript-eslint, of the project or beside this plugin; undefined where there is none that loads. */
export function typescriptParser(): Linter.Parser | undefined {
  known ??= { parser: load() };
  return known.parser;
}

function load(): Linter.Parser | undefined {
  for (const from of [path.join(process.cwd(), "package.json"), import.meta.url]) {
    const require = createRequire(from);
    for (const name of PACKAGES) {
      try {
        const loaded = require(name) as { readonly parser?: Linter.Parser } & Linter.Parser;
        return loaded.parser ?? loaded;
      } catch {
        // Not installed there, or without the TypeScript that it needs: ESLint's own parser stays.
      }
    }
  }
  return undefined;
}

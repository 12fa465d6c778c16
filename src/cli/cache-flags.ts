import { existsSync } from "node:fs";
import path from "node:path";
import { Cache } from "../review/cache.js";
import { VERSION } from "../version.js";
import type { Setup } from "./config/setup.js";

export interface CacheFlags {
  readonly cache?: true;
  readonly cacheLocation?: string;
}

/** Where other tools keep theirs: below the node_modules of the package, which no repository holds. */
function defaultLocation(cwd: string): string {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "package.json")))
      return path.join(folder, "node_modules", ".cache", "mcp-errors", "check");
    if (path.dirname(folder) === folder) return path.join(cwd, ".mcp-errors-cache");
  }
}

/** The cache that the flags ask for. */
export function openCache(
  { cache, cacheLocation }: CacheFlags,
  { rules, settings }: Pick<Setup, "rules" | "settings">,
  cwd: string,
): Cache | undefined {
  if (!cache && cacheLocation === undefined) return undefined;
  const location = cacheLocation === undefined ? defaultLocation(cwd) : path.resolve(cwd, cacheLocation);
  const running = rules.map(({ id, severity, options }) => [id, severity, options]);
  return new Cache(location, { version: VERSION, rules: running, settings });
}

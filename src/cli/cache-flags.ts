import { existsSync } from "node:fs";
import path from "node:path";
import type { PresetName } from "../presets.js";
import { Cache } from "../review/cache.js";
import { DEFAULT_SETTINGS } from "../settings.js";
import { VERSION } from "../version.js";
import { activeRules } from "./lint-setup.js";

export interface CacheFlags {
  readonly preset?: PresetName;
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
export function openCache({ preset, cache, cacheLocation }: CacheFlags, cwd: string): Cache | undefined {
  if (!cache && cacheLocation === undefined) return undefined;
  const location = cacheLocation === undefined ? defaultLocation(cwd) : path.resolve(cwd, cacheLocation);
  const rules = activeRules(preset).map(({ id, options }) => [id, options]);
  return new Cache(location, { version: VERSION, rules, settings: DEFAULT_SETTINGS });
}

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readJson } from "../../analysis/project/json-file.js";
import { UsageError } from "../command.js";
import { codeOf } from "../system-error.js";
import type { McpErrorsConfig } from "./types.js";

/** A configuration, and the file that holds it. */
export interface LoadedConfig {
  readonly file: string;
  /** As messages name it. */
  readonly name: string;
  readonly config: McpErrorsConfig;
}

const NAMES: readonly string[] = ["json", "ts", "mts", "cts", "js", "mjs", "cjs"].map(
  (extension) => `mcp-errors.config.${extension}`,
);
const MANIFEST_KEY = "mcpErrors";

/** True for a flat config of ESLint, by its name; everything else that `--config` names is read here. */
export function isEslintConfig(name: string): boolean {
  const base = path.basename(name);
  return !base.includes("mcp-errors") && !base.endsWith(".json");
}

/** The configuration nearest to a folder: in it, or above it in its repository; without a repository in its package. */
function nearestConfig(folder: string): string | undefined {
  const stops = [".git", "package.json"].map((name) => folderWith(name, folder));
  const root = stops.find((stop) => stop !== undefined) ?? folder;
  for (let at = folder; ; at = path.dirname(at)) {
    const file = NAMES.map((name) => path.join(at, name)).find((one) => existsSync(one));
    if (file !== undefined) return file;
    const manifest = path.join(at, "package.json");
    if (readJson(manifest)?.[MANIFEST_KEY] !== undefined) return manifest;
    if (at === root || path.dirname(at) === at) return undefined;
  }
}

/** The nearest folder, here or above, with an entry of this name. */
function folderWith(name: string, folder: string): string | undefined {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, name))) return at;
    if (path.dirname(at) === at) return undefined;
  }
}

async function contentOf(file: string, name: string): Promise<unknown> {
  if (path.extname(file) === ".json") {
    const content = parsed(file, name);
    return path.basename(file) === "package.json" ? (content as Record<string, unknown>)[MANIFEST_KEY] : content;
  }
  try {
    const { createJiti } = await import("jiti");
    // Read anew in each run of --watch.
    const jiti = createJiti(import.meta.url, { moduleCache: false, fsCache: false });
    return await jiti.import(file, { default: true });
  } catch (error) {
    throw new UsageError(`${name} cannot be loaded: ${firstLine(error)}`, { cause: error });
  }
}

function parsed(file: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/u, ""));
  } catch (error) {
    throw new UsageError(
      error instanceof SyntaxError
        ? `${name} is not valid JSON: ${firstLine(error)}`
        : `${name} cannot be read (${codeOf(error)}).`,
      { cause: error },
    );
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split(/\r?\n/u)[0] ?? "";
}

/** @throws {UsageError} as a configuration that is code is not run */
export function refuseCode(name: string): never {
  throw new UsageError(
    `${name} is code, which --no-code and --post do not run. Use mcp-errors.config.json, or --no-config.`,
  );
}

/**
 * Loads the configuration of a run.
 *
 * @param given the value of `--config`; false: none is to be read; undefined: the nearest one, if there is one
 * @param runsCode false: one that is code is refused, and not run
 * @throws {UsageError} if it is missing, cannot be loaded, is not valid, or is refused
 */
export async function loadConfig(
  cwd: string,
  given: string | false | undefined,
  runsCode: boolean,
): Promise<LoadedConfig | undefined> {
  if (given === false) return undefined;
  const file = given === undefined ? nearestConfig(cwd) : path.resolve(cwd, given);
  if (file === undefined) return undefined;
  const name = given ?? path.relative(cwd, file);
  if (!existsSync(file)) throw new UsageError(`There is no configuration file ${name}.`);
  if (!runsCode && path.extname(file) !== ".json") refuseCode(name);
  const { validConfig } = await import("./validate.js");
  return { file, name, config: validConfig(await contentOf(file, name), name) };
}

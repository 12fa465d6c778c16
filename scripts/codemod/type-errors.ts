/** The type errors of a real repository, before and after its migration. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";

const HELPER = path.resolve(import.meta.dirname, "../../src/helper");

export interface TypeErrors {
  /** How often each message comes, without its place: lines move. */
  readonly errors: ReadonlyMap<string, number>;
  /** What was compiled, in absolute paths. */
  readonly files: ReadonlySet<string>;
}

/** The compiler of the project, or else this one's. */
function compilerOf(folder: string): string {
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at)) {
    const own = path.join(at, "node_modules/typescript/bin/tsc");
    if (existsSync(own)) return own;
  }
  return path.resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
}

const FLAGS = ["--noEmit", "--pretty", "false", "--incremental", "false", "--composite", "false", "--listFiles"];

/** @param configuration a `tsconfig.json` in the folder or below it */
export function typeErrorsOf(folder: string, configuration: string): TypeErrors {
  const { stdout } = spawnSync(
    process.execPath,
    [compilerOf(path.dirname(configuration)), "-p", configuration, ...FLAGS],
    { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const errors = new Map<string, number>();
  const files = new Set<string>();
  for (const line of stdout.split("\n")) {
    const match = /^(?:(?<file>[^(\s]+)\(\d+,\d+\): )?(?<message>error TS\d+: .*)$/u.exec(line);
    if (match) {
      const key = `${match.groups?.["file"] ?? ""}: ${match.groups?.["message"] ?? ""}`;
      errors.set(key, (errors.get(key) ?? 0) + 1);
    } else if (path.isAbsolute(line)) files.add(line);
  }
  return { errors, files };
}

const total = (errors: ReadonlyMap<string, number>): number =>
  [...errors.values()].reduce((sum, count) => sum + count, 0);

/**
 * Installs the dependencies of a copy, without any script, and counts its type errors.
 *
 * @returns to be called after the migration: the numbers, and the messages that are new; undefined where the copy cannot be
 *   compiled
 */
export function compareTypes(folder: string): (() => string) | undefined {
  if (!existsSync(path.join(folder, "tsconfig.json"))) return undefined;
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--loglevel=error"];
  const { status } = spawnSync("npm", install, { cwd: folder, stdio: "ignore", timeout: 600_000 });
  if (status !== 0 || !existsSync(path.join(folder, "node_modules/.bin/tsc"))) return undefined;
  mkdirSync(path.join(folder, "node_modules"), { recursive: true });
  symlinkSync(HELPER, path.join(folder, "node_modules/mcp-tool-errors"), "junction");
  const configuration = path.join(folder, "tsconfig.json");
  const before = typeErrorsOf(folder, configuration).errors;
  return () => {
    const after = typeErrorsOf(folder, configuration).errors;
    for (const [message, count] of after)
      if (count > (before.get(message) ?? 0)) console.log(`${path.basename(folder)}: new type error: ${message}`);
    return `${total(before)} → ${total(after)}`;
  };
}

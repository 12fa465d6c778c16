/** The type errors of a real repository, before and after its migration. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";

const HELPER = path.resolve(import.meta.dirname, "../../src/helper");

/** Errors as the compiler prints them, without their places: lines move. */
function typeErrors(folder: string): Map<string, number> {
  const { stdout } = spawnSync("npx", ["--no-install", "tsc", "--noEmit", "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const errors = new Map<string, number>();
  for (const line of stdout.split("\n")) {
    const match = /^(?<file>[^(\s]+)\(\d+,\d+\): (?<message>error TS\d+: .*)$/u.exec(line);
    const key = match ? `${match.groups?.["file"] ?? ""}: ${match.groups?.["message"] ?? ""}` : undefined;
    if (key !== undefined) errors.set(key, (errors.get(key) ?? 0) + 1);
  }
  return errors;
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
  const before = typeErrors(folder);
  return () => {
    const after = typeErrors(folder);
    for (const [message, count] of after)
      if (count > (before.get(message) ?? 0)) console.log(`${path.basename(folder)}: new type error: ${message}`);
    return `${total(before)} → ${total(after)}`;
  };
}

/** Copies of installed servers that can be migrated, built and run without a trace in the original. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { globSync } from "tinyglobby";

const ROOT = path.resolve(import.meta.dirname, "../..");
const COMMAND = path.join(ROOT, "packages/mcp-errors/bin/mcp-errors.js");

export type Helper = "package" | "vendored";

const isOwn = (file: string): boolean => !/[\\/](?:node_modules|\.git)$/u.test(file);

/** The dependencies are hard links, since nothing writes to them; the sources are files of their own. */
export function copyServer(server: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  cpSync(server, copy, { recursive: true, filter: isOwn, verbatimSymlinks: true });
  const dependencies = globSync(["node_modules", "*/node_modules", "*/*/node_modules"], {
    cwd: server,
    onlyDirectories: true,
    expandDirectories: false,
    deep: 3,
  });
  for (const folder of dependencies) {
    mkdirSync(path.dirname(path.join(copy, folder)), { recursive: true });
    const { status, stderr } = spawnSync("cp", ["-al", path.join(server, folder), path.join(copy, folder)], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
  }
}

/** What a package manager would install for the dependency that the migration writes. */
export function linkHelper(copy: string): void {
  const link = path.join(copy, "node_modules/mcp-tool-errors");
  mkdirSync(path.dirname(link), { recursive: true });
  rmSync(link, { recursive: true, force: true });
  symlinkSync(path.join(ROOT, "src/helper"), link, "junction");
}

/** What `mcp-errors migrate --report json` printed, as far as it is read here. */
export interface Summary {
  readonly files: readonly { readonly path: string; readonly changed: boolean }[];
  readonly failures: readonly { readonly path: string; readonly reason: string }[];
  readonly counts: {
    readonly transforms: Readonly<Record<string, { rewritten: number; marked: number; left: number }>>;
  };
}

export interface Migration {
  /** Its exit code. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function migrate(copy: string, helper: Helper, ...args: readonly string[]): Migration {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [COMMAND, "migrate", "--force", "--report", "json", "--helper", helper, ...args],
    { cwd: copy, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  return { code: status, stdout, stderr };
}

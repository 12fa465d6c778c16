import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { globSync } from "tinyglobby";
import { fatalResult, ignoredResult } from "../lint/lint-text.js";
import type { CoverageCounter } from "../review/coverage.js";
import { locate, type LocatedResult } from "../review/finding.js";
import { repositoryRoot } from "../review/root.js";
import { clientOf, CLIENTS } from "../server-config/clients/index.js";
import { readConfig, type ConfigFile } from "../server-config/config-file.js";
import { readText } from "./files.js";
import { DEFAULT_IGNORES } from "./ignores.js";
import type { SourceOptions } from "./sources.js";

/** No configuration is larger; one that is made by a program may come near. In bytes. */
const MAX_SIZE = 64 * 1024 * 1024;

/** The folder whose clients read the configuration: the root of the repository, else where the command runs. */
function rootOf(folder: string, cwd: string): string {
  const root = repositoryRoot(folder);
  // A repository of settings in the home folder is not the project's.
  if (existsSync(path.join(root, ".git")) && root !== homedir()) return root;
  const away = path.relative(cwd, folder);
  return away.startsWith("..") || path.isAbsolute(away) ? folder : cwd;
}

/**
 * The configuration files of clients: those that are named, and, where a folder is, all below the root of the project.
 * A client looks for them there, whatever part of the sources is linted.
 */
export function configFiles({ paths, cwd, setup: { admits } }: SourceOptions): string[] {
  const files = new Set<string>();
  const roots = new Set<string>();
  for (const given of paths) {
    const absolute = path.resolve(cwd, given);
    const stat = statSync(absolute, { throwIfNoEntry: false });
    if (stat?.isDirectory()) roots.add(rootOf(absolute, cwd));
    else if (stat?.isFile() && clientOf(absolute)) files.add(absolute);
  }
  for (const root of roots)
    for (const file of globSync(
      CLIENTS.flatMap((client) => client.files),
      {
        cwd: root,
        ignore: [...DEFAULT_IGNORES],
        absolute: true,
        dot: true,
        followSymbolicLinks: false,
        expandDirectories: false,
      },
    ))
      if (admits(path.normalize(file))) files.add(path.normalize(file));
  return [...files].sort();
}

/** Reads one, or says in a result why it cannot be read. */
export function readConfigFile(
  file: string,
  cwd: string,
  coverage: CoverageCounter,
): { readonly config: ConfigFile } | { readonly gap: LocatedResult } {
  const read = readText(file, MAX_SIZE);
  const config = read.ok ? readConfig(file, read.text) : undefined;
  if (config) {
    coverage.addConfig();
    return { config };
  }
  const reason = read.ok ? "No client reads it." : read.reason;
  coverage.addSkipped(path.relative(cwd, file), reason);
  const result =
    read.ok || read.kind === "bundle"
      ? ignoredResult(file, `File ignored: ${reason}`)
      : fatalResult(file, reason, { line: 1, column: 1 });
  return { gap: locate(result, undefined) };
}

import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Packages } from "../../analysis/project/packages.js";
import type { Settings } from "../../settings.js";
import { VERSION } from "../../version.js";
import type { RewriteOptions } from "../rewrite.js";
import type { FileChange } from "./diff.js";
import { addDependency, UNREADABLE } from "./manifest.js";
import { rewriteAll, threadsFor } from "./pool.js";
import type { Job, Outcome } from "./rewrite-file.js";
import { defaultVendoredPath, isVendoredHelper, vendoredForm, vendoredText } from "./vendored.js";
import type { Failure } from "./write.js";

const HELPER = "mcp-tool-errors";

/** `path` is absolute; without it each package gets the file among its sources. */
export type HelperChoice = { readonly kind: "package" } | { readonly kind: "vendored"; readonly path?: string };

export interface PlanOptions extends Omit<RewriteOptions, "helper"> {
  /** Absolute paths and texts of what may concern MCP. */
  readonly sources: readonly { readonly file: string; readonly text: string }[];
  readonly helper: HelperChoice;
  /** Those of the project. */
  readonly settings: Settings;
  /** How many threads at most; default: as many as the machine has. */
  readonly threads?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a migration would do; nothing is written yet. */
export interface Plan {
  /** In the order of the sources. */
  readonly outcomes: readonly Outcome[];
  /** What the new sources need: manifests, the vendored helper. To be written first. */
  readonly support: readonly FileChange[];
  readonly sources: readonly FileChange[];
  readonly failures: readonly Failure[];
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

/** Finds out what would change in all files, before the first one is touched: they look at each other's original text. */
export async function planMigration({
  sources,
  helper,
  settings,
  threads,
  onProgress,
  ...options
}: PlanOptions): Promise<Plan> {
  const packages = new Packages();
  const directoryOf = (file: string): string | undefined => packages.of(file)?.directory;
  const vendoredPaths = helper.kind === "vendored" ? vendoredPathsOf(sources, helper.path, directoryOf) : undefined;
  const jobs = sources
    .filter(({ text }) => !isVendoredHelper(text))
    .map(({ file, text }): Job => {
      const vendored = vendoredPaths?.(file);
      const target =
        vendored === undefined ? ({ kind: "package" } as const) : ({ kind: "vendored", path: vendored } as const);
      return { file, text, settings, options: { ...options, helper: target } };
    });
  const outcomes = await rewriteAll(jobs, {
    threads: threadsFor(jobs.length, threads),
    ...(onProgress ? { onProgress } : {}),
  });
  const changed: FileChange[] = [];
  const failures: Failure[] = [];
  const users: string[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    const before = jobs[at]?.text ?? "";
    if (outcome.kind === "failed") failures.push({ file: outcome.file, reason: outcome.reason });
    else if (outcome.text !== before) {
      changed.push({ file: outcome.file, before, after: outcome.text });
      if (outcome.usesHelper) users.push(outcome.file);
    }
  }
  const notes: string[] = [];
  const support = vendoredPaths
    ? vendoredFiles(users, vendoredPaths, directoryOf, notes)
    : manifests(users, directoryOf, notes);
  return { outcomes, support, sources: changed, failures, notes };
}

type DirectoryOf = (file: string) => string | undefined;

function vendoredPathsOf(
  sources: PlanOptions["sources"],
  given: string | undefined,
  directoryOf: DirectoryOf,
): (file: string) => string {
  if (given !== undefined) return () => given;
  const packageOf = (file: string): string => directoryOf(file) ?? path.dirname(file);
  const byPackage = new Map<string, string[]>();
  for (const { file } of sources) {
    const files = byPackage.get(packageOf(file));
    if (files) files.push(file);
    else byPackage.set(packageOf(file), [file]);
  }
  const paths = new Map([...byPackage].map(([directory, files]) => [directory, defaultVendoredPath(directory, files)]));
  return (file) => paths.get(packageOf(file)) ?? defaultVendoredPath(packageOf(file), [file]);
}

function vendoredFiles(
  users: readonly string[],
  pathOf: (file: string) => string,
  directoryOf: DirectoryOf,
  notes: string[],
): FileChange[] {
  const changes = new Map<string, FileChange>();
  for (const user of users) {
    const file = pathOf(user);
    if (changes.has(file)) continue;
    if (existsSync(file)) continue; // of an earlier run, perhaps edited since: it is the user's
    const form = vendoredForm(file, directoryOf(file) ?? path.dirname(file)) ?? "js";
    changes.set(file, { file, before: undefined, after: vendoredText(form) });
  }
  if (changes.size > 0) notes.push("The helper was written into the sources; it is yours to edit.");
  return [...changes.values()];
}

function manifests(users: readonly string[], directoryOf: DirectoryOf, notes: string[]): FileChange[] {
  const changes: FileChange[] = [];
  for (const directory of new Set(users.map(directoryOf))) {
    if (directory === undefined) {
      notes.push(`No package.json was found above some of the files: install ${HELPER} where they run.`);
      continue;
    }
    const file = path.join(directory, "package.json");
    const bytes = readFileSync(file);
    const before = bytes.toString("utf8");
    const edit = isUtf8(bytes) ? addDependency(before, HELPER, `^${VERSION}`) : UNREADABLE;
    if (edit.kind === "added") changes.push({ file, before, after: edit.text });
    else if (edit.kind === "unreadable")
      notes.push(`${file} is no plain JSON object: add ${HELPER} to its dependencies.`);
    else if (edit.field === "devDependencies")
      notes.push(
        `${file} lists ${HELPER} under devDependencies: a server needs it at run time, so move it to dependencies.`,
      );
  }
  return changes;
}

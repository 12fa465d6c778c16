import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import path from "node:path";
import { Packages } from "../../analysis/project/packages.js";
import { isVendoredText } from "../../contract/vendored.js";
import type { Settings } from "../../settings.js";
import { VERSION } from "../../version.js";
import type { RewriteOptions } from "../rewrite.js";
import type { FileChange } from "./diff.js";
import { addDependency, UNREADABLE } from "./manifest.js";
import { rewriteAll, threadsFor } from "./pool.js";
import { commandParser, type Job, type Outcome } from "./rewrite-file.js";
import { Vendoring, type HelperUser } from "./vendoring.js";
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
  const vendoring = helper.kind === "vendored" ? new Vendoring(sources, helper.path, directoryOf) : undefined;
  const jobs = sources
    .filter(({ text }) => !isVendoredText(text))
    .map(({ file, text }): Job => {
      const vendored = vendoring?.pathFor(file);
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
  const users: HelperUser[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    const before = jobs[at]?.text ?? "";
    if (outcome.kind === "failed") failures.push({ file: outcome.file, reason: outcome.reason });
    else if (outcome.text !== before) {
      changed.push({ file: outcome.file, before, after: outcome.text });
      if (outcome.usesHelper) users.push({ file: outcome.file, before, text: outcome.text });
    }
  }
  const notes: string[] = [];
  const parse = commandParser();
  const support =
    vendoring && parse
      ? vendoring.files(users, parse, notes)
      : manifests(
          users.map(({ file }) => file),
          directoryOf,
          notes,
        );
  return { outcomes, support, sources: changed, failures, notes };
}

type DirectoryOf = (file: string) => string | undefined;

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
      notes.push(`${file} is not a plain JSON object: add ${HELPER} to its dependencies.`);
    else if (edit.field === "devDependencies")
      notes.push(
        `${file} lists ${HELPER} under devDependencies: a server needs it at run time, so move it to dependencies.`,
      );
  }
  return changes;
}

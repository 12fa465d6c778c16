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
  /** The same of other files, whose functions tools may call. */
  readonly called?: readonly { readonly file: string; readonly text: string }[];
  readonly helper: HelperChoice;
  /** Those of the project. */
  readonly settings: Settings;
  /** How many threads at most; default: as many as the machine has. */
  readonly threads?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a migration would do; nothing is written yet. */
export interface Plan {
  /** In the order of the sources; those of other files that change come behind. */
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
  called = [],
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
    .map(({ file, text }) => jobFor(file, text, options.transforms));
  const outcomes = await rewriteAll(jobs, {
    threads: threadsFor(jobs.length, threads),
    ...(onProgress ? { onProgress } : {}),
  });
  if (options.transforms.includes("thrown-errors")) {
    for (const { file, text } of called) jobs.push(jobFor(file, text, ["thrown-errors"]));
    await rewriteThrows(jobs, outcomes, threads);
  }
  const changed: FileChange[] = [];
  const failures: Failure[] = [];
  const users: HelperUser[] = [];
  const texts = new Map(jobs.map(({ file, text }) => [file, text]));
  for (const outcome of outcomes) {
    const before = texts.get(outcome.file) ?? "";
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

  function jobFor(file: string, text: string, transforms: PlanOptions["transforms"]): Job {
    const vendored = vendoring?.pathFor(file);
    const target =
      vendored === undefined ? ({ kind: "package" } as const) : ({ kind: "vendored", path: vendored } as const);
    return { file, text, settings, options: { ...options, transforms, helper: target } };
  }
}

/** An error of the language is thrown: what a transform may give a category. */
const THROWS = /\bthrow\s+new\s+(?:Type|Range)?Error\s*\(/u;

/**
 * What one file throws, another one catches: whether the helper gets it is known when all files are rewritten. Those that throw
 * are looked at again, among the others as they will be.
 *
 * @param jobs those of the outcomes, and behind them those of files that were not looked at yet
 */
async function rewriteThrows(jobs: readonly Job[], outcomes: Outcome[], threads: number | undefined): Promise<void> {
  const texts = new Map(outcomes.flatMap((one) => (one.kind === "done" ? [[one.file, one.text] as const] : [])));
  const places = new Map(outcomes.map(({ file }, at) => [file, at]));
  const throwing = jobs.flatMap((job): Job[] => {
    const outcome = outcomes[places.get(job.file) ?? outcomes.length];
    if (!outcome) return THROWS.test(job.text) ? [job] : [];
    return outcome.kind === "done" && outcome.progress && THROWS.test(outcome.text)
      ? [{ ...job, before: outcome.progress }]
      : [];
  });
  const again = await rewriteAll(throwing, { threads: threadsFor(throwing.length, threads), texts });
  for (const outcome of again) {
    const at = places.get(outcome.file);
    if (outcome.kind !== "done") continue;
    if (at !== undefined) outcomes[at] = outcome;
    else if (outcome.changes.length > 0) outcomes.push(outcome);
  }
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

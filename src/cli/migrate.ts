import type { Answers } from "../edits/answer.js";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { mayHoldTools } from "../analysis/gate.js";
import type { TransformName } from "../codemod/rewrite.js";
import { colored, unifiedDiff } from "../codemod/run/diff.js";
import { changedSince, dirtOf, isClean, type Dirt } from "../codemod/run/git.js";
import { planMigration, type HelperChoice, type Plan } from "../codemod/run/plan.js";
import { commandParser } from "../codemod/run/rewrite-file.js";
import { shown, summarise, type MigrationSummary } from "../codemod/run/summary.js";
import { formatterOf, packageManagerOf } from "../codemod/run/tools-of-project.js";
import { vendoredForm } from "../codemod/run/vendored.js";
import { writeAtomically, type Failure } from "../codemod/run/write.js";
import type { DialectName } from "../contract/dialects.js";
import { isVendoredText } from "../contract/vendored.js";
import { realPathOf } from "../replace-file.js";
import type { Skipped } from "../review/coverage.js";
import { MARKER } from "../codemod/engine/markers.js";
import { readSource, resolveTargets, type Targets } from "./files.js";
import { UsageError } from "./command.js";
import type { Setup } from "./config/setup.js";

export interface MigrateOptions {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly setup: Pick<Setup, "settings" | "admits">;
  readonly transforms: readonly TransformName[];
  readonly dialect?: DialectName;
  readonly helper: HelperChoice;
  /** Only what fails in these tools; none: everywhere. */
  readonly tools?: readonly string[];
  /** Only files that have changed since this revision. */
  readonly since?: string;
  /** What the user has decided, by what the failures say. */
  readonly answers?: Answers;
  /** False: nothing is written, whatever would change. */
  readonly write: boolean;
  /** The summary holds the diff of each file, if nothing is written. */
  readonly withDiffs?: boolean;
  /** Writes files also where git could not give the old text back. */
  readonly force: boolean;
  /** How many threads at most. */
  readonly threads?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface MigrateReport {
  readonly summary: MigrationSummary;
  readonly plan: Plan;
}

interface Source {
  readonly file: string;
  readonly text: string;
}

interface Sources {
  readonly sources: readonly Source[];
  /** The other files. */
  readonly called: readonly Source[];
  readonly skipped: readonly Skipped[];
  /** Files that could not be read: they count as failed. */
  readonly failures: readonly Failure[];
}

/** Texts of the files in which a function may be a tool's: the others are not even parsed. */
function readSources({ files, unreadable }: Targets, settings: Setup["settings"], cwd: string): Sources {
  const sources: Source[] = [];
  const called: Source[] = [];
  const skipped: Skipped[] = [];
  const failures: Failure[] = unreadable.map(({ folder, code }) => ({
    file: folder,
    reason: `The folder cannot be read (${code}).`,
  }));
  for (const file of files) {
    const source = readSource(file);
    if (source.ok) {
      const holdsTools = mayHoldTools(source.text, file, settings);
      if (!holdsTools && source.isExact) called.push({ file, text: source.text });
      if (!holdsTools) continue;
      if (source.isExact) sources.push({ file, text: source.text });
      else failures.push({ file, reason: "The file is not UTF-8; it was not changed." });
    } else if (source.kind === "bundle") skipped.push({ path: shown(file, cwd), reason: source.reason });
    else failures.push({ file, reason: source.reason });
  }
  return { sources, called, skipped, failures };
}

function checkHelper(helper: HelperChoice): void {
  if (helper.kind === "package" || helper.path === undefined) return;
  const { path: file } = helper;
  if (vendoredForm(file, path.dirname(file)) === undefined)
    throw new UsageError(`The vendored helper must be a .ts, .mts, .cts, .js, .mjs or .cjs file, not ${file}.`);
  if (!existsSync(file)) return;
  if (!statSync(file).isFile() || !isVendoredText(readFileSync(file, "utf8")))
    throw new UsageError(`${file} already exists and isn't the vendored helper. Name another file.`);
}

/** Names of files for one line; the first ones will do. */
function someOf(files: readonly string[], cwd: string): string {
  const names = files.slice(0, 5).map((file) => shown(file, cwd));
  return `${names.join(", ")}${files.length > names.length ? ` and ${files.length - names.length} more` : ""}`;
}

/** @throws {UsageError} if a change of the files could not be reviewed or undone with git */
function refuseDirt(dirt: Dirt, cwd: string): void {
  if (isClean(dirt)) return;
  const { changed, untracked, unasked } = dirt;
  const faults = [
    ...(changed.length > 0 ? [`not committed yet: ${someOf(changed, cwd)}`] : []),
    ...(untracked.length > 0 ? [`not in git, so a change couldn't be undone: ${someOf(untracked, cwd)}`] : []),
    ...unasked.map(({ root, reason }) => `git can't report the state of ${root} (${reason})`),
  ];
  throw new UsageError(`Nothing was changed (${faults.join("; ")}). Commit or stash first, or use --force.`);
}

/** @throws {UsageError} if git does not know the revision */
function changedSources(sources: readonly Source[], since: string, cwd: string): readonly Source[] {
  const changed = changedSince(cwd, since);
  if (!changed.ok) throw new UsageError(`git can't list the changes since ${since}: ${changed.reason}.`);
  return sources.filter(({ file }) => changed.files.has(realPathOf(file)));
}

/** What the new sources need comes first: a file must never import what is not there. */
function writePlan({ support, sources }: Plan): readonly Failure[] {
  const without = support.flatMap((change) => writeAtomically(change) ?? []);
  if (without.length > 0) {
    const reason = "It depends on a file that couldn't be written, so it was not changed.";
    return [...without, ...sources.map(({ file }) => ({ file, reason }))];
  }
  return sources.flatMap((change) => writeAtomically(change) ?? []);
}

/** In a shell, for people to paste. */
function quoted(name: string): string {
  return /^[\w./@+-]+$/u.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}

const LISTED_FILES = 12;

function nextCommands({ support, sources }: Plan, { cwd, helper, paths }: MigrateOptions): string[] {
  const changed = [...sources, ...support.filter(({ before }) => before === undefined)].map(({ file }) => file);
  const [first] = changed;
  if (first === undefined) return [];
  const install =
    helper.kind === "package" && support.length > 0 ? [packageManagerOf(path.dirname(first)).install] : [];
  const formatter = formatterOf(path.dirname(first));
  const names = changed.length <= LISTED_FILES ? changed.map((file) => quoted(shown(file, cwd))).join(" ") : undefined;
  const format =
    formatter === undefined
      ? []
      : [names === undefined ? `git diff --relative --name-only -z | xargs -0 ${formatter}` : `${formatter} ${names}`];
  const named = paths.map(quoted).join(" ");
  const isMarked = sources.some(({ after }) => after.includes(MARKER));
  const markers = isMarked ? [`git grep -n ${MARKER} -- ${named}`] : [];
  return [...install, ...format, ...markers, `npx mcp-errors check ${named}`];
}

/**
 * Rewrites the failures of files and folders to the typed helper.
 *
 * @throws {UsageError} if a path does not exist, is no source file, or no source file is found; if the vendored helper
 *   cannot stand where it should; or if git could not undo the change and `force` is false
 */
export async function migrate(options: MigrateOptions): Promise<MigrateReport> {
  const { cwd, paths, helper, write, force, transforms, dialect, threads, onProgress } = options;
  if (!commandParser())
    throw new UsageError(
      "The parser is missing: run `npm install oxc-parser`, or use the package mcp-errors, which brings it.",
    );
  checkHelper(helper);
  const { settings, admits } = options.setup;
  const targets = resolveTargets(paths, cwd, admits);
  const { skipped, failures, ...read } = readSources(targets, settings, cwd);
  const chosen = (all: readonly Source[]): readonly Source[] =>
    options.since === undefined ? all : changedSources(all, options.since, cwd);
  const sources = chosen(read.sources);
  const planned = await planMigration({
    sources,
    called: chosen(read.called),
    helper,
    transforms,
    ...(options.tools ? { tools: options.tools } : {}),
    ...(options.answers ? { answers: options.answers } : {}),
    settings,
    ...(dialect === undefined ? {} : { dialect, to: dialect }),
    ...(threads === undefined ? {} : { threads }),
    ...(onProgress ? { onProgress } : {}),
  });
  const plan: Plan = { ...planned, failures: [...failures, ...planned.failures] };
  const changes = [...plan.support, ...plan.sources];
  if (write && !force && changes.length > 0) {
    const existing = changes.filter(({ before }) => before !== undefined).map(({ file }) => file);
    refuseDirt(dirtOf(cwd, targets.files, existing), cwd);
  }
  const unwritten = write ? writePlan(plan) : [];
  const next = write ? nextCommands(plan, options) : [];
  const looked = targets.files.length;
  return {
    plan,
    summary: summarise({
      plan,
      cwd,
      written: write,
      withDiffs: !write && (options.withDiffs ?? false),
      unwritten,
      skipped,
      looked,
      next,
    }),
  };
}

/** The whole change as one diff, which `git apply` takes. */
export function diffOf({ support, sources }: Plan, cwd: string, color: boolean): string {
  const diff = [...support, ...sources].map((change) => unifiedDiff(shown(change.file, cwd), change)).join("");
  return color ? colored(diff) : diff;
}

import path from "node:path";
import type { Change } from "../rewrite.js";
import { unifiedDiff } from "./diff.js";
import type { Plan } from "./plan.js";
import type { Failure } from "./write.js";

/** Something that was not looked at, and why. */
interface Skipped {
  readonly path: string;
  readonly reason: string;
}

/** How many places there are, by what became of them. Two rules that report the same place count once. */
export interface Counts {
  rewritten: number;
  /** A comment asks the reader to decide. */
  marked: number;
  /** Nothing was done; the change says why. */
  left: number;
}

export interface FileSummary {
  /** Below the folder of the run, with `/`. */
  readonly path: string;
  readonly changed: boolean;
  readonly changes: readonly Change[];
  /** What `git apply` takes; in the JSON report of a run that writes nothing. */
  readonly diff?: string;
}

/** What `--report json` prints. */
export interface MigrationSummary {
  readonly version: 1;
  /** False for `--dry-run` and `--check`. */
  readonly written: boolean;
  readonly files: readonly FileSummary[];
  /** Manifests and vendored helpers that the changed files need. */
  readonly support: readonly FileSummary[];
  readonly failures: readonly Skipped[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
  readonly counts: {
    /** Files looked at, with those that have nothing to do with MCP. */
    readonly files: number;
    readonly changed: number;
    readonly failed: number;
    readonly transforms: Readonly<Record<string, Counts>>;
    /** By the name of the tool; places outside of a tool are under the empty name. */
    readonly tools: Readonly<Record<string, Counts>>;
  };
  /** Commands to run next. */
  readonly next: readonly string[];
}

/** A path as the user would write it, below the folder of the run. */
export function shown(file: string, cwd: string): string {
  return path.relative(cwd, file).split(path.sep).join("/");
}

/** One change for each place: a result without category and without retry flag is rewritten once. */
export function placesOf(changes: readonly Change[]): Change[] {
  const seen = new Set<string>();
  return changes.filter(({ line, column, transform, outcome }) => {
    const key = `${line}:${column}:${transform}:${outcome}`;
    return !seen.has(key) && seen.add(key);
  });
}

function count(changes: readonly Change[], keyOf: (change: Change) => string): Record<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const change of changes) {
    const key = keyOf(change);
    const entry = counts.get(key) ?? { rewritten: 0, marked: 0, left: 0 };
    entry[change.outcome]++;
    counts.set(key, entry);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

export interface SummaryInput {
  readonly plan: Plan;
  readonly cwd: string;
  readonly written: boolean;
  /** The diff of each file as well. */
  readonly withDiffs: boolean;
  /** Failures while writing. */
  readonly unwritten: readonly Failure[];
  readonly skipped: readonly Skipped[];
  readonly looked: number;
  readonly next: readonly string[];
}

export function summarise({
  plan,
  cwd,
  written,
  withDiffs,
  unwritten,
  skipped,
  looked,
  next,
}: SummaryInput): MigrationSummary {
  const failures = [...plan.failures, ...unwritten].map(({ file, reason }) => ({ path: shown(file, cwd), reason }));
  const failed = new Set(failures.map(({ path: name }) => name));
  const done = plan.outcomes.flatMap((outcome) => (outcome.kind === "done" ? [outcome] : []));
  const diffs = new Map(plan.sources.map((change) => [change.file, change]));
  const files = done
    .filter(({ changes }) => changes.length > 0)
    .map(({ file, changes }): FileSummary => {
      const name = shown(file, cwd);
      const change = diffs.get(file);
      return {
        path: name,
        changed: change !== undefined && !failed.has(name),
        changes,
        ...(change && withDiffs ? { diff: unifiedDiff(name, change) } : {}),
      };
    });
  const support = plan.support.map((change): FileSummary => {
    const name = shown(change.file, cwd);
    const diff = withDiffs ? { diff: unifiedDiff(name, change) } : {};
    return { path: name, changed: !failed.has(name), changes: [], ...diff };
  });
  const all = files.flatMap(({ changes }) => placesOf(changes));
  return {
    version: 1,
    written,
    files,
    support,
    failures,
    skipped,
    notes: plan.notes,
    counts: {
      files: looked,
      changed: files.filter(({ changed }) => changed).length,
      failed: failures.length,
      transforms: count(all, ({ transform }) => transform),
      tools: count(all, ({ tool }) => tool ?? ""),
    },
    next,
  };
}

import { existsSync } from "node:fs";
import path from "node:path";
import { replaceFile } from "../replace-file.js";
import {
  baselineText,
  compareWithBaseline,
  readBaseline,
  updatedBaseline,
  type BaselineEntry,
  type Scope,
} from "../review/baseline.js";
import { count } from "../review/report.js";
import { reportOf, type CheckReport } from "./check.js";
import { UsageError } from "./command.js";
import { codeOf } from "./system-error.js";

export interface BaselineFlags {
  readonly baseline?: string;
  readonly updateBaseline?: true;
}

export interface Compared {
  /** Without the known findings. */
  readonly report: CheckReport;
  /** Sentences on what the baseline did. */
  readonly notes: readonly string[];
  readonly isStale: boolean;
}

/** Stale entries are named up to here. */
const NAMED = 10;

function scopeOf({ located, rules }: CheckReport, paths: readonly string[], cwd: string): Scope {
  return {
    linted: new Set(
      located.flatMap(({ result }) => (result.fatalErrorCount > 0 || isIgnored(result) ? [] : [result.filePath])),
    ),
    asked: paths.map((one) => path.resolve(cwd, one)),
    rules: new Set(Object.keys(rules)),
  };
}

function isIgnored({ messages }: CheckReport["results"][number]): boolean {
  return messages.some(({ ruleId, fatal }) => ruleId === null && fatal !== true);
}

function entryText({ file, rule, scope }: BaselineEntry): string {
  return `${file}, ${rule}${scope === "" ? "" : `, in ${scope}`}`;
}

function staleNotes(stale: readonly BaselineEntry[], name: string): string[] {
  if (stale.length === 0) return [];
  return [
    `error: ${count(stale.length, "entry", "entries")} of the baseline ${name} ${stale.length === 1 ? "is" : "are"} stale, because the findings are gone. Remove them with --update-baseline:`,
    ...stale.slice(0, NAMED).map((entry) => `- ${entryText(entry)}`),
    ...(stale.length > NAMED ? [`and ${stale.length - NAMED} more`] : []),
  ];
}

function write(file: string, name: string, entries: readonly BaselineEntry[]): void {
  try {
    replaceFile(file, baselineText(entries));
  } catch (error) {
    throw new UsageError(`The baseline ${name} cannot be written (${codeOf(error)}).`, { cause: error });
  }
}

/**
 * Reads the baseline that the flags name, before anything is linted.
 *
 * @returns what takes the known findings out of a report, and writes the baseline anew where that was asked for
 * @throws {UsageError} if the baseline cannot be used
 */
export function applyBaseline(
  { baseline: name, updateBaseline }: BaselineFlags,
  paths: readonly string[],
  cwd: string,
): (report: CheckReport) => Compared {
  if (name === undefined) {
    if (updateBaseline) throw new UsageError("--update-baseline needs --baseline <file>, the file to write.");
    return (report) => ({ report, notes: [], isStale: false });
  }
  const file = path.resolve(cwd, name);
  const folder = path.dirname(file);
  const old = updateBaseline && !existsSync(file) ? [] : read(file, name);
  return (report) => {
    const scope = scopeOf(report, paths, cwd);
    const entries = updateBaseline ? updatedBaseline(report.located, old, folder, scope) : old;
    const { results, known, stale } = compareWithBaseline(report.located, entries, folder, scope);
    const left = reportOf(results, report.coverage, report);
    if (!updateBaseline)
      return {
        report: left,
        notes: [
          ...(known > 0 ? [`${count(known, "finding is", "findings are")} in the baseline ${name}.`] : []),
          ...staleNotes(stale, name),
        ],
        isStale: stale.length > 0,
      };
    write(file, name, entries);
    const before = new Set(old.map(({ fingerprint }) => fingerprint));
    const added = entries.filter(({ fingerprint }) => !before.has(fingerprint)).length;
    const removed = before.size - (entries.length - added);
    return {
      report: left,
      notes: [
        `The baseline ${name} now lists ${count(entries.length, "finding")}: ${added} added, ${removed} removed.`,
      ],
      isStale: false,
    };
  };
}

function read(file: string, name: string): BaselineEntry[] {
  const read = readBaseline(file, name);
  if (typeof read === "string") throw new UsageError(read);
  return read;
}

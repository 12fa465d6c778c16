import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ESLint } from "eslint";
import { safeJson } from "./escape.js";
import { findingsOf, relativePath, type Finding, type LocatedResult } from "./finding.js";

/** One known finding. Line and message are left out: they change without the finding becoming another. */
export interface BaselineEntry {
  /** Relative to the folder of the baseline. */
  readonly file: string;
  readonly rule: string;
  /** The tool, else the function around the place. */
  readonly scope: string;
  readonly fingerprint: string;
}

const VERSION = 1;

function isEntry(value: unknown): value is BaselineEntry {
  const fields = ["file", "rule", "scope", "fingerprint"] as const;
  return (
    typeof value === "object" &&
    value !== null &&
    fields.every((field) => typeof (value as Partial<BaselineEntry>)[field] === "string")
  );
}

/**
 * Reads a baseline.
 *
 * @param name as the user gave it, for the message
 * @returns its entries, or a sentence that says why it cannot be used and what to do
 */
export function readBaseline(file: string, name: string): BaselineEntry[] | string {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError)
      return `The baseline ${name} is not valid JSON. Restore it, or remove it and write it with --update-baseline.`;
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    return code === "ENOENT"
      ? `There is no baseline ${name}. Write it with --update-baseline.`
      : `The baseline ${name} cannot be read (${code}).`;
  }
  const { version, findings } = (content ?? {}) as { readonly version?: unknown; readonly findings?: unknown };
  if (typeof version === "number" && version > VERSION)
    return `The baseline ${name} was written by a later version of mcp-errors. Update mcp-errors.`;
  if (version !== VERSION || !Array.isArray(findings) || !findings.every(isEntry))
    return `The file ${name} is not a baseline of mcp-errors. Name another, or remove it and write it with --update-baseline.`;
  return findings;
}

/** What a run may say of entries: it has seen some files, with some rules. */
export interface Scope {
  /** Absolute paths of the files that were linted whole. */
  readonly linted: ReadonlySet<string>;
  /** Absolute paths of the files and folders that the run was asked for. */
  readonly asked: readonly string[];
  readonly rules: ReadonlySet<string>;
}

function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

/** The run would have found what the entry stands for, were it still there. */
function isJudged(entry: BaselineEntry, folder: string, { linted, asked, rules }: Scope): boolean {
  if (!rules.has(entry.rule)) return false;
  const file = path.resolve(folder, entry.file);
  return linted.has(file) || (!existsSync(file) && asked.some((one) => isBelow(one, file)));
}

export interface Compared {
  /** The results without what is known; that is listed as suppressed. */
  readonly results: readonly LocatedResult[];
  readonly known: number;
  /** Entries whose findings are gone. */
  readonly stale: readonly BaselineEntry[];
}

/** Takes what a baseline knows out of results. */
export function compareWithBaseline(
  results: readonly LocatedResult[],
  entries: readonly BaselineEntry[],
  folder: string,
  scope: Scope,
): Compared {
  const wanted = new Set(entries.map(({ fingerprint }) => fingerprint));
  const found = findingsOf(results, folder);
  const known = new Set(found.filter(({ fingerprint }) => wanted.has(fingerprint)).map(({ message }) => message));
  const seen = new Set(found.map(({ fingerprint }) => fingerprint));
  return {
    results: results.map((result) => without(result, known)),
    known: known.size,
    stale: entries.filter((entry) => !seen.has(entry.fingerprint) && isJudged(entry, folder, scope)),
  };
}

/** As ESLint keeps back what its own file of suppressions lists. */
function without({ result, messages }: LocatedResult, known: ReadonlySet<Finding["message"]>): LocatedResult {
  if (!messages.some(({ message }) => known.has(message))) return { result, messages };
  const left = result.messages.filter((message) => !known.has(message));
  const kept = result.messages
    .filter((message) => known.has(message))
    .map((message) => ({ ...message, suppressions: [{ kind: "file", justification: "" }] }));
  const errorCount = left.filter(({ severity }) => severity === 2).length;
  return {
    result: {
      ...result,
      messages: left,
      suppressedMessages: [...result.suppressedMessages, ...kept] as ESLint.LintResult["suppressedMessages"],
      errorCount,
      warningCount: left.length - errorCount,
    },
    messages: messages.map((located) => (known.has(located.message) ? { ...located, suppressed: true } : located)),
  };
}

/** The entries that a run leaves: its findings, and the old entries of which it can say nothing. */
export function updatedBaseline(
  results: readonly LocatedResult[],
  old: readonly BaselineEntry[],
  folder: string,
  scope: Scope,
): BaselineEntry[] {
  const entries = new Map<string, BaselineEntry>();
  for (const entry of old) if (!isJudged(entry, folder, scope)) entries.set(entry.fingerprint, entry);
  for (const { message, filePath, scope: around, fingerprint } of findingsOf(results, folder)) {
    // A file that could not be linted is no finding that one could live with.
    if (message.ruleId === null) continue;
    const file = relativePath(folder, filePath);
    entries.set(fingerprint, { file, rule: message.ruleId, scope: around, fingerprint });
  }
  return [...entries.values()];
}

/** The text of a baseline: sorted, one entry a line, so that changes of it merge and read well. */
export function baselineText(entries: readonly BaselineEntry[]): string {
  const keys = ["file", "rule", "scope", "fingerprint"] as const;
  const sorted = [...entries].sort((a, b) => {
    const key = keys.find((name) => a[name] !== b[name]);
    return key === undefined ? 0 : a[key] < b[key] ? -1 : 1;
  });
  const lines = sorted.map((entry) => `    ${safeJson(entry)}`);
  return `{\n  "version": ${VERSION},\n  "findings": [${lines.length > 0 ? `\n${lines.join(",\n")}\n  ` : ""}]\n}\n`;
}

import path from "node:path";
import type { ESLint } from "eslint";
import { fatalResult, ignoredResult } from "../lint/lint-text.js";
import type { CoverageCounter } from "../review/coverage.js";
import { readSource, resolveTargets, type Admits } from "./files.js";

export interface SourceOptions {
  readonly paths: readonly string[];
  readonly cwd: string;
  /** Which files below a folder are to be looked at. */
  readonly setup: { readonly admits: Admits };
}

/** A text to lint, or a result that says why there is none. */
export type Source =
  | { readonly kind: "text"; readonly file: string; readonly text: string }
  | { readonly kind: "gap"; readonly result: ESLint.LintResult };

/**
 * Reads the sources behind the paths of a command one after the other, and tells the coverage what could not be read.
 *
 * @param others how many files of another kind the command looks at as well
 * @throws {UsageError} before the first one, if a path does not exist, is no source file, or no source file is found
 */
export function* sourcesBehind(
  { paths, cwd, setup: { admits } }: SourceOptions,
  coverage: CoverageCounter,
  others = 0,
): Generator<Source> {
  const relative = (file: string): string => path.relative(cwd, file) || ".";
  const { files, unreadable, filesOnly } = resolveTargets(paths, cwd, admits, others);
  if (filesOnly) coverage.expectFilesOnly();
  for (const { folder, code } of unreadable) {
    const reason = `The folder cannot be read (${code}).`;
    coverage.addUnreadableFolder(relative(folder), reason);
    yield { kind: "gap", result: fatalResult(folder, reason, { line: 1, column: 1 }) };
  }
  for (const file of files) {
    const source = readSource(file);
    if (source.ok) {
      yield { kind: "text", file, text: source.text };
      continue;
    }
    coverage.addSkipped(relative(file), source.reason);
    const result =
      source.kind === "bundle"
        ? ignoredResult(file, `File ignored: ${source.reason}`)
        : fatalResult(file, source.reason, { line: 1, column: 1 });
    yield { kind: "gap", result };
  }
}

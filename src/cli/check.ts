import path from "node:path";
import type { ESLint } from "eslint";
import { rules as allRules } from "../../rules/index.js";
import { presetRules } from "../configs.js";
import { fatalResult, ignoredResult, lintText, type ActiveRule, type LintedFile } from "../lint/lint-text.js";
import { Project } from "../analysis/project.js";
import { mayConcernMcp } from "../model-of.js";
import type { PresetName } from "../presets.js";
import { DEFAULT_SETTINGS } from "../settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../syntax/parse.js";
import { CoverageCounter, type Coverage } from "../review/coverage.js";
import { UsageError } from "./command.js";
import { findTargets, readSource } from "./files.js";

export interface CheckOptions {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly preset: PresetName;
  /** Glob patterns that are left out, beside the default ones. */
  readonly ignore: readonly string[];
}

export interface CheckReport {
  readonly results: readonly ESLint.LintResult[];
  readonly coverage: Coverage;
}

function activeRules(preset: PresetName): ActiveRule[] {
  return Object.entries(presetRules(allRules, preset)).flatMap(([id, entry]) => {
    const rule = allRules[id.slice("mcp-errors/".length)];
    const options: unknown = Array.isArray(entry) ? entry[1] : {};
    return rule ? [{ id, rule, options: options as object }] : [];
  });
}

/**
 * Lints files and folders with a preset, without any ESLint set-up.
 *
 * @throws {UsageError} if a path does not exist, is no source file, or no source file is found
 */
export function check(options: CheckOptions): CheckReport {
  const oxc = loadOxc();
  if (!oxc)
    throw new UsageError(
      "The parser is missing: run `npm install oxc-parser`, or use the package mcp-errors, which brings it.",
    );
  const { files, missing, unsupported, unreadable } = findTargets(options.paths, options.cwd, options.ignore);
  if (missing.length > 0) throw new UsageError(`No such file or folder: ${missing.join(", ")}.`);
  if (unsupported.length > 0) throw new UsageError(`Not a JavaScript or TypeScript file: ${unsupported.join(", ")}.`);
  if (files.length === 0 && unreadable.length > 0)
    throw new UsageError(
      `No folder can be read: ${unreadable.map(({ folder, code }) => `${path.relative(options.cwd, folder) || "."} (${code})`).join(", ")}.`,
    );
  if (files.length === 0)
    throw new UsageError(
      `No JavaScript or TypeScript file below ${options.paths.join(", ")} (tests, builds and dependencies are left out; name a file to lint it all the same).`,
    );
  const parse: Parse = (text, filename) => parseWithOxc(oxc, text, filename);
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  const rules = activeRules(options.preset);
  const coverage = new CoverageCounter();
  for (const { folder, code } of unreadable)
    coverage.addUnreadableFolder(path.relative(options.cwd, folder), `The folder cannot be read (${code}).`);
  const gaps = unreadable.map(({ folder, code }) =>
    fatalResult(folder, `The folder cannot be read (${code}).`, { line: 1, column: 1 }),
  );
  const results = files.map((file) => {
    const source = readSource(file);
    if (!source.ok) {
      coverage.addSkipped(path.relative(options.cwd, file), source.reason);
      return source.kind === "bundle"
        ? ignoredResult(file, `File ignored: ${source.reason}`)
        : fatalResult(file, source.reason, { line: 1, column: 1 });
    }
    const { result, model } = lintFile(file, source.text);
    coverage.addFile(file, model, project, result.fatalErrorCount > 0);
    return result;
  });
  return { results: [...gaps, ...results], coverage: coverage.summary() };

  /** One file that the analysis cannot cope with does not keep the others from being linted. */
  function lintFile(file: string, text: string): LintedFile {
    try {
      return lintText(file, text, parse, project, rules, mayConcernMcp);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return {
        result: fatalResult(file, `The file cannot be analysed: ${reason}`, { line: 1, column: 1 }, text),
        model: undefined,
      };
    }
  }
}

import type { Model } from "../analysis/model.js";
import { lintConfig } from "../lint/lint-config.js";
import { fatalResult, lintText, type LintedFile } from "../lint/lint-text.js";
import { Project } from "../analysis/project/project.js";
import type { Cache, CachedFile } from "../review/cache.js";
import { countsOf, CoverageCounter, type Coverage } from "../review/coverage.js";
import { findingsOf, locate, locateInConfig, type LocatedResult } from "../review/finding.js";
import type { Report } from "../review/report.js";
import { repositoryRoot } from "../review/root.js";
import { commandParser } from "./command-parser.js";
import { configFiles, readConfigFile } from "./config-files.js";
import type { Setup } from "./config/setup.js";
import { sourcesBehind, type SourceOptions } from "./sources.js";
import { noteToolsElsewhere } from "./tools-elsewhere.js";

export interface CheckOptions extends SourceOptions {
  readonly setup: Pick<Setup, "rules" | "settings" | "admits">;
  /** Results of earlier runs. */
  readonly cache?: Cache | undefined;
  /** Says of the messages of a file which of them `migrate` would rewrite. */
  readonly withMigratable?: ((located: LocatedResult, model: Model) => LocatedResult) | undefined;
}

export interface CheckReport extends Report {
  readonly coverage: Coverage;
  /** The results with the place of each message, for fingerprints relative to another folder. */
  readonly located: readonly LocatedResult[];
}

/** Puts results together with what reporters need. */
export function reportOf(
  located: readonly LocatedResult[],
  coverage: Coverage,
  { cwd, rules }: Pick<Report, "cwd" | "rules">,
): CheckReport {
  const root = repositoryRoot(cwd);
  const results = located.map(({ result }) => result);
  return { located, results, findings: findingsOf(located, root), coverage, rules, cwd, root };
}

/**
 * Lints files and folders with a preset, without any ESLint set-up.
 *
 * @throws {UsageError} if a path does not exist, is no source file, or no source file is found
 */
export function check(options: CheckOptions): CheckReport {
  const { cache, cwd, withMigratable = (located) => located } = options;
  const { rules, settings } = options.setup;
  const parse = commandParser();
  const projectOptions = { settings, parse, frozen: true };
  const project = cache?.project(projectOptions) ?? new Project(projectOptions);
  const coverage = new CoverageCounter();
  const configs = rules.some(({ rule }) => rule.findInConfig) ? configFiles(options) : [];
  const ofSources = [...sourcesBehind(options, coverage, configs.length)].map((source) => {
    if (source.kind === "gap") return locate(source.result, undefined);
    const { file, text } = source;
    const checked = cache?.get(file, text) ?? checkFile(file, text);
    coverage.addFile(checked.counts, {
      dependsOnMcp: project.packages.of(file)?.dependsOnMcp ?? false,
      unparsed: checked.located.result.fatalErrorCount > 0,
    });
    return checked.located;
  });
  const ofConfigs = configs.map((file) => {
    const read = readConfigFile(file, cwd, coverage);
    return "gap" in read ? read.gap : locateInConfig(lintConfig(read.config, rules), read.config);
  });
  noteToolsElsewhere(coverage, options, project);
  return reportOf([...ofConfigs, ...ofSources], coverage.summary(), {
    cwd,
    rules: Object.fromEntries(rules.map(({ id, rule }) => [id, rule])),
  });

  function checkFile(file: string, text: string): CachedFile {
    const linted = lintFile(file, text);
    if (!linted.ok) return { located: locate(linted.result, undefined), counts: undefined };
    const { result, model } = linted;
    const found = locate(result, model);
    const located = model && found.messages.length > 0 ? withMigratable(found, model) : found;
    const checked = { located, counts: model && countsOf(model, result.messages) };
    cache?.set(file, text, checked);
    return checked;
  }

  /** One file that the analysis cannot cope with does not keep the others from being linted. */
  function lintFile(file: string, text: string): { readonly ok: boolean } & LintedFile {
    try {
      return { ok: true, ...lintText(file, text, parse, project, rules) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return {
        ok: false,
        result: fatalResult(file, `The file cannot be analysed: ${reason}`, { line: 1, column: 1 }, text),
        model: undefined,
      };
    }
  }
}

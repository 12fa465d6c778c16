import type { ESLint, Linter } from "eslint";
import { rules } from "../../rules/index.js";
import type { Coverage } from "../../src/review/coverage.js";
import { findingsOf, locate } from "../../src/review/finding.js";
import type { Report } from "../../src/review/report.js";
import { FORMATS, type FormatName } from "../../src/review/reporters/index.js";

export const SWALLOWED = "mcp-errors/no-swallowed-error";
export const CATEGORY = "mcp-errors/require-error-category";

const COVERAGE: Coverage = {
  files: 1,
  mcpFiles: 1,
  tools: 1,
  errorPaths: 2,
  unresolved: 0,
  unparsed: 0,
  configs: 0,
  skipped: [],
  unreadableFolders: [],
  dependsOnMcp: true,
  filesOnly: false,
  toolsElsewhere: undefined,
};

export interface GivenFile {
  readonly path: string;
  readonly source?: string;
  readonly messages: readonly Partial<Linter.LintMessage>[];
}

/** A report on files of a repository in `/repo`, looked at from `/repo/server`. */
export function reportOn(files: readonly GivenFile[], coverage: Partial<Coverage> = {}): Report {
  const results = files.map(({ path, source, messages }): ESLint.LintResult => {
    const full = messages.map((message): Linter.LintMessage => ({
      ruleId: SWALLOWED,
      severity: 2,
      message: "This failure is dropped.",
      line: 1,
      column: 1,
      ...message,
    }));
    const errorCount = full.filter(({ severity }) => severity === 2).length;
    return {
      filePath: path,
      messages: full,
      suppressedMessages: [],
      errorCount,
      fatalErrorCount: full.filter(({ fatal }) => fatal).length,
      warningCount: full.length - errorCount,
      fixableErrorCount: 0,
      fixableWarningCount: 0,
      usedDeprecatedRules: [],
      ...(source === undefined ? {} : { source }),
    };
  });
  const known = Object.fromEntries(Object.entries(rules).map(([name, rule]) => [`mcp-errors/${name}`, rule]));
  return {
    results,
    findings: findingsOf(
      results.map((result) => locate(result, undefined)),
      "/repo",
    ),
    coverage: { ...COVERAGE, ...coverage },
    rules: known,
    cwd: "/repo/server",
    root: "/repo",
  };
}

export function render(format: FormatName, report: Report, color = false): string {
  return FORMATS[format].render(report, { color });
}

import { InvalidArgumentError, Option } from "commander";
import { PRESET_NAMES, type PresetName } from "../presets.js";
import type { Cache } from "../review/cache.js";
import { missesTools } from "../review/coverage.js";
import { printable } from "../review/escape.js";
import { FORMATS } from "../review/reporters/index.js";
import { applyBaseline, type BaselineFlags } from "./baseline-flags.js";
import { openCache } from "./cache-flags.js";
import { check, type CheckReport } from "./check.js";
import type { AddCommand, ExitCode, Io } from "./command.js";
import { checkWithEslint } from "./eslint-check.js";
import { outputsOf, parseOutput, printReports, type Output } from "./output.js";

interface CheckFlags extends BaselineFlags {
  readonly preset?: PresetName;
  readonly config?: string;
  readonly ignore?: readonly string[];
  readonly format: readonly Output[];
  readonly outputFile?: string;
  readonly maxWarnings?: number;
  readonly cache?: true;
  readonly cacheLocation?: string;
}

function parseAmount(value: string): number {
  if (!/^\d+$/u.test(value)) throw new InvalidArgumentError("A whole number is wanted.");
  return Number(value);
}

function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

function exitCodeOf({ results, coverage }: CheckReport, maxWarnings: number): ExitCode {
  const sum = (key: "errorCount" | "warningCount"): number => results.reduce((all, result) => all + result[key], 0);
  // What was ignored counts as a warning in ESLint's results, but nobody can mend it.
  const warnings = sum("warningCount") - coverage.skipped.length;
  if (sum("errorCount") > 0 || warnings > maxWarnings) return 1;
  return missesTools(coverage) && coverage.mcpFiles === 0 ? 2 : 0;
}

async function runCheck(paths: readonly string[], flags: CheckFlags, io: Io): Promise<ExitCode> {
  const note = (text: string): void => {
    io.err(`${printable(text)}\n`);
  };
  const outputs = outputsOf(flags.format, flags.outputFile);
  const baseline = applyBaseline(flags, paths, io.cwd);
  const sources = { paths, cwd: io.cwd, ignore: flags.ignore ?? [] };
  let report: CheckReport;
  if (flags.config === undefined) {
    const cache: Cache | undefined = openCache(flags, io.cwd);
    if (cache?.note !== undefined) note(cache.note);
    report = check({ ...sources, preset: flags.preset, cache });
    const problem = cache?.save();
    if (problem !== undefined) note(problem);
  } else report = await checkWithEslint({ ...sources, config: flags.config });
  const compared = baseline(report);
  printReports(compared.report, outputs, io);
  for (const line of compared.notes) note(line);
  if (compared.isStale) return 1;
  return exitCodeOf(compared.report, flags.maxWarnings ?? Number.POSITIVE_INFINITY);
}

const formatList = Object.entries(FORMATS)
  .map(([name, { description }]) => `  ${name.padEnd(10)}${description}`)
  .join("\n");

/** `mcp-errors check`: what is found in files, without any ESLint set-up. */
export const addCheck: AddCommand = (program, io, done) => {
  program
    .command("check")
    .summary("find tool failures that an agent cannot act on")
    .description("Lint files and folders, without any ESLint set-up.")
    .argument("[paths...]", "files and folders", ["."])
    .addOption(
      new Option("--preset <name>", "which rules to run (default: recommended and integration)").choices(PRESET_NAMES),
    )
    .addOption(
      new Option(
        "--config <file>",
        "run the plugin's rules as this flat config has them, by the ESLint of the project",
      ).conflicts(["preset", "cache", "cacheLocation"]),
    )
    .option("--ignore <glob>", "leave these out as well (may be repeated)", repeated)
    .addOption(
      new Option("--format <name[=file]>", "how to print the findings, and the file to print them to (may be repeated)")
        .argParser(parseOutput)
        .default([], "stylish"),
    )
    .option("--output-file <file>", "write the report to a file instead of stdout")
    .option(
      "--max-warnings <number>",
      "exit with 1 if there are more warnings (a config can make warnings)",
      parseAmount,
    )
    .option(
      "--baseline <file>",
      "leave out the findings that this file knows; exit with 1 if it knows any that are gone",
    )
    .option("--update-baseline", "write the findings of now to the baseline")
    .option("--cache", "look again only at files that changed, or that depend on one that did")
    .option("--cache-location <file>", "where the cache is kept (default: below node_modules/.cache)")
    .addHelpText(
      "after",
      `
Formats:
${formatList}

Examples:
  $ mcp-errors check                          lint the project in this folder
  $ mcp-errors check src --preset defects     only failures that are lost, hidden or contradictory
  $ mcp-errors check src --format json        ESLint's own result array, for other tools
  $ mcp-errors check --format stylish --format sarif=mcp-errors.sarif
                                              for people, and for GitHub code scanning
  $ mcp-errors check --baseline mcp-errors-baseline.json --update-baseline
                                              accept what is there, so that only new findings fail

Exit code: 0 nothing found, 1 findings, 2 wrong use or nothing to see.`,
    )
    .action(async (paths: string[], flags: CheckFlags) => {
      done(await runCheck(paths, flags, io));
    });
};

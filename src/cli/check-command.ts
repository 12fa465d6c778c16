import { InvalidArgumentError, Option } from "commander";
import type { Cache } from "../review/cache.js";
import { missesTools } from "../review/coverage.js";
import { printable } from "../review/escape.js";
import { FORMATS } from "../review/reporters/index.js";
import { applyBaseline, type BaselineFlags } from "./baseline-flags.js";
import { openCache } from "./cache-flags.js";
import { check, type CheckReport } from "./check.js";
import { UsageError, type AddCommand, type ExitCode, type Io } from "./command.js";
import { isEslintConfig, refuseCode } from "./config/load.js";
import { addSetupOptions, readSetup, type SetupFlags } from "./config/setup.js";
import { outputsOf, parseOutput, printReports, type Output } from "./output.js";
import { withoutWarnings } from "./quiet.js";

interface CheckFlags extends BaselineFlags, SetupFlags {
  readonly format: readonly Output[];
  readonly outputFile?: string;
  readonly quiet?: true;
  readonly maxWarnings?: number;
  readonly cache?: true;
  readonly cacheLocation?: string;
  readonly watch?: true;
}

function parseAmount(value: string): number {
  if (!/^\d+$/u.test(value)) throw new InvalidArgumentError("A whole number is needed.");
  return Number(value);
}

function exitCodeOf({ results, coverage }: CheckReport, maxWarnings: number): ExitCode {
  const sum = (key: "errorCount" | "warningCount"): number => results.reduce((all, result) => all + result[key], 0);
  // What was ignored counts as a warning in ESLint's results, but nobody can mend it.
  const warnings = sum("warningCount") - coverage.skipped.length;
  if (sum("errorCount") > 0 || warnings > maxWarnings) return 1;
  return missesTools(coverage) && coverage.mcpFiles === 0 ? 2 : 0;
}

/** With a flat config the rules are ESLint's to set. */
function refuseOwnFlags(flags: CheckFlags, config: string): void {
  const given = (["preset", "rule", "cache", "cacheLocation"] as const).find((name) => flags[name] !== undefined);
  if (given === undefined) return;
  const option = given.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(
    `option '--config <file>' cannot be used with option '--${option}' if the file is a config of ESLint, such as ${config}`,
  );
}

async function checked(
  paths: readonly string[],
  flags: CheckFlags,
  outputs: readonly Output[],
  io: Io,
): Promise<CheckReport> {
  const { cwd } = io;
  if (typeof flags.config === "string" && isEslintConfig(flags.config)) {
    const { config, ...others } = flags;
    refuseOwnFlags(flags, config);
    if (flags.code === false) refuseCode(config);
    const setup = await readSetup({ ...others, config: false }, cwd);
    const { checkWithEslint } = await import("./eslint-check.js");
    return checkWithEslint({ paths, cwd, setup, config });
  }
  const setup = await readSetup(flags, cwd);
  const cache: Cache | undefined = openCache(flags, setup, cwd);
  if (cache?.note !== undefined) io.err(`${printable(cache.note)}\n`);
  // Only people are told what to do next, and only for them it is found out. What a cache keeps may be for them later.
  const isForPeople = outputs.some(({ format }) => format === "stylish");
  const { withMigratable } = cache || isForPeople ? await import("./migratable.js") : {};
  const report = check({ paths, cwd, setup, cache, withMigratable });
  const problem = cache?.save();
  if (problem !== undefined) io.err(`${printable(problem)}\n`);
  return report;
}

/** As an argument of a shell: a pattern is the command's to expand. Double quotes are quotes on Windows too. */
function quoted(argument: string): string {
  if (/^[\w./@-]+$/u.test(argument)) return argument;
  return /["$`!]/u.test(argument) ? `'${argument.replaceAll("'", "'\\''")}'` : `"${argument}"`;
}

/** What to do about the findings next; undefined where only people can decide. */
function nextStep({ findings }: CheckReport, paths: readonly string[]): string | undefined {
  const amount = findings.filter(({ isMigratable }) => isMigratable).length;
  if (amount === 0) return undefined;
  const where = paths.length === 1 && paths[0] === "." ? "" : ` ${paths.map(quoted).join(" ")}`;
  return `${amount} of these can be migrated: npx mcp-errors migrate --dry-run${where}`;
}

async function runCheck(paths: readonly string[], flags: CheckFlags, io: Io): Promise<ExitCode> {
  const outputs = outputsOf(flags.format, flags.outputFile);
  const baseline = applyBaseline(flags, paths, io.cwd);
  const whole = await checked(paths, flags, outputs, io);
  const { report, notes, isStale } = baseline(whole);
  const shown = flags.quiet ? withoutWarnings(report) : report;
  printReports({ ...shown, nextStep: nextStep(shown, paths) }, outputs, io);
  for (const line of notes) io.err(`${printable(line)}\n`);
  return isStale ? 1 : exitCodeOf(report, flags.maxWarnings ?? Number.POSITIVE_INFINITY);
}

const formatList = Object.entries(FORMATS)
  .map(([name, { description }]) => `  ${name.padEnd(10)}${description}`)
  .join("\n");

/** `mcp-errors check`: what is found in files, without any ESLint set-up. */
export const addCheck: AddCommand = (program, io, done) => {
  addSetupOptions(program.command("check"), { rules: true })
    .summary("find tool failures that an agent cannot act on")
    .description("Check files and folders, without any ESLint set-up.")
    .argument("[paths...]", "files, folders and globs", ["."])
    .addOption(
      new Option("--format <name[=file]>", "how to print the findings, and the file to print them to (may be repeated)")
        .argParser(parseOutput)
        .default([], "stylish"),
    )
    .option("--output-file <file>", "write the report to a file instead of stdout")
    .option("--quiet", "report errors only, no warnings")
    .option("--max-warnings <number>", "exit with 1 if there are more warnings than this", parseAmount)
    .option("--baseline <file>", "leave out the findings listed in this file; exit with 1 if some of them are gone")
    .option("--update-baseline", "write the current findings to the baseline")
    .option("--cache", "check only files that changed, or that depend on one that did")
    .option("--cache-location <file>", "where the cache is kept (default: below node_modules/.cache)")
    .option("--watch", "check again whenever a file changes")
    .addHelpText(
      "after",
      `
Formats:
${formatList}

--config also takes a flat config of ESLint (eslint.config.*). The rules then run
as it sets them, in the ESLint of the project.

Examples:
  $ mcp-errors check                          the project in this folder
  $ mcp-errors check src --preset defects     only failures that are lost, hidden or contradictory
  $ mcp-errors check --rule no-error-leak:off  one rule less, for this run
  $ mcp-errors check src --format json        ESLint's own result array, for other tools
  $ mcp-errors check --format stylish --format sarif=mcp-errors.sarif
                                              for people, and for GitHub code scanning
  $ mcp-errors check --baseline mcp-errors-baseline.json --update-baseline
                                              accept existing findings, so that only new ones fail

Exit code: 0 nothing found, 1 findings or files that cannot be read, 2 wrong use or nothing to check.`,
    )
    .action(async (paths: string[], flags: CheckFlags) => {
      if (!flags.watch) done(await runCheck(paths, flags, io));
      else {
        const { watchAndRun } = await import("./watch.js");
        done(await watchAndRun(paths, io, () => runCheck(paths, { ...flags, cache: true }, io)));
      }
    });
};

import path from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { TRANSFORM_NAMES, type TransformName } from "../codemod/rewrite.js";
import type { HelperChoice } from "../codemod/run/plan.js";
import { DIALECTS, type DialectName } from "../contract/dialects.js";
import { safeJson } from "../review/escape.js";
import { UsageError, type ExitCode, type Io } from "./command.js";
import { addSetupOptions, readSetup, type SetupFlags } from "./config/setup.js";
import { chooseCategories } from "./migrate-questions.js";
import { diffOf, migrate, type MigrateOptions, type MigrateReport } from "./migrate.js";
import { summaryPage } from "./migrate-page.js";
import { summaryMarkdown, summaryText } from "./migrate-report.js";

interface MigrateFlags extends SetupFlags {
  readonly dryRun?: true;
  readonly check?: true;
  readonly only?: readonly TransformName[];
  readonly skip?: readonly TransformName[];
  readonly dialect?: DialectName;
  readonly helper: string;
  readonly report?: "json" | "md" | "html";
  readonly tool?: readonly string[];
  readonly since?: string;
  readonly interactive?: true;
  readonly threads?: number;
  readonly force?: true;
}

/** `a,b`, also given several times. */
function transformList(value: string, before: readonly TransformName[] = []): readonly TransformName[] {
  const names = value.split(",").map((name) => name.trim());
  for (const name of names)
    if (!(TRANSFORM_NAMES as readonly string[]).includes(name))
      throw new InvalidArgumentError(`There is no transform "${name}". Transforms: ${TRANSFORM_NAMES.join(", ")}.`);
  return [...before, ...(names as TransformName[])];
}

/** `a,b`, also given several times. */
function nameList(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(",").map((name) => name.trim())];
}

function threadCount(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError("It must be a whole number of at least 1.");
  return count;
}

/** What runs if the user does not say: another dialect is a wish of its own. */
function transformsOf({ only, skip = [], dialect }: MigrateFlags): readonly TransformName[] {
  const wanted = only ?? TRANSFORM_NAMES.filter((name) => name !== "dialect" || dialect !== undefined);
  const transforms = TRANSFORM_NAMES.filter((name) => wanted.includes(name) && !skip.includes(name));
  if (transforms.length === 0) throw new UsageError("--only and --skip leave no transform to run.");
  if (only?.includes("dialect") && dialect === undefined)
    throw new UsageError("The transform dialect needs a target: add --dialect.");
  return transforms;
}

function helperOf(value: string, cwd: string): HelperChoice {
  if (value === "package" || value === "vendored") return { kind: value };
  const file = /^vendored:(?<file>.+)$/u.exec(value)?.groups?.["file"];
  if (file === undefined)
    throw new UsageError(`--helper is "package", "vendored" or "vendored:<path>", not "${value}".`);
  return { kind: "vendored", path: path.resolve(cwd, file) };
}

/** A line that is written over, for a terminal; at most ten times a second. */
function progressLine(write: ((text: string) => void) | undefined): {
  readonly show: (done: number, total: number) => void;
  readonly clear: () => void;
} {
  let last = 0;
  return {
    show(done, total) {
      const now = Date.now();
      if (!write || now - last < 100) return;
      last = now;
      write(`\r\u001B[KChecking ${done} of ${total} files`);
    },
    clear() {
      if (last > 0) write?.("\r\u001B[K");
    },
  };
}

function exitCodeOf({ summary }: MigrateReport, flags: MigrateFlags): ExitCode {
  if (summary.failures.length > 0) return 1;
  return flags.check && summary.counts.changed > 0 ? 1 : 0;
}

async function runMigrate(paths: readonly string[], flags: MigrateFlags, io: Io): Promise<ExitCode> {
  const progress = progressLine(io.progress);
  const setup = await readSetup(flags, io.cwd);
  const options: MigrateOptions = {
    paths,
    cwd: io.cwd,
    setup,
    transforms: transformsOf(flags),
    helper: helperOf(flags.helper, io.cwd),
    write: !flags.dryRun && !flags.check,
    withDiffs: flags.report === "json" || flags.report === "html",
    force: flags.force ?? false,
    onProgress: progress.show,
    ...(flags.dialect === undefined ? {} : { dialect: flags.dialect }),
    ...(flags.threads === undefined ? {} : { threads: flags.threads }),
    ...(flags.tool === undefined ? {} : { tools: flags.tool }),
    ...(flags.since === undefined ? {} : { since: flags.since }),
  };
  const answers = flags.interactive ? await chooseCategories(options, io).finally(progress.clear) : undefined;
  const report = await migrate({ ...options, ...(answers ? { answers } : {}) }).finally(progress.clear);
  const { plan, summary } = report;
  if (flags.report === "json") io.out(`${safeJson(summary)}\n`);
  else if (flags.report === "md") io.out(summaryMarkdown(summary));
  else if (flags.report === "html") io.out(summaryPage(summary));
  else if (flags.dryRun) {
    // The diff alone, so that it can be piped into `git apply`.
    io.out(diffOf(plan, io.cwd, io.color));
    io.err(summaryText(summary, io.color));
  } else io.out(summaryText(summary, io.color));
  return exitCodeOf(report, flags);
}

/** Adds `migrate` to the program. */
export function addMigrate(program: Command, io: Io, done: (code: ExitCode) => void): void {
  const transforms = TRANSFORM_NAMES.join(", ");
  addSetupOptions(program.command("migrate"), { rules: false })
    .summary("rewrite failures so that an agent can act on them")
    .description("Rewrite failures so that an agent can act on them.")
    .argument("[paths...]", "files, folders and globs", ["."])
    .option("--dry-run", "print what would change as a diff, and write nothing")
    .option("--check", "write nothing; exit code 1 if something would change")
    .addOption(new Option("--only <transforms>", `run these alone: ${transforms}`).argParser(transformList))
    .addOption(new Option("--skip <transforms>", "run all but these").argParser(transformList))
    .addOption(
      new Option("--dialect <name>", "which field names to write; also converts results of other dialects").choices(
        Object.keys(DIALECTS),
      ),
    )
    .option("--helper <kind>", "where the helper is imported from: package, vendored or vendored:<path>", "package")
    .addOption(new Option("--report <format>", "print the summary for other programs").choices(["json", "md", "html"]))
    .addOption(
      new Option("--threads <number>", "how many threads at most (default: one for each core)").argParser(threadCount),
    )
    .addOption(new Option("--tool <names>", "migrate only failures of these tools").argParser(nameList))
    .option("--since <revision>", "only files that have changed since a revision of git")
    .option(
      "--interactive",
      "ask for each category that can't be inferred; an answer applies to all failures with the same text",
    )
    .option("--force", "write files even if git can't restore them")
    .addHelpText(
      "after",
      `
Examples:
  $ mcp-errors migrate --dry-run                      show what would change in this folder
  $ mcp-errors migrate src                            change it; undo with git
  $ mcp-errors migrate src --only error-results       one step at a time, to review it alone
  $ mcp-errors migrate src --helper vendored          no run-time dependency: the helper becomes a file of the project
  $ mcp-errors migrate --check --report md            for a pull request
  $ mcp-errors migrate --check --report html > a.html a page with before and after, and what is left to decide
  $ mcp-errors migrate src --interactive              choose the categories that nothing tells

Exit code: 0 done, 1 something would change (--check) or files failed, 2 wrong use.`,
    )
    .action(async (paths: string[], flags: MigrateFlags) => {
      done(await runMigrate(paths, flags, io));
    });
}

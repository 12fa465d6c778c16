/**
 * Migrates copies of real repositories and prints what became of them: a table for a release, not for every change.
 *
 * `node --import jiti/register scripts/ecosystem.ts FOLDER…`, each with one checkout in each of its folders.
 * `--only NAME` takes one of them, `--details` prints the places behind the numbers, `--types` installs the dependencies
 * of each copy and counts the type errors before and after.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { parseArgs } from "node:util";
import { linesOutsideFindings, lostComments } from "./codemod/measure.js";
import { compareTypes } from "./codemod/type-errors.js";
import { presetSetup } from "../src/cli/config/setup.js";
import { migrate, type MigrateReport } from "../src/cli/migrate.js";
import { UsageError } from "../src/cli/command.js";
import { TRANSFORM_NAMES, type Change } from "../src/codemod/rewrite.js";
import { commandParser } from "../src/codemod/run/rewrite-file.js";
import { placesOf } from "../src/codemod/run/summary.js";

const TRANSFORMS = TRANSFORM_NAMES.filter((name) => name !== "dialect");

interface Row {
  readonly name: string;
  readonly files: number;
  readonly changed: number;
  readonly failed: number;
  readonly unparsed: number;
  readonly again: number;
  readonly comments: number;
  readonly outside: number;
  readonly rewritten: number;
  readonly marked: number;
  readonly left: number;
  readonly seconds: number;
  readonly types: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: [] },
    details: { type: "boolean", default: false },
    types: { type: "boolean", default: false },
  },
});
const parse = commandParser();
if (!parse) throw new Error("oxc-parser is not installed.");

function detail(repository: string, what: string): void {
  if (values.details) console.log(`${repository}: ${what}`);
}

/** Without what the command leaves out anyway: it would only be copied. */
const isCopied = (source: string): boolean => !/[\\/](?:node_modules|\.git|dist|build|coverage)$/u.test(source);

function run(folder: string): Promise<MigrateReport> {
  return migrate({
    paths: ["."],
    cwd: folder,
    setup: presetSetup("recommended"),
    transforms: TRANSFORMS,
    helper: { kind: "package" },
    write: true,
    force: true,
  });
}

function count(changes: readonly Change[], outcome: Change["outcome"]): number {
  return changes.filter((change) => change.outcome === outcome).length;
}

async function measure(repository: string, copy: string): Promise<Row> {
  const name = path.basename(repository);
  const types = values.types ? compareTypes(copy) : undefined;
  const start = performance.now();
  const { plan, summary } = await run(copy);
  const seconds = (performance.now() - start) / 1000;
  let unparsed = 0;
  let comments = 0;
  let outside = 0;
  for (const { file, before = "", after } of plan.sources) {
    const shown = path.relative(copy, file);
    const old = parse?.(before, file);
    const now = parse?.(readFileSync(file, "utf8"), file);
    if (!old?.ok || !now?.ok) {
      unparsed++;
      detail(name, `${shown} does not parse any more`);
      continue;
    }
    const lost = lostComments(old.source, now.source);
    comments += lost.length;
    for (const comment of lost) detail(name, `${shown} has lost: ${comment}`);
    const { changes = [] } = plan.outcomes.find((outcome) => outcome.file === file && outcome.kind === "done") as {
      changes?: readonly Change[];
    };
    const lines = linesOutsideFindings(before, { text: after, changes }, old.source);
    outside += lines.length;
    if (lines.length > 0) detail(name, `${shown} is changed without a finding in ${lines.join(", ")}`);
  }
  for (const { path: file, reason } of summary.failures) detail(name, `${file}: ${reason}`);
  const changes = summary.files.flatMap((file) => placesOf(file.changes));
  const second = await run(copy);
  for (const { file } of [...second.plan.sources, ...second.plan.support])
    detail(name, `${path.relative(copy, file)} is changed again`);
  return {
    name,
    files: summary.counts.files,
    changed: plan.sources.length,
    failed: summary.failures.length,
    unparsed,
    again: second.plan.sources.length + second.plan.support.length,
    comments,
    outside,
    rewritten: count(changes, "rewritten"),
    marked: count(changes, "marked"),
    left: count(changes, "left"),
    seconds,
    types: types?.() ?? "",
  };
}

const COLUMNS = [
  "files",
  "changed",
  "failed",
  "unparsed",
  "again",
  "comments",
  "outside",
  "rewritten",
  "marked",
  "left",
] as const;

function print(rows: readonly Row[]): void {
  const total = Object.fromEntries(COLUMNS.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)])) as Record<
    (typeof COLUMNS)[number],
    number
  >;
  const head = ["repository", ...COLUMNS, "seconds", ...(values.types ? ["type errors"] : [])];
  console.log(`| ${head.join(" | ")} |\n|${head.map(() => "---").join("|")}|`);
  for (const row of rows) {
    const cells = [
      row.name,
      ...COLUMNS.map((key) => row[key]),
      row.seconds.toFixed(1),
      ...(values.types ? [row.types] : []),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  console.log(`| **all** | ${COLUMNS.map((key) => total[key]).join(" | ")} | |`);
  const found = total.rewritten + total.marked + total.left;
  const share = (part: number): string => `${((part / Math.max(1, found)) * 100).toFixed(1)} %`;
  console.log(
    `\nOf ${found} places ${share(total.rewritten)} were rewritten, ${share(total.marked)} marked, ${share(total.left)} left. ` +
      `${(((total.changed - total.unparsed) / Math.max(1, total.changed)) * 100).toFixed(1)} % of the changed files parse.`,
  );
}

const rows: Row[] = [];
for (const folder of positionals)
  for (const name of readdirSync(folder).sort()) {
    if (values.only.length > 0 && !values.only.includes(name)) continue;
    const root = mkdtempSync(path.join(tmpdir(), "mcp-errors-ecosystem-"));
    try {
      const copy = path.join(root, name);
      cpSync(path.join(folder, name), copy, { recursive: true, filter: isCopied, verbatimSymlinks: true });
      const row = await measure(path.join(folder, name), copy);
      rows.push(row);
      detail(
        name,
        `${row.rewritten} rewritten, ${row.marked} marked${values.types ? `, type errors ${row.types}` : ""}`,
      );
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      console.log(`${name}: ${error.message}`);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
    process.stderr.write(process.stderr.isTTY ? `\r${rows.length}` : "");
  }
print(rows);

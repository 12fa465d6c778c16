/**
 * How fast the rules are, as ratios of times from the same run: absolute times of a busy machine mean nothing.
 * Each time is the least of several rounds.
 *
 * `npm run bench`, or one measure alone: `npm run bench -- check|growth|review|eslint`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import * as parser from "@typescript-eslint/parser";
import { ESLint, type Linter } from "eslint";
import { globSync } from "tinyglobby";
import { changedRepository, oneFile, reviewAll } from "./bench/review.js";
import { bigServer, tree } from "./bench/sources.js";
// Compiled together with the sources: a loader that translates on the way would be part of the times.
import plugin from "../src/index.js";
import { check } from "../src/cli/check.js";
import { Project, projectParser } from "../src/analysis/project.js";
import { buildModel } from "../src/model-of.js";
import { rules } from "../rules/index.js";
import { DEFAULT_SETTINGS } from "../src/settings.js";
import { loadOxc, parseWithOxc } from "../src/syntax/parse.js";

const ROUNDS = 5;
const SERVERS = fileURLToPath(new URL("../../../test/servers", import.meta.url));

interface Line {
  readonly what: string;
  readonly value: number;
  readonly target: number;
  readonly unit: "%" | "×";
  readonly detail: string;
}

/** Processor time, in ms: on a busy machine it says more than the clock. */
function cost(action: () => void): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least cost of each action. They take turns, so that a slow spell hits them alike. */
function least(...actions: (() => void)[]): number[] {
  const best = actions.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, action] of actions.entries()) best[at] = Math.min(best[at] ?? 0, cost(action));
  return best;
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

async function shareOfRules(files: readonly string[], cwd: string): Promise<Line> {
  const overrideConfig: Linter.Config[] = [
    { files: ["**/*.{ts,js}"], languageOptions: { parser: parser } },
    plugin.configs.all,
  ];
  let best = { share: Number.POSITIVE_INFINITY, rules: 0, total: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const eslint = new ESLint({ cwd, overrideConfigFile: true, overrideConfig, ignore: false, stats: true });
    const results = await eslint.lintFiles([...files]);
    let ofRules = 0;
    let total = 0;
    for (const { stats } of results)
      for (const pass of stats?.times.passes ?? []) {
        total += pass.total;
        for (const [name, { total: time }] of Object.entries(pass.rules ?? {}))
          if (name.startsWith("mcp-errors/")) ofRules += time;
      }
    if (ofRules / total < best.share) best = { share: ofRules / total, rules: ofRules, total };
  }
  return {
    what: `share of the ${Object.keys(rules).length} rules in an ESLint run`,
    value: best.share * 100,
    target: 3,
    unit: "%",
    detail: `${ms(best.rules)} of ${ms(best.total)}, ${files.length} files`,
  };
}

function checkAgainstParse(files: readonly string[], cwd: string): Line {
  const oxc = loadOxc();
  if (!oxc) throw new Error("oxc-parser is not installed");
  // Read, so that the tree is really built: it is made on demand.
  let statements = 0;
  const [parse = 0, whole = 0] = least(
    () => {
      for (const file of files)
        statements += oxc.parseSync(file, readFileSync(file, "utf8"), {
          lang: "ts",
          astType: "ts",
          range: true,
          preserveParens: false,
        }).program.body.length;
    },
    () => void check({ paths: files, cwd, preset: "all", ignore: [] }),
  );
  return {
    what: "check against a raw parse of the same files",
    value: whole / parse,
    target: 2.5,
    unit: "×",
    detail: `${ms(whole)} against ${ms(parse)}, ${files.length} files, ${statements} statements`,
  };
}

/** Only the analysis and the rules: the parser's own growth is not ours. */
function growth(folder: string): Line {
  const oxc = loadOxc();
  if (!oxc) throw new Error("oxc-parser is not installed");
  const active = Object.values(rules).map((rule) => ({
    rule,
    options: rule.meta.docs.strictOptions ?? {},
  }));
  // One for all rounds, so that only what grows with the file is in the figure: the imported files are known.
  const project = new Project({ settings: DEFAULT_SETTINGS, parse: projectParser(undefined) });
  /** Analyses this many files of so many tools, which are parsed before: both sizes have the same number of tools. */
  const work = (tools: number, files: number): (() => void) => {
    const file = path.join(folder, `src/part-0/big-${tools}.ts`);
    const text = bigServer(tools);
    writeFileSync(file, text);
    const parsed = parseWithOxc(oxc, text, file);
    if (!parsed.ok) throw new Error(parsed.failure.message);
    return () => {
      for (let at = 0; at < files; at++) {
        const model = buildModel(file, parsed.source, project);
        if (model) for (const { rule, options } of active) findings += [...rule.find(model, options)].length;
      }
    };
  };
  let findings = 0;
  const [smallWhole = 0, bigWhole = 0] = least(work(80, 10), work(800, 1));
  if (findings === 0) throw new Error("Nothing was found: the benchmark does not measure what it should.");
  const small = smallWhole / 800;
  const big = bigWhole / 800;
  return {
    what: "a tool in a file of 800 against one of 80",
    value: big / small,
    target: 1.3,
    unit: "×",
    detail: `${big.toFixed(3)} ms against ${small.toFixed(3)} ms a tool`,
  };
}

/** Whole processes, with all that is loaded: what a hook before a commit waits for. */
function reviewOfOneFile(folder: string): Line {
  const root = path.join(folder, "review-1");
  changedRepository(root, 1);
  const { whole, start } = oneFile(root, ROUNDS);
  return {
    what: "review of one changed file against the start of Node.js and a parse of it",
    value: whole / start,
    target: 4,
    unit: "×",
    detail: `${ms(whole)} against ${ms(start)}, git left out`,
  };
}

function reviewGrowth(folder: string): Line {
  const [few, many] = [50, 500].map((changed) => {
    const root = path.join(folder, `review-${changed}`);
    changedRepository(root, changed);
    return root;
  });
  if (few === undefined || many === undefined) throw new Error("no repository");
  // Ten times, so that both do the same work.
  const fewTimes = (): void => {
    for (let time = 0; time < 10; time++) reviewAll(few);
  };
  // Once each: thousands of files average a slow spell out.
  const [small, big] = [cost(fewTimes), cost(() => void reviewAll(many))];
  return {
    what: "a file in a review of 500 against one of 50",
    value: big / small,
    target: 1.3,
    unit: "×",
    detail: `${(big / 500).toFixed(2)} ms against ${(small / 500).toFixed(2)} ms a file`,
  };
}

function print(lines: readonly Line[]): void {
  const rows = lines.map(({ what, value, target, unit, detail }) => [
    what,
    `≤ ${target} ${unit}`,
    `${value.toFixed(2)} ${unit}`,
    value <= target ? "met" : "MISSED",
    detail,
  ]);
  const all = [["measure", "target", "value", "", "times"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

const folder = mkdtempSync(path.join(tmpdir(), "mcp-errors-bench-"));
try {
  for (const { name, text } of tree()) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const generated = globSync("src/**/*.ts", { cwd: folder, absolute: true, expandDirectories: false });
  const servers = globSync("**/*.{ts,js}", {
    cwd: SERVERS,
    absolute: true,
    ignore: ["**/*.d.ts"],
    expandDirectories: false,
  });
  const files = [...servers, ...generated].sort();
  const only = process.argv[2];
  const lines: Line[] = [];
  // The one that shares its process with another program's code comes last.
  if (only === undefined || only === "check") lines.push(checkAgainstParse(files, folder));
  if (only === undefined || only === "growth") lines.push(growth(folder));
  if (only === undefined || only === "review") lines.push(reviewOfOneFile(folder), reviewGrowth(folder));
  if (only === undefined || only === "eslint") lines.unshift(await shareOfRules(files, folder));
  print(lines);
  process.exitCode = lines.every(({ value, target }) => value <= target) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

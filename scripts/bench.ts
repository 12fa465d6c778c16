/**
 * How fast the rules are, as ratios of times from the same run: absolute times of a busy machine mean nothing.
 * Each time is the least of several rounds.
 *
 * `npm run bench`, or one measure alone: `npm run bench -- check|growth|review|eslint|migrate`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { fileURLToPath } from "node:url";
import js from "@eslint/js";
import { ESLint, type Linter } from "eslint";
import { globSync } from "tinyglobby";
import { presetSetup } from "../src/cli/config/setup.js";
import { changedRepository, oneFile, reviewAll } from "./bench/review.js";
import tseslint from "typescript-eslint";
import { bigServer, tree } from "./bench/sources.js";
import { printTable } from "./bench/table.js";
// Compiled together with the sources: a loader that translates on the way would be part of the times.
import plugin from "../src/index.js";
import { check } from "../src/cli/check.js";
import { Project, projectParser } from "../src/analysis/project/project.js";
import { buildModel } from "../src/model-of.js";
import { rules } from "../rules/index.js";
import { DEFAULT_SETTINGS } from "../src/settings.js";
import { loadOxc, parseWithOxc } from "../src/syntax/parse.js";

const ROUNDS = 5;
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SERVERS = path.join(ROOT, "test/servers");

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
  // As in a project that lints at all: its own rules are in the run too.
  const overrideConfig = [
    js.configs.recommended,
    ...tseslint.configs.recommended,
    { files: ["**/*.{ts,js}"] },
    plugin.configs.recommended,
  ] as Linter.Config[];
  let best = { share: Number.POSITIVE_INFINITY, rules: 0, total: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    // Other settings are another project: as in a process of its own, nothing is known of the tree yet.
    const settings = { "mcp-errors": { categories: [`round-${round}`] } };
    const config = [...overrideConfig, { settings }];
    const eslint = new ESLint({ cwd, overrideConfigFile: true, overrideConfig: config, ignore: false, stats: true });
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
    what: "share of the recommended rules in an ESLint run",
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
    () => void check({ paths: files, cwd, setup: presetSetup("all") }),
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
  // No file of the tree starts its tools: it counts as one that is being written.
  const project = new Project({ settings: DEFAULT_SETTINGS, parse: projectParser(undefined), isNew: () => true });
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
function oneFileLines(folder: string): Line[] {
  const root = path.join(folder, "review-1");
  changedRepository(root, 1);
  const { start, ...costs } = oneFile(root, 4 * ROUNDS);
  return (["review", "check"] as const).map((name) => ({
    what: `${name} of one ${name === "review" ? "changed " : ""}file against the start of Node.js and a parse of it`,
    value: costs[name] / start,
    target: 4,
    unit: "×",
    detail: `${ms(costs[name])} against ${ms(start)}${name === "review" ? ", git left out" : ""}`,
  }));
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

/** Whole programs by the clock: both work in processes and threads of their own. The codemod also looks for what to change. */
function migrateAgainstJscodeshift(folder: string): Line {
  const noop = path.join(folder, "noop.cjs");
  writeFileSync(noop, "module.exports = (file, api) => api.jscodeshift(file.source).toSource();\n");
  const modules = path.join(ROOT, "node_modules");
  const programs = {
    migrate: [path.join(ROOT, "packages/mcp-errors/bin/mcp-errors.js"), "migrate", "--dry-run", "src"],
    jscodeshift: [
      ...[path.join(modules, "jscodeshift/bin/jscodeshift.js"), "--no-babel", "--parser=ts", "--extensions=ts"],
      ...["--dry", "--silent", "-t", noop, "src"],
    ],
  };
  const best = { migrate: Number.POSITIVE_INFINITY, jscodeshift: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++)
    for (const name of ["migrate", "jscodeshift"] as const) {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, programs[name], { cwd: folder, maxBuffer: 1 << 28 });
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.toString()}`);
      best[name] = Math.min(best[name], performance.now() - start);
    }
  const files = globSync("src/**/*.ts", { cwd: folder, expandDirectories: false }).length;
  return {
    what: "migrate against a no-op of jscodeshift",
    value: best.migrate / best.jscodeshift,
    target: 1,
    unit: "×",
    detail: `${ms(best.migrate)} against ${ms(best.jscodeshift)}, ${files} files, ${availableParallelism()} cores`,
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
  printTable([["measure", "target", "value", "", "times"], ...rows]);
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
  if (only === undefined || only === "migrate") lines.push(migrateAgainstJscodeshift(folder));
  // The one that shares its process with another program's code comes last.
  if (only === undefined || only === "check") lines.push(checkAgainstParse(files, folder));
  if (only === undefined || only === "growth") lines.push(growth(folder));
  if (only === undefined || only === "review") lines.push(...oneFileLines(folder), reviewGrowth(folder));
  if (only === undefined || only === "eslint") lines.unshift(await shareOfRules(files, folder));
  print(lines);
  process.exitCode = lines.every(({ value, target }) => value <= target) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

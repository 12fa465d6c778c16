/**
 * What the plugin and the command cost on real servers, as ratios of whole processes that take turns: processor time of
 * all threads (user and system), and peak memory. Each is the least of several rounds.
 *
 * `npm run bench:cpu -- FOLDER…`, each a checkout of a server. `--rounds N` (5) rounds.
 *
 * - ESLint with the TypeScript parser and no rule, against the same with the recommended rules. What they add is also
 *   split into what loading the plugin takes and what its rules do.
 * - A raw oxc parse of the files, against `check` of the folder.
 * - `check --cache` with an empty cache, against the run after it.
 *
 * All measures are of the same files: those that `check` looks at.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { leastCosts, rawParse, runLinter, runNode, type ProcessCost } from "./processes.js";
import { printTable } from "./table.js";

/** At most: what the rules add to an ESLint run, and the other ratios. */
const TARGETS = { rules: 0.05, memory: 1.25, check: 2, warm: 0.5 };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BIN = path.join(ROOT, "packages/mcp-errors/bin/mcp-errors.js");
const require = createRequire(import.meta.url);
const ESLINT = path.join(path.dirname(require.resolve("eslint/package.json")), "bin/eslint.js");

/** What a server's measures need beside it: nothing is written into its folder. */
interface Setup {
  readonly server: string;
  readonly folder: string;
  readonly files: readonly string[];
}

interface Measures {
  readonly name: string;
  readonly files: number;
  readonly findings: number;
  readonly costs: Record<"alone" | "plugin" | "rules" | "parse" | "check" | "cold" | "warm", ProcessCost>;
}

function filesOf(server: string): string[] {
  const { stdout } = runLinter(server, [BIN, "check", ".", "--format", "json"]);
  return (JSON.parse(stdout) as { filePath: string }[]).map(({ filePath }) => filePath);
}

/** Prints how many findings there are and nothing else, so that what a formatter costs is in no measure. */
const COUNT =
  "module.exports = (results) => String(results.flatMap(({ messages }) => messages).filter(({ ruleId }) => ruleId).length);";

/** A flat config with the TypeScript parser, and no comment that could switch on rules of the server's own config. */
function eslintConfig(lines: readonly string[], entry: string): string {
  const parser = pathToFileURL(require.resolve("@typescript-eslint/parser")).href;
  return `import parser from ${JSON.stringify(parser)};
${lines.join("\n")}
export default [
  {
    files: ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}"],
    languageOptions: { parser },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" },
  },
  ${entry}
];
`;
}

function measure({ server, folder, files }: Setup, rounds: number): Measures {
  const at = (name: string): string => path.join(folder, name);
  const plugin = `import plugin from ${JSON.stringify(pathToFileURL(path.join(ROOT, "dist/index.js")).href)};`;
  const configs = {
    alone: eslintConfig([], ""),
    plugin: eslintConfig([plugin], "{ plugins: { plugin } },"),
    rules: eslintConfig([plugin], "plugin.configs.recommended,"),
  };
  for (const [name, text] of Object.entries(configs)) writeFileSync(at(`${name}.mjs`), text);
  writeFileSync(at("count.cjs"), COUNT);
  writeFileSync(at("files.json"), JSON.stringify(files));
  const eslint = (name: keyof typeof configs) => () =>
    runLinter(server, [ESLINT, "-c", at(`${name}.mjs`), "-f", at("count.cjs"), "--no-ignore", "--", ...files]);
  const check = (...options: readonly string[]): ProcessCost => runLinter(server, [BIN, "check", ".", ...options]);
  const cached = ["--cache", "--cache-location", at("cache")];
  const costs = leastCosts(
    {
      alone: eslint("alone"),
      plugin: eslint("plugin"),
      rules: eslint("rules"),
      parse: () => runNode(server, rawParse(at("files.json"))),
      check: () => check(),
      cold: () => {
        rmSync(at("cache"), { recursive: true, force: true });
        return check(...cached);
      },
      warm: () => check(...cached),
    },
    rounds,
  );
  return { name: path.basename(server), files: files.length, findings: Number(costs.rules.stdout), costs };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const megabytes = (value: number): string => `${value.toFixed(0)} MB`;
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const times = (value: number): string => `${value.toFixed(2)} ×`;

type Ratios = Record<keyof typeof TARGETS | "loading", number>;

function ratiosOf({ costs: { alone, plugin, rules, parse, check, cold, warm } }: Measures): Ratios {
  return {
    rules: rules.cpu / alone.cpu - 1,
    loading: plugin.cpu / alone.cpu - 1,
    memory: rules.memory / alone.memory,
    check: check.cpu / parse.cpu,
    warm: warm.cpu / cold.cpu,
  };
}

const HEAD = {
  eslint: ["server", "files", "findings", "parser alone", "with rules", "added CPU", "loading", "linting", "memory"],
  command: ["server", "files", "raw parse", "check", "ratio", "peak", "cache cold", "warm", "ratio"],
};

function print(measured: readonly Measures[]): void {
  const rows = measured.map((measures) => ({ ...measures, ratios: ratiosOf(measures) }));
  console.log("\nESLint: the recommended rules against the TypeScript parser alone\n");
  printTable([
    HEAD.eslint,
    ...rows.map(({ name, files, findings, costs: { alone, rules }, ratios }) => [
      ...[name, String(files), String(findings), seconds(alone.cpu), seconds(rules.cpu)],
      ...[percent(ratios.rules), percent(ratios.loading), percent(ratios.rules - ratios.loading)],
      `${megabytes(alone.memory)}, ${megabytes(rules.memory)}: ${times(ratios.memory)}`,
    ]),
  ]);
  console.log("\nThe command: check against a raw parse, and its cache\n");
  printTable([
    HEAD.command,
    ...rows.map(({ name, files, costs: { parse, check, cold, warm }, ratios }) => [
      ...[name, String(files), seconds(parse.cpu), seconds(check.cpu), times(ratios.check), megabytes(check.memory)],
      ...[seconds(cold.cpu), seconds(warm.cpu), times(ratios.warm)],
    ]),
  ]);
  console.log("\nAgainst the targets\n");
  const shown = { rules: percent, memory: times, check: times, warm: times };
  const what = {
    rules: "CPU that the recommended rules add to an ESLint run",
    memory: "peak memory of that run",
    check: "check against a raw parse",
    warm: "check with a warm cache against a cold one",
  };
  printTable([
    ["measure", "target", "least", "median", "most", "servers within it"],
    ...(Object.keys(TARGETS) as (keyof typeof TARGETS)[]).map((name) => {
      const values = rows.map(({ ratios }) => ratios[name]).sort((a, b) => a - b);
      const within = values.filter((value) => value <= TARGETS[name]).length;
      const [least = 0, median = 0, most = 0] = [0, Math.floor(values.length / 2), values.length - 1].map(
        (at) => values[at],
      );
      return [
        what[name],
        `≤ ${shown[name](TARGETS[name])}`,
        ...[least, median, most].map(shown[name]),
        `${within} of ${values.length}`,
      ];
    }),
  ]);
  if (
    rows.some(({ ratios }) => Object.entries(TARGETS).some(([name, target]) => ratios[name as keyof Ratios] > target))
  )
    process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" } },
});
const rounds = Number(values.rounds);
if (positionals.length === 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error("usage: npm run bench:cpu -- [--rounds N] FOLDER…");
  process.exit(2);
}
const scratch = mkdtempSync(path.join(tmpdir(), "mcp-errors-cpu-"));
try {
  const measured: Measures[] = [];
  for (const [index, server] of positionals.map((folder) => path.resolve(folder)).entries()) {
    const folder = path.join(scratch, String(index));
    mkdirSync(folder);
    measured.push(measure({ server, folder, files: filesOf(server) }, rounds));
    console.error(`${measured.length} of ${positionals.length}: ${path.basename(server)}`);
  }
  print(measured);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

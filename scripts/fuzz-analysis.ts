/**
 * Lints generated, mutated and broken sources with all rules, makes each suggestion, and migrates them. Whatever a source
 * holds, nothing may throw, no file may take long, and what is written must parse. The same seed gives the same sources.
 *
 * `npm run fuzz:analysis`, or `npm run fuzz:analysis -- --runs 1000 --seconds 60 --seed 7`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { globSync } from "tinyglobby";
import { rules as allRules } from "../rules/index.js";
import { Project } from "../src/analysis/project/project.js";
import { RewriteError } from "../src/codemod/engine/run.js";
import { rewriteText, TRANSFORM_NAMES } from "../src/codemod/rewrite.js";
import { lintText, type ActiveRule } from "../src/lint/lint-text.js";
import { DEFAULT_SETTINGS } from "../src/settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../src/syntax/parse.js";
import { generateServer } from "./fuzz/generate.js";
import { damage } from "./fuzz/damage.js";
import { mutate, MUTATIONS, randomOf, type MutationName, type Program, type Random } from "./codemod/mutations.js";

const ROOT = path.resolve(import.meta.dirname, "..");
/** Of processor time, for one step over one file, in milliseconds. */
const LIMIT = 2_000;

const oxc = loadOxc();
if (!oxc) throw new Error("oxc-parser is not installed.");
const parse: Parse = (text, filename) => parseWithOxc(oxc, text, filename);
const rules = Object.entries(allRules).map(([name, rule]): ActiveRule => ({
  id: `mcp-errors/${name}`,
  rule,
  options: {},
}));

/** Real code: the cases, fixtures, example servers and sources of this repository. */
const SEEDS = globSync(
  ["test/{proving-ground/cases,codemods/fixtures,servers,variants}/**/*.{ts,js}", "src/**/*.ts", "docs/**/*.md"],
  { cwd: ROOT, ignore: ["**/node_modules/**", "src/helper/dist/**"] },
)
  .sort()
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), "utf8") }));

/** One source: made up, or one of the seeds; then mutated as people might write it, or damaged as nobody would. */
function programFor(random: Random, folder: string): Program {
  const seed = SEEDS[random(SEEDS.length)];
  const isMade = random(3) === 0 || seed === undefined;
  const extension = [".ts", ".ts", ".js", ".tsx", ".mjs", ".cts"][random(6)] ?? ".ts";
  let program: Program = {
    text: isMade ? generateServer(random) : seed.text,
    filename: path.join(folder, `a${isMade ? extension : path.extname(seed.file).replace(".md", ".ts")}`),
  };
  const names = Object.keys(MUTATIONS) as MutationName[];
  for (let left = random(4); left > 0; left--)
    try {
      program = mutate(program, names[random(names.length)] as MutationName, random(2 ** 31), left) ?? program;
    } catch {
      break; // the parser of the mutations does not take it any more: it is damaged enough
    }
  for (let left = random(5); left > 0; left--) {
    const damaged = { ...program, text: damage(program.text, random, SEEDS) };
    // What does not parse is soon done with: most sources are to get further.
    if (parse(damaged.text, damaged.filename).ok || random(6) === 0) program = damaged;
  }
  return program;
}

function timed<T>(what: string, action: () => T): T {
  const start = process.cpuUsage();
  const result = action();
  const { user, system } = process.cpuUsage(start);
  const time = Math.round((user + system) / 1_000);
  if (time > LIMIT) throw new Error(`slow: ${what} took ${time} ms`);
  return result;
}

interface Counts {
  findings: number;
  suggestions: number;
  rewritten: number;
  parsed: number;
}

/** @throws {Error} for whatever must not happen */
function tryOut({ text, filename }: Program, counts: Counts): void {
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  const { result } = timed("linting", () => lintText(filename, text, parse, project, rules));
  const bare = text.replace(/^\uFEFF/u, "");
  const isValid = parse(text, filename).ok;
  if (isValid) counts.parsed++;
  for (const { ruleId, suggestions = [], line, column } of result.messages) {
    counts.findings++;
    if (!(line >= 1) || !(column >= 1)) throw new Error(`place: ${ruleId} at ${line}:${column}`);
    for (const { fix, messageId } of suggestions) {
      const changed = bare.slice(0, fix.range[0]) + fix.text + bare.slice(fix.range[1]);
      counts.suggestions++;
      if (!parse(changed, filename).ok) throw new Error(`suggestion: ${ruleId} ${messageId} does not parse`);
    }
  }
  try {
    const { text: after } = timed("migrating", () =>
      rewriteText(text, filename, new Project({ settings: DEFAULT_SETTINGS, parse }), {
        transforms: TRANSFORM_NAMES,
        helper: { kind: "package" },
      }),
    );
    if (after === text) return;
    counts.rewritten++;
    if (!parse(after, filename).ok) throw new Error("migrated: the text does not parse");
  } catch (error) {
    // It says so of a source that does not parse, and only of such.
    if (!(error instanceof RewriteError) || isValid) throw error;
  }
}

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "100000" },
    seconds: { type: "string" },
    seed: { type: "string", default: "1" },
    show: { type: "string", default: "10" },
    keep: { type: "string" },
  },
});
const folder = mkdtempSync(path.join(tmpdir(), "mcp-errors-fuzz-"));
const counts: Counts = { findings: 0, suggestions: 0, rewritten: 0, parsed: 0 };
const failures = new Map<string, { readonly run: number; readonly program: Program; count: number }>();
const end = values.seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(values.seconds) * 1_000;
let run = 0;
try {
  const manifest = {
    name: "server",
    type: "module",
    dependencies: { "@modelcontextprotocol/sdk": "1.32.2", fastmcp: "4" },
  };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  for (; run < Number(values.runs) && Date.now() < end; run++) {
    const program = programFor(randomOf(Math.imul(Number(values.seed), 0x9e3779b1) ^ run), folder);
    try {
      tryOut(program, counts);
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      // Where it was thrown tells one fault from another; how long it took does not.
      const at = /\n\s{4}at [^\n]*\/(?:src|rules|codemods)\/[^\n]*/u.exec(stack)?.[0] ?? "";
      const what = `${
        stack
          .split("\n")[0]
          ?.replaceAll(folder, "")
          .replace(/\d+ ms/u, "… ms") ?? ""
      }${at.replaceAll(ROOT, "")}`;
      const known = failures.get(what);
      if (known) known.count++;
      else failures.set(what, { run, program, count: 1 });
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [what, { run: number, program, count }] of [...failures].slice(0, Number(values.show))) {
  console.log(`── ${what}\n   ${count} times, first in run ${number}`);
  if (values.keep === undefined) continue;
  mkdirSync(values.keep, { recursive: true });
  writeFileSync(path.join(values.keep, `${number}${path.extname(program.filename)}`), program.text);
}
const failed = [...failures.values()].reduce((sum, { count }) => sum + count, 0);
console.log(
  `${run} sources with seed ${values.seed}: ${counts.parsed} parse; ${counts.findings} findings, ${counts.suggestions} suggestions made, ${counts.rewritten} migrated; ${failed} failed in ${failures.size} ways.`,
);
if (failed > 0) process.exitCode = 1;

/**
 * Rewrites mutated sources and checks what a codemod must never break. The same seed gives the same runs.
 *
 * `npm run fuzz`, or `npm run fuzz -- --runs 1000 --seed 7`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { globSync } from "tinyglobby";
import { mutate, MUTATIONS, randomOf, type MutationName, type Program } from "./codemod/mutations.js";
import { linesOutsideFindings, lostComments, mustParse } from "./codemod/measure.js";
import { Project } from "../src/analysis/project/project.js";
import { rewriteText, TRANSFORM_NAMES, type RewriteOptions } from "../src/codemod/rewrite.js";
import { DIALECTS, type DialectName } from "../src/contract/dialects.js";
import { DEFAULT_SETTINGS } from "../src/settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../src/syntax/parse.js";
import { formsOf, readCase, stripMarkers } from "../test/proving-ground/forms.js";

const ROOT = path.resolve(import.meta.dirname, "..");
const CASES = path.join(ROOT, "test/proving-ground/cases");

interface Seed {
  readonly name: string;
  readonly program: Program;
}

interface Step {
  readonly name: MutationName;
  readonly seed: number;
}

interface Run {
  readonly seed: Seed;
  readonly steps: readonly Step[];
  readonly options: RewriteOptions;
}

const oxc = loadOxc();
if (!oxc) throw new Error("oxc-parser is not installed.");
const parse: Parse = (text, filename) => parseWithOxc(oxc, text, filename);

// One for all: no file is on the disk, so nothing is remembered of them.
const project = new Project({ settings: DEFAULT_SETTINGS, parse });

/** The cases of the proving ground in all their forms, each in a project with the packages that it needs. */
function seeds(folder: string): Seed[] {
  const projects = new Map<string, string>();
  const projectWith = (dependencies: object): string => {
    const manifest = JSON.stringify({ name: "server", type: "module", dependencies });
    const known = projects.get(manifest);
    if (known) return known;
    const directory = path.join(folder, String(projects.size));
    mkdirSync(directory);
    writeFileSync(path.join(directory, "package.json"), manifest);
    projects.set(manifest, directory);
    return directory;
  };
  return globSync("*/*.ts", { cwd: CASES }).flatMap((file) => {
    const [group = "", name = ""] = file.split("/");
    const text = readFileSync(path.join(CASES, file), "utf8");
    return formsOf(readCase(group, name.replace(/\.ts$/u, ""), text))
      .filter((form) => !/CRLF|tab|BOM/iu.test(form.name))
      .map((form) => ({
        name: `${file} as ${form.name}`,
        program: {
          text: stripMarkers(form.source).code,
          filename: path.join(projectWith(form.dependencies), form.path),
        },
      }));
  });
}

function mutated({ seed, steps }: Run): Program {
  return steps.reduce((program, { name, seed: of }, at) => {
    const next = mutate(program, name, of, at);
    return next && parse(next.text, next.filename).ok ? next : program;
  }, seed.program);
}

/** The first property that a run breaks, in words; undefined if all hold. */
function broken(
  { text, filename }: Program,
  options: RewriteOptions,
  count?: (changes: number) => void,
): string | undefined {
  const before = parse(text, filename);
  if (!before.ok) return undefined;
  try {
    const first = rewriteText(text, filename, project, options);
    const touched = first.changes.filter(({ outcome }) => outcome !== "left");
    count?.(touched.length);
    if ((touched.length === 0) !== (first.text === text)) return "text and list of changes disagree";
    if (first.text === text) return undefined;
    const after = mustParse(parse, first.text, filename);
    const lost = lostComments(before.source, after);
    if (lost.length > 0) return `comments are lost: ${lost.join(" | ")}`;
    const outside = linesOutsideFindings(text, first, before.source);
    if (outside.length > 0) return `lines without a finding are changed: ${outside.join(", ")}`;
    if (text.includes("\r\n") && !/(?<!\r)\n/u.test(text) && /(?<!\r)\n/u.test(first.text))
      return "line ends are mixed";
    if (text.startsWith("\uFEFF") !== first.text.startsWith("\uFEFF")) return "the byte order mark is lost";
    const second = rewriteText(first.text, filename, project, options);
    return second.text === first.text ? undefined : "a second run changes the text again";
  } catch (error) {
    return `crash: ${error instanceof Error ? error.message.replaceAll(filename, "") : String(error)}`;
  }
}

/** Leaves out what the failure does not need. */
function smallest(run: Run, failure: string): Run {
  const kind = failure.split(":")[0];
  for (const [at] of run.steps.entries()) {
    const shorter = { ...run, steps: run.steps.toSpliced(at, 1) };
    if (broken(mutated(shorter), run.options)?.startsWith(kind ?? "")) return smallest(shorter, failure);
  }
  return run;
}

function randomRun(all: readonly Seed[], number: number, seed: number): Run {
  const random = randomOf(Math.imul(seed, 0x9e3779b1) ^ number);
  const names = Object.keys(MUTATIONS) as MutationName[];
  const dialects = Object.keys(DIALECTS) as DialectName[];
  const to = random(8) === 0 ? dialects[random(dialects.length)] : undefined;
  return {
    // Each one in turn, so that none is left out.
    seed: all[number % all.length] as Seed,
    steps: Array.from({ length: 1 + random(5) }, () => ({
      name: names[random(names.length)] as MutationName,
      seed: random(2 ** 31),
    })),
    options: {
      transforms: TRANSFORM_NAMES,
      helper:
        random(6) === 0 ? { kind: "vendored", path: path.join(ROOT, "src/mcp-tool-errors.ts") } : { kind: "package" },
      ...(to === undefined ? {} : { to, dialect: to }),
    },
  };
}

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    show: { type: "string", default: "10" },
  },
});
const folder = mkdtempSync(path.join(tmpdir(), "mcp-errors-fuzz-"));
try {
  const all = seeds(folder);
  const runs = Number(values.runs);
  const failures = new Map<string, { readonly run: Run; readonly failure: string; count: number }>();
  let changed = 0;
  let changes = 0;
  for (let number = 0; number < runs; number++) {
    const run = randomRun(all, number, Number(values.seed));
    const program = mutated(run);
    const failure = broken(program, run.options, (touched) => {
      changes += touched;
      if (touched > 0) changed++;
    });
    if (failure === undefined) continue;
    const key = `${failure.split(":")[0] ?? ""} ${run.seed.name.split(" ")[0] ?? ""}`;
    const known = failures.get(key);
    if (known) known.count++;
    else failures.set(key, { run, failure, count: 1 });
  }
  for (const { run, failure, count } of [...failures.values()].slice(0, Number(values.show))) {
    const least = smallest(run, failure);
    console.log(`── ${failure}\n   ${least.seed.name}, ${count} times; ${JSON.stringify(least.steps)}`);
    console.log(`${mutated(least).text}\n`);
  }
  const failed = [...failures.values()].reduce((sum, { count }) => sum + count, 0);
  console.log(
    `${runs} runs with seed ${values.seed} over ${all.length} sources: ${changed} changed ${changes} places; ${failed} failed in ${failures.size} ways.`,
  );
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

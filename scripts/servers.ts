/**
 * Migrates copies of installed servers with the command, with both kinds of helper, and compares the type errors before and
 * after: a table for a release.
 *
 * `node --import jiti/register scripts/servers.ts --work DIR FOLDER…`, each with one checkout in each of its folders, its
 * dependencies installed (`npm install --ignore-scripts`). `--only NAME` takes one of them, `--helper vendored` one kind of
 * helper. The migrated copies stay in the working folder to be read.
 */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { copyServer, linkHelper, migrate, type Helper, type Summary } from "./codemod/copies.js";
import { typeErrorsOf, type TypeErrors } from "./codemod/type-errors.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    work: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
    helper: { type: "string", multiple: true, default: ["package", "vendored"] },
  },
});
if (values.work === undefined) throw new Error("--work names the folder for the copies.");
const work = path.resolve(values.work);

interface Row {
  readonly rewritten: number;
  readonly marked: number;
  readonly changed: number;
  /** Changed files that no configuration compiles. */
  readonly unchecked: readonly string[];
  readonly before: number;
  readonly added: readonly string[];
  readonly again: string;
}

/** The configurations that the changed files belong to: of each the nearest one above it. */
function configurationsOf(copy: string, files: readonly string[]): string[] {
  const found = new Set<string>();
  for (const file of files)
    for (let at = path.dirname(file); at.startsWith(copy); at = path.dirname(at))
      if (existsSync(path.join(at, "tsconfig.json"))) {
        found.add(path.join(at, "tsconfig.json"));
        break;
      }
  return [...found];
}

function typesOf(copy: string, configurations: readonly string[]): TypeErrors {
  const errors = new Map<string, number>();
  const files = new Set<string>();
  for (const configuration of configurations) {
    const one = typeErrorsOf(copy, configuration);
    for (const [message, count] of one.errors) errors.set(message, (errors.get(message) ?? 0) + count);
    for (const file of one.files) files.add(file);
  }
  return { errors, files };
}

const known = new Map<string, TypeErrors>();

/** The sources as they came, which are the same whatever the helper. */
function knownTypesOf(server: string, configurations: readonly string[]): TypeErrors {
  const key = configurations.join(" ");
  const types = known.get(key) ?? typesOf(server, configurations);
  known.set(key, types);
  return types;
}

function sumOf({ counts }: Summary, outcome: "rewritten" | "marked"): number {
  return Object.values(counts.transforms).reduce((sum, count) => sum + count[outcome], 0);
}

function measure(server: string, helper: Helper): Row {
  const name = path.basename(server);
  const copy = path.join(work, helper, name);
  copyServer(server, copy);
  linkHelper(copy);
  const first = migrate(copy, helper);
  writeFileSync(path.join(work, `${name}.${helper}.json`), first.stdout);
  if (first.code !== 0) console.log(`  ${name} (${helper}): exit code ${first.code}: ${first.stderr.slice(0, 500)}`);
  const second = migrate(copy, helper, "--check");
  const summary = JSON.parse(first.stdout) as Summary;
  // A file that cannot be parsed makes an exit code as well.
  const more = (JSON.parse(second.stdout) as Summary).files.filter((file) => file.changed).length;
  const changed = summary.files.flatMap((file) => (file.changed ? [path.join(copy, file.path)] : []));
  const compiled = changed.filter((file) => /\.[mc]?tsx?$/u.test(file));
  const configurations = configurationsOf(copy, compiled);
  const after = typesOf(copy, configurations);
  const originals = configurations.map((file) => path.join(server, path.relative(copy, file)));
  const before = knownTypesOf(server, originals);
  const added = [...after.errors].flatMap(([message, count]) => {
    const more = count - (before.errors.get(message) ?? 0);
    return more > 0 ? [`${message}${more > 1 ? ` (${more} times)` : ""}`] : [];
  });
  return {
    rewritten: sumOf(summary, "rewritten"),
    marked: sumOf(summary, "marked"),
    changed: changed.length,
    unchecked: compiled.filter((file) => !after.files.has(file)),
    before: [...before.errors.values()].reduce((sum, count) => sum + count, 0),
    added,
    again: more === 0 ? "nothing" : `${more} files`,
  };
}

const HEAD = ["server", "helper", "rewritten", "marked", "files", "not compiled", "errors before", "new", "second run"];
console.log(`| ${HEAD.join(" | ")} |\n|${HEAD.map(() => "---").join("|")}|`);
let total = 0;
for (const folder of positionals)
  for (const name of readdirSync(folder).sort()) {
    if (values.only.length > 0 && !values.only.includes(name)) continue;
    const server = path.resolve(folder, name);
    if (!existsSync(path.join(server, "node_modules"))) continue;
    for (const helper of values.helper as Helper[]) {
      const { rewritten, marked, changed, unchecked, before, added, again } = measure(server, helper);
      total += added.length;
      const cells = [name, helper, rewritten, marked, changed, unchecked.length, before, added.length, again];
      console.log(`| ${cells.join(" | ")} |`);
      for (const message of added) console.log(`  ${name} (${helper}): ${message}`);
    }
  }
console.log(`\n${total} new type errors.`);

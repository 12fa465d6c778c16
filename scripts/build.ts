/**
 * `npm run build`: compiles to dist, joins the helper to one file, and bundles the command. Where neither what goes in nor what
 * comes out has changed since the last build, there is nothing to do: `npm test`, `npm run lint` and others build first.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";

const ROOT = path.resolve(import.meta.dirname, "..");
const STAMP = path.join(ROOT, ".cache", "build");

/** All that the steps read: sources, settings, what is copied into the packages, and the versions of the libraries. */
const INPUTS = [
  "src/**",
  "rules/**",
  "codemods/**",
  "scripts/**",
  "docs/{rules,schemas}/**",
  "*.{json,js}",
  "packages/mcp-errors/package.json",
  "LICENSE",
  "node_modules/.package-lock.json",
];
const OUTPUTS = ["dist/**", "packages/mcp-errors/{dist,docs}/**", "packages/mcp-errors/LICENSE"];
const IGNORED = ["src/helper/{node_modules,dist,test}/**"];

/** The names and contents of all files, and the Node that runs. */
function digest(patterns: readonly string[]): string {
  const hash = createHash("sha256").update(process.version);
  const files = globSync([...patterns], { cwd: ROOT, ignore: IGNORED, dot: true, expandDirectories: false });
  for (const file of files.sort()) {
    const content = readFileSync(path.join(ROOT, file));
    hash.update(`\n${file} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

function node(...args: readonly string[]): void {
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
}

/** False where a step has failed; it has said why. */
function build(): boolean {
  try {
    node("src/helper/scripts/pack-table.mjs");
    node("node_modules/typescript/bin/tsc", "-p", "tsconfig.json");
    for (const step of ["vendor", "bundle"]) node("--import", "jiti/register", `scripts/${step}.ts`);
    return true;
  } catch {
    return false;
  }
}

const ALL = [...INPUTS, ...OUTPUTS];
const inputs = digest(INPUTS);
if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === digest(ALL))
  console.log("Nothing has changed since the last build.");
else if (build()) {
  mkdirSync(path.dirname(STAMP), { recursive: true });
  // What was written meanwhile is not in the outputs: the next build begins anew.
  writeFileSync(STAMP, digest(INPUTS) === inputs ? digest(ALL) : "");
} else process.exitCode = 1;

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { activeRules, commandParser } from "../../src/cli/lint-setup.js";
import { review } from "../../src/review/change/review.js";
import { rangeOf } from "../../src/review/git/range.js";
import { bigServer, tree } from "./sources.js";

/** What users run: the bundle of the last build. */
const BIN = fileURLToPath(new URL("../../../../packages/mcp-errors/bin/mcp-errors.js", import.meta.url));

function git(root: string, ...args: readonly string[]): void {
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  execFileSync("git", [...who, ...args], { cwd: root, stdio: "ignore" });
}

/** A repository whose working tree differs from `main` in so many files: each loses an answer of its own. */
export function changedRepository(root: string, changed: number): void {
  const files: { readonly name: string; readonly text: string }[] = [...tree()];
  for (let at = 0; at < changed; at++) files.push({ name: `src/part-0/changed-${at}.ts`, text: bigServer(3) });
  for (const { name, text } of files) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  git(root, "init", "-q", "-b", "main");
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "base");
  for (let at = 0; at < changed; at++) {
    const file = path.join(root, `src/part-0/changed-${at}.ts`);
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/return fromApiError\([^;]*;|throw error;/gu, 'return text("");'),
    );
  }
}

/** Reviews the working tree in this process. */
export function reviewAll(root: string): number {
  const { findings, tools, changedFiles } = review(rangeOf(root, "main", undefined), {
    paths: [root],
    rules: activeRules("recommended"),
    parse: commandParser(),
    concerns: () => true,
  });
  if (changedFiles === 0 || findings.length + tools.length === 0)
    throw new Error("Nothing was found: the benchmark does not measure what it should.");
  return findings.length;
}

const TELL_COST = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => { const { user, system } = process.cpuUsage(); process._rawDebug(`cost ${(user + system) / 1000}`); });',
)}`;

/** Processor time of a whole process, from its start, in ms. */
function costOf(root: string, args: readonly string[]): number {
  const { stderr, error } = spawnSync(process.execPath, ["--import", TELL_COST, ...args], {
    cwd: root,
    encoding: "utf8",
  });
  const cost = Number(/^cost ([\d.]+)$/mu.exec(stderr)?.[1]);
  if (error || Number.isNaN(cost)) throw new Error(`The process did not tell its cost: ${stderr}`);
  return cost;
}

export interface OneFileCosts {
  /** The start of Node.js with a parse of the file. */
  readonly start: number;
  readonly review: number;
  readonly check: number;
}

/** A review of one changed file, and a check of it; the least of several rounds. Each starts as many times, in turns. */
export function oneFile(root: string, rounds: number): OneFileCosts {
  const oxc = pathToFileURL(createRequire(import.meta.url).resolve("oxc-parser")).href;
  const file = "src/part-0/changed-0.ts";
  const parse = `import { readFileSync } from "node:fs"; import oxc from ${JSON.stringify(oxc)};
    oxc.parseSync("a.ts", readFileSync(${JSON.stringify(file)}, "utf8"), { astType: "ts", range: true }).program.body.length;`;
  const programs = {
    start: ["--input-type=module", "-e", parse],
    review: [BIN, "review", "--base", "main"],
    check: [BIN, "check", file],
  };
  const best = { start: Number.POSITIVE_INFINITY, review: Number.POSITIVE_INFINITY, check: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++)
    for (const name of ["start", "review", "check"] as const)
      best[name] = Math.min(best[name], costOf(root, programs[name]));
  return best;
}

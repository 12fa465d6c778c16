import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { commandParser } from "../../src/cli/command-parser.js";
import { presetSetup } from "../../src/cli/config/setup.js";
import { review } from "../../src/review/change/review.js";
import { rangeOf } from "../../src/review/git/range.js";
import { leastCosts, rawParse, runLinter, runNode } from "./processes.js";
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
  const { rules, settings } = presetSetup("recommended");
  const { findings, tools, changedFiles } = review(rangeOf(root, "main", undefined), {
    covers: () => true,
    rules,
    settings,
    parse: commandParser(),
    concerns: () => true,
  });
  if (changedFiles === 0 || findings.length + tools.length === 0)
    throw new Error("Nothing was found: the benchmark does not measure what it should.");
  return findings.length;
}

export interface OneFileCosts {
  /** The start of Node.js with a parse of the file. */
  readonly start: number;
  readonly review: number;
  readonly check: number;
}

/** A review of one changed file, and a check of it; the least of several rounds. Each starts as many times, in turns. */
export function oneFile(root: string, rounds: number): OneFileCosts {
  const file = "src/part-0/changed-0.ts";
  const list = path.join(path.dirname(root), "one-file.json");
  writeFileSync(list, JSON.stringify([file]));
  const least = leastCosts(
    {
      start: () => runNode(root, rawParse(list)),
      review: () => runLinter(root, [BIN, "review", "--base", "main"]),
      check: () => runLinter(root, [BIN, "check", file]),
    },
    rounds,
  );
  return { start: least.start.cpu, review: least.review.cpu, check: least.check.cpu };
}

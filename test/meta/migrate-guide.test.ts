import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { TRANSFORM_NAMES } from "../../src/codemod/rewrite.js";
import type { MigrationSummary } from "../../src/codemod/run/summary.js";
import { run } from "../support/cli.js";
import { commitAll } from "../support/git.js";
import { SERVERS_ROOT } from "../support/servers.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const ROOT = path.resolve(import.meta.dirname, "../..");
const GUIDE = readFileSync(path.join(ROOT, "docs/guides/migrate-a-server.md"), "utf8");
const README = readFileSync(path.join(ROOT, "README.md"), "utf8");

function fences(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(?<body>[\\s\\S]*?)^\\1\`\`\`$`, "gmu"))].map(
    (match) => match.groups?.["body"] ?? "",
  );
}

function section(text: string, title: string): string {
  return text.split(/^#{2,3} /mu).find((part) => part.startsWith(`${title}\n`)) ?? "";
}

/** A repository with an example server in `src`. */
function exampleServer(): string {
  const root = makeTree({ "package.json": MCP_MANIFEST, ".gitignore": "node_modules\n" });
  cpSync(path.join(SERVERS_ROOT, "sdk-v2"), path.join(root, "src"), { recursive: true });
  symlinkSync(path.join(ROOT, "node_modules"), path.join(root, "node_modules"), "junction");
  return commitAll(root);
}

/** Runs a line of a shell as it stands; our own command in this process. */
async function runLine(root: string, line: string): Promise<{ readonly code: number; readonly text: string }> {
  const own = /^npx mcp-errors (?<args>[^>#]*?)\s*(?:> (?<file>\S+))?\s*(?:#.*)?$/u.exec(line)?.groups;
  if (own) {
    const { code, out, err } = await run(root, (own["args"] ?? "").split(" "));
    if (own["file"] !== undefined) writeFileSync(path.join(root, own["file"]), out);
    return { code, text: out + err };
  }
  const name = {
    GIT_AUTHOR_NAME: "t",
    GIT_AUTHOR_EMAIL: "t@e.org",
    GIT_COMMITTER_NAME: "t",
    GIT_COMMITTER_EMAIL: "t@e.org",
  };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", line], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...name },
  });
  return { code: status ?? -1, text: stdout + stderr };
}

async function runAll(commands: readonly string[]): Promise<string> {
  const root = exampleServer();
  for (const line of commands) {
    const { code, text } = await runLine(root, line);
    // `--check` says by its code that something would change.
    const expected = line.includes("--check --report") || line.includes("src --check") ? 1 : 0;
    expect(code, `${line}\n${text}`).toBe(expected);
  }
  return root;
}

const lines = (text: string): string[] =>
  fences(text, "sh").flatMap((body) => body.split("\n").filter((line) => line.trim() !== ""));

describe("the migration guide", () => {
  const titles = [...GUIDE.matchAll(/^#{2,3} (.+)$/gmu)].map(([, title = ""]) => title);
  const withCommands = titles.filter((title) => lines(section(GUIDE, title)).length > 0);

  it.each(withCommands.filter((title) => title !== "Roll back"))("can be followed: %s", async (title) => {
    await runAll(lines(section(GUIDE, title)));
  });

  it("can be followed: step by step, and back", async () => {
    const root = await runAll([...lines(section(GUIDE, "In steps")), ...lines(section(GUIDE, "Roll back"))]);
    const { text } = await runLine(root, "git log --format=%s");
    expect(text.trim().split("\n")).toEqual([
      'Revert "Return errors an agent can act on"',
      "Return errors an agent can act on",
      "Offer no retry where it cannot help",
      "Report failures that were swallowed",
      "Start",
    ]);
    expect((await runLine(root, "git status --porcelain")).text).toBe("");
  });

  it("names every transform", () => {
    for (const name of TRANSFORM_NAMES) expect(section(GUIDE, "What changes")).toContain(`| \`${name}\``);
  });

  it("has fleet scripts that a shell can read", () => {
    const scripts = fences(GUIDE, "bash");
    expect(scripts.length).toBeGreaterThanOrEqual(3);
    for (const script of scripts)
      expect(spawnSync("bash", ["-n"], { input: script, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });

  it("names every key of the report", async () => {
    const { out } = await run(exampleServer(), ["migrate", "src", "--check", "--report", "json"]);
    const summary = JSON.parse(out) as MigrationSummary;
    const text = section(GUIDE, "The report for programs");
    const keys = new Set([
      ...Object.keys(summary),
      ...Object.keys(summary.counts),
      ...summary.files.flatMap((file) => [
        ...Object.keys(file),
        ...file.changes.flatMap((change) => Object.keys(change)),
      ]),
    ]);
    expect(keys.size).toBeGreaterThan(15);
    for (const key of keys) expect(text, key).toContain(`\`${key}\``);
  });
});

describe("README, One-off migration", () => {
  it("has commands that run", async () => {
    const commands = lines(section(README, "One-off migration"));
    expect(commands.length).toBeGreaterThanOrEqual(2);
    await runAll(commands);
  });

  it("names every option of the command", async () => {
    const { out } = await run(".", ["migrate", "--help"]);
    const options = [...out.matchAll(/^ {2}(?<name>--[a-z-]+)/gmu)].map((match) => match.groups?.["name"] ?? "");
    expect(options.length).toBeGreaterThanOrEqual(10);
    for (const name of options) expect(section(GUIDE, "Options")).toContain(`\`${name}`);
  });
});

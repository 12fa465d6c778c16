import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeTree } from "./tree.js";

/** Nothing of the machine's own configuration, and the same commits in every run. */
const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
  // After each commit git would start a process that looks for something to pack.
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "maintenance.auto",
  GIT_CONFIG_VALUE_0: "false",
};

type Files = Readonly<Record<string, string | Buffer | null>>;

/** A repository in a folder of its own, on the branch `main`. */
export class Repository {
  readonly root: string;

  constructor(files: Readonly<Record<string, string | Buffer>> = {}) {
    this.root = makeTree({});
    this.git("init", "-q", "--template=", "-b", "main");
    this.commit(files);
  }

  git(...args: readonly string[]): string {
    return execFileSync("git", args, { cwd: this.root, env: ENVIRONMENT, encoding: "utf8", stdio: "pipe" }).trim();
  }

  /** Writes files; null removes one. */
  write(files: Files): void {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(this.root, name);
      if (content === null) rmSync(file);
      else {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    }
  }

  /** Writes files and commits everything. */
  commit(files: Files = {}): void {
    this.write(files);
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", "change");
  }

  /** Leaves `main` where it is, and goes on on a branch. */
  branch(name = "change"): this {
    this.git("checkout", "-q", "-b", name);
    return this;
  }
}

/** Makes a folder a repository with all its files committed. */
export function commitAll(root: string): string {
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-q", "-m", "Start", "--allow-empty"],
  ])
    execFileSync("git", args, { cwd: root, env: ENVIRONMENT, stdio: "ignore" });
  return root;
}

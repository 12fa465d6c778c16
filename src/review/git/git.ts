import { spawnSync } from "node:child_process";

/** Something about the repository keeps the command from working; the message says what, and what to do. */
export class GitError extends Error {}

/** Output of large diffs, in bytes. */
const MAX_OUTPUT = 1024 * 1024 * 1024;

/** Settings of the user that would change what is parsed here. */
const PLAIN: readonly string[] = [
  "--no-pager",
  ...["core.quotePath=false", "diff.noprefix=false", "diff.mnemonicPrefix=false", "color.ui=false"].flatMap(
    (setting) => ["-c", setting],
  ),
];

export interface GitResult {
  readonly status: number;
  readonly out: Buffer;
  readonly err: string;
}

/** Runs git in a folder. Nothing of the repository's own configuration (filters for diffs, hooks) is run by the commands used. */
export class Git {
  readonly #cwd: string;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** @throws {GitError} if git is not installed */
  try(args: readonly string[], input?: string | Buffer): GitResult {
    const { error, status, stdout, stderr } = spawnSync("git", [...PLAIN, ...args], {
      cwd: this.#cwd,
      input: input ?? "",
      maxBuffer: MAX_OUTPUT,
      env: { ...process.env, LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
    });
    if (error && "code" in error && error.code === "ENOENT")
      throw new GitError("git is not installed, or not on the PATH.");
    if (error) throw new GitError(`git cannot be run: ${error.message}.`);
    return { status: status ?? 1, out: stdout, err: stderr.toString("utf8").trim() };
  }

  /** @throws {GitError} if git reports a failure */
  run(args: readonly string[], input?: string | Buffer): Buffer {
    const { status, out, err } = this.try(args, input);
    if (status !== 0) throw new GitError(`git ${args[0] ?? ""} failed: ${err.split("\n")[0] ?? ""}`);
    return out;
  }

  line(args: readonly string[]): string {
    return this.run(args)
      .toString("utf8")
      .replace(/\r?\n$/u, "");
  }
}

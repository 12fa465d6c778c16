import { spawnSync } from "node:child_process";
import { devNull } from "node:os";

/** Something about the repository keeps the command from working; the message says what, and what to do. */
export class GitError extends Error {}

/** Output of large diffs, in bytes. */
const MAX_OUTPUT = 1024 * 1024 * 1024;

/** Settings of the user that would change what is parsed here, and of the repository that would run its programs. */
const PLAIN: readonly string[] = [
  "--no-pager",
  ...[
    "core.quotePath=false",
    "diff.noprefix=false",
    "diff.mnemonicPrefix=false",
    "color.ui=false",
    "core.fsmonitor=false",
    `core.hooksPath=${devNull}`,
  ].flatMap((setting) => ["-c", setting]),
];

/** Programs through which git sends the text of a file before it compares it; with an empty name it does not. */
const FILTER = /^filter\.[\s\S]+\.(?:clean|smudge|process|required)$/iu;

/** What switches the filters of a configuration off: settings for the environment, as a name may hold any character. */
function withoutFilters(names: readonly string[]): Readonly<Record<string, string>> {
  const filters = names.filter((name) => FILTER.test(name));
  const count = Number(process.env["GIT_CONFIG_COUNT"] ?? 0) || 0;
  return Object.fromEntries([
    ["GIT_CONFIG_COUNT", String(count + filters.length)],
    ...filters.flatMap((name, index) => [
      [`GIT_CONFIG_KEY_${count + index}`, name],
      [`GIT_CONFIG_VALUE_${count + index}`, /required$/iu.test(name) ? "false" : ""],
    ]),
  ]) as Readonly<Record<string, string>>;
}

export interface GitResult {
  readonly status: number;
  readonly out: Buffer;
  readonly err: string;
}

/** Runs git in a folder. Nothing that the repository's own configuration names is run: no hook, monitor or filter. */
export class Git {
  readonly #cwd: string;
  #filters: Readonly<Record<string, string>> | undefined;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** The same repository from another one of its folders. */
  at(cwd: string): Git {
    const other = new Git(cwd);
    other.#filters = this.#filters;
    return other;
  }

  /** @throws {GitError} if git is not installed */
  try(args: readonly string[], input?: string | Buffer): GitResult {
    this.#filters ??= withoutFilters(
      this.#spawn(["config", "--list", "--name-only", "-z"], "", {}).out.toString("utf8").split("\0"),
    );
    return this.#spawn(args, input, this.#filters);
  }

  #spawn(
    args: readonly string[],
    input: string | Buffer | undefined,
    settings: Readonly<Record<string, string>>,
  ): GitResult {
    const { error, status, stdout, stderr } = spawnSync("git", [...PLAIN, ...args], {
      cwd: this.#cwd,
      input: input ?? "",
      maxBuffer: MAX_OUTPUT,
      env: { ...process.env, ...settings, LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
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

import { existsSync } from "node:fs";
import path from "node:path";
import { realPathOf } from "../../replace-file.js";
import { Git, GitError } from "../../review/git/git.js";

/** Why files should not be written: what is in them could not be had back, or would be mixed with the change. */
export interface Dirt {
  /** Absolute; with changes that are not committed. */
  readonly changed: readonly string[];
  /** Absolute; git does not know them, or they lie outside of every repository. */
  readonly untracked: readonly string[];
  /** Repositories that git could not be asked about, with what it said. */
  readonly unasked: readonly { readonly root: string; readonly reason: string }[];
}

export const isClean = ({ changed, untracked, unasked }: Dirt): boolean =>
  changed.length + untracked.length + unasked.length === 0;

type Answer =
  { readonly ok: true; readonly names: readonly string[] } | { readonly ok: false; readonly reason: string };

function ask(git: Git, args: readonly string[]): Answer {
  try {
    const { status, out, err } = git.try(args);
    return status === 0
      ? {
          ok: true,
          names: out
            .toString("utf8")
            .split("\0")
            .filter((name) => name !== ""),
        }
      : { ok: false, reason: err.split("\n")[0] ?? "" };
  } catch (error) {
    if (error instanceof GitError) return { ok: false, reason: error.message.replace(/\.$/u, "") };
    throw error;
  }
}

const STATUS = ["-c", "status.renames=false", "status", "--porcelain=v1", "-z", "--untracked-files=no"] as const;

/** The innermost repository around files; a submodule and a work tree are ones of their own. */
class Repositories {
  readonly #known = new Map<string, string | undefined>();

  around(folder: string): string | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const parent = path.dirname(folder);
    const root = existsSync(path.join(folder, ".git")) ? folder : parent === folder ? undefined : this.around(parent);
    this.#known.set(folder, root);
    return root;
  }
}

/**
 * What stands against writing files, as git sees it. Where the run starts outside of every repository there is nothing to
 * guard, and all files are clean.
 *
 * @param read files whose text the run goes by; absolute
 * @param written files that are to be changed, and that exist; absolute
 */
export function dirtOf(cwd: string, read: readonly string[], written: readonly string[]): Dirt {
  const repositories = new Repositories();
  const home = repositories.around(realPathOf(cwd));
  const changed: string[] = [];
  const untracked: string[] = [];
  const unasked: { root: string; reason: string }[] = [];
  const byRoot = new Map<string, Map<string, { file: string; isWritten: boolean }>>();
  const add = (file: string, isWritten: boolean): void => {
    const real = realPathOf(file);
    const root = repositories.around(path.dirname(real));
    if (root === undefined) {
      if (isWritten && home !== undefined) untracked.push(file);
      return;
    }
    const files = byRoot.get(root) ?? new Map<string, { file: string; isWritten: boolean }>();
    byRoot.set(root, files);
    const name = path.relative(root, real).split(path.sep).join("/");
    files.set(name, { file, isWritten: isWritten || (files.get(name)?.isWritten ?? false) });
  };
  for (const file of read) add(file, false);
  for (const file of written) add(file, true);
  for (const [root, files] of byRoot) {
    const git = new Git(root);
    // A submodule is a repository of its own, with a configuration of its own.
    const status = ask(git, [...STATUS, "--ignore-submodules=all"]);
    const tracked = ask(git, ["ls-files", "-z"]);
    if (!status.ok || !tracked.ok) {
      unasked.push({ root, reason: !status.ok ? status.reason : !tracked.ok ? tracked.reason : "" });
      continue;
    }
    const dirty = new Set(status.names.map((line) => line.slice(3)));
    const known = new Set(tracked.names);
    for (const [name, { file, isWritten }] of files) {
      if (dirty.has(name)) changed.push(file);
      else if (isWritten && !known.has(name)) untracked.push(file);
    }
  }
  return { changed: changed.sort(), untracked: untracked.sort(), unasked };
}

/** The files, as real paths, that are not what they were at a revision; those that git does not know yet among them. */
export function changedSince(
  cwd: string,
  revision: string,
): { readonly ok: true; readonly files: ReadonlySet<string> } | { readonly ok: false; readonly reason: string } {
  const here = new Git(cwd);
  const top = ask(here, ["rev-parse", "--show-toplevel"]);
  if (!top.ok) return top;
  const root = (top.names[0] ?? "").trimEnd();
  const repository = here.at(root);
  const changed = ask(repository, ["diff", "--name-only", "-z", "--end-of-options", revision, "--"]);
  if (!changed.ok) return changed;
  const untracked = ask(repository, ["ls-files", "--others", "--exclude-standard", "-z"]);
  if (!untracked.ok) return untracked;
  const names = [...changed.names, ...untracked.names];
  return { ok: true, files: new Set(names.map((name) => realPathOf(path.join(root, name)))) };
}

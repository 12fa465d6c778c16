import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { Git, GitError } from "./git.js";
import { topOf } from "./top.js";

/** What is compared. */
export interface Range {
  readonly git: Git;
  /** The top folder of the working tree, absolute. */
  readonly root: string;
  /** The commit that the change starts from: the merge base of both sides. */
  readonly base: string;
  /** The commit that the change ends with; undefined: the working tree. */
  readonly head: string | undefined;
}

function commitOf(git: Git, ref: string): string | undefined {
  const { status, out } = git.try(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  return status === 0 ? out.toString("utf8").trim() : undefined;
}

function isShallow(git: Git): boolean {
  return git.try(["rev-parse", "--is-shallow-repository"]).out.toString("utf8").trim() === "true";
}

const FETCH_MORE =
  "Fetch the whole history: `fetch-depth: 0` in actions/checkout, `GIT_DEPTH: 0` in GitLab, `git fetch --unshallow` elsewhere.";

/** The name under which git knows a ref, or an error that says why there is none. */
function known(git: Git, ref: string, option: string): string {
  // A checkout of CI has branches of the server only.
  const name = [ref, `refs/remotes/origin/${ref}`].find((candidate) => commitOf(git, candidate) !== undefined);
  if (name !== undefined) return name;
  const why = isShallow(git)
    ? ` This clone is shallow. ${FETCH_MORE}`
    : " Name a branch, tag or commit that exists here (`git fetch origin` downloads those of the remote).";
  throw new GitError(`${option} ${ref} is not a commit in this clone.${why}`);
}

/** The last commit that both sides have; starting git is not for free, so what went wrong is only asked for where it did. */
function mergeBase(git: Git, baseRef: string, headRef: string): string {
  const ask = (base: string, head: string): string | undefined => {
    const { status, out } = git.try(["merge-base", "--end-of-options", base, head]);
    return status === 0 ? out.toString("utf8").trim() : undefined;
  };
  const direct = ask(baseRef, headRef);
  if (direct !== undefined) return direct;
  const found = ask(known(git, baseRef, "--base"), headRef === "HEAD" ? "HEAD" : known(git, headRef, "--head"));
  if (found !== undefined) return found;
  throw new GitError(
    isShallow(git)
      ? `This clone is shallow, and does not reach back to where the change started. ${FETCH_MORE}`
      : `${baseRef} and ${headRef} have no common ancestor.`,
  );
}

/**
 * Finds out what is compared.
 *
 * @param cwd a folder of the repository
 * @param headRef undefined: the working tree, changes that are not committed included
 * @throws {GitError} outside of a repository, for a ref that does not exist, and where the history does not reach back to a common ancestor
 */
export function rangeOf(cwd: string, baseRef: string, headRef: string | undefined): Range {
  const inFolder = new Git(cwd);
  const root = topOf(inFolder);
  const git = inFolder.at(root);
  const base = mergeBase(git, baseRef, headRef ?? "HEAD");
  const head = headRef === undefined ? undefined : commitOf(git, known(git, headRef, "--head"));
  return { git, root: sameSpelling(root, cwd), base, head };
}

/** True if a path is in the working tree, or in either commit: one that a change removed can still be named. */
export function isKnownPath({ git, root, base, head }: Range, absolute: string): boolean {
  if (existsSync(absolute)) return true;
  const name = path.relative(root, absolute).split(path.sep).join("/");
  return [base, head].some(
    (commit) => commit !== undefined && git.try(["cat-file", "-e", `${commit}:${name}`]).status === 0,
  );
}

/** git resolves links on the way to the folder; paths of this program start with the folder as it was given. */
function sameSpelling(root: string, cwd: string): string {
  const inside = path.relative(root, realpathSync(cwd));
  const up = inside === "" ? [] : inside.split(path.sep).map(() => "..");
  return path.resolve(cwd, ...up);
}

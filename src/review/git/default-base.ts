import { Git, GitError } from "./git.js";
import { topOf } from "./top.js";

/** Names that default branches have, in the order in which they are tried. */
const USUAL = ["main", "master", "trunk", "develop"];

/**
 * The default branch of a repository: what `origin/HEAD` points to, else the usual names, on the server before local ones.
 *
 * @throws {GitError} if there is none of them, and outside of a repository
 */
export function defaultBranch(cwd: string): string {
  const git = new Git(cwd);
  // Without a repository there is no branch to name: the same words as where one is named.
  topOf(git);
  const { status, out } = git.try(["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"]);
  if (status === 0) return out.toString("utf8").trim();
  const candidates = [...USUAL.map((name) => `origin/${name}`), ...USUAL];
  const found = candidates.find(
    (name) => git.try(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]).status === 0,
  );
  if (found !== undefined) return found;
  throw new GitError("The default branch of this repository is unknown: name a branch or commit with --base.");
}

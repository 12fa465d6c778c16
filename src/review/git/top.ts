import path from "node:path";
import { GitError, type Git } from "./git.js";

/**
 * The folder at the top of the repository.
 *
 * @throws {GitError} outside of a repository, and in one of another user
 */
export function topOf(git: Git): string {
  const { status, out, err } = git.try(["rev-parse", "--show-toplevel"]);
  if (status === 0) return path.resolve(out.toString("utf8").replace(/\r?\n$/u, ""));
  throw new GitError(
    /dubious ownership/u.test(err)
      ? "git does not trust this folder, as it belongs to another user: `git config --global --add safe.directory <folder>`."
      : "This is not a git working tree: run the command inside a checkout.",
  );
}

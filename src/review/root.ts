import { existsSync } from "node:fs";
import path from "node:path";

/** The root of the repository that a folder belongs to; the folder itself where there is none. */
export function repositoryRoot(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, ".git"))) return at; // a file in worktrees and submodules
    if (path.dirname(at) === at) return folder;
  }
}

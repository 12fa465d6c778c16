import { execFileSync } from "node:child_process";

/** Makes a folder a repository with all its files committed. */
export function commitAll(root: string): string {
  const git = (...args: string[]): unknown =>
    execFileSync(
      "git",
      ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", ...args],
      {
        cwd: root,
        stdio: "ignore",
      },
    );
  git("init");
  git("add", "-A");
  git("commit", "-m", "Start", "--allow-empty");
  return root;
}

import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { readJson } from "../analysis/project/json-file.js";
import { Git, GitError } from "../review/git/git.js";
import { repositoryRoot } from "../review/root.js";
import type { SurfaceContext } from "../review/surface/formats/context.js";
import { UsageError } from "./command.js";

/** Templates by name. `{remote}` is the address of `origin` on the web. */
const PRESETS: Readonly<Record<string, string>> = {
  vscode: "vscode://file{absolute}:{line}",
  jetbrains: "idea://open?file={absolute}&line={line}",
  github: "{remote}/blob/{commit}/{path}#L{line}",
  gitlab: "{remote}/-/blob/{commit}/{path}#L{line}",
};

export const LINK_PRESETS: readonly string[] = Object.keys(PRESETS);

/** What git says, or undefined where there is no git, no repository, or nothing to say. */
function asked(git: Git, ...args: readonly string[]): string | undefined {
  try {
    const { status, out } = git.try(args);
    const text = out.toString("utf8").trim();
    return status === 0 && text !== "" ? text : undefined;
  } catch (error) {
    if (error instanceof GitError) return undefined; // git is not installed: the surface needs none
    throw error;
  }
}

/** `git@github.com:owner/name.git` and the like, as a browser opens it. */
function webAddress(remote: string): string {
  return remote
    .replace(/^(?:ssh:\/\/)?git@([^:/]+)(?::\d+)?[:/]/u, "https://$1/")
    .replace(/^(https?:\/\/)[^@/]*@/u, "$1")
    .replace(/\.git$/u, "");
}

function encoded(file: string): string {
  return encodeURI(file.split(path.sep).join("/")).replace(/[#?]/gu, encodeURIComponent);
}

/** In a workflow of GitHub the sources stand on the web, at the commit of the run. */
function templateOf(given: string | undefined): string | undefined {
  if (given === undefined) return process.env["GITHUB_REPOSITORY"] ? PRESETS["github"] : undefined;
  const template = PRESETS[given] ?? given;
  if (!template.includes("{path}") && !template.includes("{absolute}"))
    throw new UsageError(
      `--link-template needs {path} or {absolute}, and usually {line}; or one of ${LINK_PRESETS.join(", ")}.`,
    );
  return template;
}

/**
 * What the page of a surface says beside the surface.
 *
 * @param given the value of `--link-template`
 * @throws {UsageError} for a template without the path, or one that needs a remote where there is none
 */
export function surfaceContext(cwd: string, given: string | undefined): SurfaceContext {
  const template = templateOf(given);
  const git = new Git(cwd);
  const commit = asked(git, "rev-parse", "HEAD");
  const name = readJson(path.join(cwd, "package.json"))?.["name"];
  const context = { project: typeof name === "string" ? name : undefined, commit: commit?.slice(0, 7) };
  if (template === undefined) return context;
  const remote = template.includes("{remote}") ? asked(git, "remote", "get-url", "origin") : "";
  if (remote === undefined || (template.includes("{commit}") && commit === undefined)) {
    if (given === undefined) return context;
    throw new UsageError(`--link-template ${given} needs a git repository with a commit and the remote "origin".`);
  }
  const root = repositoryRoot(cwd);
  return {
    ...context,
    link: (file, line) => {
      const absolute = path.resolve(cwd, file);
      const values: Readonly<Record<string, string>> = {
        remote: webAddress(remote),
        commit: commit ?? "",
        path: encoded(path.relative(root, absolute)),
        // Begins with a slash on every system.
        absolute: pathToFileURL(absolute).pathname,
        line: String(line),
      };
      return template.replace(/\{(\w+)\}/gu, (whole, key: string) => values[key] ?? whole);
    },
  };
}

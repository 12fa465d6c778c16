import { readFileSync } from "node:fs";

/** The pull request that a review is posted to. */
export interface Target {
  readonly owner: string;
  readonly repo: string;
  /** Its number, or the branch to find it by. */
  readonly pullRequest: number | HeadBranch;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface GithubEvent {
  readonly pull_request?: { readonly number?: unknown };
  readonly issue?: { readonly number?: unknown; readonly pull_request?: unknown };
  readonly workflow_run?: {
    readonly pull_requests?: readonly { readonly number?: unknown }[];
    readonly head_sha?: unknown;
    readonly head_branch?: unknown;
    readonly head_repository?: { readonly owner?: { readonly login?: unknown } };
  };
}

/** The end of a branch, by which a pull request of a fork is found: the event of the workflow does not name it. */
export interface HeadBranch {
  readonly owner: string;
  readonly branch: string;
  readonly sha: string;
}

/** What started the workflow: https://docs.github.com/en/webhooks/webhook-events-and-payloads. */
function eventOf(env: Environment): GithubEvent {
  const file = env["GITHUB_EVENT_PATH"] ?? "";
  if (file === "") return {};
  try {
    return JSON.parse(readFileSync(file, "utf8")) as GithubEvent;
  } catch {
    return {}; // no event, or none that can be read: the number has to be given
  }
}

function pullRequestOf({ pull_request, issue, workflow_run: run }: GithubEvent): Target["pullRequest"] | undefined {
  const candidates = [
    pull_request?.number,
    issue?.pull_request === undefined ? undefined : issue.number,
    run?.pull_requests?.[0]?.number,
  ];
  const number = candidates.find((value): value is number => typeof value === "number");
  if (number !== undefined) return number;
  const { head_sha: sha, head_branch: branch } = run ?? {};
  const owner = run?.head_repository?.owner?.login;
  if (typeof sha !== "string" || typeof branch !== "string" || typeof owner !== "string") return undefined;
  return { owner, branch, sha };
}

/** What is missing to know where to post; the text says what to give. */
export class TargetError extends Error {}

/**
 * The pull request from the options, else from the event of the workflow.
 *
 * @throws {TargetError} if either is unknown
 */
export function targetOf(
  options: { readonly repository?: string | undefined; readonly pullRequest?: number | undefined },
  env: Environment,
): Target {
  const repository = options.repository ?? env["GITHUB_REPOSITORY"] ?? "";
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/u.exec(repository) ?? [];
  if (owner === undefined || repo === undefined)
    throw new TargetError("--post needs the repository: --repository owner/name, or GITHUB_REPOSITORY.");
  const pullRequest = options.pullRequest ?? pullRequestOf(eventOf(env));
  if (pullRequest === undefined)
    throw new TargetError(
      "--post needs the pull request: --pull-request <number>, or a workflow that a pull request started (GITHUB_EVENT_PATH).",
    );
  return { owner, repo, pullRequest };
}

export function tokenOf(env: Environment): string {
  const token = env["GITHUB_TOKEN"] || env["GH_TOKEN"] || "";
  if (token === "") throw new TargetError("--post needs a token in GITHUB_TOKEN.");
  return token;
}

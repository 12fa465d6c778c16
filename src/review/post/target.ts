import { readFileSync } from "node:fs";

/** The pull request that a review is posted to. */
export interface Target {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface GithubEvent {
  readonly pull_request?: { readonly number?: unknown };
  readonly issue?: { readonly number?: unknown; readonly pull_request?: unknown };
  readonly workflow_run?: { readonly pull_requests?: readonly { readonly number?: unknown }[] };
  readonly number?: unknown;
}

/** What started the workflow: https://docs.github.com/en/webhooks/webhook-events-and-payloads. */
function numberInEvent(env: Environment): number | undefined {
  const file = env["GITHUB_EVENT_PATH"];
  if (file === undefined || file === "") return undefined;
  let event: GithubEvent;
  try {
    event = JSON.parse(readFileSync(file, "utf8")) as GithubEvent;
  } catch {
    return undefined; // no event, or none that can be read: the number has to be given
  }
  const candidates = [
    event.pull_request?.number,
    event.issue?.pull_request === undefined ? undefined : event.issue.number,
    event.workflow_run?.pull_requests?.[0]?.number,
  ];
  return candidates.find((value): value is number => typeof value === "number");
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
  const number = options.pullRequest ?? numberInEvent(env);
  if (number === undefined)
    throw new TargetError(
      "--post needs the pull request: --pull-request <number>, or a workflow that a pull request started (GITHUB_EVENT_PATH).",
    );
  return { owner, repo, number };
}

export function tokenOf(env: Environment): string {
  const token = env["GITHUB_TOKEN"] || env["GH_TOKEN"] || "";
  if (token === "") throw new TargetError("--post needs a token in GITHUB_TOKEN.");
  return token;
}

import { COMMENT_MARKER, SETTLED_COMMENT } from "../change/comment.js";
import { fingerprintsIn, type ReviewComment } from "../change/review-comments.js";
import { Patience, statusOf } from "./retry.js";
import type { Target } from "./target.js";

type Client = InstanceType<typeof import("@octokit/rest").Octokit>;

/** What is to be said on a pull request. */
export interface Post {
  /** The sticky comment; empty: there is nothing to say, and an earlier one is turned into that. */
  readonly comment: string;
  readonly comments: readonly ReviewComment[];
}

/** What was done. */
export interface Posted {
  /** The number of the pull request. */
  readonly number: number;
  readonly comment: "created" | "updated" | "unchanged" | "none";
  readonly reviewComments: number;
  /** Comments on lines that stood there from an earlier run. */
  readonly known: number;
  /** Comments that GitHub refused, as their lines are not part of what it shows. */
  readonly refused: number;
}

/** No open pull request ends with the commit that was reviewed: it is closed, or went on meanwhile. */
export class NoPullRequest extends Error {}

/** The token may read only, as it does in workflows that forks start. */
export class ReadOnlyToken extends Error {}

/** What was said before cannot be read to its end: whatever is said now may be said twice. */
export class TooManyComments extends Error {}

/** The client is not installed. */
export class MissingClient extends Error {}

/** A review with more comments than this is a wall; the rest stands in the sticky comment. */
const MAX_COMMENTS = 30;
const PER_PAGE = 100;
/** A pull request with more comments than these pages hold is no place for one more. */
const MAX_PAGES = 50;
/** A server that does not answer must not hold the job. In milliseconds. */
const REQUEST_TIMEOUT = 30_000;
/** The same for all requests together. */
const TIMEOUT = 300_000;

/**
 * The client of the API.
 *
 * @param timeout for one request, in milliseconds
 * @throws {MissingClient} if the optional peer is not installed
 */
export async function connect(token: string, baseUrl: string | undefined, timeout = REQUEST_TIMEOUT): Promise<Client> {
  let module: typeof import("@octokit/rest");
  try {
    module = await import("@octokit/rest");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      throw new MissingClient(
        "The client of GitHub is missing: run `npm install @octokit/rest`, or use the package mcp-errors, which brings it.",
      );
    throw error;
  }
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const deadline = AbortSignal.timeout(TIMEOUT);
  return new module.Octokit({
    auth: token,
    log: silent,
    userAgent: "mcp-errors",
    request: {
      fetch: (url: string | URL, init: RequestInit = {}) =>
        fetch(url, { ...init, signal: AbortSignal.any([deadline, AbortSignal.timeout(timeout)]) }),
    },
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/$/u, "") }),
  });
}

/** Says a review on a pull request: one comment that is kept up to date, and comments on lines, none of them twice. */
export class Poster {
  readonly #client: Client;
  readonly #target: Target;
  readonly #patience: Patience;

  constructor(client: Client, target: Target, patience = new Patience()) {
    this.#client = client;
    this.#target = target;
    this.#patience = patience;
  }

  /** @throws {ReadOnlyToken} if the token may not write; other failures of the API as its client throws them */
  async post({ comment, comments }: Post): Promise<Posted> {
    const number = await this.#number();
    const reviewed = await this.#review(number, comments);
    return { ...reviewed, number, comment: await this.#stick(number, comment) };
  }

  async #number(): Promise<number> {
    const { owner, repo, pullRequest } = this.#target;
    if (typeof pullRequest === "number") return pullRequest;
    const { data } = await this.#patience.run(() =>
      this.#client.pulls.list({ owner, repo, state: "open", head: `${pullRequest.owner}:${pullRequest.branch}` }),
    );
    const found = data.find(({ head }) => head.sha === pullRequest.sha);
    if (!found)
      throw new NoPullRequest(
        `No open pull request from ${pullRequest.owner}:${pullRequest.branch} ends with ${pullRequest.sha}; a later run reports on it.`,
      );
    return found.number;
  }

  async #stick(number: number, comment: string): Promise<Posted["comment"]> {
    const { owner, repo } = this.#target;
    const earlier = await this.#earlier(number);
    if (!earlier) {
      if (comment === "") return "none";
      await this.#write(() => this.#client.issues.createComment({ owner, repo, issue_number: number, body: comment }));
      return "created";
    }
    const body = comment === "" ? SETTLED_COMMENT : comment;
    if (sameText(earlier.body, body)) return "unchanged";
    await this.#write(() => this.#client.issues.updateComment({ owner, repo, comment_id: earlier.id, body }));
    return "updated";
  }

  /** The comment of an earlier run: somebody who quotes it has the marker further down. */
  async #earlier(number: number): Promise<{ readonly id: number; readonly body: string } | undefined> {
    const { owner, repo } = this.#target;
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { data } = await this.#patience.run(() =>
        this.#client.issues.listComments({ owner, repo, issue_number: number, per_page: PER_PAGE, page }),
      );
      const found = data.find(({ body }) => body?.startsWith(COMMENT_MARKER) === true);
      if (found) return { id: found.id, body: found.body ?? "" };
      if (data.length < PER_PAGE) return undefined;
    }
    throw new TooManyComments(`The pull request has more than ${MAX_PAGES * PER_PAGE} comments.`);
  }

  async #review(number: number, comments: readonly ReviewComment[]): Promise<Omit<Posted, "comment" | "number">> {
    if (comments.length === 0) return { reviewComments: 0, known: 0, refused: 0 };
    const said = await this.#said(number);
    const unsaid = comments.filter(({ body }) => !fingerprintsIn(body).some((fingerprint) => said.has(fingerprint)));
    const fresh = unsaid.slice(0, MAX_COMMENTS);
    const known = comments.length - unsaid.length;
    if (fresh.length === 0) return { reviewComments: 0, known, refused: 0 };
    const { owner, repo } = this.#target;
    const { data: pull } = await this.#patience.run(() => this.#client.pulls.get({ owner, repo, pull_number: number }));
    const send = (list: readonly ReviewComment[]): Promise<unknown> =>
      this.#write(() =>
        this.#client.pulls.createReview({
          owner,
          repo,
          pull_number: number,
          commit_id: pull.head.sha,
          event: "COMMENT",
          comments: [...list],
        }),
      );
    try {
      await send(fresh);
      return { reviewComments: fresh.length, known, refused: 0 };
    } catch (error) {
      if (statusOf(error) !== 422) throw error;
    }
    // One line that GitHub does not know refuses the whole review: each comment stands for itself.
    let refused = 0;
    for (const comment of fresh)
      try {
        await send([comment]);
      } catch (error) {
        if (statusOf(error) !== 422) throw error;
        refused++;
      }
    return { reviewComments: fresh.length - refused, known, refused };
  }

  /** Fingerprints of everything that was said on lines of this pull request. */
  async #said(number: number): Promise<Set<string>> {
    const { owner, repo } = this.#target;
    const said = new Set<string>();
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { data } = await this.#patience.run(() =>
        this.#client.pulls.listReviewComments({ owner, repo, pull_number: number, per_page: PER_PAGE, page }),
      );
      for (const { body } of data) for (const fingerprint of fingerprintsIn(body)) said.add(fingerprint);
      if (data.length < PER_PAGE) return said;
    }
    throw new TooManyComments(`The pull request has more than ${MAX_PAGES * PER_PAGE} comments on lines.`);
  }

  async #write<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await this.#patience.run(request);
    } catch (error) {
      const status = statusOf(error);
      // Without rights GitHub answers 403, or 404 where not even the existence is to be told.
      if (status === 401 || status === 403 || status === 404)
        throw new ReadOnlyToken(`GitHub does not let this token write comments (HTTP ${status}).`, { cause: error });
      throw error;
    }
  }
}

/** GitHub stores line ends and the end of a text in its own way. */
function sameText(a: string, b: string): boolean {
  const bare = (text: string): string => text.replaceAll("\r\n", "\n").trimEnd();
  return bare(a) === bare(b);
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { makePullRequest } from "../../scripts/docs/pull-request.js";
import { connect, Poster, TooManyComments } from "../../src/review/post/post.js";
import { Patience, waitAsked } from "../../src/review/post/retry.js";
import { targetOf, TargetError } from "../../src/review/post/target.js";
import { run, type Run } from "../support/cli.js";
import { GithubApi } from "../support/github-api.js";
import { makeTree } from "../support/tree.js";

/** Made once, and copied for each test. */
const pullRequest = realpathSync(mkdtempSync(path.join(tmpdir(), "mcp-errors-pull-request-")));
beforeAll(() => makePullRequest(pullRequest));
afterAll(() => rmSync(pullRequest, { recursive: true, force: true }));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

function checkout(): string {
  const root = makeTree({});
  cpSync(pullRequest, root, { recursive: true, preserveTimestamps: true });
  return root;
}

/** The variables of a workflow that pull request 7 started. */
function inWorkflow(api: GithubApi, event: unknown = { pull_request: { number: 7 } }): void {
  const file = path.join(makeTree({}), "event.json");
  writeFileSync(file, JSON.stringify(event));
  vi.stubEnv("GITHUB_EVENT_PATH", file);
  vi.stubEnv("GITHUB_REPOSITORY", "ada/orders");
  vi.stubEnv("GITHUB_API_URL", api.url);
  vi.stubEnv("GITHUB_TOKEN", "secret");
  vi.stubEnv("GITHUB_SERVER_URL", "");
}

const post = (root: string): Promise<Run> => run(root, ["review", "--base", "main", "--post"]);

describe("posting a review", () => {
  it("makes one comment and comments on lines; says nothing twice", async () => {
    const api = await GithubApi.start();
    inWorkflow(api);
    const root = checkout();
    const first = await post(root);
    expect(first).toMatchObject({ code: 1, out: "" });
    expect(first.err).toContain(
      "Posted to ada/orders#7: the summary is created; 2 new comments on lines, 0 known from before.",
    );
    expect(api.issueComments.map(({ body }) => body.slice(0, 26))).toEqual(["<!-- mcp-errors-review -->"]);
    expect(api.reviewComments.map((comment) => comment.path)).toEqual(["src/tools/changes.ts", "src/tools/records.ts"]);
    const review = api.writes().find(({ path: where }) => where.endsWith("/reviews"));
    expect(review?.body).toMatchObject({ event: "COMMENT", commit_id: "a".repeat(40) });
    api.seen.length = 0;
    const second = await post(root);
    expect(second.err).toContain("the summary is unchanged; 0 new comments on lines, 2 known from before.");
    expect(api.writes()).toEqual([]);
  });

  it("finds its comments behind pages of others, and not in a quotation", async () => {
    const api = await GithubApi.start();
    inWorkflow(api);
    api.chatter(230);
    const root = checkout();
    await post(root);
    api.chatter(120);
    api.seen.length = 0;
    expect((await post(root)).err).toContain("the summary is unchanged; 0 new comments on lines, 2 known");
    expect(api.writes()).toEqual([]);
    expect(api.seen.filter(({ path: where }) => where.endsWith("/pulls/7/comments"))).toHaveLength(4);
  });

  it("brings the comment up to date, and says when nothing is left", async () => {
    const api = await GithubApi.start();
    inWorkflow(api);
    const root = checkout();
    await post(root);
    const [comment] = api.issueComments;
    if (comment) comment.body = `${comment.body}\nold`;
    expect((await post(root)).err).toContain("the summary is updated;");
    expect(comment?.body).not.toContain("\nold");
    const settled = await run(root, ["review", "--base", "pull-request", "--post"]);
    expect(settled.code).toBe(0);
    expect(comment?.body).toContain("This change no longer makes any tool failure harder to act on.");
    expect(api.issueComments).toHaveLength(1);
  });

  it("stays silent where there is nothing to say and nothing was said", async () => {
    const api = await GithubApi.start();
    inWorkflow(api);
    const quiet = await run(checkout(), ["review", "--base", "pull-request", "--post"]);
    expect(quiet).toMatchObject({ code: 0, out: "" });
    expect(api.writes()).toEqual([]);
  });

  it("turns to annotations where the token may only read, and where the server fails", async () => {
    const api = await GithubApi.start();
    inWorkflow(api);
    api.readOnly = true;
    const root = checkout();
    const readOnly = await post(root);
    expect(readOnly.code).toBe(1);
    expect(readOnly.err).toContain(
      "GitHub does not let this token write comments (HTTP 403).\nAnnotations follow instead.",
    );
    expect(readOnly.out).toMatch(/^::error file=src\/errors\.ts,/u);
    expect(api.issueComments).toEqual([]);
    vi.stubEnv("GITHUB_API_URL", "http://127.0.0.1:9");
    // Nobody listens there: it tries again and again, and need not wait in earnest.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }).setTimerTickMode("nextTimerAsync");
    const gone = await post(root);
    expect(gone.err).toMatch(/^The review could not be posted: .*\nAnnotations follow instead\.$/mu);
    expect(gone.out).toBe(readOnly.out);
  });

  it("posts comment by comment where GitHub does not know one of the lines", async () => {
    const api = await GithubApi.start();
    inWorkflow(api);
    const root = checkout();
    api.unknownLines.add(36);
    expect((await post(root)).err).toContain("1 new comment on lines, 0 known from before, 1 refused by GitHub.");
    expect(api.reviewComments.map((comment) => comment.path)).toEqual(["src/tools/records.ts"]);
  });

  it("waits as long as the server asks for, and no longer than a bound", async () => {
    const api = await GithubApi.start();
    const waits: number[] = [];
    const poster = async (): Promise<Poster> =>
      new Poster(
        await connect("secret", api.url),
        { owner: "ada", repo: "orders", pullRequest: 7 },
        new Patience((milliseconds) => {
          waits.push(milliseconds);
          return Promise.resolve();
        }),
      );
    const nothing = { comment: "<!-- mcp-errors-review -->\nhello", comments: [] };
    api.refusals.push(
      { status: 403, headers: { "retry-after": "7" }, message: "You have exceeded a secondary rate limit" },
      { status: 429, headers: { "retry-after": "2" } },
    );
    expect(await (await poster()).post(nothing)).toMatchObject({ comment: "created" });
    expect(waits).toEqual([7000, 2000]);
    api.refusals.push({ status: 429, headers: { "retry-after": "3600" } });
    await expect((await poster()).post(nothing)).rejects.toMatchObject({ status: 429 });
    expect(waits).toHaveLength(2);
    api.refusals.push(...Array.from({ length: 4 }, () => ({ status: 502 })));
    await expect((await poster()).post(nothing)).rejects.toMatchObject({ status: 502 });
    expect(waits).toHaveLength(5);
  });

  it("loads the client only for it, and sends nothing without it", async () => {
    const api = await GithubApi.start();
    inWorkflow(api);
    await run(checkout(), ["review", "--base", "main"]);
    expect(api.seen).toEqual([]);
  });
});

describe("posting what another job has written, for pull requests of forks", () => {
  const SHA = "b".repeat(40);
  const workflowRun = {
    head_sha: SHA,
    head_branch: "fix",
    head_repository: { owner: { login: "grace" } },
    pull_requests: [],
  };
  const payload = async (root: string): Promise<void> => {
    const args = ["review", "--base", "main", "--format", "post", "--output-file", "review.json"];
    expect((await run(root, args)).code).toBe(1);
  };

  it("finds the pull request by its branch and commit, and posts without a look at the code", async () => {
    const api = await GithubApi.start();
    inWorkflow(api, { workflow_run: workflowRun });
    api.pulls.push({ number: 6, head: { sha: "c".repeat(40) }, branch: "grace:fix" });
    api.pulls.push({ number: 7, head: { sha: SHA }, branch: "grace:fix" });
    const root = checkout();
    await payload(root);
    const elsewhere = makeTree({ "review.json": readFileSync(path.join(root, "review.json"), "utf8") });
    const posted = await run(elsewhere, ["review", "--from", "review.json"]);
    expect(posted).toMatchObject({ code: 0, out: "" });
    expect(posted.err).toContain("Posted to ada/orders#7: the summary is created; 2 new comments on lines");
  });

  it("posts nowhere where the branch went on meanwhile", async () => {
    const api = await GithubApi.start();
    inWorkflow(api, { workflow_run: workflowRun });
    const root = checkout();
    await payload(root);
    const posted = await run(root, ["review", "--from", "review.json"]);
    expect(posted.code).toBe(2);
    expect(posted.err).toMatch(/^No open pull request from grace:fix ends with b+; a later run reports on it\.\n$/u);
    expect(api.writes()).toEqual([]);
  });

  it("believes nothing in the file", async () => {
    const wrong = async (text: string): Promise<string> =>
      (await run(makeTree({ "review.json": text }), ["review", "--from", "review.json"])).err;
    const start = "error: review.json contains no review to post. ";
    expect(await wrong("{")).toBe(`${start}It is not valid JSON.\n`);
    expect(await wrong("null")).toBe(`${start}It is not of this version of mcp-errors.\n`);
    expect(await wrong('{"version":1,"comment":"Buy now","comments":[]}')).toBe(
      `${start}Its comment wasn't written by this program.\n`,
    );
    expect(await wrong('{"version":1,"comment":"","comments":[{"path":"a","line":-1,"body":""}]}')).toBe(
      `${start}A comment in it has no path, line or text.\n`,
    );
    expect((await run(makeTree({}), ["review", "--from", "none.json"])).err).toBe(
      "error: none.json contains no review to post. It cannot be read (ENOENT).\n",
    );
  });
});

describe("what a server asks for", () => {
  const error = (status: number, headers: Readonly<Record<string, string>> = {}, message = ""): Error =>
    Object.assign(new Error(message), { status, response: { headers } });

  it("in seconds, as a date, as the end of a limit", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    expect(waitAsked(error(429, { "retry-after": "5" }), now)).toBe(5000);
    expect(waitAsked(error(503, { "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }), now)).toBe(30_000);
    expect(
      waitAsked(error(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 + 9) }), now),
    ).toBe(9000);
    expect(waitAsked(error(403, {}, "Resource not accessible by integration"), now)).toBeUndefined();
    expect(waitAsked(error(404), now)).toBeUndefined();
    expect(waitAsked(new Error("no answer at all"), now)).toBeUndefined();
  });
});

describe("where to post", () => {
  const event = (content: unknown): string =>
    path.join(makeTree({ "event.json": JSON.stringify(content) }), "event.json");
  const number = (content: unknown): unknown =>
    targetOf({}, { GITHUB_REPOSITORY: "ada/orders", GITHUB_EVENT_PATH: event(content) }).pullRequest;

  it("from the event: a pull request, a comment on one, a workflow that one started", () => {
    expect(number({ pull_request: { number: 7 } })).toBe(7);
    expect(number({ issue: { number: 8, pull_request: {} } })).toBe(8);
    expect(number({ workflow_run: { pull_requests: [{ number: 9 }] } })).toBe(9);
    expect(() => number({ issue: { number: 8 } })).toThrow(TargetError);
    expect(() => number({})).toThrow(/--pull-request <number>/u);
  });

  it("from the options first; what is missing is said in one line", async () => {
    expect(targetOf({ repository: "grace/x", pullRequest: 3 }, { GITHUB_REPOSITORY: "ada/orders" })).toEqual({
      owner: "grace",
      repo: "x",
      pullRequest: 3,
    });
    expect(() => targetOf({ repository: "no name" }, {})).toThrow(/--repository owner\/name/u);
    for (const name of ["GITHUB_TOKEN", "GH_TOKEN", "GITHUB_EVENT_PATH", "GITHUB_REPOSITORY"]) vi.stubEnv(name, "");
    const root = checkout();
    const args = ["review", "--base", "main", "--post", "--repository", "ada/orders", "--pull-request", "7"];
    expect(await run(root, args)).toMatchObject({ code: 2, err: "error: --post needs a token in GITHUB_TOKEN.\n" });
    expect((await run(root, [...args.slice(0, -1), "seven"])).code).toBe(2);
  });
});

describe("a server that would hold the job", () => {
  const target = { owner: "ada", repo: "orders", pullRequest: 7 };
  const patience = (): Patience => new Patience(() => Promise.resolve());

  it("by not answering is given up", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const poster = new Poster(await connect("secret", url, 50), target, patience());
    await expect(poster.post({ comment: "Worse.", comments: [] })).rejects.toThrow(/abort|timeout/iu);
  });

  it("by more and more pages is left after some", async () => {
    const api = await GithubApi.start();
    api.chatter(5_000);
    const poster = new Poster(await connect("secret", api.url), target, patience());
    await expect(poster.post({ comment: "Worse.", comments: [] })).rejects.toThrow(TooManyComments);
    expect(api.seen).toHaveLength(50);
    expect(api.writes()).toEqual([]);
  });
});

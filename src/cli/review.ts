import { readFileSync } from "node:fs";
import path from "node:path";
import { InvalidArgumentError, Option } from "commander";
import picomatch from "picomatch";
import { rules as allRules } from "../../rules/index.js";
import type { Links } from "../review/change/comment.js";
import { reportOfReview } from "../review/change/report.js";
import { review, type Review } from "../review/change/review.js";
import { printable } from "../review/escape.js";
import { defaultBranch } from "../review/git/default-base.js";
import { GitError } from "../review/git/git.js";
import { isKnownPath, rangeOf, type Range } from "../review/git/range.js";
import type { Post } from "../review/post/post.js";
import { count, type Report } from "../review/report.js";
import { commandParser } from "./command-parser.js";
import { addSetupOptions, readSetup, type SetupFlags } from "./config/setup.js";
import { UsageError, type AddCommand, type ExitCode, type Io } from "./command.js";
import { DEFAULT_IGNORES } from "./ignores.js";
import { codeOf } from "./system-error.js";
import { writeOutput } from "./output-file.js";

interface Flags extends SetupFlags {
  readonly base?: string;
  readonly head?: string;
  readonly format: ReviewFormat;
  readonly outputFile?: string;
  readonly post?: true;
  readonly from?: string;
  readonly repository?: string;
  readonly pullRequest?: number;
  readonly exitZero?: true;
}

const FORMATS = ["markdown", "github", "github-review", "sarif", "rdjson", "json", "post"] as const;
type ReviewFormat = (typeof FORMATS)[number];

/** The address of the reviewed commit on the web, where a workflow says so. */
function linksOf({ range }: Review, env: NodeJS.ProcessEnv): Links | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: sha } = env;
  if (!server || !repository) return undefined;
  const commit = range.head ?? sha;
  return commit === undefined ? undefined : { blob: `${server}/${repository}/blob/${commit}` };
}

async function postOf(found: Review, report: Report): Promise<Post> {
  const { reviewComment } = await import("../review/change/comment.js");
  const { reviewComments } = await import("../review/change/review-comments.js");
  return {
    comment: reviewComment(found, report, linksOf(found, process.env)),
    comments: reviewComments(found, report),
  };
}

/** Only what a run asks for is loaded: the start is most of the time of a small review. */
async function rendered(found: Review, report: Report, format: ReviewFormat): Promise<string> {
  switch (format) {
    case "post":
      return (await import("../review/post/payload.js")).writePayload(await postOf(found, report));
    case "json":
      return (await import("../review/change/json.js")).reviewJson(found, report);
    case "github-review":
      return (await import("../review/change/review-comments.js")).githubReview(found, report);
    case "markdown": {
      const { reviewComment } = await import("../review/change/comment.js");
      return reviewComment(found, report, linksOf(found, process.env));
    }
    default: {
      const { FORMATS: reporters } = await import("../review/reporters/index.js");
      return reporters[format].render(report, { color: false });
    }
  }
}

/** Posts a review. What cannot be said on the pull request goes to `fallback`, with the reason on stderr. */
async function post(post: Post, flags: Flags, io: Io, fallback: () => Promise<void>): Promise<void> {
  const { targetOf, tokenOf, TargetError } = await import("../review/post/target.js");
  const { connect, MissingClient, NoPullRequest, Poster, ReadOnlyToken } = await import("../review/post/post.js");
  try {
    const target = targetOf(flags, process.env);
    const client = await connect(tokenOf(process.env), process.env["GITHUB_API_URL"]);
    const said = await new Poster(client, target).post(post);
    const where = `${target.owner}/${target.repo}#${said.number}`;
    const lines = `${count(said.reviewComments, "new comment")} on lines, ${said.known} known from before`;
    const refused = said.refused > 0 ? `, ${said.refused} refused by GitHub` : "";
    io.err(`Posted to ${where}: the summary is ${said.comment}; ${lines}${refused}.\n`);
  } catch (error) {
    if (error instanceof TargetError || error instanceof MissingClient) throw new UsageError(error.message);
    const reason = error instanceof Error ? error.message : String(error);
    const isPlain = error instanceof ReadOnlyToken || error instanceof NoPullRequest;
    io.err(`${printable(isPlain ? reason : `The review could not be posted: ${reason}`)}\n`);
    await fallback();
  }
}

/** Posts what an earlier job without the right to do so has written. */
async function postFile(file: string, flags: Flags, io: Io): Promise<ExitCode> {
  const { readPayload, PayloadError } = await import("../review/post/payload.js");
  const name = path.resolve(io.cwd, file);
  let payload: Post;
  try {
    payload = readPayload(readFileSync(name, "utf8"));
  } catch (error) {
    const reason = error instanceof PayloadError ? error.message : `It cannot be read (${codeOf(error)}).`;
    throw new UsageError(`${file} contains no review to post. ${reason}`);
  }
  let code: ExitCode = 0;
  await post(payload, flags, io, () => {
    code = 2;
    return Promise.resolve();
  });
  return code;
}

function summaryLine(found: Review): string {
  const worse = found.tools.flatMap(({ changes }) => changes).filter(({ verdict }) => verdict === "worse").length;
  const looked = `Reviewed ${count(found.changedFiles, "changed file")} and ${count(found.dependents, "file")} that ${found.dependents === 1 ? "depends" : "depend"} on them`;
  return `${looked}: ${count(found.findings.length, "new finding")}, ${count(worse, "failure")} harder to act on.`;
}

/**
 * The files that the paths of the command stand for, those that the change has removed included.
 *
 * @throws {UsageError} for a path that was never there, and is no pattern
 */
function coverageOf(paths: readonly string[], range: Range, cwd: string): (file: string) => boolean {
  const isPath = (name: string): boolean => isKnownPath(range, path.resolve(cwd, name));
  const patterns = paths.filter((name) => !isPath(name));
  const missing = patterns.filter((name) => !PATTERN.test(name));
  if (missing.length > 0) throw new UsageError(`No such file or folder: ${missing.join(", ")}.`);
  const folders = paths.filter(isPath).map((name) => path.resolve(cwd, name));
  const matches = picomatch(patterns.map((name) => slashed(name).replace(/^\.\//u, "")));
  return (file) =>
    folders.some(
      (folder) => file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep),
    ) ||
    (patterns.length > 0 && matches(slashed(path.relative(cwd, file))));
}

/** Round brackets alone are a part of a name more often than of a pattern. */
const PATTERN = /[*?]|\{[^{}]+\}|\[[^[\]]+\]/u;

const slashed = (name: string): string => name.split(path.sep).join("/");

async function run(paths: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  if (flags.from !== undefined) return postFile(flags.from, flags, io);
  if (flags.base === "") throw new UsageError("--base is empty. Name a branch, a tag or a commit.");
  const range = rangeOf(io.cwd, flags.base ?? defaultBranch(io.cwd), flags.head);
  const covers = coverageOf(paths, range, io.cwd);
  // Whoever opened the pull request wrote the configuration too, and the token is at hand.
  const {
    rules: running,
    settings,
    admits,
  } = await readSetup(flags.post ? { ...flags, code: false } : flags, io.cwd, range.root);
  const isLeftOut = picomatch([...DEFAULT_IGNORES], { dot: true });
  const found = review(range, {
    covers,
    rules: running,
    settings,
    parse: commandParser(),
    concerns: (file) => !isLeftOut(file) && admits(path.resolve(range.root, file)),
  });
  const rules = Object.fromEntries(Object.entries(allRules).map(([name, rule]) => [`mcp-errors/${name}`, rule]));
  const report = reportOfReview(found, io.cwd, rules);
  if (flags.post)
    await post(await postOf(found, report), flags, io, async () => {
      io.err("Annotations follow instead.\n");
      io.out(await rendered(found, report, "github"));
    });
  else writeOutput(await rendered(found, report, flags.format), flags.outputFile, io);
  if (found.unnamed > 0)
    io.err(`Not checked: ${count(found.unnamed, "changed file")} with a name that is not valid UTF-8.\n`);
  io.err(`${summaryLine(found)}\n`);
  const fails = report.findings.some(({ message }) => message.severity === 2);
  return fails && !flags.exitZero ? 1 : 0;
}

function positive(value: string): number {
  if (!/^[1-9]\d*$/u.test(value)) throw new InvalidArgumentError("The number of a pull request is needed.");
  return Number(value);
}

/** `mcp-errors review`: what a change is answerable for. */
export const addReview: AddCommand = (program, io, done) => {
  addSetupOptions(program.command("review"), { rules: true })
    .summary("report what a change makes worse: new findings, and failures that are harder to act on")
    .description(
      "Review a change: the findings it adds, and what it does to each tool's failures. Prints nothing if nothing got worse.",
    )
    .argument("[paths...]", "files, folders and globs; changes elsewhere are ignored", ["."])
    .option("--base <ref>", "what the change is compared with: a branch, a tag, a commit (default: the default branch)")
    .option("--head <ref>", "the end of the change (default: the working tree)")
    .addOption(new Option("--format <name>", "how to print the review").choices(FORMATS).default("markdown"))
    .option("--output-file <file>", "write it to a file instead of stdout")
    .addOption(
      new Option(
        "--post",
        "comment on the pull request; needs GITHUB_TOKEN, and prints annotations if that may not write",
      ).conflicts(["format", "outputFile"]),
    )
    .addOption(
      new Option("--from <file>", "post what `--format post` wrote in an earlier job; nothing is analysed").conflicts([
        "base",
        "head",
        "format",
        "outputFile",
      ]),
    )
    .option("--repository <owner/name>", "where to post (default: GITHUB_REPOSITORY)")
    .option(
      "--pull-request <number>",
      "which pull request to post to (default: the one that started the workflow)",
      positive,
    )
    .option("--exit-zero", "exit with 0 even if something is found")
    .addHelpText(
      "after",
      `
Examples:
  $ mcp-errors review                                          what you are about to propose
  $ mcp-errors review --base origin/main --format github       annotations in a workflow of GitHub
  $ mcp-errors review --base origin/main --post                a comment on the pull request, kept up to date
  $ mcp-errors review --base main --format rdjson | reviewdog -f=rdjson -reporter=github-pr-review

Exit code: 0 nothing got worse, 1 something did, 2 wrong use or missing history.`,
    )
    .action(async (paths: string[], flags: Flags) => {
      try {
        done(await run(paths, flags, io));
      } catch (error) {
        if (error instanceof GitError) throw new UsageError(error.message);
        throw error;
      }
    });
};

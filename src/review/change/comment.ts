import { codeSpan, escapeMarkdown } from "../escape.js";
import { relativePath } from "../finding.js";
import { count, groupBy, urlOf, type Report } from "../report.js";
import { worsened } from "./report.js";
import type { Review } from "./review.js";
import { exitWords, type ExitChange, type ToolChange } from "./surface-diff.js";

/** Hidden at the start of the comment, by which the next run knows it again. */
export const COMMENT_MARKER = "<!-- mcp-errors-review -->";

/** GitHub refuses a longer comment. In characters. */
const MAX_COMMENT = 65_000;
/** Names in one title; the rest is counted. */
const MAX_NAMES = 6;
/** Entries of one list; the rest is counted. */
const MAX_ITEMS = 50;

/** Where places link to: a commit of a repository on the web. */
export interface Links {
  /** `https://github.com/owner/name/blob/<commit>` */
  readonly blob: string;
}

function place(file: string, line: number, links: Links | undefined): string {
  const text = codeSpan(`${file}:${line}`);
  return links ? `[${text}](${links.blob}/${encodeURI(file).replace(/[#?()]/gu, encodeURIComponent)}#L${line})` : text;
}

function capped(items: readonly string[]): string[] {
  const rest = items.length - MAX_ITEMS;
  return rest > 0 ? [...items.slice(0, MAX_ITEMS), `- … and ${count(rest, "more", "more")}.`] : [...items];
}

function details(summary: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : ["<details>", `<summary>${summary}</summary>`, "", ...capped(lines), "", "</details>", ""];
}

function changeLine({ words, after }: ExitChange, links: Links | undefined): string {
  return `- ${escapeMarkdown(words)} (${place(after.place.file, after.place.line, links)})`;
}

/** The changes of one tool; those that end in the same exit stand below it. */
function changeLines(changes: readonly ExitChange[], links: Links | undefined): string[] {
  const groups = groupBy(changes, ({ after }) => JSON.stringify([after.place, exitWords(after)]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length < 3) return group.map((change) => changeLine(change, links));
    const where = place(first.after.place.file, first.after.place.line, links);
    const before = group.map(({ when, before: then }) =>
      then === null ? escapeMarkdown(when) : escapeMarkdown(`${when} was ${exitWords(then)}`),
    );
    return [
      `- ${escapeMarkdown(`${count(group.length, "failure")} are now ${exitWords(first.after)}`)} (${where})`,
      ...before.map((line) => `  - ${line}`),
    ];
  });
}

/** Tools by name; those that a change to a shared function hit in the same way are told of once. */
function toolNames(tools: readonly ToolChange[]): string {
  const names = tools.map((tool) => `${toolName(tool)}${tool.isNew ? " (new)" : ""}`);
  const rest = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(", ")}${rest > 0 ? ` and ${count(rest, "more tool")}` : ""}`;
}

function toolName({ name }: ToolChange): string {
  return name === null ? "a tool without a fixed name" : codeSpan(name);
}

type FoundItem = Review["findings"][number];

function findingLine({ finding, causes }: FoundItem, report: Report, links: Links | undefined): string {
  const { message, filePath, tool } = finding;
  const where = place(relativePath(report.root, filePath), message.line, links);
  const url = urlOf(report, message.ruleId);
  const rule = message.ruleId === null ? "" : codeSpan(message.ruleId);
  const link = url === undefined || rule === "" ? rule : `[${rule}](${url})`;
  const cause = causes.length > 0 ? ` Because of ${causes.slice(0, 3).map(codeSpan).join(", ")}.` : "";
  return `- ${where}${tool === undefined ? "" : ` in ${codeSpan(tool)}`}: ${escapeMarkdown(message.message)}${cause} ${link}`.trimEnd();
}

/** True where the change made nothing worse: then nothing is said. */
export function isQuiet(review: Review): boolean {
  return review.findings.length === 0 && worsened(review).length === 0;
}

function headline(failures: number, findings: number): string {
  const parts = [
    ...(failures > 0 ? [`makes ${count(failures, "failure")} harder to act on`] : []),
    ...(findings > 0 ? [`brings ${count(findings, "finding")}`] : []),
  ];
  return `This change ${parts.join(" and ")}.`;
}

/**
 * The comment on a pull request: what changed for the worse in sight, the findings in collapsed parts.
 * Empty where nothing changed for the worse.
 */
export function reviewComment(review: Review, report: Report, links?: Links): string {
  if (isQuiet(review)) return "";
  const worse = worsened(review);
  const tools = review.tools
    .map((tool) => ({
      tool,
      lines: changeLines(
        tool.changes.filter(({ verdict }) => verdict === "worse"),
        links,
      ),
    }))
    .filter(({ lines }) => lines.length > 0);
  const surface = [...groupBy(tools, ({ lines }) => lines.join("\n")).values()].flatMap((group) => [
    `**${toolNames(group.map(({ tool }) => tool))}**`,
    "",
    ...capped(group[0]?.lines ?? []),
    "",
  ]);
  const better = review.tools.flatMap((tool) =>
    tool.changes
      .filter(({ verdict }) => verdict !== "worse")
      .map((change) => `- ${toolName(tool)}: ${changeLine(change, links).slice(2)}`),
  );
  const here = review.findings.filter(({ isOnChangedLines }) => isOnChangedLines);
  const elsewhere = review.findings.filter(({ isOnChangedLines }) => !isOnChangedLines);
  const lines = (found: readonly FoundItem[]): string[] => found.map((item) => findingLine(item, report, links));
  const text = [
    COMMENT_MARKER,
    "### MCP tool errors",
    "",
    headline(worse.length, review.findings.length),
    "",
    ...surface,
    ...details(`${count(here.length, "finding")} on changed lines`, lines(here)),
    ...details(`${count(elsewhere.length, "finding")} elsewhere, caused by this change`, lines(elsewhere)),
    ...details(`${count(better.length, "other change")} of what the model gets`, better),
  ]
    .join("\n")
    .trimEnd();
  if (text.length <= MAX_COMMENT) return `${text}\n`;
  const kept = text.slice(0, text.lastIndexOf("\n", MAX_COMMENT));
  const open = (kept.match(/<details>/gu)?.length ?? 0) - (kept.match(/<\/details>/gu)?.length ?? 0);
  return `${kept}\n${open > 0 ? "\n</details>\n" : ""}\nThe comment would be too long for GitHub; run the review locally to see the rest.\n`;
}

/** What an earlier comment is turned into once nothing is left to say. */
export const SETTLED_COMMENT = `${COMMENT_MARKER}\n### MCP tool errors\n\nNothing in this change makes a failure of a tool harder to act on any more.\n`;

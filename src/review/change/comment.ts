import { codeSpan, escapeMarkdown } from "../escape.js";
import { relativePath } from "../finding.js";
import { count, groupBy, urlOf, type Report } from "../report.js";
import { worsened } from "./report.js";
import type { Review } from "./review.js";
import { exitWords, type ToolChange } from "./surface-diff.js";

/** Hidden at the start of the comment, by which the next run knows it again. */
export const COMMENT_MARKER = "<!-- mcp-errors-review -->";

/** GitHub refuses a longer comment. In characters. */
const MAX_COMMENT = 65_000;
/** Names in one title; the rest is counted. */
const MAX_NAMES = 6;
/** So many findings are shown at once; more are folded away. */
const MAX_OPEN = 5;
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

function details(summary: string, lines: readonly string[], isOpen: boolean): string[] {
  return lines.length === 0
    ? []
    : [
        `<details${isOpen ? " open" : ""}>`,
        `<summary>${summary}</summary>`,
        "",
        ...capped(lines),
        "",
        "</details>",
        "",
      ];
}

function toolName({ name }: Pick<ToolChange, "name">): string {
  return name === null ? "a tool without a fixed name" : codeSpan(name);
}

/** Names of tools; what does not fit is counted. */
function toolNames(tools: readonly ToolChange[]): string {
  const names = [...new Set(tools.map((tool) => `${toolName(tool)}${tool.isNew ? " (new)" : ""}`))];
  const rest = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(", ")}${rest > 0 ? ` and ${count(rest, "more tool")}` : ""}`;
}

/** Failures of one tool that now end in the same exit. */
interface Row {
  readonly tool: ToolChange;
  readonly before: string;
  readonly after: string;
  readonly where: string;
}

const cell = (text: string): string =>
  escapeMarkdown(text)
    .replaceAll("|", String.raw`\|`)
    .replaceAll("\n", " ");

function rowsOf(tool: ToolChange, links: Links | undefined): Row[] {
  const worse = tool.changes.filter(({ verdict }) => verdict === "worse");
  const groups = groupBy(worse, ({ after }) => JSON.stringify([after.place, exitWords(after)]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { after } = first;
    return {
      tool,
      before: group
        .map(({ when, before }) => cell(before === null ? `${when}: new` : `${when}: ${exitWords(before)}`))
        .join("<br>"),
      after: cell(exitWords(after)),
      where: place(after.place.file, after.place.line, links),
    };
  });
}

/** Tool · before → now: one row for each cause, with all tools that it hits in the same way. */
function surfaceTable(tools: readonly ToolChange[], links: Links | undefined): string[] {
  const rows = tools.flatMap((tool) => rowsOf(tool, links));
  if (rows.length === 0) return [];
  const causes = [...groupBy(rows, ({ before, after, where }) => JSON.stringify([before, after, where])).values()];
  const lines = causes.flatMap((group) => {
    const [row] = group;
    return row ? [`| ${toolNames(group.map(({ tool }) => tool))} | ${row.before} | ${row.after} | ${row.where} |`] : [];
  });
  const rest = lines.length - MAX_ITEMS;
  return [
    "| Tool | Before | Now | Where |",
    "| --- | --- | --- | --- |",
    ...lines.slice(0, MAX_ITEMS),
    "",
    ...(rest > 0 ? [`… and ${count(rest, "more row")}.`, ""] : []),
  ];
}

type FoundItem = Review["findings"][number];

/** The tools that reach the place of a finding, as far as the change shows them. */
function toolsHit({ finding }: FoundItem, { tools, range }: Review): ToolChange["name"][] {
  if (finding.tool !== undefined) return [finding.tool];
  const file = relativePath(range.root, finding.filePath);
  const { line, column, ruleId } = finding.message;
  return tools
    .filter(({ changes }) =>
      changes.some(({ after }) =>
        after.findings.some(
          (one) => one.rule === ruleId && one.file === file && one.line === line && one.column === column,
        ),
      ),
    )
    .map(({ name }) => name);
}

/** One entry for each cause: findings that say the same because of the same change stand together. */
function findingLines(found: readonly FoundItem[], review: Review, report: Report, links: Links | undefined): string[] {
  const keyOf = ({ finding: { message }, causes }: FoundItem): string =>
    JSON.stringify([message.ruleId, message.message, causes]);
  return [...groupBy(found, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { message } = first.finding;
    const url = urlOf(report, message.ruleId);
    const rule = message.ruleId === null ? "" : codeSpan(message.ruleId);
    const link = url === undefined || rule === "" ? rule : `[${rule}](${url})`;
    const places = group.map((item) => {
      const { finding } = item;
      const tools = toolsHit(item, review);
      const where = place(relativePath(report.root, finding.filePath), finding.message.line, links);
      return `${where}${
        tools.length > 0
          ? ` (${tools
              .slice(0, MAX_NAMES)
              .map((name) => toolName({ name }))
              .join(", ")})`
          : ""
      }`;
    });
    const rest = places.length - MAX_NAMES;
    const listed = `${places.slice(0, MAX_NAMES).join(", ")}${rest > 0 ? ` and ${count(rest, "more place")}` : ""}`;
    const cause =
      first.causes.length > 0 ? ` Caused by the change in ${first.causes.slice(0, 3).map(codeSpan).join(", ")}.` : "";
    return [`- ${listed}: ${escapeMarkdown(message.message)}${cause} ${link}`.trimEnd()];
  });
}

/** True where the change made nothing worse: then nothing is said. */
export function isQuiet(review: Review): boolean {
  return review.findings.length === 0 && worsened(review).length === 0;
}

function headline(failures: number, findings: number): string {
  const parts = [
    ...(failures > 0 ? [`makes ${count(failures, "failure")} harder to act on`] : []),
    ...(findings > 0 ? [`adds ${count(findings, "finding")}`] : []),
  ];
  return `This change ${parts.join(" and ")}.`;
}

/**
 * The comment on a pull request: a table of what changed for the worse, then the findings, folded away where there are many.
 * Empty where nothing changed for the worse.
 */
export function reviewComment(review: Review, report: Report, links?: Links): string {
  if (isQuiet(review)) return "";
  const worse = worsened(review);
  const better = review.tools.flatMap((tool) =>
    tool.changes
      .filter(({ verdict }) => verdict !== "worse")
      .map(
        ({ words, after }) =>
          `- ${toolName(tool)}: ${escapeMarkdown(words)} (${place(after.place.file, after.place.line, links)})`,
      ),
  );
  const here = review.findings.filter(({ isOnChangedLines }) => isOnChangedLines);
  const elsewhere = review.findings.filter(({ isOnChangedLines }) => !isOnChangedLines);
  const lines = (found: readonly FoundItem[]): string[] => findingLines(found, review, report, links);
  const isShort = lines(review.findings).length <= MAX_OPEN;
  const text = [
    COMMENT_MARKER,
    "### MCP tool errors",
    "",
    headline(worse.length, review.findings.length),
    "",
    ...surfaceTable(review.tools, links),
    ...details(`${count(here.length, "finding")} on changed lines`, lines(here), isShort),
    ...details(`${count(elsewhere.length, "finding")} elsewhere, caused by this change`, lines(elsewhere), isShort),
    ...details(`${count(better.length, "other change")} in what the model gets`, better, false),
  ]
    .join("\n")
    .trimEnd();
  if (text.length <= MAX_COMMENT) return `${text}\n`;
  const kept = text.slice(0, text.lastIndexOf("\n", MAX_COMMENT));
  const open = (kept.match(/<details(?: open)?>/gu)?.length ?? 0) - (kept.match(/<\/details>/gu)?.length ?? 0);
  return `${kept}\n${open > 0 ? "\n</details>\n" : ""}\nThe rest does not fit into a comment; run the review locally to see it.\n`;
}

/** What an earlier comment is turned into once nothing is left to say. */
export const SETTLED_COMMENT = `${COMMENT_MARKER}\n### MCP tool errors\n\nThis change no longer makes any tool failure harder to act on.\n`;

import type { Linter } from "eslint";
import { LineTable } from "../../syntax/line-table.js";
import { codeSpan, escapeMarkdown, safeJson } from "../escape.js";
import { relativePath, type Finding } from "../finding.js";
import type { Lines } from "../git/changes.js";
import { urlOf, type Report } from "../report.js";
import type { Review } from "./review.js";

/** A comment on lines of a pull request, as GitHub's API takes it. */
export interface ReviewComment {
  readonly path: string;
  readonly line: number;
  readonly side: "RIGHT";
  /** First line, where the comment is on several. */
  readonly start_line?: number;
  readonly start_side?: "RIGHT";
  readonly body: string;
}

/** Hidden in each comment, so that a later run does not say it again. */
export function fingerprintMarker(fingerprint: string): string {
  return `<!-- mcp-errors-finding:${fingerprint} -->`;
}

/** The fingerprints in the text of a comment. */
export function fingerprintsIn(body: string): string[] {
  return [...body.matchAll(/<!-- mcp-errors-finding:([0-9a-f]+) -->/gu)].flatMap(
    ([, fingerprint]) => fingerprint ?? [],
  );
}

interface Suggestion {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Whole lines with the edit in them, where all of them are new: GitHub offers to commit them. */
function suggestionOf(message: Linter.LintMessage, lines: LineTable, added: Lines): Suggestion | undefined {
  const [only, ...others] = message.suggestions ?? [];
  if (!only || others.length > 0) return undefined; // which of several is right, the reader decides in the editor
  const [start, end] = only.fix.range;
  const from = lines.place(start).line;
  const to = lines.place(end).line;
  for (let line = from; line <= to; line++) if (!added.has(line)) return undefined;
  const first = lines.offset({ line: from, column: 1 });
  const last = lines.offset({ line: to, column: 1 }) + lines.line(to).length;
  const text = lines.text.slice(first, start) + only.fix.text + lines.text.slice(end, last);
  return { from, to, text: text.replaceAll("\r\n", "\n") };
}

/** A block that no back-ticks in the code can end. */
function suggestionBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}suggestion\n${text}\n${fence}`;
}

function firstAdded({ line, endLine = line }: Linter.LintMessage, added: Lines): number | undefined {
  for (let at = line; at <= endLine; at++) if (added.has(at)) return at;
  return undefined;
}

function commentOn(finding: Finding, added: Lines, report: Report): ReviewComment | undefined {
  const { message, filePath, source, fingerprint } = finding;
  const lines = new LineTable(source?.replace(/^\uFEFF/u, "") ?? "");
  const suggestion = source === undefined ? undefined : suggestionOf(message, lines, added);
  const line = suggestion?.to ?? firstAdded(message, added);
  if (line === undefined) return undefined;
  const url = urlOf(report, message.ruleId);
  const rule = message.ruleId === null ? undefined : codeSpan(message.ruleId);
  const body = [
    escapeMarkdown(message.message),
    ...(rule === undefined ? [] : [url === undefined ? rule : `[${rule}](${url})`]),
    ...(suggestion ? [suggestionBlock(suggestion.text)] : []),
    fingerprintMarker(fingerprint),
  ].join("\n\n");
  const isRange = suggestion !== undefined && suggestion.from < suggestion.to;
  return {
    path: relativePath(report.root, filePath),
    line,
    side: "RIGHT",
    ...(isRange ? { start_line: suggestion.from, start_side: "RIGHT" as const } : {}),
    body,
  };
}

/** One comment for each finding on changed lines, with a suggestion block where its edit lies in them. */
export function reviewComments(review: Review, report: Report): ReviewComment[] {
  return report.findings.flatMap((finding) => {
    const changed = review.changed.get(finding.filePath);
    return (changed && commentOn(finding, changed.added, report)) ?? [];
  });
}

/** The body of `POST /repos/{owner}/{repo}/pulls/{number}/reviews`. */
export function githubReview(review: Review, report: Report): string {
  const comments = reviewComments(review, report);
  return `${safeJson({ event: "COMMENT", comments }, 2)}\n`;
}

import { safeJson } from "../escape.js";
import { relativePath } from "../finding.js";
import type { Report } from "../report.js";
import type { Review } from "./review.js";

/** Raised when a reader of the JSON would have to change. */
const REVIEW_VERSION = 1;

/** The whole review for other tools; `docs/schemas/review.schema.json` describes it. */
export function reviewJson(review: Review, report: Report): string {
  const { range, findings, tools, changedFiles, dependents } = review;
  return `${safeJson(
    {
      version: REVIEW_VERSION,
      base: range.base,
      head: range.head ?? null,
      changedFiles,
      dependents,
      findings: findings.map(({ finding, isOnChangedLines, causes }) => ({
        rule: finding.message.ruleId,
        message: finding.message.message,
        file: relativePath(report.root, finding.filePath),
        line: finding.message.line,
        column: finding.message.column,
        tool: finding.tool ?? null,
        isOnChangedLines,
        causes,
        fingerprint: finding.fingerprint,
      })),
      tools: tools.filter(({ changes }) => changes.length > 0),
    },
    2,
  )}\n`;
}

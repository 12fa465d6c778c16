import { Buffer } from "node:buffer";
import type { Linter } from "eslint";
import { LineTable } from "../../syntax/line-table.js";
import { printable, safeJson } from "../escape.js";
import { relativePath, type Finding } from "../finding.js";
import { groupBy, HOMEPAGE, urlOf, type Report, type Reporter } from "../report.js";

interface Position {
  readonly line: number;
  readonly column: number;
}

interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** reviewdog counts columns in bytes of UTF-8, from 1; ESLint in units of UTF-16. */
function inBytes(lines: LineTable, { line, column }: Position): Position {
  return { line, column: Buffer.byteLength(lines.line(line).slice(0, column - 1)) + 1 };
}

function rangeOf(lines: LineTable, start: number, end: number): Range {
  return { start: inBytes(lines, lines.place(start)), end: inBytes(lines, lines.place(end)) };
}

function diagnostic(finding: Finding, lines: LineTable, report: Report): object {
  const { message, filePath } = finding;
  const url = urlOf(report, message.ruleId);
  const { line, column, endLine = line, endColumn = column } = message;
  const suggestions = (message.suggestions ?? []).map(({ fix }: Linter.LintSuggestion) => ({
    range: rangeOf(lines, fix.range[0], fix.range[1]),
    text: fix.text,
  }));
  return {
    message: printable(message.message),
    location: {
      path: relativePath(report.cwd, filePath),
      range: { start: inBytes(lines, { line, column }), end: inBytes(lines, { line: endLine, column: endColumn }) },
    },
    severity: message.severity === 2 ? "ERROR" : "WARNING",
    ...(message.ruleId === null ? {} : { code: { value: message.ruleId, ...(url === undefined ? {} : { url }) } }),
    ...(suggestions.length > 0 ? { suggestions } : {}),
  };
}

/** reviewdog's diagnostics in one JSON object (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf). */
export const rdjson: Reporter = (report) => {
  const diagnostics = [...groupBy(report.findings, ({ filePath }) => filePath).values()].flatMap((findings) => {
    const lines = new LineTable(findings[0]?.source?.replace(/^\uFEFF/u, "") ?? "");
    return findings.map((finding) => diagnostic(finding, lines, report));
  });
  return `${safeJson({ source: { name: "mcp-errors", url: HOMEPAGE }, severity: "ERROR", diagnostics }, 2)}\n`;
};

import { coverageLines } from "../coverage.js";
import { codeSpan, escapeMarkdown } from "../escape.js";
import { relativePath, type Finding } from "../finding.js";
import { count, groupBy, urlOf, type Report, type Reporter } from "../report.js";

function item({ message, tool }: Finding, report: Report): string {
  const { line, column, message: text, ruleId } = message;
  const url = urlOf(report, ruleId);
  const name = ruleId === null ? "" : url === undefined ? codeSpan(ruleId) : `[${codeSpan(ruleId)}](${url})`;
  const where = tool === undefined ? "" : ` in ${codeSpan(tool)}`;
  return `- **${line}:${column}**${where}: ${escapeMarkdown(text)}${name === "" ? "" : ` ${name}`}`;
}

/** Markdown for a comment, a wiki page or the summary of a GitHub job (`>> "$GITHUB_STEP_SUMMARY"`). */
export const markdown: Reporter = (report) => {
  const { findings, root } = report;
  const files = groupBy(findings, ({ filePath }) => filePath);
  const heading =
    findings.length === 0 ? "No findings." : `${count(findings.length, "finding")} in ${count(files.size, "file")}.`;
  const blocks = [...files].map(([filePath, group]) =>
    [`### ${codeSpan(relativePath(root, filePath))}`, "", ...group.map((finding) => item(finding, report))].join("\n"),
  );
  const coverage = coverageLines(report.coverage).map(escapeMarkdown).join("  \n");
  return `${["## MCP tool errors", heading, ...blocks, coverage].join("\n\n")}\n`;
};

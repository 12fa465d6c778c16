import { coverageLines } from "../coverage.js";
import { oneLine, printable } from "../escape.js";
import { relativePath, type Finding } from "../finding.js";
import { count, weightOf, type Report, type Reporter, type Weight } from "../report.js";

/** GitHub shows this many annotations of each level for a step of a workflow, and 50 for a job; the rest it drops silently. */
const CAP = 10;

const RANK: Readonly<Record<Weight, number>> = { unread: 0, defect: 1, contract: 2, integration: 2, advice: 3 };

/** What stands behind `::` of a command of a workflow. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A value between the properties of such a command. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** A line of the log that no runner takes for a command: neither `::name::` at its start nor `##[name]` within. */
function logLine(text: string): string {
  return `- ${printable(text)}`;
}

function annotation({ filePath, message, tool }: Finding, report: Report): string {
  const { line, column, endLine, endColumn, message: text, ruleId, severity } = message;
  const title = [ruleId ?? "mcp-errors", ...(tool === undefined ? [] : [tool])].map(printable).join(": ");
  const properties = {
    file: oneLine(relativePath(report.root, filePath)),
    line,
    // With an end line GitHub refuses columns.
    ...(endLine === undefined || endLine === line ? { col: column } : { endLine }),
    ...(endLine === line && endColumn !== undefined ? { endColumn } : {}),
    title,
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${severity === 2 ? "error" : "warning"} ${list.join(",")}::${escapeData(printable(text))}`;
}

function plain({ filePath, message }: Finding, report: Report): string {
  const { line, column, message: text, ruleId } = message;
  return logLine(`${relativePath(report.cwd, filePath)}:${line}:${column} ${text} ${ruleId ?? ""}`.trimEnd());
}

/**
 * Commands of a GitHub workflow that annotate the changed lines, the gravest findings first, up to what GitHub shows;
 * what does not fit stands in the log below.
 */
export const github: Reporter = (report) => {
  const sorted = [...report.findings].sort(
    (a, b) => RANK[weightOf(report, a.message.ruleId)] - RANK[weightOf(report, b.message.ruleId)],
  );
  const levels = [2, 1].map((severity) => sorted.filter(({ message }) => message.severity === severity));
  const shown = levels.flatMap((findings) => findings.slice(0, CAP));
  const rest = levels.flatMap((findings) => findings.slice(CAP));
  const notice =
    rest.length > 0
      ? [
          `::notice title=mcp-errors::${count(rest.length, "more finding stands", "more findings stand")} in the log of this step: GitHub shows ${CAP} errors and ${CAP} warnings of a step.`,
        ]
      : [];
  return [
    ...shown.map((finding) => annotation(finding, report)),
    ...notice,
    ...rest.map((finding) => plain(finding, report)),
    ...coverageLines(report.coverage).map(logLine),
    "",
  ].join("\n");
};

import { relativePath } from "../finding.js";
import { printable, safeJson } from "../escape.js";
import { weightOf, type Reporter, type Weight } from "../report.js";

/** GitLab sorts its widget by these words. */
const SEVERITY: Readonly<Record<Weight, "blocker" | "critical" | "major" | "minor">> = {
  unread: "blocker",
  defect: "critical",
  contract: "major",
  integration: "major",
  advice: "minor",
};

/** GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format). */
export const gitlab: Reporter = (report) => {
  const issues = report.findings.map(({ filePath, fingerprint, message }) => ({
    description: printable(message.message),
    check_name: message.ruleId ?? "mcp-errors/unread-file",
    fingerprint,
    severity: message.severity === 1 ? "minor" : SEVERITY[weightOf(report, message.ruleId)],
    location: {
      path: relativePath(report.root, filePath),
      lines: { begin: message.line, end: message.endLine ?? message.line },
    },
  }));
  return `${safeJson(issues, 2)}\n`;
};

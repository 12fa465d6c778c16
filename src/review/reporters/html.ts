import { LineTable } from "../../syntax/line-table.js";
import { VERSION } from "../../version.js";
import { coverageLines } from "../coverage.js";
import { escapeMarkup } from "../escape.js";
import { relativePath, type Finding } from "../finding.js";
import { messageMarkup, page } from "../page.js";
import { count, groupBy, urlOf, weightOf, type Report, type Reporter, type Weight } from "../report.js";
import { STYLE } from "./html-style.js";

const LABELS: Readonly<Record<Weight, string>> = {
  unread: "not read",
  defect: "defect",
  contract: "contract",
  integration: "integration",
  advice: "advice",
};
/** Lines of code around a finding, and how many of a long place are shown. */
const BEFORE = 2;
const AFTER = 2;
const LONGEST = 8;
/** A longer line of code is cut. In characters. */
const WIDEST = 300;

function code(text: string): string {
  return escapeMarkup(text.replaceAll("\t", "  "));
}

/** One line of the source, with the part that a finding marks. */
function sourceLine(text: string, start: number, end: number): string {
  const shown = text.slice(0, WIDEST);
  const rest = text.length > WIDEST ? " …" : "";
  return start >= end
    ? code(shown) + rest
    : `${code(shown.slice(0, start))}<mark>${code(shown.slice(start, end))}</mark>${code(shown.slice(end))}${rest}`;
}

function excerpt({ message }: Finding, lines: LineTable): string {
  const { line, column, endLine = line, endColumn = column } = message;
  if (lines.text === "" || line < 1) return "";
  const last = Math.min(endLine, line + LONGEST - 1);
  const rows: string[] = [];
  for (let at = Math.max(1, line - BEFORE); at <= Math.min(last + AFTER, lines.count); at++) {
    const text = lines.line(at);
    const indent = text.length - text.trimStart().length;
    const start = at === line ? column - 1 : indent;
    const end = at === endLine ? endColumn - 1 : text.length;
    const marked = at >= line && at <= endLine;
    const cut = at === last && endLine > last ? "\n<span class=skip>⋮</span>" : "";
    rows.push(`<span class=number>${at}</span>${marked ? sourceLine(text, start, end) : sourceLine(text, 0, 0)}${cut}`);
  }
  return `<pre tabindex="0"><code>${rows.join("\n")}</code></pre>`;
}

function ruleMarkup(ruleId: string, report: Report): string {
  const url = urlOf(report, ruleId);
  const name = escapeMarkup(ruleId);
  return url === undefined ? `<code>${name}</code>` : `<a href="${escapeMarkup(url)}"><code>${name}</code></a>`;
}

function findingMarkup(finding: Finding, lines: LineTable, report: Report): string {
  const { message, tool, fingerprint } = finding;
  const weight = weightOf(report, message.ruleId);
  const where = tool === undefined ? "" : ` in <code>${escapeMarkup(tool)}</code>`;
  const rule = message.ruleId === null ? "" : ` · ${ruleMarkup(message.ruleId, report)}`;
  return `<li id="f-${fingerprint}"><p class=place><span class="weight ${weight}">${LABELS[weight]}</span> line ${message.line}, column ${message.column}${where}${rule}</p>
<p>${messageMarkup(message.message)}</p>
${excerpt(finding, lines)}</li>`;
}

function fileMarkup(filePath: string, findings: readonly Finding[], report: Report): string {
  const lines = new LineTable(findings[0]?.source?.replace(/^\uFEFF/u, "") ?? "");
  return `<details open><summary><h2>${escapeMarkup(relativePath(report.root, filePath))}</h2> <span>${count(findings.length, "finding")}</span></summary>
<ol>
${findings.map((finding) => findingMarkup(finding, lines, report)).join("\n")}
</ol></details>`;
}

function rulesMarkup(report: Report): string {
  const groups = [...groupBy(report.findings, ({ message }) => message.ruleId ?? "")].sort(
    ([a, one], [b, other]) => other.length - one.length || a.localeCompare(b),
  );
  if (groups.length === 0) return "";
  const rows = groups.map(([ruleId, findings]) => {
    const weight = weightOf(report, ruleId === "" ? null : ruleId);
    const name = ruleId === "" ? "Files that could not be linted" : ruleMarkup(ruleId, report);
    return `<tr><td><span class="weight ${weight}">${LABELS[weight]}</span></td><td>${name}</td><td class=amount>${findings.length}</td></tr>`;
  });
  return `<table><caption>Findings by rule</caption><thead><tr><th scope=col>Kind</th><th scope=col>Rule</th><th scope=col class=amount>Findings</th></tr></thead><tbody>
${rows.join("\n")}
</tbody></table>`;
}

/** One HTML page that needs no script and nothing from elsewhere: findings by file, each with its code; light and dark. */
export const html: Reporter = (report) => {
  const files = groupBy(report.findings, ({ filePath }) => filePath);
  const heading =
    report.findings.length === 0
      ? "No findings"
      : `${count(report.findings.length, "finding")} in ${count(files.size, "file")}`;
  return page({
    title: `MCP tool errors: ${heading}`,
    style: STYLE,
    body: `<main>
<header><h1>MCP tool errors: ${heading}</h1>
${coverageLines(report.coverage)
  .map((line) => `<p>${escapeMarkup(line)}</p>`)
  .join("\n")}
${rulesMarkup(report)}
</header>
${[...files].map(([filePath, findings]) => fileMarkup(filePath, findings, report)).join("\n")}
<footer><p>mcp-errors ${escapeMarkup(VERSION)}</p></footer>
</main>`,
  });
};

import { escapeMarkup } from "../escape.js";
import { relativePath, type Finding } from "../finding.js";
import { groupBy, urlOf, type Report, type Reporter } from "../report.js";

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
    .join("");
}

function testcase({ message, tool }: Finding, file: string, report: Report): string {
  const { line, column, message: text, ruleId } = message;
  const name = `${ruleId ?? "file"} (${line}:${column})`;
  const kind = ruleId === null ? "error" : "failure";
  const url = urlOf(report, ruleId);
  const details = [
    `${file}:${line}:${column}`,
    ...(tool === undefined ? [] : [`Tool: ${tool}`]),
    text,
    ...(url === undefined ? [] : [url]),
  ];
  return [
    `    <testcase${attributes({ name, classname: file, file, line })}>`,
    `      <${kind}${attributes({ type: ruleId ?? "unread", message: text })}>${details.map(escapeMarkup).join("\n")}</${kind}>`,
    "    </testcase>",
  ].join("\n");
}

/** JUnit's XML: a suite for each file, a failed test for each finding, and a passed one for a file without any. */
export const junit: Reporter = (report) => {
  const found = groupBy(report.findings, ({ filePath }) => filePath);
  const paths = [...new Set([...found.keys(), ...report.results.map(({ filePath }) => filePath)])].sort();
  let tests = 0;
  let failures = 0;
  let errors = 0;
  const suites = paths.map((filePath) => {
    const findings = found.get(filePath) ?? [];
    const file = relativePath(report.root, filePath);
    const unread = findings.filter(({ message }) => message.ruleId === null).length;
    const numbers = { tests: Math.max(1, findings.length), failures: findings.length - unread, errors: unread };
    tests += numbers.tests;
    failures += numbers.failures;
    errors += numbers.errors;
    const cases =
      findings.length > 0
        ? findings.map((finding) => testcase(finding, file, report))
        : [`    <testcase${attributes({ name: "mcp-errors", classname: file, file })}/>`];
    return `  <testsuite${attributes({ name: file, ...numbers })}>\n${cases.join("\n")}\n  </testsuite>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: "mcp-errors", tests, failures, errors })}>`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
};

import { pathToFileURL } from "node:url";
import type { Linter } from "eslint";
import type { ArtifactLocation, Fix, Location, Notification, Region, ReportingDescriptor, Result } from "sarif";
import { LineTable } from "../../syntax/line-table.js";
import { VERSION } from "../../version.js";
import { coverageProblems } from "../coverage.js";
import { printable, safeJson, wellFormed } from "../escape.js";
import { relativePath, type Finding } from "../finding.js";
import { FINGERPRINT_VERSION } from "../fingerprint.js";
import { groupBy, HOMEPAGE, weightOf, type Report, type Reporter, type Weight } from "../report.js";
import { rulePage } from "../rule-page.js";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/** The name that GitHub and others give to the root of the checkout. */
const ROOT_ID = "%SRCROOT%";
const FINGERPRINT = `mcpErrorsFinding/v${FINGERPRINT_VERSION}`;

/** How code scanning sorts rules that find no vulnerabilities. */
const PROBLEM: Readonly<Record<Weight, "error" | "warning" | "recommendation">> = {
  unread: "error",
  defect: "error",
  contract: "warning",
  integration: "warning",
  advice: "recommendation",
};

/** Relative to the root of the repository, so that it means the same on every machine; a file outside keeps its full address. */
function artifact(root: string, filePath: string): ArtifactLocation {
  const name = relativePath(root, filePath);
  if (name.startsWith("../") || /^[A-Za-z]:/u.test(name)) return { uri: pathToFileURL(filePath).href };
  return { uri: name === "" ? "." : encodeURIComponent(wellFormed(name)).replaceAll("%2F", "/"), uriBaseId: ROOT_ID };
}

/** In SARIF a link stands between brackets, also in plain text. */
function text(message: string): string {
  return printable(message).replaceAll("](", "\\](");
}

function descriptor(id: string, report: Report): ReportingDescriptor {
  const rule = report.rules[id];
  const name = id.slice(id.lastIndexOf("/") + 1);
  const description = `${rule?.meta.docs.description ?? name}.`;
  const url = rule?.meta.docs.url;
  const page = rulePage(name, url);
  return {
    id,
    name,
    shortDescription: { text: description },
    fullDescription: { text: description },
    ...(url === undefined ? {} : { helpUri: url }),
    help: {
      text: url === undefined ? description : `${description} See ${url}`,
      ...(page === undefined ? {} : { markdown: page }),
    },
    defaultConfiguration: { level: "error" },
    properties: {
      tags: ["mcp", "error-handling", "reliability"],
      precision: weightOf(report, id) === "advice" ? "medium" : "high",
      "problem.severity": PROBLEM[weightOf(report, id)],
    },
  };
}

function regionOf({ line, column, endLine, endColumn }: Linter.LintMessage): Region {
  return {
    startLine: Math.max(1, line),
    startColumn: Math.max(1, column),
    ...(endLine === undefined ? {} : { endLine }),
    ...(endColumn === undefined ? {} : { endColumn }),
  };
}

function locationOf({ filePath, message, tool }: Finding, report: Report): Location {
  return {
    physicalLocation: { artifactLocation: artifact(report.root, filePath), region: regionOf(message) },
    ...(tool === undefined ? {} : { logicalLocations: [{ name: printable(tool), kind: "function" }] }),
  };
}

/** ESLint's suggestions change what the program does, so each says that it is one. */
function fixOf({ desc, fix }: Linter.LintSuggestion, filePath: string, lines: LineTable, report: Report): Fix {
  const start = lines.place(fix.range[0]);
  const end = lines.place(fix.range[1]);
  return {
    description: { text: text(`Suggestion that changes what the tool returns: ${desc}`) },
    artifactChanges: [
      {
        artifactLocation: artifact(report.root, filePath),
        replacements: [
          {
            deletedRegion: {
              startLine: start.line,
              startColumn: start.column,
              endLine: end.line,
              endColumn: end.column,
            },
            insertedContent: { text: wellFormed(fix.text) },
          },
        ],
      },
    ],
  };
}

function resultOf(finding: Finding, lines: LineTable, ruleIds: readonly string[], report: Report): Result {
  const { message, filePath, fingerprint } = finding;
  const ruleId = message.ruleId ?? "";
  const ruleIndex = ruleIds.indexOf(ruleId);
  const fixes = (message.suggestions ?? []).map((suggestion) => fixOf(suggestion, filePath, lines, report));
  return {
    ruleId,
    ...(ruleIndex < 0 ? {} : { ruleIndex }),
    level: message.severity === 2 ? "error" : "warning",
    message: { text: text(message.message) },
    locations: [locationOf(finding, report)],
    partialFingerprints: { [FINGERPRINT]: fingerprint },
    ...(fixes.length > 0 ? { fixes } : {}),
  };
}

/** What was not linted, and what could not be seen: a clean list of results is not the whole truth. */
function notifications(report: Report): Notification[] {
  const unread = report.findings.filter(({ message }) => message.ruleId === null);
  return [
    ...unread.map((finding): Notification => ({
      level: "error",
      message: { text: text(finding.message.message) },
      locations: [locationOf(finding, report)],
    })),
    ...coverageProblems(report.coverage).map((problem): Notification => ({
      level: "warning",
      message: { text: text(problem) },
    })),
  ];
}

/** SARIF 2.1.0, for GitHub's code scanning and other viewers. */
export const sarif: Reporter = (report) => {
  const ruleIds = Object.keys(report.rules);
  const findings = report.findings.filter(({ message }) => message.ruleId !== null);
  const results = [...groupBy(findings, ({ filePath }) => filePath).values()].flatMap((group) => {
    const lines = new LineTable(group[0]?.source?.replace(/^\uFEFF/u, "") ?? "");
    return group.map((finding) => resultOf(finding, lines, ruleIds, report));
  });
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "mcp-errors",
            version: VERSION,
            semanticVersion: VERSION,
            informationUri: HOMEPAGE,
            rules: ruleIds.map((id) => descriptor(id, report)),
          },
        },
        invocations: [
          {
            executionSuccessful: findings.length === report.findings.length,
            toolExecutionNotifications: notifications(report),
          },
        ],
        originalUriBaseIds: { [ROOT_ID]: { description: { text: "The root of the repository." } } },
        columnKind: "utf16CodeUnits",
        results,
      },
    ],
  };
  return `${safeJson(log, 2)}\n`;
};

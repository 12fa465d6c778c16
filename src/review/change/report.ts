import path from "node:path";
import type { Linter } from "eslint";
import type { McpErrorsRule } from "../../create-rule.js";
import { relativePath, type Finding } from "../finding.js";
import { fingerprints } from "../fingerprint.js";
import { HOMEPAGE, type Report } from "../report.js";
import type { Review } from "./review.js";
import type { ExitChange, ToolChange } from "./surface-diff.js";

/** The id under which formats for findings carry changes of the error surface. */
export const SURFACE_RULE = "mcp-errors/error-surface";

/** Described as a rule, so that viewers can say what it is; it runs on changes only, and finds nothing in a file. */
const surfaceRule: McpErrorsRule = {
  meta: {
    type: "problem",
    docs: {
      description: "Disallow changes that give the model less information about a failure",
      preset: "defects",
      url: `${HOMEPAGE}/blob/main/docs/guides/review-pull-requests.md`,
    },
    schema: [],
    messages: {},
  },
  schemas: [],
  find: () => [],
  create: () => ({}),
};

/** The changes for the worse, each with its tool. */
export function worsened({ tools }: Review): { readonly tool: ToolChange; readonly change: ExitChange }[] {
  return tools.flatMap((tool) =>
    tool.changes.filter(({ verdict }) => verdict === "worse").map((change) => ({ tool, change })),
  );
}

/** A finding of the same change stands at the exit, and tells of it already. */
function isFound({ after }: ExitChange, review: Review): boolean {
  return review.findings.some(({ finding: { message, filePath } }) =>
    after.findings.some(
      ({ rule, file, line, column }) =>
        rule === message.ruleId &&
        line === message.line &&
        column === message.column &&
        file === relativePath(review.range.root, filePath),
    ),
  );
}

/** What an exit change says as a finding of its own. */
function asMessage({ name }: ToolChange, { words, after }: ExitChange): Linter.LintMessage {
  const { line, column } = after.place;
  const message = `${name ?? "This tool"}: ${words}.`;
  return { ruleId: SURFACE_RULE, severity: 2, message, line, column, endLine: line };
}

function surfaceFindings(review: Review): Finding[] {
  const { root } = review.range;
  const changes = worsened(review).filter(({ change }) => !isFound(change, review));
  const hashes = fingerprints(
    changes.map(({ tool, change }) => ({
      rule: SURFACE_RULE,
      file: change.after.place.file,
      scope: tool.name ?? tool.id,
      text: change.words,
    })),
  );
  return changes.map(({ tool, change }, at) => ({
    message: asMessage(tool, change),
    tool: tool.name ?? undefined,
    scope: tool.name ?? "",
    suppressed: false,
    filePath: path.resolve(root, change.after.place.file),
    fingerprint: hashes[at] ?? "",
    source: undefined,
  }));
}

/** A review in the form that the reporters of `check` take. */
export function reportOfReview(review: Review, cwd: string, rules: Readonly<Record<string, McpErrorsRule>>): Report {
  const findings = [...review.findings.map(({ finding }) => finding), ...surfaceFindings(review)];
  const files = [...new Set(findings.map(({ filePath }) => filePath))];
  const results = files.map((filePath) => {
    const messages = findings.filter((finding) => finding.filePath === filePath).map(({ message }) => message);
    return {
      filePath,
      messages,
      suppressedMessages: [],
      errorCount: messages.length,
      fatalErrorCount: messages.filter(({ fatal }) => fatal).length,
      warningCount: 0,
      fixableErrorCount: 0,
      fixableWarningCount: 0,
      usedDeprecatedRules: [],
    };
  });
  return {
    results,
    findings,
    coverage: undefined,
    rules: { ...rules, [SURFACE_RULE]: surfaceRule },
    cwd,
    root: review.range.root,
  };
}

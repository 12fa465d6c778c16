import { readFileSync } from "node:fs";
import { transforms as TRANSFORMS } from "../../codemods/index.js";
import type { Project } from "../analysis/project/project.js";
import { rewriteText, TRANSFORM_NAMES } from "../codemod/rewrite.js";
import { groupBy } from "../review/report.js";
import type { CheckReport } from "./check.js";

/** How many findings `migrate` would rewrite. A marker that leaves the decision to a person does not count. */
function migratable({ findings }: CheckReport, project: Project): number {
  const files = groupBy(
    findings.filter(({ message }) => message.ruleId !== null),
    ({ filePath }) => filePath,
  );
  return [...files].reduce((sum, [file, found]) => {
    const rules = new Set(found.map(({ message }) => message.ruleId));
    const transforms = TRANSFORM_NAMES.filter(
      (name) => name !== "dialect" && TRANSFORMS[name].rules.some((rule) => rules.has(`mcp-errors/${rule}`)),
    );
    if (transforms.length === 0) return sum;
    try {
      const text = readFileSync(file, "utf8");
      const { changes } = rewriteText(text, file, project, { transforms, helper: { kind: "package" } });
      const keyOf = (line: number, column: number, rule: string): string => `${line}:${column}:${rule}`;
      const rewritten = new Set(
        changes
          .filter(({ outcome }) => outcome === "rewritten")
          .map(({ line, column, ruleId }) => keyOf(line, column, `mcp-errors/${ruleId}`)),
      );
      return (
        sum +
        found.filter(({ message }) => rewritten.has(keyOf(message.line, message.column, message.ruleId ?? ""))).length
      );
    } catch {
      return sum; // what cannot be rewritten is no next step; `migrate` says why
    }
  }, 0);
}

/** As an argument of a shell: a pattern is the command's to expand. Double quotes are quotes on Windows too. */
function quoted(argument: string): string {
  if (/^[\w./@-]+$/u.test(argument)) return argument;
  return /["$`!]/u.test(argument) ? `'${argument.replaceAll("'", "'\\''")}'` : `"${argument}"`;
}

/** What to do about the findings next, for people at a terminal; undefined where only they can decide. */
export function nextStep(report: CheckReport, project: Project, paths: readonly string[]): string | undefined {
  const amount = migratable(report, project);
  if (amount === 0) return undefined;
  const where = paths.length === 1 && paths[0] === "." ? "" : ` ${paths.map(quoted).join(" ")}`;
  return `${amount} of these can be migrated: npx mcp-errors migrate --dry-run${where}`;
}

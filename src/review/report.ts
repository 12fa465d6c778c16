import type { ESLint } from "eslint";
import type { McpErrorsRule } from "../create-rule.js";
import type { Coverage } from "./coverage.js";
import type { Finding } from "./finding.js";

/** What a run found, for a reporter to put into words or into another tool's format. */
export interface Report {
  /** ESLint's own results, one a file, with the messages that are to be shown. */
  readonly results: readonly ESLint.LintResult[];
  /** The same messages in one list, each with its tool and its fingerprint. */
  readonly findings: readonly Finding[];
  /** How much of the project could be seen; undefined for a change, of which only a part of the project was looked at. */
  readonly coverage: Coverage | undefined;
  /** The rules that ran, by the id that the messages name (`mcp-errors/require-is-error`). */
  readonly rules: Readonly<Record<string, McpErrorsRule>>;
  /** What to do about the findings next, in a sentence. */
  readonly nextStep?: string | undefined;
  /** The folder that people's paths are relative to. */
  readonly cwd: string;
  /** The folder that other tools' paths are relative to: the root of the repository. */
  readonly root: string;
}

/** How a text for people is to look. */
export interface Look {
  readonly color: boolean;
}

/** Makes a text of a report: nothing is written, and every name and message is escaped as the format wants it. */
export type Reporter = (report: Report, look: Look) => string;

/** Where people find the project. */
export const HOMEPAGE = "https://github.com/eslint-plugin-mcp-errors/eslint-plugin-mcp-errors";

/**
 * What a finding is about, from the preset of its rule: `unread` a file that could not be linted, `defect` a failure that
 * is lost, hidden or contradictory, `contract` a gap in the error contract, `integration` how a server is wired into clients,
 * `advice` what not every server wants.
 */
export type Weight = "unread" | "defect" | "contract" | "integration" | "advice";

const WEIGHTS = {
  defects: "defect",
  recommended: "contract",
  integration: "integration",
  strict: "advice",
} as const;

export function weightOf({ rules }: Report, ruleId: string | null): Weight {
  if (ruleId === null) return "unread";
  return WEIGHTS[rules[ruleId]?.meta.docs.preset ?? "recommended"];
}

/** The page of a rule on the web. */
export function urlOf({ rules }: Report, ruleId: string | null): string | undefined {
  return ruleId === null ? undefined : rules[ruleId]?.meta.docs.url;
}

/** "1 finding", "2 findings". */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

/** Groups in the order in which their first members come. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

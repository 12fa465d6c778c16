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
  readonly coverage: Coverage;
  /** The rules that ran, by the id that the messages name (`mcp-errors/require-is-error`). */
  readonly rules: Readonly<Record<string, McpErrorsRule>>;
  /** The folder that people's paths are relative to. */
  readonly cwd: string;
  /** The folder that other tools' paths are relative to: the root of the repository. */
  readonly root: string;
}

/** How a text for people is to look. */
export interface Look {
  readonly color: boolean;
}

/** Makes a text of a report: no input or output, and every name and message escaped as the format wants it. */
export type Reporter = (report: Report, look: Look) => string;

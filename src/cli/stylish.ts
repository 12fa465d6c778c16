import path from "node:path";
import { styleText } from "node:util";
import type { ESLint, Linter } from "eslint";
import type { Coverage } from "../review/coverage.js";

interface Look {
  readonly cwd: string;
  readonly color: boolean;
}

/** Control characters in names and messages would reach the terminal as commands, line ends would fake lines, and marks of direction turn them round. */
export function printable(text: string): string {
  return text
    .replace(/\s*[\n\r\u2028\u2029]\s*/gu, " ")
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\uFFFD");
}

/** A file that was left out is told of in the last lines, with the others. */
function isFinding({ severity, ruleId }: Linter.LintMessage): boolean {
  return severity === 2 || ruleId !== null;
}

/** Findings by file, for people: one line a finding, the rule at its end, counts at the bottom. */
export function stylish(results: readonly ESLint.LintResult[], look: Look): string {
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    look.color ? styleText(format, text, { validateStream: false }) : text;
  const blocks = results.flatMap((result) => {
    const messages = result.messages.filter(isFinding);
    if (messages.length === 0) return [];
    const width = Math.max(...messages.map(({ line, column }) => `${line}:${column}`.length));
    const lines = messages.map(({ line, column, message, ruleId }) => {
      const place = `${line}:${column}`.padStart(width);
      return `  ${paint("dim", place)}  ${printable(message)}${ruleId === null ? "" : `  ${paint("dim", ruleId)}`}`;
    });
    return [`${paint("underline", printable(path.relative(look.cwd, result.filePath)))}\n${lines.join("\n")}\n`];
  });
  if (blocks.length === 0) return "";
  const count = results.reduce((sum, result) => sum + result.messages.filter(isFinding).length, 0);
  const summary = `${count} ${count === 1 ? "finding" : "findings"} in ${blocks.length} ${blocks.length === 1 ? "file" : "files"}`;
  return `${blocks.join("\n")}\n${paint(["red", "bold"], summary)}\n\n`;
}

/** What the run could see, in sentences. */
export function coverageLines(coverage: Coverage): string[] {
  const { files, tools, mcpFiles, errorPaths, unresolved, unparsed, skipped, unreadableFolders } = coverage;
  const lines = [
    `Looked at ${files} ${files === 1 ? "file" : "files"}: ${tools} ${tools === 1 ? "tool" : "tools"} and ${errorPaths} error paths in ${mcpFiles} ${mcpFiles === 1 ? "file" : "files"}.`,
  ];
  if (unresolved > 0)
    lines.push(
      `${unresolved} of the error paths end in a value that cannot be seen from here; nothing is said of them.`,
    );
  if (unparsed > 0) lines.push(`${unparsed} ${unparsed === 1 ? "file does" : "files do"} not parse.`);
  for (const { path: name, reason } of [...skipped, ...unreadableFolders])
    lines.push(`Not linted: ${printable(name)}. ${reason}`);
  if (tools === 0 && coverage.dependsOnMcp)
    lines.push(
      'No tool was found, though the project depends on an MCP library. If tools are registered by functions of your own, name them in settings["mcp-errors"].toolBuilders.',
    );
  return lines;
}

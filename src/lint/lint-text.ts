import type { ESLint, Linter } from "eslint";
import type { Model } from "../analysis/model.js";
import type { Project } from "../analysis/project.js";
import type { Edit, McpErrorsRule } from "../create-rule.js";
import { buildModel } from "../model-of.js";
import type { Parse } from "../syntax/parse.js";
import { Directives } from "./directives.js";

/** A rule with the options it runs with. */
export interface ActiveRule {
  /** With the namespace: `mcp-errors/require-is-error`. */
  readonly id: string;
  readonly rule: McpErrorsRule;
  readonly options: object;
}

export interface LintedFile {
  /** In the shape of ESLint's own results. */
  readonly result: ESLint.LintResult;
  /** The facts behind the findings; undefined where the file has nothing to do with MCP or does not parse. */
  readonly model: Model | undefined;
}

/** Turns offsets into 1-based lines and columns. */
class LineTable {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (const match of text.matchAll(/\r\n|[\n\r\u2028\u2029]/gu)) this.#starts.push(match.index + match[0].length);
  }

  line(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  column(offset: number): number {
    return offset - (this.#starts[this.line(offset) - 1] ?? 0) + 1;
  }
}

function fill(template: string, data: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/gu, (whole, name: string) => data[name] ?? whole);
}

/** ESLint wants one replacement: edits are joined with the text between them. */
function mergeEdits(edits: readonly Edit[], text: string): { range: [number, number]; text: string } {
  const sorted = [...edits].sort((a, b) => a.range[0] - b.range[0]);
  const start = sorted[0]?.range[0] ?? 0;
  let at = start;
  let merged = "";
  for (const edit of sorted) {
    merged += text.slice(at, edit.range[0]) + edit.text;
    at = edit.range[1];
  }
  return { range: [start, at], text: merged };
}

export function emptyResult(filePath: string): ESLint.LintResult {
  return { filePath, messages: [], suppressedMessages: [], errorCount: 0, fatalErrorCount: 0, warningCount: 0, fixableErrorCount: 0, fixableWarningCount: 0, usedDeprecatedRules: [] };
}

/** A result that says why the file could not be linted, as ESLint says it of a file that does not parse. */
export function fatalResult(filePath: string, message: string, line: number, column: number): ESLint.LintResult {
  return {
    ...emptyResult(filePath),
    messages: [{ ruleId: null, fatal: true, severity: 2, message, line, column, nodeType: null } as unknown as Linter.LintMessage],
    errorCount: 1,
    fatalErrorCount: 1,
  };
}

/** Lints one text with this plugin's rules, without ESLint. Never throws for a bad input. */
export function lintText(filename: string, text: string, parse: Parse, project: Project, rules: readonly ActiveRule[], mayConcernMcp: (text: string, filename: string) => boolean): LintedFile {
  if (!mayConcernMcp(text, filename)) return { result: emptyResult(filename), model: undefined };
  const parsed = parse(text, filename);
  if (!parsed.ok) {
    const { message, line, column } = parsed.failure;
    return { result: fatalResult(filename, `Parsing error: ${message}`, line, column), model: undefined };
  }
  const model = buildModel(filename, parsed.source, project);
  if (!model) return { result: emptyResult(filename), model: undefined };
  const messages = messagesOf(model, rules);
  return { result: { ...emptyResult(filename), messages, errorCount: messages.length, ...(messages.length > 0 ? { source: text } : {}) }, model };
}

function messagesOf(model: Model, rules: readonly ActiveRule[]): Linter.LintMessage[] {
  const { file } = model;
  const lines = new LineTable(file.text);
  let directives: Directives | undefined;
  const messages: Linter.LintMessage[] = [];
  for (const { id, rule, options } of rules) {
    for (const finding of rule.find(model, options)) {
      const [start, end] = finding.node.range;
      const line = lines.line(start);
      directives ??= new Directives(file.comments(), (offset) => lines.line(offset));
      if (directives.isOff(id, line)) continue;
      const suggestions = (finding.suggest ?? []).map((suggestion) => ({
        messageId: suggestion.messageId,
        desc: fill(rule.meta.messages[suggestion.messageId] ?? "", suggestion.data),
        fix: mergeEdits(suggestion.edits, file.text),
      }));
      messages.push({
        ruleId: id,
        severity: 2,
        message: fill(rule.meta.messages[finding.messageId] ?? "", finding.data),
        messageId: finding.messageId,
        line,
        column: lines.column(start),
        endLine: lines.line(end),
        endColumn: lines.column(end),
        ...(suggestions.length > 0 ? { suggestions } : {}),
      } as Linter.LintMessage);
    }
  }
  return messages.sort((a, b) => a.line - b.line || a.column - b.column);
}

import type { ESLint, Linter } from "eslint";
import { rules as allRules } from "../../rules/index.js";
import { speaksOfMcp } from "../analysis/gate.js";
import type { Model } from "../analysis/model.js";
import type { Project } from "../analysis/project/project.js";
import type { McpErrorsRule } from "../create-rule.js";
import type { Edit } from "../edits/edit.js";
import { buildModel, concernsTools, modelOfFile } from "../model-of.js";
import type { Place } from "../syntax/line-table.js";
import type { Parse } from "../syntax/parse.js";
import { Directives } from "./directives.js";

/** A rule with the options it runs with. */
export interface ActiveRule {
  /** With the namespace: `mcp-errors/require-is-error`. */
  readonly id: string;
  readonly rule: McpErrorsRule;
  /** 1: a warning, 2: an error (the default). */
  readonly severity?: 1 | 2;
  readonly options: object;
}

export interface LintedFile {
  /** In the shape of ESLint's own results. */
  readonly result: ESLint.LintResult;
  /** The facts behind the findings; undefined where the file has nothing to do with MCP or does not parse. */
  readonly model: Model | undefined;
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
  return {
    filePath,
    messages: [],
    suppressedMessages: [],
    errorCount: 0,
    fatalErrorCount: 0,
    warningCount: 0,
    fixableErrorCount: 0,
    fixableWarningCount: 0,
    usedDeprecatedRules: [],
  };
}

/** A result that says why the file could not be linted, as ESLint says it of a file that does not parse. */
export function fatalResult(
  filePath: string,
  message: string,
  { line, column }: Place,
  source?: string,
): ESLint.LintResult {
  const problem: Linter.LintMessage = { ruleId: null, fatal: true, severity: 2, message, line, column };
  return {
    ...emptyResult(filePath),
    messages: [problem],
    errorCount: 1,
    fatalErrorCount: 1,
    ...(source === undefined ? {} : { source }),
  };
}

/** A result that says why the file was left out, as ESLint says it of an ignored file. */
export function ignoredResult(filePath: string, message: string): ESLint.LintResult {
  const problem = {
    ruleId: null,
    fatal: false,
    severity: 1,
    message,
    line: 0,
    column: 0,
  } as unknown as Linter.LintMessage;
  return { ...emptyResult(filePath), messages: [problem], warningCount: 1 };
}

/** Lints one text with this plugin's rules, without ESLint. Never throws for a bad input. */
export function lintText(
  filename: string,
  text: string,
  parse: Parse,
  project: Project,
  rules: readonly ActiveRule[],
): LintedFile {
  const isOfTools = concernsTools(text, filename, project);
  const speaks = speaksOfMcp(text, filename);
  if (!isOfTools && !speaks) return { result: emptyResult(filename), model: undefined };
  // Followed from another file, it is parsed already.
  const known = project.parsed(filename, text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const parsed = known ? undefined : parse(text, filename);
  if (parsed?.ok === false) {
    if (!speaks) return { result: emptyResult(filename), model: undefined };
    const { message, line, column } = parsed.failure;
    return { result: fatalResult(filename, `Parsing error: ${message}`, { line, column }, text), model: undefined };
  }
  if (!isOfTools) return { result: emptyResult(filename), model: undefined };
  const model = known ? modelOfFile(known) : parsed ? buildModel(filename, parsed.source, project) : null;
  if (!model) return { result: emptyResult(filename), model: undefined };
  const { messages, suppressedMessages } = messagesOf(model, rules);
  const errorCount = messages.filter(({ severity }) => severity === 2).length;
  const counts = { errorCount, warningCount: messages.length - errorCount };
  return {
    result: {
      ...emptyResult(filename),
      messages,
      suppressedMessages,
      ...counts,
      ...(messages.length > 0 ? { source: text } : {}),
    },
    model,
  };
}

interface Messages {
  readonly messages: Linter.LintMessage[];
  readonly suppressedMessages: Linter.SuppressedLintMessage[];
}

function messagesOf(model: Model, rules: readonly ActiveRule[]): Messages {
  const { file } = model;
  // Comments are read only where some may be a directive: most files have none.
  const directives = new Directives(file.text.includes("eslint") ? file.comments() : [], (offset) =>
    file.lines.place(offset),
  );
  const found: Linter.LintMessage[] = [];
  for (const { id, rule, severity, options } of [...rules, ...switchedOn(directives, rules)]) {
    const inline = directives.settingOf(id);
    if (inline?.severity === 0) continue;
    for (const finding of rule.find(model, inline?.options ?? options)) {
      const [start, end] = finding.node.range;
      const last = file.lines.place(end);
      const suggestions = (finding.suggest ?? []).map((suggestion) => ({
        messageId: suggestion.messageId,
        data: { ...suggestion.data },
        desc: fill(rule.meta.messages[suggestion.messageId] ?? "", suggestion.data),
        fix: mergeEdits(suggestion.edits, file.text),
      }));
      found.push({
        ruleId: id,
        severity: inline?.severity ?? severity ?? 2,
        message: fill(rule.meta.messages[finding.messageId] ?? "", finding.data),
        messageId: finding.messageId,
        ...file.lines.place(start),
        endLine: last.line,
        endColumn: last.column,
        ...(suggestions.length > 0 ? { suggestions } : {}),
      });
    }
  }
  return divide(
    found.sort((a, b) => a.line - b.line || a.column - b.column),
    directives,
  );
}

/** Rules outside the preset that a comment asks for: in ESLint it would have them run. */
function switchedOn(directives: Directives, active: readonly ActiveRule[]): ActiveRule[] {
  return directives.rulesSwitchedOn.flatMap((id): ActiveRule[] => {
    const rule = id.startsWith("mcp-errors/") ? allRules[id.slice("mcp-errors/".length)] : undefined;
    return rule && !active.some((other) => other.id === id) ? [{ id, rule, options: {} }] : [];
  });
}

/** What a directive keeps back is listed apart, as ESLint lists it. */
function divide(found: readonly Linter.LintMessage[], directives: Directives): Messages {
  const messages: Linter.LintMessage[] = [];
  const suppressedMessages: Linter.SuppressedLintMessage[] = [];
  for (const message of found) {
    const suppressions = directives.suppressionsOf(message.ruleId ?? "", message);
    if (suppressions.length > 0) suppressedMessages.push({ ...message, suppressions });
    else messages.push(message);
  }
  return { messages, suppressedMessages };
}

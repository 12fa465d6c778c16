import type { ESLint, Linter } from "eslint";
import { rules as allRules } from "../../rules/index.js";
import { speaksOfMcp } from "../analysis/gate.js";
import type { Model } from "../analysis/model.js";
import type { Project } from "../analysis/project/project.js";
import type { Finding, McpErrorsRule } from "../create-rule.js";
import { mergeEdits, type Edit } from "../edits/edit.js";
import { namedOnce } from "../lacks.js";
import { buildModel, concernsTools, modelOfFile } from "../model-of.js";
import type { LineTable, Place } from "../syntax/line-table.js";
import type { Parse } from "../syntax/parse.js";
import { Directives, type PlacedSetting } from "./directives.js";
import { optionProblem } from "./option-problem.js";

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

/** A finding with the range that it marks. */
type RangedFinding = Omit<Finding<string>, "node"> & { readonly range: readonly [number, number] };

function fill(template: string, data: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/gu, (whole, name: string) => data[name] ?? whole);
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
  const directives = new Directives(file.text.includes("eslint") ? file.comments() : [], file.lines);
  const { settings, problems: found } = readSettings(directives);
  const running = [...rules, ...switchedOn(settings, rules)].flatMap(({ id, rule, severity = 2, options }) => {
    const inline = settings.get(id);
    if (inline?.severity === 0) return [];
    const findings = [...rule.find(model, (inline?.options?.[0] as object | undefined) ?? options)];
    return { id, rule, severity: inline?.severity ?? severity, findings };
  });
  const lacking = running.flatMap(({ findings }) => findings.filter(({ lacks }) => lacks));
  for (const { findings, ...active } of running)
    for (const { node, ...finding } of namedOnce(findings, lacking))
      found.push(messageFor(active, { ...finding, range: node.range }, file));
  return divide(found, directives);
}

/** A finding in ESLint's shape. */
export function messageFor(
  { id, rule, severity }: { readonly id: string; readonly rule: McpErrorsRule; readonly severity: 1 | 2 },
  { range: [start, end], messageId, data, suggest }: RangedFinding,
  { lines, text }: { readonly lines: LineTable; readonly text: string },
): Linter.LintMessage {
  const last = lines.place(end);
  const suggestions = (suggest ?? []).map((suggestion) => ({
    messageId: suggestion.messageId,
    data: { ...suggestion.data },
    desc: fill(rule.meta.messages[suggestion.messageId] ?? "", suggestion.data),
    fix: asFix(mergeEdits(suggestion.edits, text)),
  }));
  return {
    ruleId: id,
    severity,
    message: fill(rule.meta.messages[messageId] ?? "", data),
    messageId,
    ...lines.place(start),
    endLine: last.line,
    endColumn: last.column,
    ...(suggestions.length > 0 ? { suggestions } : {}),
  };
}

function asFix({ range: [start, end], text }: Edit): { range: [number, number]; text: string } {
  return { range: [start, end], text };
}

/** Rules outside the preset that a comment asks for: in ESLint it would have them run. */
export function switchedOn(settings: ReadonlyMap<string, PlacedSetting>, active: readonly ActiveRule[]): ActiveRule[] {
  return [...settings].flatMap(([id, { severity }]): ActiveRule[] => {
    const rule = severity === 0 ? undefined : ownRule(id);
    return rule && !active.some((other) => other.id === id) ? [{ id, rule, options: {} }] : [];
  });
}

function ownRule(id: string): McpErrorsRule | undefined {
  const name = id.startsWith("mcp-errors/") ? id.slice("mcp-errors/".length) : "";
  return Object.hasOwn(allRules, name) ? allRules[name] : undefined;
}

/** The settings in comments that can be used, and a message for each of the others, as ESLint has one. */
function readSettings(directives: Directives): {
  readonly settings: ReadonlyMap<string, PlacedSetting>;
  readonly problems: Linter.LintMessage[];
} {
  const settings = new Map<string, PlacedSetting>();
  const problems: Linter.LintMessage[] = [];
  for (const [id, setting] of directives.settings) {
    const rule = ownRule(id);
    const problem = rule && setting.options && optionProblem(rule.schemas, setting.options);
    if (problem === undefined) settings.set(id, setting);
    else
      problems.push({
        ruleId: id,
        severity: 2,
        message: `Inline configuration for rule "${id}" is invalid: ${problem}.`,
        ...setting.at,
      });
  }
  return { settings, problems };
}

/** What a directive keeps back is listed apart, as ESLint lists it. */
export function divide(found: readonly Linter.LintMessage[], directives: Directives): Messages {
  const messages: Linter.LintMessage[] = [];
  const suppressedMessages: Linter.SuppressedLintMessage[] = [];
  for (const message of [...found].sort((a, b) => a.line - b.line || a.column - b.column)) {
    const suppressions = directives.suppressionsOf(message.ruleId ?? "", message);
    if (suppressions.length > 0) suppressedMessages.push({ ...message, suppressions });
    else messages.push(message);
  }
  return { messages, suppressedMessages };
}

import type { ESLint, Linter } from "eslint";
import { commentsOf, type ConfigFile } from "../server-config/config-file.js";
import { Directives } from "./directives.js";
import { divide, emptyResult, fatalResult, messageFor, type ActiveRule } from "./lint-text.js";

/**
 * Lints the text of a client's configuration file, without ESLint. Where the file is broken, the first fault is reported,
 * and whatever can be read of the rest is looked at all the same. The result does not hold the text: credentials stand in
 * it, and results are printed and stored.
 */
export function lintConfig(config: ConfigFile, rules: readonly ActiveRule[]): ESLint.LintResult {
  const { filename, text, lines, fault } = config;
  const directives = new Directives(text.includes("eslint") ? commentsOf(text) : [], lines);
  const found: Linter.LintMessage[] = [];
  for (const { id, rule, severity = 2, options } of rules) {
    const inline = directives.settings.get(id);
    if (inline?.severity === 0) continue;
    for (const finding of rule.findInConfig?.(config, (inline?.options?.[0] as object | undefined) ?? options) ?? [])
      found.push(messageFor({ id, rule, severity: inline?.severity ?? severity }, finding, config));
  }
  const { messages, suppressedMessages } = divide(found, directives);
  const broken = fault && fatalResult(filename, `Parsing error: ${fault.message}.`, lines.place(fault.offset));
  const errorCount = messages.filter(({ severity }) => severity === 2).length;
  return {
    ...emptyResult(filename),
    messages: [...(broken?.messages ?? []), ...messages],
    suppressedMessages,
    errorCount: errorCount + (broken ? 1 : 0),
    fatalErrorCount: broken ? 1 : 0,
    warningCount: messages.length - errorCount,
  };
}

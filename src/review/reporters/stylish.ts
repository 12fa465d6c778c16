import path from "node:path";
import { styleText } from "node:util";
import { coverageLines } from "../coverage.js";
import { printable } from "../escape.js";
import { count, groupBy, type Reporter } from "../report.js";

/** Findings by file, for people: one line a finding, the rule at its end, counts at the bottom. */
export const stylish: Reporter = ({ findings, coverage, nextStep, cwd }, { color }) => {
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const end = `${coverageLines(coverage).join("\n")}\n`;
  if (findings.length === 0) return end;
  const files = groupBy(findings, ({ filePath }) => filePath);
  const blocks = [...files].map(([filePath, group]) => {
    const width = Math.max(...group.map(({ message: { line, column } }) => `${line}:${column}`.length));
    const lines = group.map(({ message: { line, column, message, ruleId, severity } }) => {
      const place = paint("dim", `${line}:${column}`.padStart(width));
      const level = severity === 1 ? `${paint("yellow", "warning")}  ` : "";
      return `  ${place}  ${level}${printable(message)}${ruleId === null ? "" : `  ${paint("dim", ruleId)}`}`;
    });
    return `${paint("underline", printable(path.relative(cwd, filePath)))}\n${lines.join("\n")}\n`;
  });
  const summary = `${count(findings.length, "finding")} in ${count(files.size, "file")}`;
  const rules = [...groupBy(findings, ({ message }) => message.ruleId ?? "files that couldn't be checked")]
    .map(([rule, group]) => ({ rule, amount: group.length }))
    .sort((a, b) => b.amount - a.amount || (a.rule < b.rule ? -1 : 1));
  const digits = String(rules[0]?.amount ?? 0).length;
  const totals = rules.map(({ rule, amount }) => `  ${String(amount).padStart(digits)}  ${paint("dim", rule)}\n`);
  return `${blocks.join("\n")}\n${paint(["red", "bold"], summary)}\n${totals.join("")}\n${end}${nextStep === undefined ? "" : `\n${printable(nextStep)}\n`}`;
};

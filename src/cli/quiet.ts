import type { CheckReport } from "./check.js";
import { reportOf } from "./check.js";

/** The report without its warnings, as ESLint's `--quiet` shows it. */
export function withoutWarnings(report: CheckReport): CheckReport {
  const located = report.located.map(({ result, messages }) => ({
    result: { ...result, messages: result.messages.filter(({ severity }) => severity === 2), warningCount: 0 },
    messages: messages.filter(({ message }) => message.severity === 2),
  }));
  return reportOf(located, report.coverage, report);
}

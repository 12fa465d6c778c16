import { afterEach, beforeEach } from "vitest";
import { configureToolErrors, type ToolErrorSettings } from "mcp-tool-errors";

/** The problems that a test makes the helper report, emptied before each; its settings are put back after each. */
export function recordedProblems(): string[] {
  let before: ToolErrorSettings;
  const problems: string[] = [];
  beforeEach(() => {
    problems.length = 0;
    before = configureToolErrors({ onProblem: (problem) => problems.push(problem) });
  });
  afterEach(
    () =>
      void configureToolErrors({
        structuredContent: undefined,
        onError: undefined,
        onProblem: undefined,
        classifiers: undefined,
        ...before,
      }),
  );
  return problems;
}

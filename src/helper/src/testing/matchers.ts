import { emptyResultProblems, toolErrorProblems, type AssertOptions, type ExpectedToolError } from "./assert.js";

interface Outcome {
  pass: boolean;
  message: () => string;
}

const outcome = (what: string, problems: string[]): Outcome => ({
  pass: problems.length === 0,
  message: () =>
    problems.length === 0
      ? `The result is ${what}, but should not be.`
      : `The result is not ${what}:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
});

/**
 * Matchers for vitest and jest: `expect.extend(toolErrorMatchers)`.
 *
 * `toBeToolError(expected?, options?)` holds for a result that keeps the contract; `toBeEmptyResult()` for a success that
 * says that nothing was found.
 */
export const toolErrorMatchers = {
  toBeToolError: (received: unknown, expected?: ExpectedToolError, options?: AssertOptions): Outcome =>
    outcome("a tool error that keeps the contract", toolErrorProblems(received, expected, options)),
  toBeEmptyResult: (received: unknown): Outcome => outcome("an empty result", emptyResultProblems(received)),
};

/**
 * The types of the matchers, to be merged into the test runner's:
 *
 * ```ts
 * declare module "vitest" {
 *   interface Matchers<T = any> extends ToolErrorMatchers<T> {}
 * }
 * ```
 */
export interface ToolErrorMatchers<R = unknown> {
  toBeToolError(expected?: ExpectedToolError, options?: AssertOptions): R;
  toBeEmptyResult(): R;
}

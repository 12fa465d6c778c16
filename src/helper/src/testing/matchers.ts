import { httpToolErrorProblems, type HttpAssertOptions } from "./http.js";
import { emptyResultProblems, toolErrorProblems, type AssertOptions, type ExpectedToolError } from "./assert.js";

interface Outcome {
  pass: boolean;
  message: () => string;
}

const outcome = (what: string, problems: string[]): Outcome => ({
  pass: problems.length === 0,
  message: () =>
    problems.length === 0
      ? `This is ${what}, but should not be.`
      : `This is not ${what}:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
});

/**
 * Matchers for vitest and jest: `expect.extend(toolErrorMatchers)`.
 *
 * `toBeToolError(expected?, options?)` holds for a result that keeps the contract, `toBeHttpToolError(expected?, options?)`, to be
 * awaited, for an HTTP answer that does; `toBeEmptyResult()` for a success that says that nothing was found.
 */
export const toolErrorMatchers = {
  toBeToolError: (received: unknown, expected?: ExpectedToolError, options?: AssertOptions): Outcome =>
    outcome("a tool error that keeps the contract", toolErrorProblems(received, expected, options)),
  toBeHttpToolError: async (
    received: unknown,
    expected?: ExpectedToolError,
    options?: HttpAssertOptions,
  ): Promise<Outcome> =>
    outcome("an HTTP error that keeps the contract", await httpToolErrorProblems(received, expected, options)),
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
  toBeHttpToolError(expected?: ExpectedToolError, options?: HttpAssertOptions): Promise<R>;
  toBeEmptyResult(): R;
}

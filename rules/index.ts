import { noErrorForEmptyResult } from "./no-error-for-empty-result.js";
import { noErrorLeak } from "./no-error-leak.js";
import { noGenericErrorMessage } from "./no-generic-error-message.js";
import { noLostPartialResults } from "./no-lost-partial-results.js";
import { noProtocolError } from "./no-protocol-error.js";
import { noRetryableTerminalError } from "./no-retryable-terminal-error.js";
import { noSwallowedError } from "./no-swallowed-error.js";
import { noUncheckedResponse } from "./no-unchecked-response.js";
import { requireErrorCategory } from "./require-error-category.js";
import { requireIsError } from "./require-is-error.js";
import { requireIsRetryable } from "./require-is-retryable.js";
import { requireRetryAfter } from "./require-retry-after.js";
import type { McpErrorsRule } from "../src/create-rule.js";

export const rules: Readonly<Record<string, McpErrorsRule>> = {
  "no-error-for-empty-result": noErrorForEmptyResult,
  "no-error-leak": noErrorLeak,
  "no-generic-error-message": noGenericErrorMessage,
  "no-lost-partial-results": noLostPartialResults,
  "no-protocol-error": noProtocolError,
  "no-retryable-terminal-error": noRetryableTerminalError,
  "no-swallowed-error": noSwallowedError,
  "no-unchecked-response": noUncheckedResponse,
  "require-error-category": requireErrorCategory,
  "require-is-error": requireIsError,
  "require-is-retryable": requireIsRetryable,
  "require-retry-after": requireRetryAfter,
};

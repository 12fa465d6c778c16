import { consistentAnnotations } from "./consistent-annotations.js";
import { consistentErrorContract } from "./consistent-error-contract.js";
import { distinctToolDescriptions } from "./distinct-tool-descriptions.js";
import { noBareThrow } from "./no-bare-throw.js";
import { noErrorForEmptyResult } from "./no-error-for-empty-result.js";
import { noErrorLeak } from "./no-error-leak.js";
import { noGenericErrorMessage } from "./no-generic-error-message.js";
import { noHttp200Error } from "./no-http-200-error.js";
import { noInlineSecret } from "./no-inline-secret.js";
import { noInvisibleError } from "./no-invisible-error.js";
import { noLeftoverMarker } from "./no-leftover-marker.js";
import { noLostErrorData } from "./no-lost-error-data.js";
import { noLostPartialResults } from "./no-lost-partial-results.js";
import { noMachinePath } from "./no-machine-path.js";
import { noProtocolError } from "./no-protocol-error.js";
import { noRawErrorMessage } from "./no-raw-error-message.js";
import { noRetryableTerminalError } from "./no-retryable-terminal-error.js";
import { noSideEffectsInResource } from "./no-side-effects-in-resource.js";
import { noStructuredErrorWithOutputSchema } from "./no-structured-error-with-output-schema.js";
import { noSwallowedError } from "./no-swallowed-error.js";
import { noTerminalRetry } from "./no-terminal-retry.js";
import { noUncheckedResponse } from "./no-unchecked-response.js";
import { noUnclassifiedCatch } from "./no-unclassified-catch.js";
import { preferResource } from "./prefer-resource.js";
import { preferToolError } from "./prefer-tool-error.js";
import { requireCustomerMessage } from "./require-customer-message.js";
import { requireErrorCategory } from "./require-error-category.js";
import { requireErrorCode } from "./require-error-code.js";
import { requireErrorDescription } from "./require-error-description.js";
import { requireIsError } from "./require-is-error.js";
import { requireIsRetryable } from "./require-is-retryable.js";
import { requireParameterDescription } from "./require-parameter-description.js";
import { requirePropagationContext } from "./require-propagation-context.js";
import { requireRecoveryHint } from "./require-recovery-hint.js";
import { requireRetryAfter } from "./require-retry-after.js";
import { requireRetryJitter } from "./require-retry-jitter.js";
import { requireSuppressionReason } from "./require-suppression-reason.js";
import { requireToolDescription } from "./require-tool-description.js";
import { validMcpServerEntry } from "./valid-mcp-server-entry.js";
import { validMcpVariable } from "./valid-mcp-variable.js";
import type { McpErrorsRule } from "../src/create-rule.js";

export const rules: Readonly<Record<string, McpErrorsRule>> = {
  "consistent-annotations": consistentAnnotations,
  "consistent-error-contract": consistentErrorContract,
  "distinct-tool-descriptions": distinctToolDescriptions,
  "no-bare-throw": noBareThrow,
  "no-error-for-empty-result": noErrorForEmptyResult,
  "no-error-leak": noErrorLeak,
  "no-generic-error-message": noGenericErrorMessage,
  "no-http-200-error": noHttp200Error,
  "no-inline-secret": noInlineSecret,
  "no-invisible-error": noInvisibleError,
  "no-leftover-marker": noLeftoverMarker,
  "no-lost-error-data": noLostErrorData,
  "no-lost-partial-results": noLostPartialResults,
  "no-machine-path": noMachinePath,
  "no-protocol-error": noProtocolError,
  "no-raw-error-message": noRawErrorMessage,
  "no-retryable-terminal-error": noRetryableTerminalError,
  "no-side-effects-in-resource": noSideEffectsInResource,
  "no-structured-error-with-output-schema": noStructuredErrorWithOutputSchema,
  "no-swallowed-error": noSwallowedError,
  "no-terminal-retry": noTerminalRetry,
  "no-unchecked-response": noUncheckedResponse,
  "no-unclassified-catch": noUnclassifiedCatch,
  "prefer-resource": preferResource,
  "prefer-tool-error": preferToolError,
  "require-customer-message": requireCustomerMessage,
  "require-error-category": requireErrorCategory,
  "require-error-code": requireErrorCode,
  "require-error-description": requireErrorDescription,
  "require-is-error": requireIsError,
  "require-is-retryable": requireIsRetryable,
  "require-parameter-description": requireParameterDescription,
  "require-propagation-context": requirePropagationContext,
  "require-recovery-hint": requireRecoveryHint,
  "require-retry-after": requireRetryAfter,
  "require-retry-jitter": requireRetryJitter,
  "require-suppression-reason": requireSuppressionReason,
  "require-tool-description": requireToolDescription,
  "valid-mcp-server-entry": validMcpServerEntry,
  "valid-mcp-variable": validMcpVariable,
};

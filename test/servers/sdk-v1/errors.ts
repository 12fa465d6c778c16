import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { ApiError } from "./api.js";

export interface ToolFailure {
  errorCategory: "transient" | "validation" | "permission" | "business";
  isRetryable: boolean;
  errorCode: string;
  description: string;
  customerFriendlyMessage?: string;
  retryAfterSeconds?: number;
}

/** The whole failure as JSON in the first text block: the one place that every client shows to the model. */
export function toolFailure(failure: ToolFailure): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(failure) }] };
}

/**
 * Sorts a failure of the orders API into the contract. `doing` starts the sentence that the model reads.
 * After a 5xx nobody knows whether the work was done, so only what may be done twice is offered for a retry.
 */
export function fromApiError(error: unknown, doing: string, idempotent = true): CallToolResult {
  if (!(error instanceof ApiError)) {
    return toolFailure({
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "UNCLASSIFIED",
      description: `${doing} stopped for a reason this server does not know. Do not repeat the call; tell the operator.`,
    });
  }
  if (error.status === 401 || error.status === 403) {
    return toolFailure({
      errorCategory: "permission",
      isRetryable: false,
      errorCode: "ORDERS_SCOPE_MISSING",
      description: `${doing} needs a scope that the back office token does not have. Ask an administrator to grant it.`,
      customerFriendlyMessage: "I am not allowed to do that. A colleague with more rights has to take over.",
    });
  }
  if (error.status === 409) {
    return toolFailure({
      errorCategory: "business",
      isRetryable: false,
      errorCode: "ORDER_STATE_CONFLICT",
      description: `${doing} is not possible in the state the order is in now. Read the order and offer what its state allows.`,
      customerFriendlyMessage: "That is no longer possible for this order.",
    });
  }
  if (error.status >= 500 && !idempotent) {
    return toolFailure({
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "ORDERS_API_OUTCOME_UNKNOWN",
      description: `${doing} broke off and may have happened or not. Read the order before doing anything else.`,
    });
  }
  if (error.status === 429 || error.status >= 500) {
    return toolFailure({
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: error.retryAfterSeconds ?? 10,
      errorCode: "ORDERS_API_UNAVAILABLE",
      description: `${doing} failed because the orders API is overloaded or down. Wait, then make the same call again.`,
    });
  }
  return toolFailure({
    errorCategory: "validation",
    isRetryable: false,
    errorCode: "ORDERS_API_REJECTED_INPUT",
    description: `${doing} was refused by the orders API because of the arguments. Check the order id and the values.`,
  });
}

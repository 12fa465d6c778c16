import type { ContentResult } from "fastmcp";

export interface Failure {
  errorCategory: "transient" | "validation" | "permission" | "business";
  isRetryable: boolean;
  errorCode: string;
  description: string;
  retryAfterSeconds?: number;
}

export function failure(contract: Failure): ContentResult {
  return { content: [{ type: "text", text: JSON.stringify(contract) }], isError: true };
}

export function errorText(message: string): ContentResult {
  return { content: [{ type: "text", text: message }], isError: true };
}

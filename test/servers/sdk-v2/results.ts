import type { CallToolResult } from "@modelcontextprotocol/server";

export interface ToolFailure {
  errorCategory: "transient" | "validation" | "permission" | "business";
  isRetryable: boolean;
  errorCode: string;
  description: string;
  retryAfterSeconds?: number;
  customerFriendlyMessage?: string;
  partialResults?: unknown;
  attemptedActions?: string[];
}

export const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] });

export const json = (value: unknown): CallToolResult => text(JSON.stringify(value));

export const failure = (contract: ToolFailure): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: JSON.stringify(contract) }],
});

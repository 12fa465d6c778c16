import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

export function text(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }] };
}

export function json(value: unknown): CallToolResult {
  return text(JSON.stringify(value));
}

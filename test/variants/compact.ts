// settings: { "dialect": "compact" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

interface CompactError {
  errorCategory: "transient" | "validation" | "permission" | "business";
  isRetryable: boolean;
  retryAfterSeconds?: number;
  code: "TICKET_ID_INVALID" | "TICKET_CLOSED" | "TRACKER_BUSY" | "TRACKER_TIMED_OUT";
  message: string;
  customerMessage?: string;
}

declare const tracker: { close(id: string): Promise<{ status: number; text: string; waitSeconds: number }> };

/** The same object twice: programs read structuredContent, models the text. */
function compact(structuredContent: CompactError): CallToolResult {
  return {
    isError: true,
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent: { ...structuredContent },
  };
}

export const server = new McpServer({ name: "tickets", version: "1.0.0" });

server.registerTool(
  "close_ticket",
  { description: "Closes a ticket.", inputSchema: { id: z.string() }, annotations: { idempotentHint: true } },
  async ({ id }) => {
    if (!/^T-\d+$/.test(id))
      return compact({
        errorCategory: "validation",
        isRetryable: false,
        code: "TICKET_ID_INVALID",
        message: `"${id}" is no ticket id. Ticket ids look like T-77.`,
      });
    const answer = await tracker.close(id);
    if (answer.status === 200) return { content: [{ type: "text", text: answer.text }] };
    if (answer.status === 409)
      return compact({
        errorCategory: "business",
        isRetryable: false,
        code: "TICKET_CLOSED",
        message: "The ticket is part of a closed release. Reopen the release, or leave a comment.",
        customerMessage: "This ticket can no longer be changed.",
      });
    if (answer.status === 504)
      return compact({
        errorCategory: "transient",
        isRetryable: true,
        code: "TRACKER_TIMED_OUT",
        message: "The tracker did not answer in time. Read the ticket, then make the same call again.",
      });
    return compact({
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: answer.waitSeconds,
      code: "TRACKER_BUSY",
      message: "The tracker is overloaded. Wait as long as said, then make the same call again.",
    });
  },
);

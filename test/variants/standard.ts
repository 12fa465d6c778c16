// settings: { "dialect": "standard" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

type ErrorCode = "ORDER_ID_INVALID" | "REFUND_SCOPE_MISSING" | "REFUND_LIMIT" | "ORDERS_BUSY" | "ORDERS_UNKNOWN";

interface ToolFailure {
  errorCategory: "transient" | "validation" | "permission" | "business";
  isRetryable: boolean;
  retryAfterSeconds?: number;
  errorCode: ErrorCode;
  description: string;
  customerFriendlyMessage?: string;
}

interface Orders {
  refund(orderId: string): Promise<{ status: number; retryAfterSeconds: number; receipt: string }>;
  search(query: string): Promise<readonly string[]>;
}

declare const orders: Orders;

function failure(payload: ToolFailure): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(payload) }] };
}

export const server = new McpServer({ name: "orders", version: "1.0.0" });

server.registerTool(
  "refund_order",
  { description: "Refunds an order.", inputSchema: { orderId: z.string() }, annotations: { idempotentHint: true } },
  async ({ orderId }) => {
    if (!/^O-\d+$/.test(orderId))
      return failure({
        errorCategory: "validation",
        isRetryable: false,
        errorCode: "ORDER_ID_INVALID",
        description: `"${orderId}" is no order id. Order ids look like O-1042; search_orders finds them.`,
      });
    const answer = await orders.refund(orderId);
    switch (answer.status) {
      case 200:
        return { content: [{ type: "text", text: answer.receipt }] };
      case 403:
        return failure({
          errorCategory: "permission",
          isRetryable: false,
          errorCode: "REFUND_SCOPE_MISSING",
          description: "The scope refunds:write is missing. Ask an administrator to grant it.",
          customerFriendlyMessage: "I am not allowed to refund this order. A colleague has to do it.",
        });
      case 409:
        return failure({
          errorCategory: "business",
          isRetryable: false,
          errorCode: "REFUND_LIMIT",
          description: "Refunds above 500 EUR need an approval. Call request_approval instead.",
          customerFriendlyMessage: "A colleague has to approve this refund first.",
        });
      case 429:
        return failure({
          errorCategory: "transient",
          isRetryable: true,
          retryAfterSeconds: answer.retryAfterSeconds,
          errorCode: "ORDERS_BUSY",
          description: "The order service is overloaded. Wait as long as said, then make the same call again.",
        });
      default:
        return failure({
          errorCategory: "transient",
          isRetryable: false,
          errorCode: "ORDERS_UNKNOWN",
          description: `The order service answered ${answer.status}. Read the order before you try again.`,
        });
    }
  },
);

server.registerTool(
  "search_orders",
  { description: "Finds orders.", inputSchema: { query: z.string() }, annotations: { readOnlyHint: true } },
  async ({ query }) => {
    const found = await orders.search(query);
    return { content: [{ type: "text", text: JSON.stringify({ found: found.length > 0, orders: found }) }] };
  },
);

// settings: { "dialect": "standard" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

interface Orders {
  find(id: string): Promise<string | undefined>;
  search(query: string): Promise<readonly string[]>;
  place(item: string): Promise<{ status: number; receipt: string }>;
}

declare const orders: Orders;

const failure = (payload: Record<string, unknown>): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: JSON.stringify(payload) }],
});

export const server = new McpServer({ name: "orders", version: "1.0.0" });
const input = { id: z.string() };
const isOrderId = (id: string): boolean => /^O-\d+$/.test(id);

server.registerTool("no_category", { description: "d", inputSchema: input }, async ({ id }) => {
  if (isOrderId(id)) return { content: [{ type: "text", text: id }] };
  return failure({ isRetryable: false, errorCode: "ORDER_ID_INVALID", description: `"${id}" is no order id.` }); // expect: require-error-category
});

server.registerTool("no_flag", { description: "d", inputSchema: input }, async ({ id }) => {
  if (isOrderId(id)) return { content: [{ type: "text", text: id }] };
  return failure({ errorCategory: "validation", errorCode: "ORDER_ID_INVALID", description: `"${id}" is no order id.` }); // expect: require-is-retryable
});

server.registerTool("no_description", { description: "d", inputSchema: input }, async ({ id }) => {
  if (isOrderId(id)) return { content: [{ type: "text", text: id }] };
  return failure({ errorCategory: "validation", isRetryable: false, errorCode: "ORDER_ID_INVALID" }); // expect: require-error-description
});

server.registerTool("no_code", { description: "d", inputSchema: input }, async ({ id }) => {
  if (isOrderId(id)) return { content: [{ type: "text", text: id }] };
  return failure({ errorCategory: "validation", isRetryable: false, description: `"${id}" is no order id.` }); // expect: require-error-code
});

server.registerTool("protocol_code", { description: "d", inputSchema: input }, async ({ id }) => {
  if (isOrderId(id)) return { content: [{ type: "text", text: id }] };
  return failure({
    errorCategory: "validation",
    isRetryable: false,
    errorCode: -32602, // expect: require-error-code
    description: `"${id}" is no order id.`,
  });
});

server.registerTool("no_sentence_for_the_user", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({ // expect: require-customer-message
    errorCategory: "business",
    isRetryable: false,
    errorCode: "CREDIT_LIMIT",
    description: "The customer's credit limit is reached. Offer payment in advance.",
  });
});

server.registerTool("retryable_permission", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "permission",
    isRetryable: true, // expect: no-retryable-terminal-error
    retryAfterSeconds: 5,
    errorCode: "SCOPE_MISSING",
    description: "The scope orders:write is missing. Ask an administrator for it.",
    customerFriendlyMessage: "I am not allowed to place orders.",
  });
});

server.registerTool("no_wait", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({ // expect: require-retry-after
    errorCategory: "transient",
    isRetryable: true,
    errorCode: "ORDERS_BUSY",
    description: "The order service is overloaded.",
  });
});

server.registerTool("milliseconds", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: true,
    retryAfterSeconds: 2500, // expect: consistent-error-contract
    errorCode: "ORDERS_BUSY",
    description: "The order service is overloaded.",
  });
});

server.registerTool("nothing_found", { description: "d", inputSchema: input }, async ({ id }) => {
  const found = await orders.search(id);
  if (found.length === 0)
    return failure({ // expect: no-error-for-empty-result
      errorCategory: "business",
      isRetryable: false,
      errorCode: "NOTHING_FOUND",
      description: "No orders found for this query.",
      customerFriendlyMessage: "I found no orders.",
    });
  return { content: [{ type: "text", text: found.join(", ") }] };
});

server.registerTool("only_looks_like_an_error", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  const payload = { errorCategory: "transient", isRetryable: false, errorCode: "ORDERS_DOWN", description: "Down." };
  return { content: [{ type: "text", text: JSON.stringify(payload) }] }; // expect: require-is-error
});

server.registerTool("structured_content_only", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return { // expect: no-invisible-error
    isError: true,
    content: [],
    structuredContent: {
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "ORDERS_DOWN",
      description: "The order service is down. Tell the operator.",
    },
  };
});

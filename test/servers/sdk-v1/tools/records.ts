import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { ApiError, type Invoice } from "../api.js";
import type { Deps } from "../deps.js";
import { fromApiError, toolFailure } from "../errors.js";
import { json } from "../results.js";

const invoiceResult = (invoice: Invoice) =>
  json({ invoice: invoice.number, total: invoice.total, pdf: invoice.pdfUrl });

export function registerRecordTools(server: McpServer, { api }: Deps): void {
  server.registerTool(
    "order_history",
    {
      description: "Who did what to an order, and when.",
      inputSchema: { orderId: z.string() },
      annotations: { readOnlyHint: true },
    },
    async ({ orderId }) => {
      try {
        return json({ orderId, events: await api.getHistory(orderId) });
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) {
          return toolFailure({
            errorCategory: "permission",
            isRetryable: true,
            retryAfterSeconds: 30,
            errorCode: "AUDIT_SCOPE_MISSING",
            description: "The back office token lacks the scope audit:read, which the history needs.",
            customerFriendlyMessage: "I cannot see the history of this order at the moment.",
          });
        }
        return fromApiError(error, `Reading the history of order ${orderId}`);
      }
    },
  );

  server.registerTool(
    "order_invoice",
    {
      description: "Number, total and PDF link of the invoice of an order.",
      inputSchema: { orderId: z.string() },
      annotations: { readOnlyHint: true },
    },
    ({ orderId }) =>
      api
        .getInvoice(orderId)
        .then(invoiceResult, (error: unknown) => fromApiError(error, `Reading the invoice of order ${orderId}`)),
  );
}

import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { Invoice } from "../api.js";
import type { Deps } from "../deps.js";
import { fromApiError } from "../errors.js";
import { json } from "../results.js";

const invoiceResult = (invoice: Invoice) =>
  json({ invoice: invoice.number, total: invoice.total, pdf: invoice.pdfUrl });

export function registerRecordTools(server: McpServer, { api }: Deps): void {
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

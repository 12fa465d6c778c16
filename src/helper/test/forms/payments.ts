/** Payments: a limit with its figures, in the dialect `compact`. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { configureToolErrors, dialects, emptyResult, toolError, toolFailure, withToolErrors } from "mcp-tool-errors";
import { z } from "zod";

configureToolErrors({ dialect: dialects.compact });

declare const payments: {
  refund(order: string, amount: number): Promise<{ id: string }>;
  find(order: string): Promise<{ id: string } | undefined>;
};
const server = new McpServer({ name: "payments", version: "1.0.0" });
const inputSchema = {
  order: z.string().describe("Order number, e.g. ORD-10423"),
  amount: z.number().describe("Amount in dollars"),
};

const aboveLimit = (limit: number, requested: number) => ({
  description: `Refund of $${requested} exceeds the $${limit} single-transaction policy. Ask the customer to split the refund or open a manager-approval ticket.`,
  customerFriendlyMessage: `We can only process refunds up to $${limit} in one transaction.`,
  errorCode: "REFUND_LIMIT_EXCEEDED",
  details: { limit, requested },
});

server.registerTool(
  "process_refund",
  { description: "Refunds an order.", inputSchema },
  withToolErrors(async ({ order, amount }: { order: string; amount: number }) => {
    if (amount > 500) return toolError.business(aboveLimit(500, amount));
    const refund = await payments.refund(order, amount);
    return { content: [{ type: "text", text: refund.id }] };
  }),
);

server.registerTool(
  "process_refund_throwing",
  { description: "Refunds an order.", inputSchema },
  withToolErrors(async ({ order, amount }: { order: string; amount: number }) => {
    if (amount > 500) throw toolFailure.business(aboveLimit(500, amount));
    const refund = await payments.refund(order, amount);
    return { content: [{ type: "text", text: refund.id }] };
  }),
);

server.registerTool(
  "with_schema",
  { description: "Refunds an order.", inputSchema, outputSchema: { id: z.string() } },
  withToolErrors(
    async ({ order, amount }: { order: string; amount: number }) => {
      if (amount > 500) throw toolFailure.business(aboveLimit(500, amount), { hasOutputSchema: true });
      const { id } = await payments.refund(order, amount);
      return { content: [{ type: "text", text: JSON.stringify({ id }) }], structuredContent: { id } };
    },
    { hasOutputSchema: true },
  ),
);

server.registerTool(
  "find_refund",
  { description: "Finds the refund of an order.", inputSchema: { order: inputSchema.order } },
  withToolErrors(async ({ order }: { order: string }) => {
    const refund = await payments.find(order);
    if (!refund) return emptyResult(`No refund for ${order}.`);
    return { content: [{ type: "text", text: refund.id }] };
  }),
);

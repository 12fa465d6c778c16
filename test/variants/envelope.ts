// settings: { "dialect": "envelope" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

export const ERROR_CODES = ["STOCK_BUSY", "STOCK_SCOPE_MISSING", "SKU_INVALID", "RESERVATION_CLOSED"] as const;

interface Envelope {
  bucket: "Transient" | "Permission" | "Data" | "Business";
  retryable: boolean;
  retryAfterMs: number;
  errorCode: (typeof ERROR_CODES)[number];
  humanMessage: string;
  attempt?: number;
  maxAttempts?: number;
}

declare const stock: { reserve(sku: string): Promise<{ status: number; reservation: string }> };

function envelope(failure: Envelope): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(failure) }] };
}

/** At least the base, spread over twice of it, so that the agents do not come back together. */
const spread = (baseMs: number): number => baseMs + Math.floor(Math.random() * baseMs);

export const server = new McpServer({ name: "stock", version: "1.0.0" });

server.registerTool(
  "reserve_item",
  { description: "Reserves an item.", inputSchema: { sku: z.string() }, annotations: { idempotentHint: true } },
  async ({ sku }) => {
    if (!/^[A-Z]{2}\d{4}$/.test(sku))
      return envelope({
        bucket: "Data",
        retryable: false,
        retryAfterMs: 0,
        errorCode: "SKU_INVALID",
        humanMessage: `"${sku}" is no SKU. SKUs are two letters and four digits.`,
      });
    const answer = await stock.reserve(sku);
    switch (answer.status) {
      case 200:
        return { content: [{ type: "text", text: answer.reservation }] };
      case 403:
        return envelope({
          bucket: "Permission",
          retryable: false,
          retryAfterMs: 0,
          errorCode: "STOCK_SCOPE_MISSING",
          humanMessage: "The scope stock:reserve is missing. Ask the coordinator to have it granted.",
        });
      case 409:
        return envelope({
          bucket: "Business",
          retryable: false,
          retryAfterMs: 0,
          errorCode: "RESERVATION_CLOSED",
          humanMessage: "Reservations are closed until the count is over. Offer a notification instead.",
        });
      default:
        return envelope({
          bucket: "Transient",
          retryable: true,
          retryAfterMs: spread(1500),
          errorCode: "STOCK_BUSY",
          humanMessage: "The stock service does not answer. Wait as long as said, then repeat the same call.",
          attempt: 1,
          maxAttempts: 3,
        });
    }
  },
);

// settings: { "dialect": "envelope" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

declare const stock: { reserve(sku: string): Promise<{ status: number; reservation: string }> };

const envelope = (failure: Record<string, unknown>): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: JSON.stringify(failure) }],
});

export const server = new McpServer({ name: "stock", version: "1.0.0" });
const input = { sku: z.string() };

server.registerTool("no_bucket", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({ retryable: false, retryAfterMs: 0, errorCode: "STOCK_DOWN", humanMessage: "The stock service is down." }); // expect: require-error-category
});

server.registerTool("no_flag", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({ bucket: "Data", retryAfterMs: 0, errorCode: "SKU_INVALID", humanMessage: `"${sku}" is no SKU.` }); // expect: require-is-retryable
});

server.registerTool("no_code", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({ bucket: "Data", retryable: false, retryAfterMs: 0, humanMessage: `"${sku}" is no SKU.` }); // expect: require-error-code
});

server.registerTool("no_sentence", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({ bucket: "Data", retryable: false, retryAfterMs: 0, errorCode: "SKU_INVALID" }); // expect: require-error-description
});

server.registerTool("code_of_free_text", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({
    bucket: "Data",
    retryable: false,
    retryAfterMs: 0,
    errorCode: "The SKU does not exist", // expect: require-error-code
    humanMessage: `"${sku}" is no SKU.`,
  });
});

server.registerTool("two_buckets_for_one_code", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({
    bucket: "Business",
    retryable: false,
    retryAfterMs: 0,
    errorCode: "SKU_INVALID", // expect: require-error-code
    humanMessage: `"${sku}" is sold out.`,
  });
});

server.registerTool("flat_wait", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({
    bucket: "Transient",
    retryable: true,
    retryAfterMs: 2000, // expect: require-retry-jitter
    errorCode: "STOCK_BUSY",
    humanMessage: "The stock service is overloaded.",
  });
});

server.registerTool("retryable_permission", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({
    bucket: "Permission",
    retryable: true, // expect: no-retryable-terminal-error
    retryAfterMs: 0,
    errorCode: "SCOPE_MISSING",
    humanMessage: "The scope stock:reserve is missing.",
  });
});

server.registerTool("wait_without_retry", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({
    bucket: "Business",
    retryable: false,
    retryAfterMs: 3000, // expect: consistent-error-contract
    errorCode: "SOLD_OUT",
    humanMessage: `"${sku}" is sold out.`,
  });
});

server.registerTool("seconds", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  const waits = { retrySeconds: 2 + Math.random() };
  return envelope({
    bucket: "Transient",
    retryable: true,
    retryAfterMs: waits.retrySeconds, // expect: consistent-error-contract
    errorCode: "STOCK_BUSY",
    humanMessage: "The stock service is overloaded.",
  });
});

// settings: { "dialect": "envelope" }
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

declare const stock: { reserve(sku: string): Promise<{ status: number; reservation: string; wait: number }> };

interface Answer {
  status(code: number): Answer;
  json(body: object): void;
}

declare const app: {
  post(path: string, handler: (req: { body: { sku: string } }, res: Answer) => Promise<void>): void;
};

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

server.registerTool("bucket_outside_the_set", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({
    bucket: "Outage", // expect: require-error-category
    retryable: false,
    retryAfterMs: 0,
    errorCode: "STOCK_DOWN",
    humanMessage: "The stock service is down. Tell the operator.",
  });
});

server.registerTool("bucket_in_another_case", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({
    bucket: "transient", // expect: require-error-category
    retryable: false,
    retryAfterMs: 0,
    errorCode: "STOCK_DOWN",
    humanMessage: "The stock service is down. Tell the operator.",
  });
});

server.registerTool("bucket_of_another_dialect", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({
    bucket: "Validation", // expect: require-error-category
    retryable: false,
    retryAfterMs: 0,
    errorCode: "SKU_INVALID",
    humanMessage: "SKUs are two letters and four digits.",
  });
});

server.registerTool("no_wait", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({ // expect: require-retry-after
    bucket: "Transient",
    retryable: true,
    errorCode: "STOCK_BUSY",
    humanMessage: "The stock service is overloaded.",
  });
});

server.registerTool("retryable_data", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({
    bucket: "Data",
    retryable: true, // expect: no-retryable-terminal-error
    retryAfterMs: answer.wait,
    errorCode: "SKU_INVALID",
    humanMessage: "SKUs are two letters and four digits.",
  });
});

server.registerTool("retryable_business", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({
    bucket: "Business",
    retryable: true, // expect: no-retryable-terminal-error
    retryAfterMs: answer.wait,
    errorCode: "SOLD_OUT",
    humanMessage: "The item is sold out. Choose another one.",
  });
});

server.registerTool("names_of_another_dialect", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({ // expect: consistent-error-contract
    bucket: "Transient",
    isRetryable: false,
    retryAfterMs: 0,
    errorCode: "STOCK_DOWN",
    description: "The stock service is down. Tell the operator.",
    customerFriendlyMessage: "The stock cannot be read now.",
  });
});

server.registerTool("sentence_of_another_dialect", { description: "d", inputSchema: input }, async ({ sku }) => {
  const answer = await stock.reserve(sku);
  if (answer.status === 200) return { content: [{ type: "text", text: answer.reservation }] };
  return envelope({ // expect: consistent-error-contract
    bucket: "Transient",
    retryable: false,
    retryAfterMs: 0,
    errorCode: "STOCK_DOWN",
    description: "The stock service is down. Tell the operator.",
    customerFriendlyMessage: "The stock cannot be read now.",
  });
});

app.post("/error_with_200", async (req, res) => {
  try {
    res.json(await stock.reserve(req.body.sku));
  } catch (error) {
    console.error(error);
    res.json({ bucket: "Transient", retryable: false, retryAfterMs: 0, errorCode: "STOCK_DOWN", humanMessage: "The stock service is down." }); // expect: no-http-200-error
  }
});

app.post("/refusal_with_200", async (req, res) => {
  const answer = await stock.reserve(req.body.sku);
  if (answer.status === 200) return res.json(answer);
  res.json({ bucket: "Business", retryable: false, retryAfterMs: 0, errorCode: "SOLD_OUT", humanMessage: "The item is sold out." }); // expect: no-http-200-error
});

app.post("/flat_wait_in_a_body", async (req, res) => {
  const answer = await stock.reserve(req.body.sku);
  if (answer.status === 200) return res.json(answer);
  res.status(503).json({
    bucket: "Transient",
    retryable: true,
    retryAfterMs: 2000, // expect: require-retry-jitter
    errorCode: "STOCK_BUSY",
    humanMessage: "The stock service is overloaded.",
  });
});

app.post("/retryable_permission_in_a_body", async (req, res) => {
  const answer = await stock.reserve(req.body.sku);
  if (answer.status === 200) return res.json(answer);
  res.status(403).json({
    bucket: "Permission",
    retryable: true, // expect: no-retryable-terminal-error
    retryAfterMs: 0,
    errorCode: "SCOPE_MISSING",
    humanMessage: "The scope stock:reserve is missing.",
  });
});

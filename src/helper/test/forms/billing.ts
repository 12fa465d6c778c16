/** Billing: a catalogue of codes, the same failures as tool results and over HTTP. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { configureToolErrors, defineErrorCodes, dialects, toolError, withToolErrors } from "mcp-tool-errors";
import {
  expressErrorHandler,
  fastifyErrorHandler,
  honoErrorHandler,
  toHttpResponse,
  toResponse,
} from "mcp-tool-errors/http";
import { z } from "zod";

configureToolErrors({ dialect: dialects.envelope });

export const codes = defineErrorCodes({
  BAD_INVOICE_ID: { category: "validation", description: "Invoice numbers look like INV-1042. Correct it." },
  UPSTREAM_TIMEOUT: {
    category: "transient",
    retryAfterSeconds: 2,
    description: "Billing took more than 5 s; retry after 2 s.",
  },
  SCOPE_MISSING: {
    category: "permission",
    description: "The token lacks billing:read. Ask an administrator for it.",
    customerFriendlyMessage: "I am not allowed to see that invoice.",
  },
  INVOICE_CLOSED: {
    category: "business",
    description: "The invoice is closed. Open a new one instead.",
    customerFriendlyMessage: "That invoice is closed already.",
  },
});

const server = new McpServer({ name: "billing", version: "1.0.0" });
server.registerTool(
  "get_invoice",
  { description: "Reads one invoice.", inputSchema: { id: z.string().describe("Invoice number, e.g. INV-1042") } },
  withToolErrors(async ({ id }: { id: string }) => {
    if (!/^INV-\d+$/.test(id)) return codes.error("BAD_INVOICE_ID");
    const upstream = await fetch(`https://billing.example/invoices/${id}`);
    if (upstream.status === 504) return codes.error("UPSTREAM_TIMEOUT");
    if (upstream.status === 403) throw codes.failure("SCOPE_MISSING");
    if (upstream.status === 409) return codes.error("INVOICE_CLOSED");
    if (!upstream.ok) return toolError.from(upstream, { service: "billing" });
    return { content: [{ type: "text", text: await upstream.text() }] };
  }),
);

export const app = express();
app.post("/tools/charge", async (request, response) => {
  const upstream = await fetch("https://billing.example/charge", {
    method: "POST",
    body: JSON.stringify(request.body),
  });
  if (upstream.status === 504) {
    const { status, headers, body } = toHttpResponse(codes.error("UPSTREAM_TIMEOUT"));
    return response.status(status).set(headers).json(body);
  }
  if (!upstream.ok) throw codes.failure("SCOPE_MISSING");
  return response.json(await upstream.json());
});
app.use(expressErrorHandler());

export const fast = fastify();
fast.setErrorHandler(fastifyErrorHandler());
fast.post("/tools/charge", async () => {
  const upstream = await fetch("https://billing.example/charge", { method: "POST" });
  if (!upstream.ok) throw codes.failure("UPSTREAM_TIMEOUT");
  return upstream.json();
});

export const hono = new Hono();
hono.onError(honoErrorHandler());
hono.post("/tools/charge", async (context) => {
  const upstream = await fetch("https://billing.example/charge", { method: "POST" });
  if (!upstream.ok) throw codes.failure("UPSTREAM_TIMEOUT");
  return context.json(await upstream.json());
});

export async function POST(request: Request): Promise<Response> {
  try {
    const upstream = await fetch("https://billing.example/charge", { method: "POST", body: await request.text() });
    if (!upstream.ok) return toResponse(codes.failure("UPSTREAM_TIMEOUT"));
    return Response.json(await upstream.json());
  } catch (error) {
    return toResponse(error);
  }
}

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createOrdersApi } from "./api.js";
import { createServer } from "./server.js";

const api = createOrdersApi({
  baseUrl: process.env["ORDERS_API_URL"] ?? "http://127.0.0.1:4010",
  token: process.env["ORDERS_API_TOKEN"] ?? "",
  fetch,
});

const server = createServer({ api, log: (line) => process.stderr.write(`${line}\n`) });
await server.connect(new StdioServerTransport());

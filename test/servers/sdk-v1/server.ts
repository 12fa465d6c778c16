import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Deps } from "./deps.js";
import { registerChangeTools } from "./tools/changes.js";
import { registerLookupTools } from "./tools/lookup.js";
import { registerRecordTools } from "./tools/records.js";

export type { Deps } from "./deps.js";

export function createServer(deps: Deps): McpServer {
  const server = new McpServer({ name: "orders-back-office", version: "1.4.0" });
  registerLookupTools(server, deps);
  registerChangeTools(server, deps);
  registerRecordTools(server, deps);
  return server;
}

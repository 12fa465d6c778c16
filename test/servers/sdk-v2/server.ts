import { McpServer } from "@modelcontextprotocol/server";
import type { Deps } from "./deps.js";
import { registerReadTools } from "./read-tools.js";
import { registerWriteTools } from "./write-tools.js";

export type { Deps } from "./deps.js";

export function createServer(deps: Deps): McpServer {
  const server = new McpServer({ name: "ticket-tracker", version: "0.9.2" }, { capabilities: { tools: {} } });
  registerReadTools(server, deps);
  registerWriteTools(server, deps);
  return server;
}

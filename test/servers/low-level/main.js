import * as fs from "node:fs/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createServer } from "./server.js";

const server = createServer({
  fs,
  dir: process.env.NOTES_DIR ?? "notes",
  fetch,
  syncUrl: process.env.NOTES_SYNC_URL ?? "http://127.0.0.1:4030",
  log: (line) => console.error(line),
});
await server.connect(new StdioServerTransport());

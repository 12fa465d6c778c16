import { UNGUARDED, type Framework } from "./types.js";

/** The request handler of both SDK lines: nothing stands between a throw and the JSON-RPC error. */
export const sdkLowLevel: Framework = {
  name: "low-level",
  packages: [
    "@modelcontextprotocol/sdk",
    "@modelcontextprotocol/server",
    "@metorial/mcp-server-sdk",
    "@mcp-use/modelcontextprotocol-sdk",
    "@redocly/mcp-typescript-sdk",
  ],
  registrations: [
    { kind: "request-handler", methods: ["setRequestHandler"], requests: ["CallToolRequestSchema", "tools/call"] },
  ],
  outcomes: UNGUARDED,
};

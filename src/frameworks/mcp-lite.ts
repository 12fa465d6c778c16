import { UNGUARDED, type Framework } from "./types.js";

/** A throw becomes JSON-RPC -32603 with the stack in its data. */
export const mcpLite: Framework = {
  name: "mcp-lite",
  packages: ["mcp-lite"],
  registrations: [
    {
      kind: "method",
      methods: ["tool"],
      classes: ["McpServer"],
      words: [],
      handler: [{ at: 1, property: ["handler"] }],
    },
  ],
  outcomes: UNGUARDED,
};

import { SDK_OUTCOMES, type Framework } from "./types.js";

export const sdkV2: Framework = {
  name: "sdk-v2",
  packages: ["@modelcontextprotocol/server", "@modelcontextprotocol/core"],
  registrations: [
    {
      kind: "method",
      methods: ["registerTool"],
      classes: ["McpServer"],
      words: ["server", "mcp"],
      handler: [{ at: -1 }],
    },
    {
      kind: "method",
      methods: ["update"],
      classes: ["RegisteredTool"],
      words: [],
      handler: [{ at: 0, property: ["callback"] }],
    },
  ],
  outcomes: SDK_OUTCOMES,
};

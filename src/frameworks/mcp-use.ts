import { SDK_OUTCOMES, type Framework } from "./types.js";

export const mcpUse: Framework = {
  name: "mcp-use",
  packages: ["mcp-use"],
  registrations: [
    {
      kind: "method",
      methods: ["tool"],
      classes: ["MCPServer"],
      words: [],
      handler: [{ at: 1 }, { at: 0, property: ["cb"] }],
    },
  ],
  outcomes: SDK_OUTCOMES,
};

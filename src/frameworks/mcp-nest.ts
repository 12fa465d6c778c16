import { STRINGS_ALLOWED, type Framework } from "./types.js";

/** Both lines of @rekog/mcp-nest; `McpError` alone escapes as a JSON-RPC error. */
export const mcpNest: Framework = {
  name: "mcp-nest",
  packages: ["@rekog/mcp-nest"],
  registrations: [
    { kind: "decorator", name: "Tool" },
    {
      kind: "method",
      methods: ["registerTool"],
      classes: ["McpStrategy"],
      words: ["strategy", "registry"],
      handler: [{ at: 0, property: ["handler"] }],
    },
  ],
  outcomes: { ...STRINGS_ALLOWED, thrownProtocolError: "protocol-error", thrownObject: "message" },
};

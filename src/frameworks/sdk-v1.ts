import { SDK_OUTCOMES, type Framework } from "./types.js";

export const sdkV1: Framework = {
  name: "sdk-v1",
  packages: [
    "@modelcontextprotocol/sdk",
    "@metorial/mcp-server-sdk",
    "@mcp-use/modelcontextprotocol-sdk",
    "@redocly/mcp-typescript-sdk",
  ],
  registrations: [
    // All six overloads of `tool` and `registerTool` take the handler last.
    {
      kind: "method",
      methods: ["tool", "registerTool"],
      classes: ["McpServer"],
      words: ["server", "mcp"],
      handler: [{ at: -1 }],
    },
    // A call runs `createTask` alone: how the task stands and what came of it is asked of the server's task store.
    {
      kind: "method",
      methods: ["registerToolTask"],
      classes: ["McpServer"],
      words: ["tasks"],
      handler: [{ at: 2, property: ["createTask"] }],
    },
    // `registered.update({ callback })` swaps the handler of a registered tool.
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

import { SDK_OUTCOMES, type Framework } from "./types.js";

export const skybridge: Framework = {
  name: "skybridge",
  packages: ["skybridge"],
  registrations: [
    {
      kind: "method",
      methods: ["registerTool", "registerWidget"],
      classes: ["McpServer", "Skybridge"],
      words: ["server", "mcp"],
      handler: [{ at: -1 }],
    },
  ],
  outcomes: SDK_OUTCOMES,
};

import { SDK_OUTCOMES, type Framework } from "./types.js";

/** `McpAgent` holds an SDK server in `this.server`; tools are registered in `init()`. */
export const cloudflareAgents: Framework = {
  name: "cloudflare-agents",
  packages: ["agents", "workers-mcp"],
  registrations: [
    {
      kind: "method",
      methods: ["tool", "registerTool"],
      classes: ["McpAgent"],
      words: ["server", "mcp"],
      handler: [{ at: -1 }],
    },
  ],
  outcomes: SDK_OUTCOMES,
};

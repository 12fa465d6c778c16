import { SDK_OUTCOMES, type Framework } from "./types.js";

/** Hands an untyped `server` to a callback; 1.x is the first SDK line underneath, 2.x the second. */
export const mcpHandler: Framework = {
  name: "mcp-handler",
  packages: ["mcp-handler", "@vercel/mcp-adapter"],
  registrations: [
    { kind: "method", methods: ["tool", "registerTool"], classes: [], words: ["server", "mcp"], handler: [{ at: -1 }] },
  ],
  outcomes: SDK_OUTCOMES,
};

import { THROW_ONLY, type Framework } from "./types.js";

/** `createTool` is an agent's tool; it is an MCP tool where the project serves it with @mastra/mcp. */
export const mastra: Framework = {
  name: "mastra",
  packages: ["@mastra/core", "@mastra/mcp"],
  onlyWith: ["@mastra/mcp"],
  registrations: [{ kind: "function", names: ["createTool"], handler: [{ at: 0, property: ["execute"] }] }],
  outcomes: { ...THROW_ONLY, thrownProtocolError: "protocol-error", comparesErrors: true },
};

import { SDK_OUTCOMES, type Framework } from "./types.js";

export const claudeAgentSdk: Framework = {
  name: "claude-agent-sdk",
  packages: ["@anthropic-ai/claude-agent-sdk", "@anthropic-ai/claude-code"],
  registrations: [{ kind: "function", names: ["tool"], handler: [{ at: 3 }] }],
  outcomes: SDK_OUTCOMES,
};

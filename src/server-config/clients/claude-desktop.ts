import type { Client } from "./client.js";

/**
 * The user's own file, which comes into repositories as an example.
 * - Place and keys: https://modelcontextprotocol.io/quickstart/user
 * - That it expands no variables is what people report; its documentation names none (not verified by a run).
 */
export const claudeDesktop: Client = {
  name: "Claude Desktop",
  files: ["**/claude_desktop_config.json"],
  path: /(?:^|\/)claude_desktop_config\.json$/u,
  isShared: false,
  isLenient: false,
  serversKey: "mcpServers",
  otherKeys: ["globalShortcut", "preferences", "isUsingBuiltInNodeForMcp", "scale", "$schema"],
  types: { stdio: "command", http: "url", "streamable-http": "url", sse: "url" },
  needsTypeForUrl: false,
  entryKeys: ["cwd", "disabled", "description"],
  takesNumbersInEnv: false,
  variables: undefined,
};

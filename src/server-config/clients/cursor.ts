import type { Client } from "./client.js";

/**
 * - Places, keys, the variables and the fields in which they are expanded: https://cursor.com/docs/mcp
 * - Whether comments and trailing commas are read over is not documented (not verified), so that nothing is said of them.
 */
export const cursor: Client = {
  name: "Cursor",
  files: ["**/.cursor/mcp.json"],
  path: /(?:^|\/)\.cursor\/mcp\.json$/u,
  isShared: true,
  isLenient: true,
  serversKey: "mcpServers",
  otherKeys: ["$schema"],
  types: { stdio: "command", http: "url", "streamable-http": "url", streamableHttp: "url", sse: "url" },
  needsTypeForUrl: false,
  entryKeys: ["envFile", "cwd", "auth", "disabled", "description", "name"],
  takesNumbersInEnv: false,
  variables: {
    expands: /^(?:env:[^{}]+|userHome|workspaceFolder|workspaceFolderBasename|pathSeparator|\/)$/u,
    // The documentation names five in its sentence, and gives `${workspaceFolder}/.env` as an example of `envFile`.
    fields: ["command", "args", "env", "envFile", "url", "headers"],
    environment: (name) => `\${env:${name}}`,
    home: () => "${userHome}",
    project: { text: "${workspaceFolder}" },
  },
};

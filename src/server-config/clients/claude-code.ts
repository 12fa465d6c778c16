import type { Client } from "./client.js";

/**
 * The file of a project (scope `project`), and that of a plugin.
 * - Scopes, `${VAR}`, `${VAR:-default}` and the five fields: https://code.claude.com/docs/en/mcp
 * - A nested default is not expanded, `$VAR` is not: measured with 2.1.278, https://dev.to/rulestack/six-var-forms-five-mcpjson-fields-two-tiny-servers-what-claude-code-mcp-expansion-actually-5a1f
 * - An entry with a `url` and no `type` is refused: https://github.com/huggingface/skills/pull/160
 * - The file of a plugin may do without `mcpServers`: https://code.claude.com/docs/en/plugins-reference
 * - It is read as plain JSON ("MCP config is not a valid JSON"): https://github.com/anthropics/claude-code/issues/55966
 */
export const claudeCode: Client = {
  name: "Claude Code",
  files: ["**/.mcp.json"],
  path: /(?:^|\/)\.mcp\.json$/u,
  isShared: true,
  isLenient: false,
  serversKey: "mcpServers",
  otherKeys: ["$schema"],
  readsBareEntries: true,
  types: {
    stdio: "command",
    http: "url",
    "streamable-http": "url",
    sse: "url",
    ws: "url",
  },
  needsTypeForUrl: true,
  entryKeys: ["headersHelper", "oauth", "timeout", "alwaysLoad", "description", "disabled"],
  takesNumbersInEnv: false,
  variables: {
    // `user_config.…` are the answers that a plugin asks its user for.
    expands: /^(?:[A-Za-z_]\w*(?::-[^{}]*)?|user_config\.\w+)$/u,
    fields: ["command", "args", "env", "url", "headers"],
    environment: (name) => `\${${name}}`,
    home: (windows) => (windows ? "${USERPROFILE}" : "${HOME}"),
    project: { text: "${CLAUDE_PROJECT_DIR:-.}", fields: ["command", "args"] },
  },
};

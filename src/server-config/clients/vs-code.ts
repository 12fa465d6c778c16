import type { Client } from "./client.js";

/**
 * - Keys, fields, `${input:…}`: https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
 * - Variables: https://code.visualstudio.com/docs/reference/variables-reference
 * - Comments are allowed in the settings files of the editor, this one included: https://code.visualstudio.com/docs/languages/json#_json-with-comments
 */
export const vsCode: Client = {
  name: "VS Code",
  files: ["**/.vscode/mcp.json"],
  path: /(?:^|\/)\.vscode\/mcp\.json$/u,
  isShared: true,
  isLenient: true,
  serversKey: "servers",
  otherKeys: ["inputs", "sandbox", "$schema"],
  types: { stdio: "command", http: "url", sse: "url" },
  needsTypeForUrl: false,
  entryKeys: ["envFile", "cwd", "dev", "sandbox", "sandboxEnabled", "oauth", "gallery", "version", "description"],
  takesNumbersInEnv: true,
  variables: {
    expands:
      /^(?:(?:env|input|config|command|workspaceFolder):[^{}]+|userHome|workspaceFolder|workspaceFolderBasename|workspaceRoot|cwd|execPath|pathSeparator|\/|defaultBuildTask|(?:file|relativeFile|selectedText|lineNumber|columnNumber)\w*)$/u,
    environment: (name) => `\${env:${name}}`,
    home: () => "${userHome}",
    project: { text: "${workspaceFolder}" },
  },
};

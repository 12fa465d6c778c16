import { SDK_OUTCOMES, type Framework } from "./types.js";

export const salesforceProvider: Framework = {
  name: "salesforce-provider",
  packages: ["@salesforce/mcp-provider-api"],
  registrations: [
    {
      kind: "class",
      extends: ["McpTool"],
      methods: ["exec"],
      describedBy: { method: "getConfig" },
      namedBy: "getName",
    },
  ],
  outcomes: SDK_OUTCOMES,
};

import { THROW_ONLY, type Framework } from "./types.js";

/** Wraps whatever `execute` returns as text, `isError` included: only a throw is an error. */
export const mcpFramework: Framework = {
  name: "mcp-framework",
  packages: ["mcp-framework"],
  registrations: [
    {
      kind: "class",
      extends: ["MCPTool"],
      methods: ["execute"],
      answeredBy: ["toolCall", "createSuccessResponse", "createErrorResponse"],
    },
  ],
  outcomes: { ...THROW_ONLY, thrownText: "dropped" },
};

import { STRINGS_ALLOWED, type Framework } from "./types.js";

export const frontmcp: Framework = {
  name: "frontmcp",
  packages: ["@frontmcp/sdk", "@frontmcp/protocol"],
  registrations: [
    { kind: "class", extends: ["ToolContext"], methods: ["execute"], describedBy: { decorator: "Tool" } },
  ],
  // Whatever `execute` throws is wrapped as an internal error: in production its text is an error id, and no more.
  outcomes: { ...STRINGS_ALLOWED, readableFailure: "this.fail(new PublicMcpError(…))" },
};

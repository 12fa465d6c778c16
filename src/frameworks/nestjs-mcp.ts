import { SDK_OUTCOMES, type Framework } from "./types.js";

export const nestjsMcp: Framework = {
  name: "nestjs-mcp",
  packages: ["@nestjs-mcp/server"],
  registrations: [{ kind: "decorator", name: "Tool" }],
  outcomes: SDK_OUTCOMES,
};

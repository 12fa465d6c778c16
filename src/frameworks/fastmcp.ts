import { STRINGS_ALLOWED, type Framework } from "./types.js";

export const fastmcp: Framework = {
  name: "fastmcp",
  packages: ["fastmcp", "firecrawl-fastmcp"],
  registrations: [
    {
      kind: "method",
      methods: ["addTool", "addTools"],
      classes: ["FastMCP"],
      words: ["server", "mcp"],
      handler: [{ at: 0, property: ["execute"] }],
    },
  ],
  outcomes: {
    ...STRINGS_ALLOWED,
    comparesErrors: true,
    thrownExtras: { UserError: "structured", UnexpectedStateError: "dropped" },
  },
};

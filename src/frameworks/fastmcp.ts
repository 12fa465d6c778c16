import type { Framework } from "./types.js";

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
    thrown: "tool-error",
    thrownProtocolError: "tool-error",
    returnedIsError: "error",
    returnedString: "success",
    returnedObject: "success",
    failureForm: "either",
  },
};

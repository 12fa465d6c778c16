import type { Framework } from "./types.js";

export const frontmcp: Framework = {
  name: "frontmcp",
  packages: ["@frontmcp/sdk", "@frontmcp/protocol"],
  registrations: [{ kind: "class", extends: ["ToolContext"], methods: ["execute"] }],
  outcomes: {
    thrown: "tool-error",
    thrownProtocolError: "tool-error",
    returnedIsError: "error",
    returnedString: "success",
    returnedObject: "success",
    failureForm: "either",
  },
};

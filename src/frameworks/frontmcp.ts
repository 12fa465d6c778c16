import { STRINGS_ALLOWED, type Framework } from "./types.js";

export const frontmcp: Framework = {
  name: "frontmcp",
  packages: ["@frontmcp/sdk", "@frontmcp/protocol"],
  registrations: [{ kind: "class", extends: ["ToolContext"], methods: ["execute"] }],
  outcomes: STRINGS_ALLOWED,
};

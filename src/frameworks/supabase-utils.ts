import { STRINGS_ALLOWED, type Framework } from "./types.js";

export const supabaseUtils: Framework = {
  name: "supabase-utils",
  packages: ["@supabase/mcp-utils"],
  registrations: [{ kind: "function", names: ["tool"], handler: [{ at: 0, property: ["execute"] }] }],
  outcomes: STRINGS_ALLOWED,
};

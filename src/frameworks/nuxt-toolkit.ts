import { STRINGS_ALLOWED, type Framework } from "./types.js";

/** `defineMcpTool` is auto-imported by Nuxt, so no import line names the package. */
export const nuxtToolkit: Framework = {
  name: "nuxt-toolkit",
  packages: ["@nuxtjs/mcp-toolkit"],
  registrations: [
    { kind: "function", names: ["defineMcpTool"], handler: [{ at: 0, property: ["handler"] }], autoImported: true },
  ],
  outcomes: STRINGS_ALLOWED,
};

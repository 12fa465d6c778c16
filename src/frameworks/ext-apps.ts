import { SDK_OUTCOMES, type Framework } from "./types.js";

export const extApps: Framework = {
  name: "ext-apps",
  packages: ["@modelcontextprotocol/ext-apps"],
  registrations: [{ kind: "function", names: ["registerAppTool"], handler: [{ at: 3 }] }],
  outcomes: SDK_OUTCOMES,
};

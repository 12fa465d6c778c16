import { STRINGS_ALLOWED, type Framework } from "./types.js";

export const xmcp: Framework = {
  name: "xmcp",
  packages: ["xmcp"],
  registrations: [
    {
      kind: "default-export",
      path: /(?:^|[\\/])tools[\\/]/u,
      beside: ["schema", "metadata"],
      describedBy: "metadata",
    },
  ],
  outcomes: STRINGS_ALLOWED,
};

import type { Framework } from "./types.js";

export const xmcp: Framework = {
  name: "xmcp",
  packages: ["xmcp"],
  registrations: [{ kind: "default-export", path: /(?:^|[\\/])tools[\\/]/u, beside: ["schema", "metadata"] }],
  outcomes: {
    thrown: "tool-error",
    thrownProtocolError: "tool-error",
    returnedIsError: "error",
    returnedString: "success",
    returnedObject: "success",
    failureForm: "either",
  },
};

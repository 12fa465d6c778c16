import { UNGUARDED, type Framework } from "./types.js";

export const tmcp: Framework = {
  name: "tmcp",
  packages: ["tmcp"],
  registrations: [
    { kind: "method", methods: ["tool"], classes: ["McpServer"], words: [], handler: [{ at: 1 }] },
    { kind: "function", names: ["defineTool"], handler: [{ at: 1 }] },
  ],
  outcomes: { ...UNGUARDED, returnedObject: "rejected", comparesErrors: true },
};

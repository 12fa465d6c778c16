import { SDK_OUTCOMES, type Framework } from "./types.js";

/** Handlers return the bare output and throw to fail; `{ isError }` fails the output schema. */
export const mcpTsCore: Framework = {
  name: "mcp-ts-core",
  packages: ["@cyanheads/mcp-ts-core"],
  registrations: [{ kind: "function", names: ["tool"], handler: [{ at: 1, property: ["handler"] }] }],
  outcomes: { ...SDK_OUTCOMES, thrownData: "kept", returnedString: "error", failureForm: "throw" },
};

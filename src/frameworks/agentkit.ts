import { THROW_ONLY, type Framework } from "./types.js";

/**
 * Coinbase AgentKit: the actions of its providers are served by the handler that `getMcpTools` gives, which prints whatever
 * an action returns as JSON and lets its throws through to the request handler of the project.
 */
export const agentkit: Framework = {
  name: "agentkit",
  packages: ["@coinbase/agentkit", "@coinbase/agentkit-model-context-protocol"],
  onlyWith: ["@coinbase/agentkit-model-context-protocol"],
  registrations: [{ kind: "decorator", name: "CreateAction" }],
  outcomes: THROW_ONLY,
};

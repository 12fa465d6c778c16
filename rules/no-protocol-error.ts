import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "unguarded" | "unguardedBranches" | "rethrown" | "thrown";

export const noProtocolError = createRule<Options, MessageIds>({
  name: "no-protocol-error",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow failures of a tool's work that leave its handler as a JSON-RPC error",
      preset: "defects",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      unguarded:
        "If `{{what}}` fails, the throw leaves this {{framework}} handler and becomes a JSON-RPC error: the model never sees why. Catch it, and return a result with `isError: true`.",
      unguardedBranches:
        "If `{{what}}` fails, the throw leaves this {{framework}} handler and becomes a JSON-RPC error: the model never sees why. So it is in {{others}} more of its branches. Put one `try` around them, and return a result with `isError: true`.",
      rethrown:
        "This clause throws, and the throw leaves the {{framework}} handler as a JSON-RPC error: the model never sees why. Return a result with `isError: true` instead.",
      thrown:
        "`{{what}}` leaves the {{framework}} handler as a JSON-RPC error: the model never sees it. Protocol errors are for unknown tools and malformed requests; return a result with `isError: true`.",
    },
  },
  *find(model) {
    for (const { how, node, tool, what, others } of model.escapes) {
      const data = { what, framework: tool.framework.name };
      if (others === undefined) yield { node, messageId: how, data };
      else yield { node, messageId: "unguardedBranches", data: { ...data, others: String(others) } };
    }
  },
});

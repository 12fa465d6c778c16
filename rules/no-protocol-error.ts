import type { ProtocolError } from "../src/analysis/exits/protocol-errors.js";
import { createRule } from "../src/create-rule.js";
import { waysToTell } from "../src/frameworks/advice.js";

type Options = [object];
type MessageIds = ProtocolError["how"];

export const noProtocolError = createRule<Options, MessageIds>({
  name: "no-protocol-error",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow tool failures that leave the handler as a JSON-RPC error",
      preset: "defects",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      unguarded:
        "If `{{what}}` fails, the throw leaves this {{framework}} handler as a JSON-RPC error, so the model never sees the reason. Catch it, and {{advice}}.",
      handedOn:
        "If `{{what}}` rejects, this catch block doesn't run: the promise is returned without `await`, and leaves the {{framework}} handler as a JSON-RPC error, so the model never sees the reason. Write `return await`, and in the catch block {{advice}}.",
      rethrown:
        "This catch block throws, and the throw leaves the {{framework}} handler as a JSON-RPC error, so the model never sees the reason. Instead, {{advice}}.",
      rethrownBelow:
        "This catch block throws, and nothing turns the throw into a result: it leaves the {{framework}} handler as a JSON-RPC error, so the model never sees the reason. Catch it in the handler, and {{advice}}.",
      thrown:
        "`{{what}}` leaves the {{framework}} handler as a JSON-RPC error, so the model never sees it. Protocol errors are for unknown tools and malformed requests. Here, {{advice}}.",
      answered:
        "This catch block responds to a failure of `{{what}}` with a JSON-RPC error, so the model never sees the reason. Protocol errors are for unknown tools and malformed requests. Respond with a result that has `isError: true`.",
      answeredAbove:
        "If `{{what}}` fails, the catch block for all methods responds with a JSON-RPC error, so the model never sees the reason. Catch it here, and respond with a result that has `isError: true`.",
    },
  },
  *find(model) {
    for (const { node, exit, how, what } of model.flow.protocolErrors) {
      const place = { framework: exit.framework, certain: true, role: "result" } as const;
      const advice = waysToTell(place, "throw an ordinary `Error`").join(", or ");
      yield { node, messageId: how, data: { what, framework: exit.framework.name, advice } };
    }
  },
});

import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "unchecked" | "uncheckedClient";

export const noUncheckedResponse = createRule<Options, MessageIds>({
  name: "no-unchecked-response",
  meta: {
    type: "problem",
    docs: { description: "Disallow HTTP responses whose status is never checked", preset: "defects" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      unchecked:
        "`response.ok` is never checked here. `fetch` resolves for every HTTP status, so the model gets an error page as data. Check the response, and report a failure as an error result.",
      uncheckedClient:
        "`status` is never checked here, but `validateStatus` accepts every HTTP status, so the model gets an error page as data. Check the status, or remove `validateStatus`.",
    },
  },
  *find(model) {
    for (const { node, client } of model.flow.unchecked)
      yield { node, messageId: client === "fetch" ? "unchecked" : "uncheckedClient" };
  },
});

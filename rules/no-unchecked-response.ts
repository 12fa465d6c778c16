import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "unchecked" | "uncheckedClient";

export const noUncheckedResponse = createRule<Options, MessageIds>({
  name: "no-unchecked-response",
  meta: {
    type: "problem",
    docs: { description: "Disallow HTTP responses whose status is never looked at", preset: "defects" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      unchecked:
        "`fetch` resolves for every HTTP status, and nobody looks at `ok` or `status` here: an error page goes to the model as data. Check the response, and report a failure as an error result.",
      uncheckedClient:
        "`validateStatus` lets every HTTP status pass, and nobody looks at `status` here: an error page goes to the model as data. Check the status, or leave `validateStatus` out.",
    },
  },
  *find(model) {
    for (const { node, client } of model.uncheckedResponses)
      yield { node, messageId: client === "fetch" ? "unchecked" : "uncheckedClient" };
  },
});

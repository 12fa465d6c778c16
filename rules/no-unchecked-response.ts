import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "unchecked";

export const noUncheckedResponse = createRule<Options, MessageIds>({
  name: "no-unchecked-response",
  meta: {
    type: "problem",
    docs: { description: "Disallow fetch responses whose status is never looked at", preset: "defects" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      unchecked:
        "`fetch` resolves for every HTTP status, and nobody looks at `ok` or `status` here: an error page goes to the model as data. Check the response, and report a failure as an error result.",
    },
  },
  *find(model) {
    for (const { node } of model.uncheckedResponses) yield { node, messageId: "unchecked" };
  },
});

import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "sameCategory" | "sameRetry" | "sameMessage";

export const noUnclassifiedCatch = createRule<Options, MessageIds>({
  name: "no-unclassified-catch",
  meta: {
    type: "suggestion",
    docs: {
      description: "Disallow reporting every caught failure in the same way",
      preset: "recommended",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      sameCategory:
        "Every failure of `{{what}}` is reported as `{{name}}: {{value}}`, so the model can't tell an outage from a denied request. Check the error (class, code, status) first.",
      sameRetry:
        "Every failure of `{{what}}` is reported as `{{name}}: {{value}}`, so the model repeats calls that can't succeed. Check the error (class, code, status) first.",
      sameMessage:
        'Every failure of `{{what}}` is reported as "{{value}}", so the model acts on a cause that was never checked. Check the error (class, code, status), and report this only where it applies.',
    },
  },
  *find(model) {
    for (const { node, how, name, value, what } of model.told.unclassified)
      yield { node, messageId: how, data: { name, value, what } };
  },
});

import type { TSESTree } from "@typescript-eslint/types";
import { unclassifiedAnswers } from "../src/analysis/catches/unclassified.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "sameCategory" | "sameRetry" | "sameMessage";

export const noUnclassifiedCatch = createRule<Options, MessageIds>({
  name: "no-unclassified-catch",
  meta: {
    type: "suggestion",
    docs: {
      description: "Disallow one answer for every failure that a clause catches",
      preset: "recommended",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      sameCategory:
        "Every failure of `{{what}}` is told as `{{name}}: {{value}}`, whatever it is: the model takes an outage for a refusal, or a refusal for an outage. Look at the error (class, code, status) before you say what it is.",
      sameRetry:
        "Every failure of `{{what}}` is told as `{{name}}: {{value}}`, whatever it is: the model repeats calls that can never succeed. Look at the error (class, code, status) before you say so.",
      sameMessage:
        'Every failure of `{{what}}` is told as "{{value}}", whatever it is: the model acts on a cause that nobody has looked for. Look at the error (class, code, status), and say this only where it is so.',
    },
  },
  *find(model) {
    const seen = new Set<TSESTree.Node>();
    for (const fact of model.catches)
      for (const { node, how, name, value, what } of unclassifiedAnswers(fact, model.file)) {
        if (seen.has(node)) continue;
        seen.add(node);
        yield { node, messageId: how, data: { name, value, what } };
      }
  },
});

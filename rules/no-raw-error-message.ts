import { isExample, isFrameworksOwn } from "../src/analysis/started/examples.js";
import type { RuleOptions } from "../src/rule-options.js";
import { createRule } from "../src/create-rule.js";

type Options = [RuleOptions["no-raw-error-message"]];
type MessageIds = "rawMessage";

export const noRawErrorMessage = createRule<Options, MessageIds>({
  name: "no-raw-error-message",
  meta: {
    type: "suggestion",
    docs: {
      description: "Disallow passing on the message of an error of unknown kind",
      preset: "strict",
    },
    schema: [
      {
        type: "object",
        properties: {
          leftovers: {
            type: "boolean",
            description: "Also report what is left over where kinds of the error were told apart before.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ leftovers: false }],
    messages: {
      rawMessage:
        "The model gets `{{source}}` unchanged from a library. It may expose hosts, paths, queries or tokens, and doesn't say what to do next. Check the kind of error first (class, code, status), write a sentence for it, and log the rest.",
    },
  },
  *find(model, { leftovers = false }) {
    if (isFrameworksOwn(model.file) || isExample(model.file)) return;
    // Whole errors and stacks are `no-error-leak`'s.
    const leaks = new Set(model.told.leaks.map(({ node }) => node));
    for (const { node, isLeftOver } of model.told.rawMessages)
      if ((leftovers || !isLeftOver) && !leaks.has(node))
        yield { node, messageId: "rawMessage", data: { source: model.file.textOf(node) } };
  },
});

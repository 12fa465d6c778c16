import type { RuleOptions } from "../src/rule-options.js";
import { createRule } from "../src/create-rule.js";

type Options = [RuleOptions["no-generic-error-message"]];
type MessageIds = "generic" | "causeDropped" | "guessed" | "bareRecord";

export const noGenericErrorMessage = createRule<Options, MessageIds>({
  name: "no-generic-error-message",
  meta: {
    type: "suggestion",
    docs: { description: "Disallow error messages that don't name the cause", preset: "recommended" },
    schema: [
      {
        type: "object",
        properties: {
          phrases: {
            type: "array",
            items: { type: "string" },
            uniqueItems: true,
            description: "Further messages that are taken for generic, in any case.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{}],
    messages: {
      generic:
        "\"{{message}}\" doesn't name the cause, so the model can't tell what went wrong or what to do next. Describe what failed and why.",
      causeDropped:
        '"{{message}}" omits the cause, which is available here, so the model can\'t tell invalid input from an outage. Add the reason (status, code, or a message of your own).',
      guessed:
        '"{{message}}" is reported for every failure here, but only some mean that, so the model looks for another name while the service is down. Check the kind of failure, and report the others with their cause.',
      bareRecord:
        "This entry says that an item failed, but not why, so the model can't tell which items to retry. Add the reason (status, code, or a message of your own).",
    },
  },
  *find(model, { phrases = [] }) {
    for (const { node, how, words } of model.told.genericMessages(phrases))
      yield { node, messageId: how, data: { message: words } };
  },
});

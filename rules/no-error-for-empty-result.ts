import type { EmptyError } from "../src/analysis/exits/empty-errors.js";
import type { RuleOptions } from "../src/rule-options.js";
import { createRule } from "../src/create-rule.js";

type Options = [RuleOptions["no-error-for-empty-result"]];
type MessageIds = "emptyAsError" | "notFoundCategory" | "notFoundById" | "successAsError";

const MESSAGE_OF: Readonly<Record<EmptyError["how"], MessageIds>> = {
  list: "emptyAsError",
  item: "notFoundById",
  category: "notFoundCategory",
  always: "successAsError",
};

export const noErrorForEmptyResult = createRule<Options, MessageIds>({
  name: "no-error-for-empty-result",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow reporting a lookup that succeeded and found nothing as an error",
      preset: "defects",
      strictOptions: { byId: true },
    },
    schema: [
      {
        type: "object",
        properties: {
          byId: { type: "boolean", description: "Also report a single item that is not found by its id." },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ byId: false }],
    messages: {
      emptyAsError:
        "The lookup succeeded and found nothing, but the model gets an error, so it retries or gives up. Return an ordinary result, such as an empty list with a sentence.",
      notFoundCategory:
        "The category `{{category}}` means that a valid query had no match, but `isError: true` makes it a failure for the model. Return an ordinary result.",
      notFoundById:
        "A missing item is a valid result, but the model gets an error. Return an ordinary result such as `{ found: false }`, unless the call can't continue without the item.",
      successAsError:
        "This result holds what the call returned, but always sets `isError: true`, so the model takes every success for a failure. Set the flag only in results of failures.",
    },
  },
  *find(model, { byId = false }) {
    for (const { node, how, isOfOne, category = "", exit } of model.flow.emptyErrors) {
      if (isOfOne && !byId) continue;
      yield { node, messageId: MESSAGE_OF[how], data: { category }, exit };
    }
  },
});

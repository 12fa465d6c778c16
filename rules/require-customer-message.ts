import { categoryOf, type Category } from "../src/contract/categories.js";
import { DIALECTS } from "../src/contract/dialects.js";
import { fieldNamed, isWrittenAt, placeOf, type Contract } from "../src/analysis/results/contracts.js";
import { constantOf } from "../src/analysis/values/values.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "missingMessage" | "emptyMessage";

/** The failures that a user gets to hear of: the agent cannot get round them by itself. */
const FOR_USERS: ReadonlySet<Category> = new Set(["permission", "business"]);

/** The category, where it says permission or business; other vocabularies under the same name are left alone. */
function categoryForUsers({ fields }: Contract): Category | undefined {
  const field = fieldNamed(fields, "category");
  const value = field && constantOf(field.value);
  if (typeof value !== "string") return undefined;
  const category = categoryOf(value);
  const isPlain = /^(?:errorCategory|error_category|bucket)$/u.test(field?.name ?? "") || value === category;
  return category && isPlain && FOR_USERS.has(category) ? category : undefined;
}

export const requireCustomerMessage = createRule<Options, MessageIds>({
  name: "require-customer-message",
  meta: {
    type: "suggestion",
    docs: {
      description: "Require permission and business errors to carry a sentence for the end user",
      preset: "recommended",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      missingMessage:
        "This {{category}} error has no `{{field}}`, so the model can only show the user the description, which is written for the model and may name internals. Add a sentence for the user.",
      emptyMessage:
        "`{{field}}` of this {{category}} error is empty, so the model can only show the user the description, which may name internals. Write a sentence for the user.",
    },
  },
  *find(model) {
    const seen = new Set<unknown>();
    for (const contract of model.contracts) {
      const { node, fields, known, complete } = contract;
      const field = DIALECTS[contract.dialect].fields.customerMessage;
      const category = categoryForUsers(contract);
      if (field === undefined || category === undefined || seen.has(node)) continue;
      const stated = fieldNamed(fields, "category");
      // What a builder decides for all its callers is told at the builder.
      if (!complete && !(stated && isWrittenAt(stated, node, model.file))) continue;
      const message = fieldNamed(fields, "customerMessage");
      if (message) {
        const value = constantOf(message.value);
        if (value !== null && !(typeof value === "string" && value.trim() === "")) continue;
        seen.add(node);
        yield {
          node: placeOf(message, contract, model.file),
          messageId: "emptyMessage",
          data: { category, field: message.name },
        };
      } else if (known) {
        seen.add(node);
        yield { node, messageId: "missingMessage", data: { category, field } };
      }
    }
  },
});

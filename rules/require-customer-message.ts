import { categoryOf, type Category } from "../src/contract/categories.js";
import { DIALECTS } from "../src/contract/dialects.js";
import { siteOfValue } from "../src/analysis/exits/field-places.js";
import { constantIn, fieldOf } from "../src/analysis/exits/payload.js";
import { siteOfCase, type ToldError } from "../src/analysis/exits/told-contract.js";
import type { Site } from "../src/analysis/flow/values.js";
import { createRule } from "../src/create-rule.js";
import type { Lack } from "../src/lacks.js";

type Options = [object];
type MessageIds = "missingMessage" | "emptyMessage";

interface Fault {
  readonly site: Site;
  readonly messageId: MessageIds;
  readonly data: { readonly category: Category; readonly field: string };
  readonly lacks?: Lack;
}

/** The failures that a user gets to hear of: the agent cannot get round them by itself. */
const FOR_USERS: ReadonlySet<Category> = new Set(["permission", "business"]);

function faultOf(error: ToldError): Fault | undefined {
  const field = DIALECTS[error.dialect].fields.customerMessage;
  const stated = fieldOf(error, "category");
  const value = constantIn(stated);
  if (field === undefined || !stated || typeof value !== "string") return undefined;
  const category = categoryOf(value);
  // Other vocabularies under the same name are left alone.
  const isPlain = /^(?:errorCategory|error_category|bucket)$/u.test(stated.name) || value === category;
  if (!category || !isPlain || !FOR_USERS.has(category)) return undefined;
  const message = fieldOf(error, "customerMessage");
  if (!message) {
    if (!error.isClosed) return undefined;
    const lacks = { concept: "customerMessage", field, addition: `a \`${field}\` for the user` } as const;
    return { site: siteOfCase(error, stated), messageId: "missingMessage", data: { category, field }, lacks };
  }
  const said = constantIn(message);
  if (said !== null && !(typeof said === "string" && said.trim() === "")) return undefined;
  return { site: siteOfValue(message), messageId: "emptyMessage", data: { category, field: message.name } };
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
        "This {{category}} error has no {{fields}}, so the model can only show the user the description, which is written for the model and may name internals. Add {{additions}}.",
      emptyMessage:
        "`{{field}}` of this {{category}} error is empty, so the model can only show the user the description, which may name internals. Write a sentence for the user.",
    },
  },
  *find({ told }) {
    const faults = told.errors.flatMap((error) => faultOf(error) ?? []);
    for (const { node, messageId, data, lacks } of told.each(faults))
      yield { node, messageId, data, ...(lacks ? { lacks } : {}) };
  },
});

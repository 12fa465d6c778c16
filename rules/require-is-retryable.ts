import { DIALECTS } from "../src/contract/dialects.js";
import { siteOfValue } from "../src/analysis/exits/field-places.js";
import { constantIn } from "../src/analysis/exits/payload.js";
import { lacks } from "../src/analysis/exits/told-contract.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "missingRetryable" | "notBoolean";

export const requireIsRetryable = createRule<Options, MessageIds>({
  name: "require-is-retryable",
  meta: {
    type: "suggestion",
    docs: {
      description: "Require error results to state whether the same call may be repeated",
      preset: "recommended",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      missingRetryable:
        "This error result has no {{fields}}, so the model repeats calls that can't succeed, or gives up too early. Add {{additions}}.",
      notBoolean:
        "`{{name}}` must be `true` or `false`, not {{value}}. Clients compare it with a boolean, and the model has to guess.",
    },
  },
  *find(model) {
    const field = DIALECTS[model.file.project.options.settings.dialect].fields.retryable;
    if (field === undefined) return; // this dialect has no such field
    const { told } = model;
    const missing = told.errors.filter((error) => lacks(error, "retryable"));
    const lack = { concept: "retryable", field, addition: `a boolean \`${field}\`` } as const;
    for (const { node } of told.each(missing)) yield { node, messageId: "missingRetryable", lacks: lack };
    const stated = told.errors.flatMap(({ fields }) => fields.filter(({ concept }) => concept === "retryable"));
    const wrong = stated.flatMap((field) => {
      const value = constantIn(field);
      return value === undefined || typeof value === "boolean"
        ? []
        : [{ site: siteOfValue(field), name: field.name, value }];
    });
    for (const { node, name, value } of told.each(wrong))
      yield { node, messageId: "notBoolean", data: { name, value: JSON.stringify(value) } };
  },
});

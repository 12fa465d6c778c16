import { categoryOf } from "../src/contract/categories.js";
import { isBehindMissingItem, isEmptyLookup, isFailure, isMissingById } from "../src/analysis/results/empty-lookups.js";
import { constantOf } from "../src/analysis/values/values.js";
import type { RuleOptions } from "../src/rule-options.js";
import { createRule } from "../src/create-rule.js";

type Options = [RuleOptions["no-error-for-empty-result"]];
type MessageIds = "emptyAsError" | "notFoundCategory" | "notFoundById";

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
    },
  },
  *find(model, { byId = false }) {
    const seen = new Set<unknown>();
    const results = [
      ...model.errorResults.map(({ literal, result }) => ({ node: literal, result })),
      ...model.thrownResults,
      // A builder that is given the category makes it here.
      ...model.payloads,
    ];
    for (const { node, result } of results) {
      const category = result.fields.list.find((field) => field.concept === "category");
      const value = category && constantOf(category.value);
      if (typeof value !== "string" || !/^not[\s_-]?found$/iu.test(value) || categoryOf(value) !== undefined) continue;
      if (!byId && isBehindMissingItem(node, model.file)) continue;
      seen.add(node);
      yield { node, messageId: "notFoundCategory", data: { category: value } };
    }
    // `ok(rows)`, where the builder refuses what is too long: for nothing at all it gives an ordinary result.
    const mayBeOrdinary = new Set(
      model.returns.flatMap((returned) =>
        returned.byCall && returned.outcome.kind === "tool-result" && !isFailure(returned) ? returned.node : [],
      ),
    );
    for (const returned of model.returns) {
      if (!isFailure(returned) || seen.has(returned.node) || mayBeOrdinary.has(returned.node)) continue;
      if (isEmptyLookup(returned, model.file)) {
        seen.add(returned.node);
        yield { node: returned.node, messageId: "emptyAsError" };
      } else if (byId && isMissingById(returned, model.file)) {
        seen.add(returned.node);
        yield { node: returned.node, messageId: "notFoundById" };
      }
    }
  },
});

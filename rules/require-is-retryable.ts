import { DIALECTS } from "../src/contract/dialects.js";
import { fieldOf, valueNode } from "../src/analysis/results/error-results.js";
import { placesOf } from "../src/analysis/results/payloads.js";
import type { ToolResult } from "../src/analysis/results/tool-results.js";
import { constantOf } from "../src/analysis/values/values.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "missingRetryable" | "notBoolean";

function isMissing(result: ToolResult): boolean {
  return result.fields.known && !fieldOf(result, "retryable");
}

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
        "This error result doesn't state whether a retry can succeed, so the model repeats calls that can't, or gives up too early. Add a boolean `{{field}}`.",
      notBoolean:
        "`{{name}}` must be `true` or `false`, not {{value}}. Clients compare it with a boolean, and the model has to guess.",
    },
  },
  *find(model) {
    const field = DIALECTS[model.file.project.options.settings.dialect].fields.retryable;
    if (field === undefined) return; // this dialect has no such field
    for (const node of placesOf(model, isMissing)) yield { node, messageId: "missingRetryable", data: { field } };
    for (const { node, result } of [...model.contractResults, ...model.payloads]) {
      const retryable = fieldOf(result, "retryable");
      if (!retryable) continue;
      const value = constantOf(retryable.value);
      if (value !== undefined && typeof value !== "boolean")
        yield {
          node: valueNode(retryable.value, node, model.file),
          messageId: "notBoolean",
          data: { name: retryable.name, value: JSON.stringify(value) },
        };
    }
  },
});

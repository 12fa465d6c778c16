import { CATEGORIES, categoryOf } from "../src/contract/categories.js";
import { DIALECTS } from "../src/contract/dialects.js";
import { fieldOf, valueNode } from "../src/analysis/error-results.js";
import { placesOf } from "../src/analysis/payloads.js";
import type { ToolResult } from "../src/analysis/tool-results.js";
import { constantOf } from "../src/analysis/values.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "missingCategory" | "missingInMessage" | "unknownCategory";

/** Names that mean the category and nothing else; `errorType` and `category` also carry vocabularies of their own. */
const CATEGORY_NAMES: ReadonlySet<string> = new Set(["errorCategory", "error_category", "bucket"]);

/** `{ code: "INVALID_WINDOW", retryable: false }`: a contract of the project's own, in which the code is the category. */
function goesByItsCode(result: ToolResult): boolean {
  const retryable = fieldOf(result, "retryable");
  const code = fieldOf(result, "code");
  if (!retryable || retryable.name === "isRetryable" || code?.name !== "code") return false;
  const value = constantOf(code.value);
  return typeof value === "string" && /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u.test(value);
}

function isMissing(result: ToolResult): boolean {
  return result.fields.known && !fieldOf(result, "category") && !goesByItsCode(result);
}

export const requireErrorCategory = createRule<Options, MessageIds>({
  name: "require-error-category",
  meta: {
    type: "suggestion",
    docs: { description: "Require error results to carry a machine-readable category", preset: "recommended" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      missingCategory:
        "This error result has no `{{field}}`: the model has to guess from prose whether to retry, correct the input, ask for rights or stop. Put one of {{categories}} into the JSON of the first text block.",
      missingInMessage:
        "What is thrown here becomes an error result without `{{field}}`: the model has to guess from prose whether to retry, correct the input, ask for rights or stop. Put one of {{categories}} into the JSON of the message.",
      unknownCategory: "`{{value}}` is none of the categories {{categories}}: the model cannot tell what to do next.",
    },
  },
  *find(model) {
    const { settings } = model.file.project.options;
    const field = DIALECTS[settings.dialect].fields.category;
    if (field === undefined) return; // this dialect goes by the code
    const known = [...CATEGORIES, ...settings.categories];
    const categories = known.map((category) => `"${category}"`).join(", ");
    for (const node of placesOf(model, isMissing))
      yield {
        node,
        messageId: model.isThrown(node) ? "missingInMessage" : "missingCategory",
        data: { field, categories },
      };
    for (const { node, result } of [...model.contractResults, ...model.payloads]) {
      const category = fieldOf(result, "category");
      if (!category) continue;
      const value = constantOf(category.value);
      if (typeof value !== "string" || !CATEGORY_NAMES.has(category.name)) continue;
      // "Not found" is no failure at all: `no-error-for-empty-result` says so.
      if (/^not[\s_-]?found$/iu.test(value)) continue;
      if (categoryOf(value) === undefined && !known.includes(value))
        yield {
          node: valueNode(category.value, node, model.file),
          messageId: "unknownCategory",
          data: { value, categories },
        };
    }
  },
});

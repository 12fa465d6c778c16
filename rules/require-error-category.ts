import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { CATEGORIES, categoryOf, spelledFor } from "../src/contract/categories.js";
import { DIALECTS } from "../src/contract/dialects.js";
import type { ContractField } from "../src/analysis/results/contract-fields.js";
import { fieldOf, valueNode } from "../src/analysis/results/error-results.js";
import { placesOf } from "../src/analysis/results/payloads.js";
import type { ToolResult } from "../src/analysis/results/tool-results.js";
import { constantOf } from "../src/analysis/values/values.js";
import { createRule, type Finding } from "../src/create-rule.js";
import { unwrap } from "../src/syntax/tree.js";

type Options = [object];
type MessageIds = "missingCategory" | "missingInMessage" | "unknownCategory" | "otherSpelling" | "writeCategory";

/** Names that mean the category and nothing else; `errorType` and `category` also carry vocabularies of their own. */
const CATEGORY_NAMES: ReadonlySet<string> = new Set(["errorCategory", "error_category", "bucket"]);

/** The dialects' own names, whose readers compare with the words of the closed set; another spelling is taken for a synonym. */
const CLOSED: ReadonlySet<string> = new Set(["errorCategory", "bucket"]);

/** `{ error: "No such file.", bucket: "photos" }` speaks of a store of files. */
function isCategory({ name }: ContractField, result: ToolResult): boolean {
  if (name !== "bucket" || result.env.file.project.options.settings.dialect === "envelope")
    return CATEGORY_NAMES.has(name);
  return (
    fieldOf(result, "retryable") !== undefined || result.fields.list.some((field) => field.name === "humanMessage")
  );
}

/**
 * `{ code: "INVALID_WINDOW", retryable: false }`, `{ code: told.code, retryable: told.retryable }`: a contract of the project's
 * own, in which the code is the category.
 */
function goesByItsCode(result: ToolResult): boolean {
  const retryable = fieldOf(result, "retryable");
  const code = fieldOf(result, "code");
  if (!retryable || retryable.name === "isRetryable" || code?.name !== "code") return false;
  const value = constantOf(code.value);
  if (typeof value === "string") return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u.test(value);
  const [holder, other] = [code, retryable].map((field) => holderOf(field));
  return holder !== undefined && holder === other;
}

/** The variable `told` of `told.code`. */
function holderOf({ value: { node, env } }: ContractField): Variable | undefined {
  const read = unwrap(node);
  return read.type === "MemberExpression" ? env.file.bindings.variable(unwrap(read.object)) : undefined;
}

function isMissing(result: ToolResult): boolean {
  return result.fields.known && !fieldOf(result, "category") && !goesByItsCode(result);
}

export const requireErrorCategory = createRule<Options, MessageIds>({
  name: "require-error-category",
  meta: {
    type: "suggestion",
    docs: { description: "Require error results to carry a machine-readable category", preset: "recommended" },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      missingCategory:
        "This error result has no `{{field}}`, so the model has to guess from prose whether to retry, correct the input, ask for permission or stop. Put one of {{categories}} into the JSON of the first text block.",
      missingInMessage:
        "This throw becomes an error result without `{{field}}`, so the model has to guess from prose whether to retry, correct the input, ask for permission or stop. Put one of {{categories}} into the JSON of the message.",
      unknownCategory:
        "`{{value}}` isn't one of the categories {{categories}}, so the model can't tell what to do next.",
      otherSpelling:
        "`{{value}}` means `{{category}}`, but a client that compares `{{name}}` with {{categories}} doesn't recognise it. Write `{{category}}`.",
      writeCategory: "Write `{{category}}`.",
    },
  },
  *find(model) {
    const { settings } = model.file.project.options;
    const field = DIALECTS[settings.dialect].fields.category;
    if (field === undefined) return; // this dialect goes by the code
    for (const node of placesOf(model, isMissing))
      yield {
        node,
        messageId: model.isThrown(node) ? "missingInMessage" : "missingCategory",
        data: { field, categories: listed(knownFor(field)) },
      };
    const results = [...model.contractResults, ...model.payloads];
    for (const { node, result } of results) {
      const category = fieldOf(result, "category");
      if (!category || !isCategory(category, result)) continue;
      const value = constantOf(category.value);
      if (typeof value !== "string") continue;
      const { name } = category;
      const known = knownFor(name);
      // "Not found" is no failure at all: `no-error-for-empty-result` says so.
      if (known.includes(value) || /^not[\s_-]?found$/iu.test(value)) continue;
      const place = valueNode(category.value, node, model.file);
      const meaning = categoryOf(value);
      const data = { value, categories: listed(known) };
      if (meaning === undefined) yield { node: place, messageId: "unknownCategory", data };
      else if (CLOSED.has(name)) yield otherSpelling(place, { ...data, name, category: spelledFor(name, meaning) });
    }

    function knownFor(name: string): string[] {
      return [...CATEGORIES.map((category) => spelledFor(name, category)), ...settings.categories];
    }

    function listed(known: readonly string[]): string {
      return known.map((category) => `"${category}"`).join(", ");
    }

    function otherSpelling(
      node: TSESTree.Node,
      data: Readonly<Record<"value" | "name" | "category" | "categories", string>>,
    ): Finding<MessageIds> {
      const { category } = data;
      const edits = [{ range: node.range, text: `"${category}"` }];
      const suggest =
        node.type === "Literal" ? [{ messageId: "writeCategory" as const, data: { category }, edits }] : [];
      return { node, messageId: "otherSpelling", data, suggest };
    }
  },
});

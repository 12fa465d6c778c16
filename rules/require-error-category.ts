import type { TSESTree } from "@typescript-eslint/types";
import { CATEGORIES, categoryOf, spelledFor } from "../src/contract/categories.js";
import { DIALECTS, type DialectName } from "../src/contract/dialects.js";
import { siteOfValue } from "../src/analysis/exits/field-places.js";
import { constantIn, fieldOf, textsOf, type PayloadField } from "../src/analysis/exits/payload.js";
import { lacks, type ToldError } from "../src/analysis/exits/told-contract.js";
import type { Operation } from "../src/analysis/flow/operations.js";
import { createRule, type Finding } from "../src/create-rule.js";
import { list } from "../src/lacks.js";

type Options = [object];
type MessageIds = "missingCategory" | "missingInMessage" | "unknownCategory" | "otherSpelling" | "writeCategory";

/** Names that mean the category and nothing else; `errorType` and `category` also carry vocabularies of their own. */
const CATEGORY_NAMES: ReadonlySet<string> = new Set(["errorCategory", "error_category", "bucket"]);

/** The dialects' own names, whose readers compare with the words of the closed set; another spelling is taken for a synonym. */
const CLOSED: ReadonlySet<string> = new Set(["errorCategory", "bucket"]);

/** "Not found" is no failure at all: `no-error-for-empty-result` says so. */
function isNotFound(value: string): boolean {
  return /^not[\s_-]?found$/iu.test(value);
}

/** `{ error: "No such file.", bucket: "photos" }` speaks of a store of files. */
function isCategory({ name }: PayloadField, { fields }: ToldError, dialect: DialectName): boolean {
  if (name !== "bucket" || dialect === "envelope") return CATEGORY_NAMES.has(name);
  return fields.some((field) => field.concept === "retryable" || field.name === "humanMessage");
}

/**
 * `{ code: "INVALID_WINDOW", retryable: false }`, `{ code: told.code, retryable: told.retryable }`: a contract of the project's
 * own, in which the code is the category.
 */
function goesByItsCode(error: ToldError): boolean {
  const retryable = fieldOf(error, "retryable");
  const code = fieldOf(error, "code");
  if (!retryable || retryable.name === "isRetryable" || code?.name !== "code") return false;
  const value = constantIn(code);
  if (typeof value === "string") return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u.test(value);
  const [holder, other] = [code, retryable].map((field) => holderOf(field));
  return holder !== undefined && holder === other;
}

/** `told` of `told.code`: what has brought it. */
function holderOf({ value }: PayloadField): Operation | undefined {
  const [source, ...others] = value.kind === "derived" ? value.sources : [];
  return others.length === 0 && source?.kind === "operation" ? source.operation : undefined;
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
        "This error result has no {{fields}}, so the model has to guess whether to retry, correct the input, ask for permission or stop. Put {{additions}} into the JSON of the first text block.",
      missingInMessage:
        "This throw becomes an error result without {{fields}}, so the model has to guess whether to retry, correct the input, ask for permission or stop. Put {{additions}} into the JSON of the message.",
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
    const { told } = model;
    const missing = told.errors.filter((error) => lacks(error, "category") && !goesByItsCode(error));
    for (const { node, exit } of told.each(missing))
      yield {
        node,
        messageId: exit.how === "throw" ? "missingInMessage" : "missingCategory",
        lacks: { concept: "category", field, addition: `\`${field}\` (${listed(knownFor(field), "or")})` },
      };
    const stated = told.errors.flatMap((error) => {
      const category = fieldOf(error, "category");
      if (!category || !isCategory(category, error, settings.dialect)) return [];
      const { name } = category;
      const known = knownFor(name);
      return textsOf(category)
        .filter((value) => !known.includes(value) && !isNotFound(value))
        .map((value) => ({ site: siteOfValue(category), name, value, known }));
    });
    for (const { node, name, value, known } of told.each(stated)) {
      const meaning = categoryOf(value);
      const data = { value, categories: listed(known, "and") };
      if (meaning === undefined) yield { node, messageId: "unknownCategory", data };
      else if (CLOSED.has(name)) yield otherSpelling(node, { ...data, name, category: spelledFor(name, meaning) });
    }

    function knownFor(name: string): string[] {
      return [...CATEGORIES.map((category) => spelledFor(name, category)), ...settings.categories];
    }

    function listed(known: readonly string[], conjunction: "and" | "or"): string {
      return list(
        known.map((category) => `"${category}"`),
        conjunction,
      );
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

import type { TSESTree } from "@typescript-eslint/types";
import { categoryOf, categoryOfStatus, TERMINAL_CATEGORIES } from "../src/contract/categories.js";
import { conceptOf } from "../src/contract/dialects.js";
import { guardStatuses } from "../src/analysis/values/guards.js";
import type { Model } from "../src/analysis/model.js";
import { isErrorOutcome } from "../src/analysis/catches/returns.js";
import {
  constantOf,
  objectShape,
  resolve,
  rootEnv,
  type Ref,
  type ObjectShape,
} from "../src/analysis/values/values.js";
import { apart } from "../src/analysis/exits/queries.js";
import { createRule, type Finding } from "../src/create-rule.js";
import { setNotRetryable } from "../src/edits/not-retryable.js";

type Options = [object];
type MessageIds = "retryableTerminal" | "retryableStatus" | "setFalse";

/** Names under which a terminal category is meant as one; other objects use `category` for their own things. */
const CATEGORY_NAMES: ReadonlySet<string> = new Set([
  "errorCategory",
  "error_category",
  "bucket",
  "category",
  "errorType",
]);

interface Contradiction {
  readonly category: string;
  readonly name: string;
  readonly value: TSESTree.Node;
}

/** `{ severity, category: "validation", message, retryable }`: an entry of a report on something that was examined. */
function isIssue({ fields }: ObjectShape): boolean {
  return fields.has("severity") && fields.has("category");
}

function contradictionIn(literal: TSESTree.ObjectExpression, model: Model): Contradiction | undefined {
  const shape = objectShape({ node: literal, env: rootEnv(model.file) });
  if (!shape || isIssue(shape)) return undefined;
  let category: string | undefined;
  let retryable: { name: string; value: TSESTree.Node } | undefined;
  for (const [name, value] of shape.fields) {
    const concept = conceptOf(name);
    const constant = constantOf(value);
    if (concept === "category" && CATEGORY_NAMES.has(name) && typeof constant === "string") category = constant;
    if (concept === "retryable" && constant === true && value.env.file === model.file)
      retryable = { name, value: value.node };
  }
  const meaning = category === undefined ? undefined : categoryOf(category);
  return category !== undefined && meaning && TERMINAL_CATEGORIES.has(meaning) && retryable
    ? { category, ...retryable }
    : undefined;
}

export const noRetryableTerminalError = createRule<Options, MessageIds>({
  name: "no-retryable-terminal-error",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow marking permission, business and validation errors as retryable",
      preset: "defects",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      retryableTerminal:
        "A {{category}} error is marked `{{name}}: true`, so the model repeats a call that can't succeed. Set it to false, and describe what has to change first.",
      retryableStatus:
        "HTTP {{status}} is a {{category}} error, but `{{name}}` is true, so the model repeats a call that can't succeed. Set it to false.",
      setFalse: "Set `{{name}}` to false.",
    },
  },
  *find(model) {
    const reported = new Set<TSESTree.Node>();
    for (const literal of model.file.index.objects) {
      const found = contradictionIn(literal, model);
      if (!found || reported.has(found.value)) continue;
      reported.add(found.value);
      yield finding(found.value, "retryableTerminal", { category: found.category, name: found.name });
    }
    for (const returned of model.returns) {
      if (!isErrorOutcome(returned.outcome)) continue;
      const { list } = returned.outcome.result.fields;
      const retryable = list.find((field) => field.concept === "retryable");
      if (!retryable || constantOf(retryable.value) !== true) continue;
      const category = list.find((field) => field.concept === "category");
      // A value that another function decides is that function's finding.
      if (![retryable, category].some((field) => field && isDecidedIn(resolve(field.value), returned.reached.fn)))
        continue;
      const here =
        retryable.value.env.file === model.file &&
        returned.node.range[0] <= retryable.value.node.range[0] &&
        retryable.value.node.range[1] <= returned.node.range[1];
      const node = here ? retryable.value.node : returned.node;
      if (reported.has(retryable.value.node) || reported.has(node)) continue;
      const value = category && constantOf(category.value);
      const meaning = typeof value === "string" ? categoryOf(value) : undefined;
      const status = guardStatuses(returned.node, model.file).find((code) => {
        const implied = categoryOfStatus(code);
        return implied !== undefined && TERMINAL_CATEGORIES.has(implied);
      });
      if (meaning && TERMINAL_CATEGORIES.has(meaning)) {
        reported.add(node);
        yield finding(node, "retryableTerminal", { category: String(value), name: retryable.name });
      } else if (status !== undefined) {
        reported.add(node);
        yield finding(node, "retryableStatus", {
          category: categoryOfStatus(status) ?? "",
          name: retryable.name,
          status: String(status),
        });
      }
    }

    const isNew = reported.size === 0;
    for (const { node, field, category, status } of isNew ? apart(model.flow.retryableTerminals, [], model.file) : [])
      yield finding(node, status === undefined ? "retryableTerminal" : "retryableStatus", {
        category,
        name: field.name,
        ...(status === undefined ? {} : { status: String(status) }),
      });

    function isDecidedIn({ node, env }: Ref, fn: TSESTree.Node): boolean {
      return env.file === model.file && node.range[0] >= fn.range[0] && node.range[1] <= fn.range[1];
    }

    function finding(
      node: TSESTree.Node,
      messageId: "retryableTerminal" | "retryableStatus",
      data: Record<string, string>,
    ): Finding<MessageIds> {
      const edits = setNotRetryable(node, model.file);
      const name = data["name"] ?? "";
      return { node, messageId, data, suggest: edits ? [{ messageId: "setFalse", data: { name }, edits }] : [] };
    }
  },
});

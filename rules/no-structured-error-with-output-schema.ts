import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../src/analysis/file.js";
import { createRule, type Suggestion } from "../src/create-rule.js";
import { removeProperty } from "../src/edits/result-literal.js";
import { literalProperty } from "../src/syntax/names.js";

type Options = [object];
type MessageIds = "refusedByClients" | "replacedByServer" | "removeStructured";

function withoutStructure(node: TSESTree.Node, file: File): Suggestion<MessageIds>[] {
  if (node.type !== "ObjectExpression" || !literalProperty(node, "structuredContent")) return [];
  const edits = removeProperty(node, "structuredContent", file);
  return edits ? [{ messageId: "removeStructured", edits }] : [];
}

export const noStructuredErrorWithOutputSchema = createRule<Options, MessageIds>({
  name: "no-structured-error-with-output-schema",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow structured content in an error that doesn't match the tool's output schema",
      preset: "defects",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      refusedByClients:
        "This `structuredContent` doesn't match the tool's `outputSchema` ({{why}}), so clients of SDK v1 throw -32602 and the model never reads the error. Remove it, and keep the JSON in the text.",
      replacedByServer:
        "This `structuredContent` doesn't match the tool's `outputSchema` ({{why}}), so {{framework}} replaces the error with its own and the model never reads it. Remove it, and keep the JSON in the text.",
      removeStructured: "Remove `structuredContent`.",
    },
  },
  *find(model) {
    for (const { node, exit, why, isMirrored } of model.told.refusedStructures) {
      const { name: framework, outcomes } = exit.framework;
      yield {
        node,
        messageId: outcomes.comparesErrors ? "replacedByServer" : "refusedByClients",
        data: { why, framework },
        suggest: isMirrored ? withoutStructure(node, model.file) : [],
      };
    }
  },
});

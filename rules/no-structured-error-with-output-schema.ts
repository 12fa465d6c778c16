import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../src/analysis/file.js";
import { outputSchemaAt, refusal } from "../src/analysis/tools/output-schemas.js";
import type { ReachedFunction } from "../src/analysis/tools/reach.js";
import { isErrorOutcome, type Returned } from "../src/analysis/catches/returns.js";
import { isInIdleClause } from "../src/analysis/reachability/idle-tries.js";
import { createRule, type Suggestion } from "../src/create-rule.js";
import { successFlagOf } from "../src/analysis/results/answers.js";
import { removeProperty } from "../src/edits/result-literal.js";

type Options = [object];
type MessageIds = "refusedByClients" | "replacedByServer" | "removeStructured";

/** Frameworks that check the content of an error themselves, and answer with their own complaint. */
const CHECKED_BY_SERVER: ReadonlySet<string> = new Set(["fastmcp", "tmcp", "mastra"]);

/** The framework prints the whole result as text of a success: nothing structured is sent, and `no-invisible-error` says so. */
function isPrinted({ certain, framework: { name, outcomes } }: ReachedFunction): boolean {
  return certain && outcomes.returnedIsError === "success" && !CHECKED_BY_SERVER.has(name);
}

function suggestions({ outcome, node }: Returned, file: File): Suggestion<MessageIds>[] {
  if (!isErrorOutcome(outcome) || outcome.result.literal !== node || node.type !== "ObjectExpression") return [];
  // Without it the fields have to stand in the text, or they are lost.
  const isMirrored = outcome.result.texts.some((text) => text.some((part) => part.kind === "json"));
  const edits = isMirrored ? removeProperty(node, "structuredContent", file) : undefined;
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
    const seen = new Set<TSESTree.Node>();
    // Where the literal itself stands comes before the calls that hand it on.
    for (const returned of [...model.returns].sort((a, b) => Number(a.byCall) - Number(b.byCall))) {
      const { outcome, form, reached, node } = returned;
      if (form !== "return" || reached.role !== "result" || !isErrorOutcome(outcome)) continue;
      if (isPrinted(reached)) continue;
      const { structured, literal } = outcome.result;
      if (!structured || seen.has(literal) || seen.has(node)) continue;
      // A builder that flags what says `success: false` makes no error of this one.
      if (successFlagOf(structured)) continue;
      const schema = outputSchemaAt(node, reached, model.file);
      const why = schema && refusal(schema, structured);
      if (why === undefined || isInIdleClause(node, model.file)) continue;
      seen.add(node);
      if (!returned.byCall) seen.add(literal);
      const framework = reached.framework.name;
      yield {
        node,
        messageId: CHECKED_BY_SERVER.has(framework) ? "replacedByServer" : "refusedByClients",
        data: { why, framework },
        suggest: suggestions(returned, model.file),
      };
    }
  },
});

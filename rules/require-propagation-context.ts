import { DIALECTS } from "../src/contract/dialects.js";
import { propagationsIn } from "../src/analysis/exits/propagations.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "partialFailure" | "subagentFailure";

export const requirePropagationContext = createRule<Options, MessageIds>({
  name: "require-propagation-context",
  meta: {
    type: "suggestion",
    docs: {
      description: "Require a failure passed to a coordinator to include what was tried and what was obtained",
      preset: "strict",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      partialFailure:
        "This partial failure is passed on without {{fields}}, so the coordinating model can't tell what is done, what remains and whether a retry helps, and starts over. Add what is missing.",
      subagentFailure:
        "The failure of another agent is passed on without {{fields}}. The coordinating model hasn't seen its work, so it repeats or drops all of it. Add what is missing.",
    },
  },
  *find({ told, file }) {
    const names = { ...DIALECTS.standard.fields, ...DIALECTS[file.project.options.settings.dialect].fields };
    for (const { node, kind, missing } of told.each(propagationsIn(told.tools, told.errors)))
      yield {
        node,
        messageId: kind === "partial" ? "partialFailure" : "subagentFailure",
        data: { fields: missing.map((concept) => `\`${names[concept] ?? concept}\``).join(", ") },
      };
  },
});

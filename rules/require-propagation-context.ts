import { DIALECTS } from "../src/contract/dialects.js";
import { propagationsIn } from "../src/analysis/exits/propagations.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "partialFailure" | "subagentFailure" | "retriedFailure";

const MESSAGES = { partial: "partialFailure", subagent: "subagentFailure", retried: "retriedFailure" } as const;

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
      retriedFailure:
        "This failure was tried several times here, but the error is passed on without {{fields}}, so the coordinating model does the same again. Describe what was tried.",
    },
  },
  *find({ told, file }) {
    const names = { ...DIALECTS.standard.fields, ...DIALECTS[file.project.options.settings.dialect].fields };
    for (const { node, kind, missing } of told.each(propagationsIn(told.tools, told.errors)))
      yield {
        node,
        messageId: MESSAGES[kind],
        data: { fields: missing.map((concept) => `\`${names[concept] ?? concept}\``).join(", ") },
      };
  },
});

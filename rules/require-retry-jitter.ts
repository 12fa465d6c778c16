import type { TSESTree } from "@typescript-eslint/types";
import { fieldNamed, placeOf } from "../src/analysis/contracts.js";
import { constantOf } from "../src/analysis/values.js";
import { createRule, type Suggestion } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "flatWait" | "addJitter";

export const requireRetryJitter = createRule<Options, MessageIds>({
  name: "require-retry-jitter",
  meta: {
    type: "suggestion",
    docs: {
      description: "Require the wait of a retryable error to be spread, in the dialect envelope",
      preset: "strict",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      flatWait:
        "`{{name}}` is {{value}} for every caller: the model of each client comes back at the same moment, and the overload with it. Add a random part on the server.",
      addJitter: "Add a random part of up to {{value}}.",
    },
  },
  *find(model) {
    const seen = new Set<TSESTree.Node>();
    for (const contract of model.contracts) {
      const { fields, dialect } = contract;
      const retryable = fieldNamed(fields, "retryable");
      if (dialect !== "envelope" || (retryable && constantOf(retryable.value) === false)) continue;
      for (const wait of fields.filter(({ concept }) => concept === "wait")) {
        const value = constantOf(wait.value);
        if (typeof value !== "number" || value <= 0) continue;
        const place = placeOf(wait, contract, model.file);
        if (seen.has(place)) continue;
        seen.add(place);
        yield {
          node: place,
          messageId: "flatWait",
          data: { name: wait.name, value: String(value) },
          suggest: suggestions(place, String(value)),
        };
      }
    }

    function suggestions(node: TSESTree.Node, amount: string): Suggestion<MessageIds>[] {
      if (node.type !== "Literal") return [];
      const text = model.file.textOf(node);
      const edits = [{ range: node.range, text: `${text} + Math.floor(Math.random() * ${text})` }];
      return [{ messageId: "addJitter", data: { value: amount }, edits }];
    }
  },
});

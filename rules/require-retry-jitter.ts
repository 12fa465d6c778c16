import type { TSESTree } from "@typescript-eslint/types";
import { flatWaitsOf } from "../src/analysis/exits/flat-waits.js";
import { createRule, type Suggestion } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "flatWait" | "addJitter";

export const requireRetryJitter = createRule<Options, MessageIds>({
  name: "require-retry-jitter",
  meta: {
    type: "suggestion",
    docs: {
      description: "Require jitter in the delay of a retryable error, in the dialect envelope",
      preset: "strict",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      flatWait:
        "`{{name}}` is {{value}} for every caller, so all clients retry at the same moment and overload the service again. Add jitter on the server.",
      addJitter: "Add jitter of up to {{value}}.",
    },
  },
  *find({ told, routes, file }) {
    const seen = new Set<TSESTree.Node>();
    for (const { node, name, value } of [...told.each(told.errors.flatMap(flatWaitsOf)), ...routes.flatWaits]) {
      if (seen.has(node)) continue;
      seen.add(node);
      const wait = String(value);
      yield { node, messageId: "flatWait", data: { name, value: wait }, suggest: suggestions(node, wait) };
    }

    function suggestions(node: TSESTree.Node, amount: string): Suggestion<MessageIds>[] {
      if (node.type !== "Literal") return [];
      const text = file.textOf(node);
      const edits = [{ range: node.range, text: `${text} + Math.floor(Math.random() * ${text})` }];
      return [{ messageId: "addJitter", data: { value: amount }, edits }];
    }
  },
});

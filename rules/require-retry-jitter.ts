import type { TSESTree } from "@typescript-eslint/types";
import type { ContractField } from "../src/analysis/results/contract-fields.js";
import { fieldNamed, placeOf, type Contract } from "../src/analysis/results/contracts.js";
import { constantOf } from "../src/analysis/values/values.js";
import { createRule, type Finding, type Suggestion } from "../src/create-rule.js";

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
  *find(model) {
    const seen = new Set<TSESTree.Node>();
    for (const contract of model.contracts) {
      const { fields, dialect } = contract;
      if (dialect === "envelope") yield* flatWaits(fields, contract);
    }
    for (const { node, name, value } of model.routes.flatWaits) yield* flatWait(node, name, value);

    function* flatWaits(
      fields: readonly ContractField[],
      told: Pick<Contract, "node">,
    ): Generator<Finding<MessageIds>> {
      const retryable = fieldNamed(fields, "retryable");
      if (retryable && constantOf(retryable.value) === false) return;
      for (const wait of fields.filter(({ concept }) => concept === "wait")) {
        const value = constantOf(wait.value);
        if (typeof value !== "number" || value <= 0) continue;
        yield* flatWait(placeOf(wait, told, model.file), wait.name, value);
      }
    }

    function* flatWait(node: TSESTree.Node, name: string, wait: number): Generator<Finding<MessageIds>> {
      if (seen.has(node)) return;
      seen.add(node);
      const value = String(wait);
      yield { node, messageId: "flatWait", data: { name, value }, suggest: suggestions(node, value) };
    }

    function suggestions(node: TSESTree.Node, amount: string): Suggestion<MessageIds>[] {
      if (node.type !== "Literal") return [];
      const text = model.file.textOf(node);
      const edits = [{ range: node.range, text: `${text} + Math.floor(Math.random() * ${text})` }];
      return [{ messageId: "addJitter", data: { value: amount }, edits }];
    }
  },
});

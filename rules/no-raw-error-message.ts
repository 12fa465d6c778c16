import type { TSESTree } from "@typescript-eslint/types";
import { isExample, isFrameworksOwn } from "../src/analysis/started/examples.js";
import { leaksOf } from "../src/analysis/messages/leaks.js";
import type { Model } from "../src/analysis/model.js";
import {
  isGivenStep,
  isLeftOver,
  isOfNoError,
  rawMessageIn,
  tellsStep,
} from "../src/analysis/messages/raw-messages.js";
import { isRewrittenAbove } from "../src/analysis/catches/rewritten-above.js";
import type { Returned } from "../src/analysis/catches/returns.js";
import type { Text } from "../src/analysis/values/text.js";
import { textOf } from "../src/analysis/values/text.js";
import { showsThrown } from "../src/frameworks/types.js";
import type { RuleOptions } from "../src/rule-options.js";
import { createRule } from "../src/create-rule.js";

type Options = [RuleOptions["no-raw-error-message"]];
type MessageIds = "rawMessage" | "rawMessageThrown";

/** The texts that the model reads. */
function textsOf({ outcome }: Returned): readonly Text[] {
  switch (outcome.kind) {
    case "tool-result":
      return outcome.result.texts;
    case "text":
      return [outcome.text];
    case "data":
      return [...outcome.shape.fields.values()].map((value) => textOf(value));
    default:
      return [];
  }
}

/** What the framework, and no clause of the project, makes of the throw is known; wrappers are looked at apart. */
function reachesModel(returned: Returned, model: Model): boolean {
  const { form, reached } = returned;
  if (reached.role !== "result") return false;
  if (form === "return") return true;
  if (!reached.certain || !showsThrown(reached.framework.outcomes)) return false;
  return reached.tool?.wrapped === true || model.handlerLeftBy(returned) !== undefined;
}

export const noRawErrorMessage = createRule<Options, MessageIds>({
  name: "no-raw-error-message",
  meta: {
    type: "suggestion",
    docs: {
      description: "Disallow passing on the message of an error of unknown kind",
      preset: "strict",
    },
    schema: [
      {
        type: "object",
        properties: {
          leftovers: {
            type: "boolean",
            description: "Also report what is left over where kinds of the error were told apart before.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ leftovers: false }],
    messages: {
      rawMessage:
        "The model gets `{{source}}` as some library wrote it. It may expose hosts, paths, queries or tokens, and doesn't say what to do next. Check the kind of error first (class, code, status), write a sentence for it, and log the rest.",
      rawMessageThrown:
        "The message the model reads includes `{{source}}` as some library wrote it. It may expose hosts, paths, queries or tokens. Check the kind of error first (class, code, status), write a sentence for it, and keep the original as `cause`.",
    },
  },
  *find(model, { leftovers = false }) {
    if (isFrameworksOwn(model.file) || isExample(model.file)) return;
    const seen = new Set<TSESTree.Node>();
    const leaks = new Set(model.leaks.map(({ node }) => node));
    for (const returned of model.returns) {
      if (!reachesModel(returned, model)) continue;
      const texts = textsOf(returned);
      if (texts.some(tellsStep) || isGivenStep(returned.node, model.file)) continue;
      for (const text of texts) {
        const node = rawMessageIn(text, returned.node, model.file);
        if (!node || seen.has(node) || isOfNoError(node, model.file) || isRewrittenAbove(returned, model.file))
          continue;
        if (!leftovers && (isLeftOver(node, model.file) || isLeftOver(returned.node, model.file))) continue;
        seen.add(node);
        // Whole errors and stacks are `no-error-leak`'s.
        if (leaks.has(node) || leaksOf(returned, model.file).some((leak) => leak.node === node)) continue;
        yield {
          node,
          messageId: returned.form === "throw" ? "rawMessageThrown" : "rawMessage",
          data: { source: model.file.textOf(node) },
        };
      }
    }
  },
});

import type { TSESTree } from "@typescript-eslint/types";
import { DIALECTS } from "../src/contract/dialects.js";
import type { LostPartials } from "../src/analysis/results/drops.js";
import { lostPartialsOf } from "../src/analysis/partial-results/lost-partials.js";
import { createRule } from "../src/create-rule.js";
import type { RuleOptions } from "../src/rule-options.js";

type Options = [RuleOptions["no-lost-partial-results"]];
type MessageIds =
  | "droppedByClause"
  | "droppedByReturn"
  | "notCaught"
  | "allDroppedByClause"
  | "allDropped"
  | "allDoneDropped"
  | "listDropped"
  | "roundsDropped"
  | "stepDropped"
  | "unnamedStepDropped"
  | "convergentDropped"
  | "unseenConvergentDropped";

const MESSAGE_OF: Readonly<Record<LostPartials["how"], MessageIds>> = {
  clause: "droppedByClause",
  return: "droppedByReturn",
  uncaught: "notCaught",
  "all-clause": "allDroppedByClause",
  all: "allDropped",
  "all-done": "allDoneDropped",
  "list-done": "listDropped",
  rounds: "roundsDropped",
  step: "stepDropped",
  "unnamed-step": "unnamedStepDropped",
};

function messageOf({ how, option, gathered }: LostPartials): MessageIds {
  if (option !== "convergentWrites") return MESSAGE_OF[how];
  return gathered === undefined ? "unseenConvergentDropped" : "convergentDropped";
}

export const noLostPartialResults = createRule<Options, MessageIds>({
  name: "no-lost-partial-results",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow errors that drop what earlier steps of the same call have brought",
      preset: "recommended",
      strictOptions: { steps: true, reads: true, convergentWrites: true, unclearWrites: true },
    },
    schema: [
      {
        type: "object",
        properties: {
          steps: {
            type: "boolean",
            description:
              "Also report a step that adds something (`createIssue`) before another step of the same call fails.",
          },
          reads: {
            type: "boolean",
            description:
              "Also report what is not known to change anything: reads of several items, or of the pages of a list. A second call does no harm there, and costs time.",
          },
          convergentWrites: {
            type: "boolean",
            description:
              "Also report writes of which a second call leaves out what the first one did (`if (existing.has(id)) continue`), or puts the same in its place (`writeFile(path, text)`).",
          },
          unclearWrites: {
            type: "boolean",
            description:
              "Also report changes of which nothing says whether a second call does them again (`applyFeedback(id)`, `uploadFile(path)`).",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ steps: false, reads: false, convergentWrites: false, unclearWrites: false }],
    messages: {
      droppedByClause:
        "If `{{what}}` fails in a later round, this clause reports the failure alone: the model never learns what `{{gathered}}` held by then, and does the finished steps again. Catch inside the loop and collect each failure beside the results, or put `{{gathered}}` into the error as `{{field}}`.",
      droppedByReturn:
        "This error leaves out what `{{gathered}}` holds of the rounds before: the model never learns of it, and does the finished steps again. Add it as `{{field}}`, or collect the failure and go on.",
      notCaught:
        "If `{{what}}` fails in a later round, only the error leaves the loop: the model never learns what `{{gathered}}` held by then, and does the finished steps again. Catch it here, and collect each failure beside the results.",
      allDroppedByClause:
        "`Promise.all` rejects with the first failure of `{{what}}`, and this clause reports that alone: the model gets none of the results that worked. Use `Promise.allSettled`, and return them with what failed as `{{field}}`.",
      allDropped:
        "`Promise.all` rejects with the first failure of `{{what}}`: the model gets that error and none of the results that worked. Use `Promise.allSettled`, and return them with what failed as `{{field}}`.",
      allDoneDropped:
        "`Promise.all` rejects with the first failure of `{{what}}`, and the error says nothing of the calls that have worked: the model takes the whole call for failed, and does them once more. Use `Promise.allSettled`, and tell what was done and what failed, as `{{field}}`.",
      listDropped:
        "`Promise.all` rejects as soon as `{{what}}` or another of its calls fails, and the error says nothing of those that work, as `{{done}}` may: the model takes the whole call for failed, and does them once more. Use `Promise.allSettled`, and tell what was done and what failed, as `{{field}}`.",
      roundsDropped:
        "If `{{what}}` fails in a later round, the error says nothing of the rounds before, which have worked by then: the model takes the whole call for failed, and does them once more. Catch inside the loop, and tell what was done and what failed, as `{{field}}`.",
      stepDropped:
        "If `{{what}}` fails, the error says nothing of `{{done}}`, which has worked by then: the model takes the whole call for failed, and does that step once more. Catch the later step, and put `{{gathered}}` into the error as `{{field}}`.",
      unnamedStepDropped:
        "If `{{what}}` fails, the error says nothing of `{{done}}`, which has worked by then: the model takes the whole call for failed, and does that step once more. Catch the later step, and tell in its error what was done, as `{{field}}`.",
      unseenConvergentDropped:
        "If `{{what}}` fails, the error says nothing of what was done by then: a second call does no harm, but the model never learns what is done already. Tell it in the error as `{{field}}`.",
      convergentDropped:
        "If `{{what}}` fails, the error says nothing of what `{{gathered}}` has brought by then: a second call does no harm, but the model never learns what is done already. Tell it in the error as `{{field}}`.",
    },
  },
  *find(model, options) {
    const field = DIALECTS[model.file.project.options.settings.dialect].fields.partialResults ?? "partialResults";
    const seen = new Set<TSESTree.Node>();
    const scope = { catches: model.catches, returns: model.returns, file: model.file };
    for (const reached of model.reached.values())
      for (const lost of lostPartialsOf(reached, scope)) {
        const { node, gathered, what, done } = lost;
        if (seen.has(node) || (lost.option !== undefined && options[lost.option] !== true)) continue;
        seen.add(node);
        yield {
          node,
          messageId: messageOf(lost),
          data: {
            field,
            what,
            ...(gathered === undefined ? {} : { gathered }),
            ...(done === undefined ? {} : { done }),
          },
        };
      }
  },
});

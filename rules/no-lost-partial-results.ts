import type { TSESTree } from "@typescript-eslint/types";
import { DIALECTS } from "../src/contract/dialects.js";
import type { LostPartials as LostOnPath } from "../src/analysis/exits/lost-partials.js";
import type { LostPartials } from "../src/analysis/results/drops.js";
import { lostPartialsOf } from "../src/analysis/partial-results/lost-partials.js";
import { createRule } from "../src/create-rule.js";
import { enclosingFunction } from "../src/syntax/tree.js";
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
  | "resultsDropped"
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

/** The same, of what the exits of the tools say. */
const MESSAGE_OF_EXIT: Readonly<Record<LostOnPath["how"], MessageIds>> = {
  step: "unnamedStepDropped",
  rounds: "roundsDropped",
  results: "resultsDropped",
  "all-done": "allDoneDropped",
  "all-results": "allDropped",
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
      description: "Disallow errors that drop the results of earlier steps in the same call",
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
        "If `{{what}}` fails in a later iteration, this catch block reports only the failure, so the model never learns what `{{gathered}}` contains and repeats the finished steps. Catch inside the loop and collect each failure with the results, or add `{{gathered}}` to the error as `{{field}}`.",
      droppedByReturn:
        "This error omits what `{{gathered}}` contains from earlier iterations, so the model repeats the finished steps. Add it as `{{field}}`, or collect the failure and continue.",
      notCaught:
        "If `{{what}}` fails in a later iteration, only the error leaves the loop, so the model never learns what `{{gathered}}` contains and repeats the finished steps. Catch it here, and collect each failure with the results.",
      allDroppedByClause:
        "`Promise.all` rejects with the first failure of `{{what}}`, and this catch block reports only that, so the model gets none of the results that succeeded. Use `Promise.allSettled`, and return them with the failures as `{{field}}`.",
      allDropped:
        "`Promise.all` rejects with the first failure of `{{what}}`, so the model gets that error and none of the results that succeeded. Use `Promise.allSettled`, and return them with the failures as `{{field}}`.",
      allDoneDropped:
        "`Promise.all` rejects with the first failure of `{{what}}`, and the error omits the calls that succeeded, so the model repeats them. Use `Promise.allSettled`, and return what succeeded and what failed as `{{field}}`.",
      listDropped:
        "`Promise.all` rejects as soon as `{{what}}` or another call fails, and the error omits the calls that may have succeeded, such as `{{done}}`, so the model repeats them. Use `Promise.allSettled`, and return what succeeded and what failed as `{{field}}`.",
      roundsDropped:
        "If `{{what}}` fails in a later iteration, the error omits the earlier iterations, which have succeeded, so the model repeats them. Catch inside the loop, and return what succeeded and what failed as `{{field}}`.",
      resultsDropped:
        "If `{{what}}` fails in a later iteration, the error omits the results of the earlier iterations, so the model repeats them. Catch inside the loop, and return the results and what failed as `{{field}}`.",
      stepDropped:
        "If `{{what}}` fails, the error omits `{{done}}`, which has succeeded, so the model repeats that step. Catch the later step, and add `{{gathered}}` to the error as `{{field}}`.",
      unnamedStepDropped:
        "If `{{what}}` fails, the error omits `{{done}}`, which has succeeded, so the model repeats that step. Catch the later step, and add what was done to its error as `{{field}}`.",
      unseenConvergentDropped:
        "If `{{what}}` fails, the error omits the steps that succeeded. A second call does no harm, but the model never learns what is done already. Add it to the error as `{{field}}`.",
      convergentDropped:
        "If `{{what}}` fails, the error omits what `{{gathered}}` contains. A second call does no harm, but the model never learns what is done already. Add it to the error as `{{field}}`.",
    },
  },
  *find(model, options) {
    const field = DIALECTS[model.file.project.options.settings.dialect].fields.partialResults ?? "partialResults";
    const seen = new Set<TSESTree.Node>();
    /** What is said of a function here is not said once more. */
    const functions = new Set<TSESTree.Node | undefined>();
    const scope = { catches: model.catches, returns: model.returns, file: model.file };
    for (const reached of model.reached.values())
      for (const lost of lostPartialsOf(reached, scope)) {
        const { node, gathered, what, done } = lost;
        functions.add(enclosingFunction(node));
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
    for (const { node, how, option, what, done, exit } of model.flow.lostPartials) {
      if (functions.has(enclosingFunction(node)) || (option !== undefined && options[option] !== true)) continue;
      // The first step that can fail after the work stands for all.
      if (how === "step") functions.add(enclosingFunction(node));
      yield {
        node,
        messageId: option === "convergentWrites" && how !== "step" ? "unseenConvergentDropped" : MESSAGE_OF_EXIT[how],
        data: { field, what, done },
        exit,
      };
    }
  },
});

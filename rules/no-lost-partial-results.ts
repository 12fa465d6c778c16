import type { TSESTree } from "@typescript-eslint/types";
import { DIALECTS } from "../src/contract/dialects.js";
import type { LostPartials } from "../src/analysis/exits/lost-partials.js";
import { createRule } from "../src/create-rule.js";
import { enclosingFunction } from "../src/syntax/tree.js";
import type { RuleOptions } from "../src/rule-options.js";

type Options = [RuleOptions["no-lost-partial-results"]];
type MessageIds =
  "resultsDropped" | "roundsDropped" | "allDropped" | "listDropped" | "stepDropped" | "convergentDropped";

function messageOf({ how, option, gathered }: LostPartials): MessageIds {
  if (option === "convergentWrites") return "convergentDropped";
  if (how === "rounds") return gathered === undefined ? "roundsDropped" : "resultsDropped";
  return `${how}Dropped`;
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
      resultsDropped:
        "If `{{what}}` fails in a later iteration, the error omits what `{{gathered}}` contains, so the model repeats the finished steps. Catch inside the loop and collect each failure with the results, or add `{{gathered}}` to the error as `{{field}}`.",
      roundsDropped:
        "If `{{what}}` fails in a later iteration, the error omits the earlier iterations, which have succeeded, so the model repeats them. Catch inside the loop, and return what succeeded and what failed as `{{field}}`.",
      allDropped:
        "`Promise.all` rejects with the first failure of `{{what}}`, and the error omits the calls that succeeded, so the model repeats them. Use `Promise.allSettled`, and return what succeeded and what failed as `{{field}}`.",
      listDropped:
        "`Promise.all` rejects as soon as `{{what}}` or another call fails, and the error omits the calls that may have succeeded, such as `{{done}}`, so the model repeats them. Use `Promise.allSettled`, and return what succeeded and what failed as `{{field}}`.",
      stepDropped:
        "If `{{what}}` fails, the error omits `{{done}}`, which has succeeded, so the model repeats that step. Catch the later step, and add what was done to its error as `{{field}}`.",
      convergentDropped:
        "If `{{what}}` fails, the error omits the steps that succeeded. A second call does no harm, but the model never learns what has already been done. Add it to the error as `{{field}}`.",
    },
  },
  *find(model, options) {
    const field = DIALECTS[model.file.project.options.settings.dialect].fields.partialResults ?? "partialResults";
    const functions = new Set<TSESTree.Node | undefined>();
    const told = new Set<unknown>();
    for (const lost of model.flow.lostPartials) {
      const { node, how, option, what, done, gathered, work, exit } = lost;
      if (functions.has(enclosingFunction(node)) || (option !== undefined && options[option] !== true)) continue;
      // What is lost in a loop is not told once more of a step after it.
      if (how === "step" && told.has(work)) continue;
      told.add(work);
      // The first step that can fail after the work stands for all.
      if (how === "step") functions.add(enclosingFunction(node));
      yield {
        node,
        messageId: messageOf(lost),
        data: { field, what, done, ...(gathered === undefined ? {} : { gathered }) },
        exit,
      };
    }
  },
});

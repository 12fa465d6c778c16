import type { Swallow } from "../src/analysis/swallows/swallows.js";
import type { RuleOptions } from "../src/rule-options.js";
import { createRule } from "../src/create-rule.js";
import type { Exit } from "../src/analysis/exits/exits.js";
import type { TSESTree } from "@typescript-eslint/types";
import { apart } from "../src/analysis/exits/queries.js";
import { advise, type Adviced } from "../src/frameworks/advice.js";

type Options = [RuleOptions["no-swallowed-error"]];
type MessageIds =
  | "swallowedInCatch"
  | "swallowedByDefault"
  | "swallowedByPromise"
  | "ignoredRejection"
  | "notAwaited"
  | "swallowedByCallee"
  | "swallowedInService"
  | "unreadAnswer"
  | "refusedAnswer"
  | "causeOnly"
  | "swallowed";

/** How the failure is thrown, where a throw tells of it. */
const THROWING: Readonly<Partial<Record<Swallow["how"], string>>> = {
  "promise-default": "let it reject",
  refused: "throw an error with the status",
};

const MESSAGE_OF: Readonly<Record<Swallow["how"], MessageIds>> = {
  "empty-catch": "swallowedInCatch",
  "log-only": "swallowedInCatch",
  default: "swallowedByDefault",
  "promise-default": "swallowedByPromise",
  "all-settled": "ignoredRejection",
  "not-awaited": "notAwaited",
  callee: "swallowedByCallee",
  refused: "refusedAnswer",
  service: "swallowedInService",
  answered: "unreadAnswer",
};

export const noSwallowedError = createRule<Options, MessageIds>({
  name: "no-swallowed-error",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow swallowed failures, after which the model gets a success or an empty result",
      preset: "defects",
      strictOptions: { commentedCauses: true },
    },
    schema: [
      {
        type: "object",
        properties: {
          commentedCauses: {
            type: "boolean",
            description: "Also report a catch-all whose comment names one cause only.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ commentedCauses: false }],
    messages: {
      swallowedInCatch:
        "This failure is swallowed ({{path}}): execution continues, so the model sees a normal result and assumes the call worked. {{advice}}; or explain in a comment why the failure may be ignored.",
      swallowedByDefault:
        'Failure swallowed; returns `{{instead}}` ({{path}}). The model can\'t tell it from "nothing found". {{advice}}.',
      swallowedByPromise:
        "This rejection is swallowed; it becomes `{{instead}}` ({{path}}). The model sees a normal result. {{advice}}.",
      ignoredRejection:
        'Rejected results of `Promise.allSettled` are dropped, so the model can\'t tell "nothing found" from "couldn\'t look". Report each rejection with the results.',
      causeOnly:
        "The comment explains one cause, or only names what is skipped, but this catch block swallows every failure ({{path}}), so an outage looks the same to the model. Check for the expected cause, and report the rest.",
      swallowed:
        "This failure is swallowed ({{path}}): execution continues, so the model sees a normal result and assumes the call worked. {{advice}}.",
      refusedAnswer:
        'The upstream service returned an error, and the result becomes `{{instead}}`, which the model can\'t tell from "nothing found". {{advice}}.',
      notAwaited:
        "Nobody awaits this promise, so the model gets a success even if it rejects. Await it, and report its failure.",
      swallowedInService:
        "Failure swallowed; returns `{{instead}}` ({{path}}). A tool calls this function, so the model sees a normal result. Let the failure through, so that the tool can report it.",
      unreadAnswer:
        "This client never rejects: it returns failures in `error`, which is never checked here ({{path}}), so the model sees a normal result. Check `error`, and report it as an error result.",
      swallowedByCallee:
        "The function called here swallows its failure and returns `{{instead}}` ({{path}}), which is never checked, so the model sees a normal result. Let the failure through, or report it.",
    },
  },
  *find(model, { commentedCauses = false }) {
    const places: TSESTree.Node[] = [];
    for (const swallow of model.swallows) {
      places.push(swallow.node);
      if (swallow.commented && !commentedCauses) continue;
      yield {
        node: swallow.node,
        messageId: swallow.commented && swallow.how !== "callee" ? "causeOnly" : MESSAGE_OF[swallow.how],
        data: {
          path: swallow.path.join(" → "),
          instead: swallow.instead,
          advice: advise(swallow.reached, THROWING[swallow.how] ?? "rethrow"),
        },
      };
    }
    for (const swallowed of apart(model.flow.swallowed, places, model.file))
      yield {
        node: swallowed.node,
        messageId: "swallowed",
        data: { path: swallowed.path.join(" → "), advice: advise(adviced(swallowed.exit), "rethrow") },
      };
    for (const { node, exit } of apart(model.flow.unawaited, places, model.file))
      yield { node, messageId: "notAwaited", exit };
  },
});

function adviced({ tool, framework }: Exit): Adviced {
  return { framework, certain: tool.certain, role: "result" };
}

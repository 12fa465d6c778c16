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
      description: "Disallow failures after which the model gets success or an empty answer",
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
        "This failure is dropped ({{path}}): the model reads an ordinary answer and takes the work for done. {{advice}}; or say in a comment why the failure may pass.",
      swallowedByDefault:
        'This failure becomes `{{instead}}` ({{path}}): the model reads it as "nothing there". {{advice}}.',
      swallowedByPromise:
        "A rejection becomes `{{instead}}` here ({{path}}): the model reads it as an ordinary answer. {{advice}}.",
      ignoredRejection:
        'Rejected results of `Promise.allSettled` are left out: the model cannot tell "nothing there" from "could not look". Report each rejection beside the results.',
      causeOnly:
        "The comment names one cause, or only says what is left out, but this clause drops every failure ({{path}}): an outage looks the same to the model. Test for the cause that may pass, and report the rest.",
      swallowed:
        "This failure is swallowed ({{path}}): execution continues, so the model sees a normal result and assumes the call worked. {{advice}}.",
      refusedAnswer:
        'The upstream service says no, and the answer becomes `{{instead}}`: the model reads it as "nothing there". {{advice}}.',
      notAwaited:
        "Nobody waits for this promise: the model is told of success even if it rejects. Await it, and report its failure.",
      swallowedInService:
        "This failure becomes `{{instead}}` ({{path}}): a tool calls the function, and the model reads an ordinary answer. Let the failure through, so that the tool can report it.",
      unreadAnswer:
        "This client puts a failure into the `error` of its answer and rejects for none, and nobody looks at it ({{path}}): the model reads an ordinary answer. Check `error`, and report it as an error result.",
      swallowedByCallee:
        "The function called here turns its failure into `{{instead}}` ({{path}}), and nothing behind the call looks at that: the model reads it as an ordinary answer. Let the failure through, or report it.",
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
    for (const { node } of apart(model.flow.unawaited, places, model.file)) yield { node, messageId: "notAwaited" };
  },
});

function adviced({ tool, framework }: Exit): Adviced {
  return { framework, certain: tool.certain, role: "result" };
}

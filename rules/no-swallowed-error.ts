import type { Exit } from "../src/analysis/exits/exits.js";
import type { SwallowedAs } from "../src/analysis/exits/swallowed.js";
import { apart } from "../src/analysis/exits/queries.js";
import type { Model } from "../src/analysis/model.js";
import { createRule } from "../src/create-rule.js";
import { advise, type Adviced } from "../src/frameworks/advice.js";
import type { RuleOptions } from "../src/rule-options.js";
import { enclosingFunction, type Node } from "../src/syntax/tree.js";

type Options = [RuleOptions["no-swallowed-error"]];
type MessageIds =
  | "swallowed"
  | "swallowedByDefault"
  | "ignoredRejection"
  | "droppedSignal"
  | "unreadError"
  | "ignoredExitCode"
  | "refusedAnswer"
  | "causeOnly"
  | "notAwaited";

const MESSAGE_OF: Readonly<Record<SwallowedAs, MessageIds>> = {
  continued: "swallowed",
  default: "swallowedByDefault",
  "promise-default": "swallowedByDefault",
  settled: "ignoredRejection",
  dropped: "droppedSignal",
  refused: "refusedAnswer",
  "error-value": "unreadError",
  "exit-code": "ignoredExitCode",
};

/** How the failure is thrown, where a throw tells of it. */
const THROWING: Readonly<Partial<Record<SwallowedAs, string>>> = {
  "promise-default": "let it reject",
  dropped: "throw an error for it",
  refused: "throw an error with the status",
  "error-value": "throw an error for it",
  "exit-code": "throw an error with the code",
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
      swallowed:
        "This failure is swallowed ({{path}}): execution continues, so the model sees a normal result and assumes the call worked. {{advice}}; or explain in a comment why the failure may be ignored.",
      swallowedByDefault:
        "Failure swallowed; returns `{{instead}}` ({{path}}), so the model sees a normal result and assumes the call worked. {{advice}}; or explain in a comment why the failure may be ignored.",
      ignoredRejection:
        'Rejected results of `Promise.allSettled` are dropped ({{path}}), so the model can\'t tell "nothing found" from "couldn\'t look". Report each rejection with the results.',
      droppedSignal:
        "This call returns `{{instead}}` on failure ({{path}}), but its return value is never checked, so the model sees a normal result and assumes the call worked. Check the value. {{advice}}.",
      causeOnly:
        "The comment explains one cause, or only names what is skipped, but this catch block swallows every failure ({{path}}), so an outage looks the same to the model. Check for the expected cause, and report the rest.",
      refusedAnswer:
        "If the upstream service returns an error here, the model sees a normal result ({{path}}). {{advice}}.",
      unreadError:
        "This call returns failures in `error`, which is never reported ({{path}}), so the model sees a normal result. Check `error`. {{advice}}.",
      ignoredExitCode:
        "If this command fails, it only returns an exit code, which is never checked ({{path}}), so the model sees its output as a normal result. Check the exit code. {{advice}}.",
      notAwaited:
        "Nobody awaits this promise, so the model gets a success even if it rejects. Await it, and report its failure.",
    },
  },
  *find(model, { commentedCauses = false }) {
    const { swallowed, unawaited } = model.flow;
    const places: Node[] = [];
    for (const { node, exit, how, instead, path, isCommented } of swallowed) {
      places.push(node);
      if (isCommented && !commentedCauses) continue;
      yield {
        node,
        messageId: isCommented ? "causeOnly" : MESSAGE_OF[how],
        data: {
          path: path.join(" → "),
          instead,
          advice: advise(adviced(node, exit, model), THROWING[how] ?? "rethrow"),
        },
        exit,
      };
    }
    for (const { node, exit } of apart(unawaited, places, model.file)) yield { node, messageId: "notAwaited", exit };
  },
});

function adviced(node: Node, { tool, framework }: Exit, { reached }: Model): Adviced {
  const fn = enclosingFunction(node);
  return { framework, certain: tool.certain, role: (fn && reached.get(fn)?.role) ?? "data" };
}

import type { Retry } from "../src/analysis/exits/terminal-retries.js";
import { createRule } from "../src/create-rule.js";
import type { RuleOptions } from "../src/rule-options.js";
import { sameNodeIn } from "../src/syntax/tree.js";

type Options = [RuleOptions["no-terminal-retry"]];
type MessageIds = "unbounded" | "everything" | "terminal" | "tooMany" | "noWait";

/** Transient failures alone, waited for no longer than this in all: the model would have waited as long itself. */
const SHORT_MS = 20_000;

/** The worst that is wrong with a loop: one finding each. */
function faultOf({ attempts, after, waits, longest }: Retry, max: number): MessageIds | undefined {
  if (attempts === "unbounded") return "unbounded";
  if (after === "any") return "everything";
  if (after === "terminal") return "terminal";
  const isShort = longest !== undefined && longest > 0 && longest <= SHORT_MS;
  if (attempts !== undefined && attempts > (isShort ? 2 * max : max)) return "tooMany";
  return waits ? undefined : "noWait";
}

export const noTerminalRetry = createRule<Options, MessageIds>({
  name: "no-terminal-retry",
  meta: {
    type: "suggestion",
    docs: {
      description: "Disallow retry loops that repeat what can't succeed, don't end, or don't wait",
      preset: "strict",
    },
    schema: [
      {
        type: "object",
        properties: {
          max: {
            type: "integer",
            minimum: 1,
            description: "The number of attempts, the first one included, that a tool may make on its own.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ max: 3 }],
    messages: {
      unbounded:
        "This loop retries `{{what}}` without a limit, so the model waits until its client times out and never sees the reason. Limit it to {{max}} attempts, then return the error.",
      everything:
        "This loop retries `{{what}}` after every failure, even a denied or invalid request, so the model waits for attempts that can't succeed. Check the error (class, code, status), and retry transient failures only.",
      terminal:
        "This loop retries `{{what}}` after failures that a retry can't fix, such as a denied or invalid request, so the model waits for attempts that can't succeed. Return such an error at once, and retry transient failures only.",
      tooMany:
        "This loop makes up to {{attempts}} attempts at `{{what}}` before it reports a failure. Limit it to {{max}}, then return the error with a wait, so that the model can do something else.",
      noWait:
        "This loop retries `{{what}}` immediately, so an overloaded service fails again and the model gets an avoidable error. Wait between attempts, with backoff and jitter.",
    },
  },
  *find(model, { max = 3 }) {
    for (const retry of model.flow.retries) {
      const messageId = faultOf(retry, max);
      if (messageId === undefined) continue;
      const { node, loop, failure, attempts, exit } = retry;
      const isOfLoop = messageId !== "everything" && messageId !== "terminal";
      yield {
        node: isOfLoop ? (sameNodeIn(model.file.ast, loop) ?? node) : node,
        messageId,
        data: { what: failure.operation.name, max: String(max), attempts: String(attempts) },
        exit,
      };
    }
  },
});

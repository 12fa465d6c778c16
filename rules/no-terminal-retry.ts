import type { TSESTree } from "@typescript-eslint/types";
import { answerLoops } from "../src/analysis/retries/retry-answers.js";
import { retryLoops, type RetryLoop } from "../src/analysis/retries/retry-loops.js";
import { retryCalls } from "../src/analysis/retries/retry-recursion.js";
import { apart } from "../src/analysis/exits/queries.js";
import { createRule } from "../src/create-rule.js";
import type { RuleOptions } from "../src/rule-options.js";

type Options = [RuleOptions["no-terminal-retry"]];
type MessageIds = "unbounded" | "everything" | "tooMany" | "noWait";

/** Transient failures alone, waited for no longer than this in all: the model would have waited as long itself. */
const SHORT_MS = 20_000;

/** The worst that is wrong with a loop: one finding each. */
function faultOf({ attempts, looks, waits, longest }: RetryLoop, max: number): MessageIds | undefined {
  if (attempts === "unbounded") return "unbounded";
  if (!looks) return "everything";
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
      tooMany:
        "This loop makes up to {{attempts}} attempts at `{{what}}` before it reports a failure. Limit it to {{max}}, then return the error with a wait, so that the model can do something else.",
      noWait:
        "This loop retries `{{what}}` immediately, so an overloaded service fails again and the model gets an avoidable error. Wait between attempts, with backoff and jitter.",
    },
  },
  *find(model, { max = 3 }) {
    const seen = new Set<TSESTree.Node>();
    for (const { fn, isHandler } of model.reached.values())
      for (const loop of [retryLoops, answerLoops, retryCalls].flatMap((find) => find(fn, model.file))) {
        // The model itself says how often: to try again is what the tool is for.
        if (isHandler && loop.isAskedFor) continue;
        const messageId = faultOf(loop, max);
        if (messageId === undefined || seen.has(loop.node)) continue;
        seen.add(loop.node);
        yield {
          node: messageId === "everything" ? loop.place : loop.node,
          messageId,
          data: { what: loop.what, max: String(max), attempts: String(loop.attempts) },
        };
      }
    for (const { node, failure, exit } of apart(model.flow.terminalRetries, seen, model.file))
      yield { node, messageId: "everything", data: { what: failure.operation.name }, exit };
  },
});

import type { TSESTree } from "@typescript-eslint/types";
import { leaksOf, type LeakKind } from "../src/analysis/messages/leaks.js";
import { becomesResult } from "../src/analysis/throws/thrown-results.js";
import type { File } from "../src/analysis/file.js";
import { comersOf } from "../src/analysis/reachability/entered-clauses.js";
import { enclosingCatch } from "../src/analysis/values/flow.js";
import type { RuleOptions } from "../src/rule-options.js";
import { apart } from "../src/analysis/exits/queries.js";
import { createRule } from "../src/create-rule.js";

type Options = [RuleOptions["no-error-leak"]];
type MessageIds = "stack" | "wholeError" | "response" | "request" | "customerMessage" | "statement" | "internals";

const MESSAGE_OF: Readonly<Record<LeakKind, MessageIds>> = {
  stack: "stack",
  "whole-error": "wholeError",
  response: "response",
  request: "request",
  "customer-message": "customerMessage",
  body: "response",
  sql: "statement",
  internals: "internals",
};

/** No error comes to the clause around the place, or only one about the form of the caller's own input, which is no library's. */
function hasNothingToLeak(kind: LeakKind, node: TSESTree.Node, file: File): boolean {
  const clause = enclosingCatch(node);
  if (!clause) return false;
  const comers = comersOf(clause, file);
  return comers === "none" || (comers === "refused-form" && kind === "whole-error");
}

export const noErrorLeak = createRule<Options, MessageIds>({
  name: "no-error-leak",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow stack traces, whole error objects, response bodies and headers in what the model reads",
      preset: "defects",
      strictOptions: { responseBodies: true },
    },
    schema: [
      {
        type: "object",
        properties: {
          responseBodies: {
            type: "boolean",
            description: "Also report the body of a refused upstream answer that is put into the text as it came.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ responseBodies: false }],
    messages: {
      stack:
        "The model gets the stack trace, which exposes paths and code of the server and doesn't help an agent. Log it, and return a description of your own.",
      wholeError:
        "The model gets the whole error object, including requests, headers and tokens its library may attach. Pick the fields the model may read.",
      response: "The model gets the upstream response unfiltered. Pick the fields the model may read.",
      customerMessage:
        "The caught error becomes part of a message the model may read out to an end user, which exposes internals. Write a sentence for the user.",
      internals:
        "The model may read this message out to an end user, but it exposes internals (hosts, files, system codes). Describe what the user can know, and log the rest.",
      statement:
        "The model gets an SQL statement, which exposes tables and columns and doesn't help an agent. Log it, and return a description of your own.",
      request: "The model gets the failed request, including its headers and tokens. Remove it.",
    },
  },
  *find(model, { responseBodies = false }) {
    const seen = new Set<TSESTree.Node>();
    const told = new Set<string>();
    const payloads = new Set<TSESTree.Node>(model.payloads.map(({ node }) => node));
    for (const { kind, node, literal } of model.leaks) {
      if ((kind === "body" && !responseBodies) || hasNothingToLeak(kind, node, model.file)) continue;
      seen.add(node);
      told.add(`${kind} ${String(literal?.range[0])}`);
      yield { node, messageId: MESSAGE_OF[kind] };
    }
    for (const returned of model.returns) {
      const { outcome } = returned;
      if (returned.reached.role !== "result" || (returned.form === "throw" && !becomesResult(returned))) continue;
      // What a dispatcher hands on is told where it is made; a builder that is given the fields makes it here.
      if (returned.byCall && returned.failure === "none" && !payloads.has(returned.node)) continue;
      for (const { kind, node } of leaksOf(returned, model.file)) {
        // The literal that it is put into has been reported already.
        if (outcome.kind === "tool-result" && outcome.result.env.file === model.file)
          if (told.has(`${kind} ${String(outcome.result.literal.range[0])}`)) continue;
        if (seen.has(node) || (kind === "body" && !responseBodies)) continue;
        if (hasNothingToLeak(kind, node, model.file)) continue;
        seen.add(node);
        yield { node, messageId: MESSAGE_OF[kind] };
      }
    }
    for (const { node, part } of apart(model.flow.leaks, seen, model.file))
      yield { node, messageId: part === "stack" ? "stack" : part === "whole" ? "wholeError" : "response" };
  },
});

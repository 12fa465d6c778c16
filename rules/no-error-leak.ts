import type { RuleOptions } from "../src/rule-options.js";
import type { Leaked } from "../src/analysis/exits/leaks.js";
import { createRule } from "../src/create-rule.js";

type Options = [RuleOptions["no-error-leak"]];
type MessageIds = "stack" | "wholeError" | "response" | "request" | "customerMessage" | "statement" | "internals";

const MESSAGE_OF: Readonly<Record<Leaked, MessageIds>> = {
  stack: "stack",
  whole: "wholeError",
  response: "response",
  headers: "response",
  request: "request",
  "customer-message": "customerMessage",
  body: "response",
  statement: "statement",
  internals: "internals",
};

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
    for (const { node, part } of model.told.leaks)
      if (part !== "body" || responseBodies) yield { node, messageId: MESSAGE_OF[part] };
  },
});

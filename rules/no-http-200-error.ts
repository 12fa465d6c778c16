import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "falseSuccess";

export const noHttp200Error = createRule<Options, MessageIds>({
  name: "no-http-200-error",
  meta: {
    type: "suggestion",
    docs: {
      description: "Disallow HTTP responses that report a failure with a success status",
      preset: "strict",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      falseSuccess:
        "This failure is sent with HTTP {{status}}, so a tool that calls this route sees `ok` and the model gets the error body as a result. Send a 4xx or 5xx status ({{advice}}).",
    },
  },
  *find(model) {
    for (const { node, status, advice } of model.routes.falseSuccesses)
      yield { node, messageId: "falseSuccess", data: { status: String(status), advice } };
  },
});

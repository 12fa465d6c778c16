import { falseSuccesses } from "../src/analysis/results/false-successes.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "falseSuccess";

export const noHttp200Error = createRule<Options, MessageIds>({
  name: "no-http-200-error",
  meta: {
    type: "suggestion",
    docs: {
      description: "Disallow HTTP answers that report a failure under a status of success",
      preset: "strict",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      falseSuccess:
        "This failure goes out with HTTP {{status}}: a tool that calls this route sees `ok`, and the model gets the error body as an answer. Send a status of 4xx or 5xx ({{advice}}).",
    },
  },
  *find(model) {
    for (const { node, status, advice } of falseSuccesses(model.httpAnswers, model.file))
      yield { node, messageId: "falseSuccess", data: { status: String(status), advice } };
  },
});

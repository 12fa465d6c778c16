import { DIALECTS } from "../src/contract/dialects.js";
import { isAsGoodAsUnreachable, isUnreachable } from "../src/analysis/reachability/unreachable.js";
import { isExample } from "../src/analysis/started/examples.js";
import { enclosingFunction } from "../src/syntax/tree.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "bareThrow" | "withoutMessage" | "hiddenThrow";

export const noBareThrow = createRule<Options, MessageIds>({
  name: "no-bare-throw",
  meta: {
    type: "suggestion",
    docs: {
      description: "Disallow throwing a plain Error whose message leaves the model without a next step",
      preset: "strict",
    },
    schema: [],
    defaultOptions: [{}],
    messages: {
      bareThrow:
        'The model only reads "{{message}}" from this throw, so it can\'t decide whether to retry, correct the call or stop. Describe the next step in the message, or {{advice}}.',
      withoutMessage:
        "This error has no message, and the message is all the model gets from a throw. Describe what failed and what to do next, or {{advice}}.",
      hiddenThrow:
        "{{framework}} hides thrown errors from the model: in production it only gets a generic message with an error ID. Use `{{form}}`, and describe what failed and what to do next.",
    },
  },
  *find(model) {
    if (isExample(model.file)) return;
    const { fields } = DIALECTS[model.file.project.options.settings.dialect];
    const names = [fields.category ?? fields.code, fields.retryable].filter((name) => name !== undefined);
    const quoted = names.map((name) => `\`${name}\``).join(" and ");
    for (const { node, exit, how, words, isInHandler } of model.told.bareThrows) {
      const around = enclosingFunction(node);
      if (isUnreachable(node, around && model.reached.get(around), model.file)) continue;
      if (isAsGoodAsUnreachable(node, model.file)) continue;
      const { name: framework, outcomes } = exit.framework;
      const advice =
        outcomes.failureForm === "throw"
          ? `throw ${quoted} as the JSON of the message`
          : `${isInHandler ? "" : "catch it in the handler and "}return a result with \`isError: true\` and ${quoted}`;
      if (how === "hidden")
        yield { node, messageId: "hiddenThrow", data: { framework, form: outcomes.readableFailure ?? "" } };
      else if (how === "no message") yield { node, messageId: "withoutMessage", data: { advice } };
      else yield { node, messageId: "bareThrow", data: { message: words, advice } };
    }
  },
});

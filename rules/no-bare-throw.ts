import { DIALECTS } from "../src/contract/dialects.js";
import { saysWhatToDo } from "../src/contract/lexicon.js";
import { guardingTry } from "../src/analysis/can-fail.js";
import { rawMessageIn } from "../src/analysis/raw-messages.js";
import type { Returned } from "../src/analysis/returns.js";
import { createRule } from "../src/create-rule.js";
import { calleeName } from "../src/syntax/names.js";
import { unwrap } from "../src/syntax/tree.js";

type Options = [object];
type MessageIds = "bareThrow" | "withoutMessage";

/** Errors of the language: they have a message, and nothing that is meant for a reader. */
const BARE = /^(?:Error|TypeError|RangeError|SyntaxError|ReferenceError|EvalError)$/u;

/** A throw that leaves the handler, of which the framework makes an error result with the message alone. */
function becomesResult({ form, node, reached }: Returned): boolean {
  const { role, certain, tool, framework } = reached;
  if (form !== "throw" || role !== "result" || !certain || tool?.wrapped === true) return false;
  return framework.outcomes.thrown === "tool-error" && !guardingTry(node);
}

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
        'All that the model gets of this throw is "{{message}}": not whether to retry, to correct the call or to stop. Say in the message what to do next, or {{advice}}.',
      withoutMessage:
        "This error has no message, and nothing else of a throw reaches the model. Say what failed and what to do next, or {{advice}}.",
    },
  },
  *find(model) {
    const { fields } = DIALECTS[model.file.project.options.settings.dialect];
    const names = [fields.category ?? fields.code, fields.retryable].filter((name) => name !== undefined);
    const quoted = names.map((name) => `\`${name}\``).join(" and ");
    for (const returned of model.returns) {
      const made = unwrap(returned.node);
      if (!becomesResult(returned) || made.type !== "NewExpression" || !BARE.test(calleeName(made) ?? "")) continue;
      const { outcome, messages, reached } = returned;
      const advice =
        reached.framework.outcomes.failureForm === "throw"
          ? `throw ${quoted} as the JSON of the message`
          : `return a result with \`isError: true\` and ${quoted}`;
      if (made.arguments.length === 0) {
        yield { node: returned.node, messageId: "withoutMessage", data: { advice } };
        continue;
      }
      const [message] = messages;
      // JSON has fields; a message that is taken from elsewhere cannot be read here, or is `no-raw-error-message`'s.
      if (outcome.kind !== "text" || !message || outcome.text.some(({ kind }) => kind === "json")) continue;
      if (!/\p{L}{2}/u.test(message.words) || saysWhatToDo(message.words)) continue;
      if (rawMessageIn(outcome.text, model.file)) continue;
      yield { node: returned.node, messageId: "bareThrow", data: { message: message.words.trim(), advice } };
    }
  },
});

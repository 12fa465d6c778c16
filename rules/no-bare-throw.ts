import type { TSESTree } from "@typescript-eslint/types";
import { DIALECTS } from "../src/contract/dialects.js";
import { isInOtherScript, saysWhatToDo, tellsOfIntent } from "../src/contract/lexicon.js";
import { isAfterCancel } from "../src/analysis/reachability/cancelled.js";
import { isExample } from "../src/analysis/started/examples.js";
import type { File } from "../src/analysis/file.js";
import { enclosingCatch } from "../src/analysis/values/flow.js";
import { catchesOwn, isOfValidator, parsesInput } from "../src/analysis/messages/foreign-errors.js";
import { leaksOf } from "../src/analysis/messages/leaks.js";
import { mayBringStep, tellsWrongForm } from "../src/analysis/messages/own-messages.js";
import { rawMessageIn } from "../src/analysis/messages/raw-messages.js";
import { isAsGoodAsUnreachable, isUnreachable } from "../src/analysis/reachability/unreachable.js";
import { createRule } from "../src/create-rule.js";
import { calleeName } from "../src/syntax/names.js";
import { unwrap } from "../src/syntax/tree.js";

type Options = [object];
type MessageIds = "bareThrow" | "withoutMessage" | "hiddenThrow";

/** Errors of the language: they have a message, and nothing that is meant for a reader. */
const BARE = /^(?:Error|TypeError|RangeError|SyntaxError|ReferenceError|EvalError)$/u;

/** What was caught says what is wrong with the arguments of the call. */
function isOnInput(place: TSESTree.Node, { parent }: TSESTree.CatchClause, file: File): boolean {
  return parsesInput(parent, file) || isOfValidator(place, parent, file);
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
        'The model only reads "{{message}}" from this throw, so it can\'t decide whether to retry, correct the call or stop. Describe the next step in the message, or {{advice}}.',
      withoutMessage:
        "This error has no message, and the message is all the model gets from a throw. Describe what failed and what to do next, or {{advice}}.",
      hiddenThrow:
        "{{framework}} hides thrown errors from the model: in production it reads that something failed, with an error id, and not this message. Use `{{form}}`, and describe what failed and what to do next.",
    },
  },
  *find(model) {
    if (isExample(model.file)) return;
    const { fields } = DIALECTS[model.file.project.options.settings.dialect];
    const names = [fields.category ?? fields.code, fields.retryable].filter((name) => name !== undefined);
    const quoted = names.map((name) => `\`${name}\``).join(" and ");
    for (const returned of model.returns) {
      const made = unwrap(returned.node);
      if (made.type !== "NewExpression" || !BARE.test(calleeName(made) ?? "")) continue;
      const { node, outcome, messages, reached } = returned;
      const handler = model.handlerLeftBy(returned);
      if (!handler || isUnreachable(node, reached, model.file) || isAfterCancel(node, model.file)) continue;
      const { name: framework, outcomes } = handler.framework;
      if (outcomes.readableFailure !== undefined) {
        yield { node, messageId: "hiddenThrow", data: { framework, form: outcomes.readableFailure } };
        continue;
      }
      const advice =
        outcomes.failureForm === "throw"
          ? `throw ${quoted} as the JSON of the message`
          : `${reached.role === "result" ? "" : "catch it in the handler and "}return a result with \`isError: true\` and ${quoted}`;
      if (made.arguments.length === 0) {
        yield { node, messageId: "withoutMessage", data: { advice } };
        continue;
      }
      const [message] = messages;
      // JSON has fields; a message that is taken from elsewhere cannot be read here, or is `no-raw-error-message`'s.
      if (outcome.kind !== "text" || !message || outcome.text.some(({ kind }) => kind === "json")) continue;
      if (!/\p{L}{2}/u.test(message.words) || saysWhatToDo(message.words)) continue;
      if (tellsOfIntent(message.words) || isInOtherScript(message.words)) continue;
      if (
        message.dynamic.some((part) => mayBringStep(part, node) || tellsWrongForm(part)) ||
        isAsGoodAsUnreachable(node, model.file)
      )
        continue;
      const clause = enclosingCatch(node);
      if (clause && catchesOwn(clause.parent, model.file)) continue;
      // `Invalid pattern: ${error.message}`: what the parser says of an argument is what is to be corrected.
      if (clause && returned.tellsCause && isOnInput(node, clause, model.file)) continue;
      // A stack is `no-error-leak`'s.
      if (rawMessageIn(outcome.text, node, model.file) || leaksOf(returned, model.file).length > 0) continue;
      yield { node, messageId: "bareThrow", data: { message: message.words.trim(), advice } };
    }
  },
});

import type { TSESTree } from "@typescript-eslint/types";
import { isGenericMessage, namesKindOfFailure, tellsNotFoundById } from "../src/contract/lexicon.js";
import { bareRecords } from "../src/analysis/results/bare-records.js";
import { dropsRefusal, hasReasonAtHand } from "../src/analysis/messages/dropped-reasons.js";
import { failuresAsData } from "../src/analysis/results/failure-as-data.js";
import { writtenFailures } from "../src/analysis/results/written-failures.js";
import { testsKind } from "../src/analysis/swallows/excuses.js";
import { dropsGivenError } from "../src/analysis/catches/given-errors.js";
import { guardsOf, guardStatuses } from "../src/analysis/values/guards.js";
import { hasNoReason, losesReason } from "../src/analysis/messages/hidden-reasons.js";
import { isErrorOutcome, speaksOfFailure, type Returned } from "../src/analysis/catches/returns.js";
import { isPastErrors } from "../src/analysis/catches/past-errors.js";
import { isUnlookedAt } from "../src/analysis/messages/unlooked-at.js";
import { servesTool } from "../src/analysis/messages/service-throws.js";
import { bringsOwnError, holdsTelling, quotesUnparsed } from "../src/analysis/messages/told-causes.js";
import { guardingTry } from "../src/analysis/catches/tries.js";
import { asksStatusOfNone } from "../src/analysis/reachability/asked-status.js";
import { isUnreachable } from "../src/analysis/reachability/unreachable.js";
import { isInside } from "../src/syntax/tree.js";
import type { File } from "../src/analysis/file.js";
import type { Message } from "../src/analysis/messages/messages.js";
import type { RuleOptions } from "../src/rule-options.js";
import { messageOf } from "../src/analysis/exits/messages.js";
import { apart } from "../src/analysis/exits/queries.js";
import { createRule, type Finding } from "../src/create-rule.js";

type Options = [RuleOptions["no-generic-error-message"]];
type MessageIds = "generic" | "causeDropped" | "guessed" | "bareRecord";

/** Fields that are not read as the description of the failure. */
const NOT_A_DESCRIPTION =
  /^(?:status|success|errorCategory|category|bucket|errorCode|code|isRetryable|retryable|type|name|tool|action|operation|error_type|errorType|customerFriendlyMessage|customerMessage|userMessage|displayMessage|recommendation|suggestion|hint|suggestedAction)$/u;

function isDescription({ field }: Message): boolean {
  return field === undefined || !NOT_A_DESCRIPTION.test(field);
}

/** A value that the model reads after a failure whose cause is at hand. */
function followsFailure(returned: Returned, file: File): boolean {
  const { failure, outcome, form, reached } = returned;
  if (failure === "none" || (failure === "check" && !losesReason(returned, file))) return false;
  if (form === "throw") return failure === "caught" || failure === "response" || hasReasonAtHand(returned, file);
  return reached.role === "result" && (isErrorOutcome(outcome) || speaksOfFailure(returned));
}

function namesCause({ words }: Message, phrases: readonly string[]): boolean {
  const told = words.split(/\s+/u).filter((word) => /\w{3}/u.test(word));
  return told.length > 1 && !isGenericMessage(words, phrases);
}

/** `if (error.message.includes("unauthorized")) throw new Error("Failed to authenticate …")`: the kind was found out, and is told. */
function tellsKindFound({ node, caught }: Returned, words: string): boolean {
  if (!caught || !namesKindOfFailure(words)) return false;
  return guardsOf(node).some(({ test, negated }) => !negated && isInside(test, caught.node) && testsKind(test));
}

/** `if (response.status === 404) return "… because the capture is gone"`: the status was found out, and the sentence says what it means. */
function tellsStatusFound({ node }: Returned, words: string, file: File): boolean {
  return /\bbecause\s+\S+\s+\S/iu.test(words) && guardStatuses(node, file).length === 1;
}

/** Every error has been told before: a value that is none has no message to pass on. */
function isLeftOver({ node, caught }: Returned): boolean {
  return caught !== undefined && isPastErrors(node, (place) => caught.cause.has(place));
}

/** `try { …; throw new Error("failed"); } catch { throw new Error("…"); }`: nobody ever reads what is thrown here. */
function isReplaced({ form, node }: Returned): boolean {
  return form === "throw" && guardingTry(node)?.handler?.param === null;
}

/** "Order 7 not found.", and nothing else, of a failure that nobody has looked at. */
function guessedCause(returned: Returned): Message | undefined {
  if (!isUnlookedAt(returned)) return undefined;
  const [message, ...others] = returned.messages.filter(isDescription);
  return message && others.length === 0 && tellsNotFoundById(message.words) ? message : undefined;
}

export const noGenericErrorMessage = createRule<Options, MessageIds>({
  name: "no-generic-error-message",
  meta: {
    type: "suggestion",
    docs: { description: "Disallow error messages that don't name the cause", preset: "recommended" },
    schema: [
      {
        type: "object",
        properties: {
          phrases: {
            type: "array",
            items: { type: "string" },
            uniqueItems: true,
            description: "Further messages that are taken for generic, in any case.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{}],
    messages: {
      generic:
        "\"{{message}}\" doesn't name the cause, so the model can't tell what went wrong or what to do next. Describe what failed and why.",
      causeDropped:
        '"{{message}}" omits the cause, which is available here, so the model can\'t tell invalid input from an outage. Add the reason (status, code, or a message of your own).',
      guessed:
        '"{{message}}" is reported for every failure here, but only some mean that, so the model looks for another name while the service is down. Check the kind of failure, and report the others with their cause.',
      bareRecord:
        "This entry says that an item failed, but not why, so the model can't tell which items to retry. Add the reason (status, code, or a message of your own).",
    },
  },
  *find(model, { phrases = [] }) {
    const seen = new Set<TSESTree.Node>();
    for (const returned of [...model.returns, ...model.serviceThrows]) {
      const finding = findingOf(returned);
      if (!finding || seen.has(finding.node)) continue;
      if (isUnreachable(returned.node, returned.reached, model.file) || !concernsTool(returned)) continue;
      seen.add(finding.node);
      yield finding;
    }
    const dropped = [
      ...failuresAsData(model.catches, phrases),
      ...model.catches.flatMap((fact) => writtenFailures(fact, phrases, model.file)),
    ].filter(({ node }) => !seen.has(node));
    for (const { node, words } of dropped) yield { node, messageId: "causeDropped", data: { message: words.trim() } };
    for (const fact of model.catches)
      for (const node of bareRecords(fact, model.file)) yield { node, messageId: "bareRecord" };
    for (const { node } of dropped) seen.add(node);
    for (const { node, exit } of apart(model.flow.genericMessages, seen, model.file)) {
      seen.add(node);
      yield { node, messageId: "causeDropped", data: { message: messageOf(exit) } };
    }

    function findingOf(returned: Returned): (Finding<MessageIds> & { readonly node: TSESTree.Node }) | undefined {
      const { messages, failure, form } = returned;
      const tell = (message: Message, messageId: MessageIds) => ({
        node: placeOf(message, returned),
        messageId,
        data: { message: message.words.trim() },
      });
      const [sentence] = messages;
      if (sentence && dropsRefusal(returned, model.file)) return tell(sentence, "causeDropped");
      const given = dropsGivenError(returned, model.file);
      if (!given && (returned.tellsCause || !followsFailure(returned, model.file))) return undefined;
      if (isLeftOver(returned) || isReplaced(returned) || asksStatusOfNone(returned, model.file)) return undefined;
      const guess = guessedCause(returned);
      if (guess) return tell(guess, "guessed");
      // One sentence that names the cause is enough.
      const isEnough = (message: Message): boolean =>
        isDescription(message) &&
        (namesCause(message, phrases) || holdsTelling(message) || quotesUnparsed(message, returned, model.file));
      if (messages.some(isEnough)) return undefined;
      if (bringsOwnError(returned, phrases, model.file) || (!given && hasNoReason(returned, model.file)))
        return undefined;
      const generic = messages.find(
        (message) =>
          isDescription(message) &&
          isGenericMessage(message.words, phrases) &&
          !tellsKindFound(returned, message.words) &&
          !tellsStatusFound(returned, message.words, model.file),
      );
      const hasCause = given || failure === "caught" || failure === "response" || form === "throw";
      return generic && tell(generic, hasCause ? "causeDropped" : "generic");
    }

    /** Asked last: of what no tool of this file leads to, the files that import this one are looked through. */
    function concernsTool({ reached: { fn } }: Returned): boolean {
      return model.reached.has(fn) || servesTool(fn, model.file);
    }

    /** The text itself where it stands in the function; a builder's own text is not at this place. */
    function placeOf(message: Message, returned: Returned): TSESTree.Node {
      const { written } = message;
      const { fn } = returned.reached;
      if (
        written?.env.file === model.file &&
        written.node.range[0] >= fn.range[0] &&
        written.node.range[1] <= fn.range[1]
      )
        return written.node;
      return returned.node;
    }
  },
});

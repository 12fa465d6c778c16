import { categoryOf } from "../src/contract/categories.js";
import { tellsNotFoundById, tellsNothingFound } from "../src/contract/lexicon.js";
import { comesFromWork, emptyListTested, missingValueTested } from "../src/analysis/guards.js";
import { isErrorOutcome, type Returned } from "../src/analysis/returns.js";
import type { File } from "../src/analysis/file.js";
import { constantOf } from "../src/analysis/values.js";
import { createRule } from "../src/create-rule.js";

type Options = [{ byId?: boolean }];
type MessageIds = "emptyAsError" | "notFoundCategory" | "notFoundById";

function isFailure(returned: Returned): boolean {
  if (returned.reached.role !== "result" && !returned.reached.isHandler) return false;
  return returned.form === "throw" || isErrorOutcome(returned.outcome);
}

function wordsOf(returned: Returned): string {
  return returned.messages.map(({ words }) => words).join("\n");
}

/** The lookup worked, and what it brought is empty. */
function isEmptyLookup(returned: Returned, file: File): boolean {
  const { guard, failure } = returned;
  if (!guard || failure === "caught" || failure === "response" || NOT_A_LOOKUP.test(wordsOf(returned))) return false;
  const list = emptyListTested(guard.test, guard.negated);
  if (list && comesFromWork(list, file))
    return !tellsNotFoundById(wordsOf(returned)) || tellsNothingFound(wordsOf(returned));
  const value = missingValueTested(guard.test, guard.negated);
  return (
    value !== undefined &&
    comesFromWork(value, file) &&
    tellsNothingFound(wordsOf(returned)) &&
    /\b(?:results?|match\w*|items?|records?|\w+s)\b.*\bfound\b/iu.test(wordsOf(returned)) &&
    !tellsNotFoundById(wordsOf(returned))
  );
}

const NOT_A_LOOKUP =
  /\b(?:tool|method|operation|handler|command|action|tokens?|session|credentials?|api[\s-]?keys?|auth\w*|config\w*|environment|env|variable|permissions?|connection|header|devices?|selector|element)\b/iu;

function isMissingById(returned: Returned, file: File): boolean {
  const { guard, failure } = returned;
  if (!guard || failure === "caught" || failure === "response") return false;
  const value = missingValueTested(guard.test, guard.negated) ?? emptyListTested(guard.test, guard.negated);
  // An unknown tool is a wrong request, a missing session or key a missing right: no lookups.
  if (NOT_A_LOOKUP.test(wordsOf(returned))) return false;
  // A malformed answer of the upstream service is a failure.
  if (/\bin\s+(?:the\s+)?(?:response|result|reply|output|answer)\b/iu.test(wordsOf(returned))) return false;
  return value !== undefined && comesFromWork(value, file) && tellsNotFoundById(wordsOf(returned));
}

export const noErrorForEmptyResult = createRule<Options, MessageIds>({
  name: "no-error-for-empty-result",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow reporting a lookup that worked and found nothing as an error",
      preset: "defects",
      strictOptions: { byId: true },
    },
    schema: [
      {
        type: "object",
        properties: {
          byId: { type: "boolean", description: "Also report a single item that is not found by its id." },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ byId: false }],
    messages: {
      emptyAsError:
        "The lookup worked and found nothing, but the model gets an error: it retries or gives up instead of saying that there is nothing. Return an ordinary result, such as an empty list with a sentence.",
      notFoundCategory:
        "A category of `{{category}}` says that a valid query had no match; together with `isError: true` the model takes it for a failure. Return an ordinary result.",
      notFoundById:
        "An item that is not there is an answer, but the model gets an error. Return an ordinary result such as `{ found: false }`, unless the call cannot go on without the item.",
    },
  },
  *find(model, { byId = false }) {
    const seen = new Set<unknown>();
    for (const { literal, result } of model.errorResults) {
      const category = result.fields.list.find((field) => field.concept === "category");
      const value = category && constantOf(category.value);
      if (typeof value !== "string" || !/^not[\s_-]?found$/iu.test(value) || categoryOf(value) !== undefined) continue;
      seen.add(literal);
      yield { node: literal, messageId: "notFoundCategory", data: { category: value } };
    }
    for (const returned of model.returns) {
      if (!isFailure(returned) || seen.has(returned.node)) continue;
      if (isEmptyLookup(returned, model.file)) {
        seen.add(returned.node);
        yield { node: returned.node, messageId: "emptyAsError" };
      } else if (byId && isMissingById(returned, model.file)) {
        seen.add(returned.node);
        yield { node: returned.node, messageId: "notFoundById" };
      }
    }
  },
});

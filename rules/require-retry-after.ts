import type { ContractField } from "../src/analysis/results/contract-fields.js";
import type { TSESTree } from "@typescript-eslint/types";
import { categoryOf, STATUSES_WITH_RETRY_AFTER, TERMINAL_CATEGORIES } from "../src/contract/categories.js";
import { DIALECTS, dialectOf } from "../src/contract/dialects.js";
import { guardStatuses } from "../src/analysis/values/guards.js";
import { isErrorOutcome, type Returned } from "../src/analysis/catches/returns.js";
import { constantOf } from "../src/analysis/values/values.js";
import { apart } from "../src/analysis/exits/queries.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "missingWait" | "droppedRetryAfter" | "zeroWait";

function field(list: readonly ContractField[], concept: ContractField["concept"]): ContractField | undefined {
  return list.find((entry) => entry.concept === concept);
}

/** The wait that an error result names, or what else is to be done. */
function waitIn({ outcome }: Returned): ContractField | undefined {
  if (!isErrorOutcome(outcome)) return undefined;
  const { list } = outcome.result.fields;
  return field(list, "wait") ?? field(list, "recovery");
}

/** A returned error that tells the model to repeat the call. */
function isRetryable(list: readonly ContractField[]): boolean {
  const stated = field(list, "category");
  const meaning = stated && constantOf(stated.value);
  const terminal = typeof meaning === "string" ? categoryOf(meaning) : undefined;
  // A terminal category is `no-retryable-terminal-error`'s: it must not be retried at all.
  if (terminal !== undefined && TERMINAL_CATEGORIES.has(terminal)) return false;
  const retryable = field(list, "retryable");
  if (retryable) return constantOf(retryable.value) === true;
  const category = field(list, "category");
  const value = category && constantOf(category.value);
  return typeof value === "string" && categoryOf(value) === "transient";
}

export const requireRetryAfter = createRule<Options, MessageIds>({
  name: "require-retry-after",
  meta: {
    type: "problem",
    docs: { description: "Require retryable errors to state how long to wait", preset: "defects" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      missingWait:
        "Marked retryable without a delay, so the model will retry immediately. Add `{{field}}` with a finite number.",
      droppedRetryAfter:
        "HTTP {{status}} comes with a `Retry-After` header, but it is dropped here, so the model retries too early. Pass the delay on as `{{field}}`.",
      zeroWait: "A delay of 0 on a rate limit makes the model retry immediately. Set the real delay in `{{field}}`.",
    },
  },
  *find(model) {
    const expected = model.file.project.options.settings.dialect;
    const name = DIALECTS[expected].fields.wait ?? "retryAfterSeconds";
    const seen = new Set<TSESTree.Node>();
    // A builder that says the wait for some failures knows them apart: at its call, nobody knows which one it is.
    const waiting = new Set(model.returns.filter(waitIn).map(({ node }) => node));
    const payloads = new Set<TSESTree.Node>(model.payloads.map(({ node }) => node));
    for (const returned of model.returns) {
      // What a dispatcher hands on is told where it is made; a builder that is given the fields makes it here.
      const handedOn = returned.byCall && returned.failure === "none" && !payloads.has(returned.node);
      if (seen.has(returned.node) || handedOn) continue;
      const status = guardStatuses(returned.node, model.file).find((code) => STATUSES_WITH_RETRY_AFTER.has(code));
      if (isErrorOutcome(returned.outcome)) {
        const { list, known } = returned.outcome.result.fields;
        const wait = waitIn(returned);
        if (wait) {
          if (status !== undefined && constantOf(wait.value) === 0)
            yield { node: mark(returned), messageId: "zeroWait", data: { field: wait.name } };
          continue;
        }
        if (!known || speaksOfWait(returned)) continue;
        if (status !== undefined)
          yield { node: mark(returned), messageId: "droppedRetryAfter", data: { field: name, status: String(status) } };
        else if (
          isRetryable(list) &&
          asksForWait(list) &&
          !asksForConsent(returned) &&
          !(returned.byCall && waiting.has(returned.node))
        )
          yield { node: mark(returned), messageId: "missingWait", data: { field: name } };
      } else if (
        returned.form === "throw" &&
        returned.reached.role === "result" &&
        status === 429 &&
        returned.outcome.kind === "text" &&
        !speaksOfWait(returned)
      )
        yield { node: mark(returned), messageId: "droppedRetryAfter", data: { field: name, status: String(status) } };
    }

    for (const { node, field, status } of apart(model.flow.missingWaits, seen, model.file)) {
      if (field.concept === "wait") yield { node, messageId: "zeroWait", data: { field: field.name } };
      else if (status === undefined) yield { node, messageId: "missingWait", data: { field: name } };
      else yield { node, messageId: "droppedRetryAfter", data: { field: name, status: String(status) } };
    }

    function mark(returned: Returned): TSESTree.Node {
      seen.add(returned.node);
      return returned.node;
    }

    /** The dialect `compact` has no field for a wait; one that is at hand is passed on all the same. */
    function asksForWait(list: readonly ContractField[]): boolean {
      const dialect = dialectOf(new Set(list.map((entry) => entry.name)), expected);
      return DIALECTS[dialect].fields.wait !== undefined;
    }

    /** `authorizationUrl`, `missingScopes`: somebody has to agree first, however long that takes. */
    function asksForConsent(returned: Returned): boolean {
      return /\b(?:auth|authori[sz]ation|consent)_?ur[il]\b|\b(?:required|missing)_?(?:scopes|permissions)\b/iu.test(
        model.file.textOf(returned.node),
      );
    }

    function speaksOfWait(returned: Returned): boolean {
      return /retry[\s_-]?after|ratelimit-reset/iu.test(model.file.textOf(returned.node));
    }
  },
});

import type { ContractField } from "../src/analysis/contract-fields.js";
import type { TSESTree } from "@typescript-eslint/types";
import { categoryOf, STATUSES_WITH_RETRY_AFTER, TERMINAL_CATEGORIES } from "../src/contract/categories.js";
import { DIALECTS } from "../src/contract/dialects.js";
import { guardStatuses } from "../src/analysis/guards.js";
import { placesOf } from "../src/analysis/payloads.js";
import { isErrorOutcome, type Returned } from "../src/analysis/returns.js";
import type { ToolResult } from "../src/analysis/tool-results.js";
import { constantOf } from "../src/analysis/values.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "missingWait" | "droppedRetryAfter" | "zeroWait";

function field(list: readonly ContractField[], concept: ContractField["concept"]): ContractField | undefined {
  return list.find((entry) => entry.concept === concept);
}

/** Seconds or a date, or what else is to be done. */
function waitIn(list: readonly ContractField[]): ContractField | undefined {
  return field(list, "wait") ?? field(list, "recovery");
}

const SPEAKS_OF_WAIT = /retry[\s_-]?after|ratelimit-reset/iu;

/** `authorizationUrl`, `missingScopes`: somebody has to agree first, however long that takes. */
const ASKS_FOR_CONSENT =
  /\b(?:auth|authori[sz]ation|consent)_?ur[il]\b|\b(?:required|missing)_?(?:scopes|permissions)\b/iu;

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
    docs: { description: "Require retryable errors to say how long to wait", preset: "defects" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      missingWait:
        "This error is retryable but says no wait: the model repeats the call at once, and again. Add `{{field}}` with a finite number.",
      droppedRetryAfter:
        "HTTP {{status}} comes with a `Retry-After` header, and it is dropped here: the model repeats the call too early. Pass the wait on as `{{field}}`.",
      zeroWait:
        "A wait of 0 on a rate limit tells the model to repeat the call at once. Give the real wait in `{{field}}`.",
    },
  },
  *find(model) {
    const dialect = DIALECTS[model.file.project.options.settings.dialect];
    const name = dialect.fields.wait ?? "retryAfterSeconds";
    const seen = new Set<TSESTree.Node>();
    for (const returned of model.returns) {
      const status = guardStatuses(returned.node, model.file).find((code) => STATUSES_WITH_RETRY_AFTER.has(code));
      if (status === undefined || seen.has(returned.node)) continue;
      if (isErrorOutcome(returned.outcome)) {
        const { list, known } = returned.outcome.result.fields;
        const wait = waitIn(list);
        if (wait) {
          if (constantOf(wait.value) === 0)
            yield { node: mark(returned), messageId: "zeroWait", data: { field: wait.name } };
        } else if (known && !speaksOfWait(returned.node))
          yield { node: mark(returned), messageId: "droppedRetryAfter", data: { field: name, status: String(status) } };
      } else if (
        returned.form === "throw" &&
        returned.reached.role === "result" &&
        status === 429 &&
        returned.outcome.kind === "text" &&
        !speaksOfWait(returned.node)
      )
        yield { node: mark(returned), messageId: "droppedRetryAfter", data: { field: name, status: String(status) } };
    }

    // A builder of another file makes its results there, and is told once, in that file.
    for (const node of placesOf(model, lacksWait))
      if (!seen.has(node)) yield { node, messageId: "missingWait", data: { field: name } };

    function mark({ node, outcome }: Returned): TSESTree.Node {
      seen.add(node);
      if (isErrorOutcome(outcome)) seen.add(outcome.result.literal);
      return node;
    }

    function speaksOfWait(node: TSESTree.Node): boolean {
      return SPEAKS_OF_WAIT.test(model.file.textOf(node));
    }

    function lacksWait({ fields: { list, known }, literal, env }: ToolResult): boolean {
      if (!known || waitIn(list) || !isRetryable(list)) return false;
      const text = env.file.textOf(literal);
      return !ASKS_FOR_CONSENT.test(text) && !SPEAKS_OF_WAIT.test(text);
    }
  },
});

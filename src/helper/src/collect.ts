import { classifyError } from "./classify/classify.js";
import type { Classification, ClassifyOptions } from "./classify/classification.js";
import type { ToolErrorResult } from "./contract.js";
import { attempt, cleanText, optionsOf } from "./safe.js";
import { propagate, type PropagateOptions } from "./propagate.js";
import { ownPayload } from "./write.js";

export interface CollectOptions<Item> extends ClassifyOptions {
  /** How the item is called in `attemptedActions`. @default `item 1`, `item 2` … */
  label?: ((item: Item, index: number) => string) | undefined;
  /** How many run at once. @default all */
  concurrency?: number | undefined;
}

export interface Collected<Item, Value> {
  /** The values of what succeeded, in the order of the items. */
  partialResults: Value[];
  /** One line per item: what was done and what failed with which code. */
  attemptedActions: string[];
  failures: { item: Item; index: number; error: unknown; classification: Classification }[];
  /** Whether everything succeeded. */
  ok: boolean;
  /**
   * The coordinator's payload of the most serious failure with what was collected; undefined when all is well.
   * A failure that nobody can repeat away (permission, business, validation) is more serious than a transient one.
   */
  toError(options?: Partial<PropagateOptions>): ToolErrorResult | undefined;
}

const SERIOUSNESS = ["permission", "business", "validation", "transient"];

/**
 * Runs `fn` for every item and gathers results and failures, like `Promise.allSettled`, in the form that `propagate` and
 * every constructor take. A returned error result of this package counts as a failure, and so does a list that cannot be read.
 * Throws nothing.
 */
export async function collectResults<Item, Value>(
  items: Iterable<Item>,
  fn: (item: Item, index: number) => Value,
  given?: CollectOptions<Item>,
): Promise<Collected<Item, Awaited<Value>>> {
  const options = optionsOf(given);
  const list: Item[] = [];
  const outcomes: ({ value: Awaited<Value> } | { error: unknown })[] = [];
  let unread: { error: unknown } | undefined;
  try {
    for (const item of items) list.push(item);
  } catch (error) {
    unread = { error };
  }
  let next = 0;
  const worker = async () => {
    while (next < list.length) {
      const index = next++;
      try {
        const value = await fn(list[index]!, index);
        outcomes[index] = ownPayload(value) ? { error: value } : { value };
      } catch (error) {
        outcomes[index] = { error };
      }
    }
  };
  const { concurrency = list.length } = options;
  await Promise.all(Array.from({ length: Math.min(list.length, Math.max(1, Math.floor(concurrency) || 1)) }, worker));

  if (unread) outcomes[list.length] = unread;

  const labelOf = (item: Item, index: number): string =>
    (unread && index === list.length ? "the list" : attempt(() => cleanText(options.label?.(item, index), 200))) ||
    `item ${index + 1}`;
  const partialResults: Awaited<Value>[] = [];
  const attemptedActions: string[] = [];
  const failures: Collected<Item, Awaited<Value>>["failures"] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const item = list[index]!;
    if ("value" in outcome) {
      partialResults.push(outcome.value);
      attemptedActions.push(`${labelOf(item, index)}: done`);
    } else {
      const classification = classifyError(outcome.error, options);
      failures.push({ item, index, error: outcome.error, classification });
      attemptedActions.push(
        `${labelOf(item, index)}: failed (${classification.errorCode ?? classification.errorCategory})`,
      );
    }
  }
  return {
    partialResults,
    attemptedActions,
    failures,
    ok: failures.length === 0,
    toError: (more) => {
      const rank = ({ classification }: (typeof failures)[number]) => SERIOUSNESS.indexOf(classification.errorCategory);
      const worst = [...failures].sort((a, b) => rank(a) - rank(b))[0];
      return worst && propagate(worst.error, { ...options, partialResults, attemptedActions, ...more });
    },
  };
}

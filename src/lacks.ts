import type { TSESTree } from "@typescript-eslint/types";
import type { Concept } from "./contract/dialects.js";

/** A field that a place lacks, and the words in which a message asks for it. */
export interface Lack {
  readonly concept: Concept;
  readonly field: string;
  /** As the object of "Add": `` a boolean `isRetryable` ``. */
  readonly addition: string;
}

interface Found {
  readonly node: TSESTree.Node | TSESTree.Comment;
  readonly data?: Readonly<Record<string, string>>;
  readonly lacks?: Lack;
}

/** What decides the agent's next step comes first: its rule reports the place, and names the other fields too. */
const ORDER: readonly Concept[] = ["category", "retryable", "description", "customerMessage", "code"];

/**
 * One finding for each place that lacks fields: the rule of the first field names them all, the rules of the others are silent
 * there.
 *
 * @param findings what one rule has found
 * @param others what the rules that run on the same file have found, this one or not
 */
export function namedOnce<F extends Found>(findings: readonly F[], others: readonly Found[]): F[] {
  return findings.flatMap((finding): F[] => {
    const { node, lacks } = finding;
    if (!lacks) return [finding];
    const lacking = [lacks, ...others.flatMap((other) => (other.node === node && other.lacks) || [])];
    const named = ORDER.flatMap((concept) => lacking.find((one) => one.concept === concept) ?? []);
    if (named[0]?.concept !== lacks.concept) return [];
    const fields = list([...new Set(named.map(({ field }) => `\`${field}\``))], "or");
    const additions = list(
      named.map(({ addition }) => addition),
      "and",
    );
    return [{ ...finding, data: { ...finding.data, fields, additions } }];
  });
}

/** `a`, `a or b`, `a, b or c` */
export function list(words: readonly string[], conjunction: "and" | "or"): string {
  return LISTS[conjunction].format(words);
}

// The British way: without a comma before the last word.
const LISTS = {
  and: new Intl.ListFormat("en-GB", { type: "conjunction" }),
  or: new Intl.ListFormat("en-GB", { type: "disjunction" }),
};

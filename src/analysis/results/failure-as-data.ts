import { opensWithFailure, isGenericMessage } from "../../contract/lexicon.js";
import type { Answer, CatchFact } from "../catches/catches.js";
import { wordsOf } from "../values/text.js";

/** A fixed sentence about the failure that stands in for data: `return "Failed to extract content"`. */
export interface FailureAsData {
  readonly node: Answer["node"];
  readonly words: string;
}

/** "Unknown error" is what the formatters of errors end with. */
const SAYS_WHAT_FAILED =
  /^\W*(?:error\W+)?(?:failed\s+to|could\s?n[o'’]t|could\s+not|can(?:not|['’]t)|unable\s+to)\b/iu;

export function failuresAsData(catches: readonly CatchFact[], phrases: readonly string[]): FailureAsData[] {
  return catches.flatMap(({ answers, reached }) => {
    if (reached.role !== "data") return [];
    return answers.flatMap(({ node, outcome, tellsCause }) => {
      if (outcome.kind !== "text" || tellsCause || outcome.text.some(({ kind }) => kind !== "static")) return [];
      const words = wordsOf(outcome.text);
      const told = SAYS_WHAT_FAILED.test(words) && opensWithFailure(words) && isGenericMessage(words, phrases);
      return told ? [{ node, words }] : [];
    });
  });
}

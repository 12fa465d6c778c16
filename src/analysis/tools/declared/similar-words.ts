import { memoisedForText } from "../../memoised.js";

/** Words that say nothing about what a tool is for. */
const EMPTY =
  /^(?:an?|the|of|for|to|by|from|in|on|with|and|or|this|that|these|those|your|you|its?|is|are|be|will|can|please|tool|function|mcp|some|given|specific|specified|via|using|as|at|into|about)$/u;

/** The words of a text or a name that carry its meaning, in their plain form: "Lists all the orders" → list, order. */
export function contentWords(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !EMPTY.test(word))
    .map(stem);
}

function stem(word: string): string {
  if (word.length <= 3) return word;
  if (/ies$/u.test(word)) return word.replace(/ies$/u, "y");
  if (/(?:ss|x|ch|sh)es$/u.test(word)) return word.replace(/es$/u, "");
  return /[^su]s$/u.test(word) ? word.slice(0, -1) : word;
}

/** The same words, in whatever order: two texts with one key say the same. */
export const meaningOf = memoisedForText((text: string) => [...new Set(contentWords(text))].sort().join(" "));

/**
 * A text without what does not tell it from another one: case, marks, articles, and the form of the first verb. Everything
 * else may be the difference: "Remove all bindings", "Remove a binding".
 */
export const plainForm = memoisedForText((text: string): string => {
  const [first = "", ...rest] = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !/^(?:an?|the)$/u.test(word));
  return [stem(first), ...rest].join(" ");
});

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** How many words a text has, in any language. */
export function wordCount(text: string): number {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;
}

import { itemsOf } from "../flow/iteration.js";
import { isFlagged } from "../flow/stated-failures.js";
import type { State } from "../flow/state.js";
import type { RecordObject, ReferenceValue, Value } from "../flow/values.js";
import type { Exit } from "./exits.js";
import { wordsOf } from "./words.js";

/** The content blocks of a result. */
export function blocksOf(result: RecordObject | undefined, state: State): readonly Value[] {
  const content = result?.fields.get("content");
  return content ? itemsOf(content, state).items : [];
}

/** Results with the flag that functions on the way gave, and of which the text leaves, without it or in an error. */
export function flaggedOnTheWay({ state, visible }: Exit): readonly ReferenceValue[] {
  const texts = visible.parts.map((part) => wordsOf(part, state));
  return state.returns().flatMap(({ value }) => {
    if (value.kind !== "reference" || !state.objectOf(value) || !isFlagged(value, state)) return [];
    const leaves = blocksOf(state.recordOf(value), state).some((block) => {
      const one = state.recordOf(block)?.fields.get("text");
      const said = one && wordsOf(one, state);
      return said !== undefined && /\p{L}{2}/u.test(said) && texts.some((text) => text.includes(said));
    });
    return leaves ? [value] : [];
  });
}

import type { Value } from "./values.js";

/** Whether a text opens with a word, where its constant part is long enough to tell. */
export function startsWith(object: Value, word: Value | undefined): boolean | undefined {
  const opening = object.kind === "text" ? object.parts[0] : object.kind === "constant" ? object.value : undefined;
  if (typeof opening !== "string" || word?.kind !== "constant" || typeof word.value !== "string") return undefined;
  if (opening.startsWith(word.value)) return true;
  return object.kind === "constant" || !word.value.startsWith(opening) ? false : undefined;
}

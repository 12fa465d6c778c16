import type { Outcome } from "./results.js";
import { dynamicParts, textOf, wordsOf, type Text } from "./text.js";
import { objectShape, type Ref } from "./values.js";

/** One sentence that the model reads: the text of a block, or a string field of the JSON in it. */
export interface Message {
  /** Run-time parts stand as `…`. */
  readonly words: string;
  /** The field that holds it; undefined for plain text. */
  readonly field: string | undefined;
  /** Where it is written. */
  readonly written: Ref | undefined;
  readonly dynamic: readonly Ref[];
}

function writtenAt(text: Text): Ref | undefined {
  for (const part of text) {
    if (part.kind === "static" && part.ref && part.value.trim() !== "") return part.ref;
    if (part.kind === "choice")
      for (const option of part.options) {
        const found = writtenAt(option);
        if (found) return found;
      }
  }
  return undefined;
}

function messagesOfText(text: Text, field: string | undefined, depth: number): Message[] {
  const json = text.find((part) => part.kind === "json");
  if (json && depth < 3) {
    const shape = objectShape(json.ref);
    if (!shape) return [];
    return [...shape.fields].flatMap(([name, value]) => messagesOfValue(name, value, depth + 1));
  }
  return [{ words: wordsOf(text), field, written: writtenAt(text), dynamic: dynamicParts(text) }];
}

function messagesOfValue(name: string, value: Ref, depth: number): Message[] {
  const inner = depth < 3 ? objectShape(value) : undefined;
  if (inner) return [...inner.fields].flatMap(([key, field]) => messagesOfValue(key, field, depth + 1));
  return messagesOfText(textOf(value), name, depth);
}

/** The sentences of an outcome, in the order in which the model reads them. */
export function messagesOf(outcome: Outcome): Message[] {
  switch (outcome.kind) {
    case "tool-result":
      return outcome.result.texts.flatMap((text) => messagesOfText(text, undefined, 0));
    case "text":
      return messagesOfText(outcome.text, undefined, 0);
    case "data":
      return [...outcome.shape.fields].flatMap(([name, value]) => messagesOfValue(name, value, 1));
    default:
      return [];
  }
}

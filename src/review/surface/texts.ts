import type { Exit as FlowExit } from "../../analysis/exits/exits.js";
import { fieldOf, type Payload } from "../../analysis/exits/payload.js";
import { wordsOf } from "../../analysis/exits/words.js";
import type { State } from "../../analysis/flow/state.js";
import { alternatives, type Value } from "../../analysis/flow/values.js";

/** How deep objects are written out. */
const MAX_DEPTH = 4;
const MAX_LENGTH = 80;

function onOneLine(text: string): string | null {
  const words = text.replace(/\s+/gu, " ").trim();
  return /[^\s….,;:|]/u.test(words) ? words : null;
}

/** The sentence for the model: the description where the result has fields, else its first words. */
export function messageOf({ visible, state }: FlowExit, payload: Payload | undefined): string | null {
  for (const concept of ["description", "customerMessage"] as const) {
    const field = payload && fieldOf(payload, concept);
    const words = field && onOneLine(wordsOf(field.value, state));
    if (words) return words;
  }
  const [first] = visible.parts;
  return first && isText(first) ? onOneLine(wordsOf(first, state)) : null;
}

/** Words, rather than JSON or an object. */
function isText(value: Value): boolean {
  return alternatives(value).every(
    (one) => one.kind === "constant" || (one.kind === "text" && one.parts.some((part) => typeof part === "string")),
  );
}

/** What the model reads, as far as it is known: `[]`, `{"rate":1}`, `No orders.`; null where nothing is. */
export function readingOf({ visible, state }: FlowExit): string | null {
  const text = onOneLine(visible.parts.map((part) => written(part, state, MAX_DEPTH, true)).join(" "));
  return text === null || text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}

function written(value: Value, state: State, depth: number, isText = false): string {
  if (depth <= 0) return "…";
  const inner = (one: Value): string => written(one, state, depth - 1);
  switch (value.kind) {
    case "constant":
      return isText && typeof value.value === "string" ? value.value : (JSON.stringify(value.value ?? null) ?? "…");
    case "text": {
      const text = value.parts.map((part) => (typeof part === "string" ? part : written(part, state, depth, true)));
      return isText ? text.join("") : JSON.stringify(text.join(""));
    }
    case "json":
      return written(value.of, state, depth);
    case "union":
      return value.of.map((one) => written(one, state, depth, isText)).join(" | ");
    case "reference": {
      const object = state.object(value);
      const more = object.open ? ["…"] : [];
      if (object.kind === "list") return `[${[...object.items.map(inner), ...more].join(",")}]`;
      const fields = [...object.fields].map(([name, field]) => `${JSON.stringify(name)}:${inner(field)}`);
      return `{${[...fields, ...more].join(",")}}`;
    }
    default:
      return "…";
  }
}

import { normal, type Completions } from "./completions.js";
import { allocate } from "./heap.js";
import { siteOf, type CallSite } from "./machine.js";
import { startsWith } from "./openings.js";
import { conveyed } from "./provenance.js";
import type { State } from "./state.js";
import { constant, derived, type FailurePart, type Source, type Value } from "./values.js";

/** Methods of strings keep what the text is made of. */
export function methodOfText(
  object: Value,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  switch (name) {
    case "trim":
    case "trimEnd":
    case "trimStart":
    case "toString":
    case "valueOf":
    case "normalize":
    case "slice":
    case "substring":
    case "substr":
    case "padEnd":
    case "padStart":
      return [normal(object, state)];
    case "replace":
    case "replaceAll":
      return [normal(isPutIn(args[1]) ? withoutParts(object) : object, state)];
    case "toUpperCase":
    case "toLowerCase":
      return [
        normal(
          object.kind === "constant" && typeof object.value === "string"
            ? constant(name === "toUpperCase" ? object.value.toUpperCase() : object.value.toLowerCase())
            : object,
          state,
        ),
      ];
    case "concat":
      return [normal({ kind: "text", parts: [object, ...args] }, state)];
    case "split":
      return allocate(
        { kind: "list", items: [], open: true, sources: conveyed(object, state), made: siteOf(site) },
        state,
      );
    case "startsWith":
    case "includes":
    case "endsWith":
    case "match":
    case "test": {
      const own = object.kind === "derived" ? object.key : undefined;
      const [word] = args;
      const known = name === "startsWith" ? startsWith(object, word) : undefined;
      if (known !== undefined) return [normal(constant(known), state)];
      const key = own !== undefined && word?.kind === "constant" ? `${own}.${name}(${String(word.value)})` : undefined;
      return [normal(derived(conveyed(object, state), key), state)];
    }
    default:
      return [normal(derived([...conveyed(object, state), ...args.flatMap((arg) => conveyed(arg, state))]), state)];
  }
}

/** `"[hidden]"`, and no blank: what stands there instead of what was found hides it. */
function isPutIn(value: Value | undefined): boolean {
  return value?.kind === "constant" && typeof value.value === "string" && /[\p{L}\p{N}*]/u.test(value.value);
}

/** The text of an error is no longer what a library wrote, once parts of it are put into other words. */
function withoutParts(value: Value): Value {
  switch (value.kind) {
    case "text":
      return { ...value, parts: value.parts.map((part) => (typeof part === "string" ? part : withoutParts(part))) };
    case "union":
      return { ...value, of: value.of.map(withoutParts) };
    case "derived":
      return value.sources.some(isOfWords)
        ? derived(
            value.sources.map((source) => (isOfWords(source) ? { ...source, part: "other" } : source)),
            value.key === undefined ? undefined : `${value.key}.replace()`,
            value.type,
          )
        : value;
    default:
      return value;
  }
}

function isOfWords(source: Source): source is Extract<Source, { kind: "failure" }> {
  return source.kind === "failure" && WORDS.has(source.part);
}

/** Parts of a failure that are text. */
const WORDS: ReadonlySet<FailurePart> = new Set(["message", "stack", "body", "statement"]);

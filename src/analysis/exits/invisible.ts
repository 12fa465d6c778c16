import { conceptOf } from "../../contract/dialects.js";
import { saysWhatToDo } from "../../contract/lexicon.js";
import { alternatives, type RecordObject, type Site, type Value } from "../flow/values.js";
import type { State } from "../flow/state.js";
import type { Exit, ToolExits } from "./exits.js";
import { variantsOfPart, type PayloadField } from "./payload.js";
import { possibleExits } from "./possible.js";
import { isToldInTexts } from "./told-in-texts.js";
import { flagOf } from "./wire.js";
import { wordsOf } from "./words.js";

/** Where a part of a result stands that clients keep from the model. */
export type Carrier = "structuredContent" | "_meta" | "result";

/** A part of an error result that the model does not see. */
export type Invisible = { readonly site: Site; readonly exit: Exit } & (
  | { readonly how: "empty" }
  /** What decides is only where the model does not look. */
  | { readonly how: "carrier"; readonly carrier: Carrier; readonly names: readonly string[] }
  /** It is in a block behind the first. */
  | { readonly how: "later block" }
  | { readonly how: "audience" }
  /** The framework makes a success of it, or an error about something else. */
  | { readonly how: "in vain" }
);

interface Block {
  readonly made: Site;
  /** Undefined for a picture and the like. */
  readonly text: Value | undefined;
  readonly audience: Value | undefined;
}

export function invisibleIn(tool: ToolExits): Invisible[] {
  const exits = possibleExits(tool);
  return exits.flatMap((exit) => {
    const { result } = exit.visible;
    if (exit.how !== "return" || !result?.fields.has("isError")) return [];
    const flag = flagOf(result, exit.state);
    if (flag === false) return [];
    return isInVain(exit) ? [{ site: result.made, exit, how: "in vain" }] : hiddenIn(result, exit, exits);
  });
}

function isInVain({ tool, framework, visible, state }: Exit): boolean {
  const { returnedIsError, failureForm } = framework.outcomes;
  const isLost = tool.certain && (returnedIsError === "success" || failureForm === "throw");
  return isLost && visible.result !== undefined && flagOf(visible.result, state) === true;
}

function hiddenIn(result: RecordObject, exit: Exit, others: readonly Exit[]): Invisible[] {
  const { state } = exit;
  const blocks = blocksOf(result, state);
  if (!blocks) return [];
  if (blocks.every(({ text }) => text?.kind === "constant" && text.value === ""))
    return [{ site: result.made, exit, how: "empty" }];
  const found: Invisible[] = blocks.flatMap(({ audience }) => {
    const site = audience && hiddenAudience(audience, state);
    return site ? [{ site, exit, how: "audience" }] : [];
  });
  const told = blocks.map(({ text }) => fieldsOf(text, state));
  if (told.some(({ isClosed }) => !isClosed)) return found;
  const at = told.findIndex(({ fields }) => fields.length > 0);
  const later = at > 0 ? blocks[at] : undefined;
  if (later) found.push({ site: later.made, exit, how: "later block" });
  const texts = blocks.flatMap(({ text }) => text ?? []);
  const concepts = new Set(told.flatMap(({ fields }) => fields.map(({ concept }) => concept)));
  const ways = others.filter(({ visible }) => visible.result?.made.node === result.made.node);
  const hidden = carriersOf(result, state).map(({ carrier, fields }) => ({
    carrier,
    fields: fields.filter((field) => !concepts.has(field.concept) && !isToldInTexts(field, texts, exit, ways)),
  }));
  const first = hidden.find(({ fields }) => fields.length > 0);
  if (!first || (first.carrier === "structuredContent" && isToldAsStep(first.fields, texts, state))) return found;
  const names = [...new Set(first.fields.map(({ name }) => name))];
  return [...found, { site: result.made, exit, how: "carrier", carrier: first.carrier, names }];
}

/** The content blocks; undefined where there may be others. */
function blocksOf(result: RecordObject, state: State): readonly Block[] | undefined {
  const content = result.fields.get("content");
  if (!content) return result.open || result.fields.has("structuredContent") ? undefined : [];
  const list = state.listOf(content);
  if (!list || list.open) return undefined;
  const blocks = list.items.map((item): Block | undefined => {
    const block = state.recordOf(item);
    const annotations = block?.fields.get("annotations");
    const audience = annotations && state.recordOf(annotations)?.fields.get("audience");
    return block && { made: block.made, text: block.fields.get("text"), audience };
  });
  return blocks.every((block) => block !== undefined) ? blocks : undefined;
}

/** `audience: ["user"]` */
function hiddenAudience(audience: Value, state: State): Site | undefined {
  const list = state.listOf(audience);
  if (!list || list.open || list.items.length === 0) return undefined;
  const isOther = (item: Value): boolean =>
    item.kind === "constant" && typeof item.value === "string" && item.value !== "assistant";
  return list.items.every(isOther) ? list.made : undefined;
}

interface Fields {
  readonly fields: readonly PayloadField[];
  readonly isClosed: boolean;
}

/** The fields that a model acts on, on any of the ways to make a value. */
function fieldsOf(value: Value | undefined, state: State): Fields {
  const variants = value ? variantsOfPart(value, state) : [];
  return {
    fields: variants.flatMap(({ fields }) => fields.filter(isDeciding)),
    isClosed: variants.every(({ isClosed }) => isClosed),
  };
}

/** Descriptions and codes stand in prose as well, and `category` has other meanings. */
function isDeciding({ concept, name }: Pick<PayloadField, "concept" | "name">): boolean {
  if (concept === "category") return !/^(?:category|errorType|error_type)$/u.test(name);
  return concept === "retryable" || concept === "wait";
}

function carriersOf(
  result: RecordObject,
  state: State,
): { readonly carrier: Carrier; readonly fields: PayloadField[] }[] {
  const held = (name: string): PayloadField[] => [...fieldsOf(result.fields.get(name), state).fields];
  const beside = [...result.fields].flatMap(([name, value]): PayloadField[] => {
    const concept = conceptOf(name);
    return concept && !isAbsent(value) ? [{ name, concept, value, record: result }] : [];
  });
  return [
    { carrier: "structuredContent", fields: held("structuredContent") },
    { carrier: "_meta", fields: held("_meta") },
    { carrier: "result", fields: beside.filter(isDeciding) },
  ];
}

function isAbsent(value: Value): boolean {
  return alternatives(value).every((one) => one.kind === "constant" && one.value === undefined);
}

/**
 * The words say what to do next, and some clients show the structured content beside them. How long to wait is a number that the
 * words would have to hold.
 */
function isToldAsStep(fields: readonly PayloadField[], texts: readonly Value[], state: State): boolean {
  const isStep = (text: Value): boolean => alternatives(text).every((one) => saysWhatToDo(wordsOf(one, state)));
  return texts.some(isStep) && !fields.some(({ concept }) => concept === "wait");
}

import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { objectMade } from "../analysis/values/made.js";
import { constantOf, resolve, rootEnv, type Env, type Ref } from "../analysis/values/values.js";
import { conceptOf } from "../contract/dialects.js";
import { keyName, literalProperty } from "../syntax/names.js";
import { isInside, unwrap, type Node } from "../syntax/tree.js";
import type { KnownTest } from "./known-test.js";
import type { Made } from "./made-by.js";
import type { HelperField } from "./helper-call.js";
import { Collector } from "./collector.js";
import type { Edit } from "./edit.js";

/** What a hand-written failure says, as arguments of the helper. */
export interface Carried {
  /** Source of what the model reads; undefined where nothing is told. */
  readonly description: string | undefined;
  /** The same for the search of words: run-time parts stand as `…`. */
  readonly words: string;
  /** The whole of what the model reads is written out, and free of run-time parts. */
  readonly isStatic: boolean;
  /** The value of a category that is there already. */
  readonly category: string | undefined;
  /** An HTTP status that is written there. */
  readonly status: number | undefined;
  readonly isRetryable: boolean | undefined;
  /** Source of a wait in seconds. */
  readonly wait: string | undefined;
  /** Members that the helper has by the same meaning, in its names. */
  readonly fields: readonly HelperField[];
  /** Comments that do not stand in what is carried over. */
  readonly comments: readonly string[];
  /** The result also carried `structuredContent`. */
  readonly structured: boolean;
  /** Members of the result beside the contract, which stay there. */
  readonly siblings: readonly string[];
  /** The data says `found: false`: what was looked for is not there. */
  readonly nothingFound: boolean;
  /** What else changes: a variable that only the result read goes. */
  readonly edits: readonly Edit[];
}

/** What keeps a failure from being carried over, as a sentence. */
export interface NotCarried {
  readonly why: string;
  /** What the failure says, where nothing but its category is to be decided. */
  readonly question?: string;
}

/**
 * The arguments of the helper that an error result amounts to.
 *
 * @param known a test that holds where the result is an error
 */
export function carriedFromResult(
  literal: TSESTree.ObjectExpression,
  file: File,
  known?: KnownTest,
): Carried | NotCarried {
  const collector = new Collector(literal, file, known);
  addResult(literal, rootEnv(file), collector, file);
  return collector.finish();
}

/** The arguments that a text, or an object of the project's own, amounts to. */
export function carriedFromValue(node: Node, file: File): Carried | NotCarried {
  const collector = new Collector(node, file);
  const env = rootEnv(file);
  const inner = unwrap(node);
  if (inner.type !== "ObjectExpression") collector.addText({ node: inner, env });
  else if (isBlock(inner, file)) addBlock({ node: inner, env }, inner, collector);
  else collector.addObject({ node: inner, env });
  return collector.finish();
}

/** The arguments that the message of an error and its data amount to. */
export function carriedFromMessage(
  message: Node,
  data: Node | undefined,
  from: Node,
  file: File,
): Carried | NotCarried {
  const collector = new Collector(from, file);
  const env = rootEnv(file);
  collector.addText({ node: message, env });
  const object = data && unwrap(data);
  if (object?.type === "ObjectExpression") collector.addObject({ node: object, env });
  else if (object && !isNothing(object)) collector.addMember("details", { node: object, env });
  return collector.finish();
}

function isNothing(node: Node): boolean {
  return (node.type === "Identifier" && node.name === "undefined") || (node.type === "Literal" && node.value === null);
}

/** The arguments of a result that a builder of the project makes of what it is given in a call. */
export function carriedFromCall(call: Node, { literal, env }: Made, file: File): Carried | NotCarried {
  const collector = new Collector(call, file);
  addResult(literal, env, collector, file);
  if (!collector.hasDescription)
    collector.refuse("The text of this result is built in the called function. Rewrite that function.");
  return collector.finish();
}

function addResult(literal: TSESTree.ObjectExpression, env: Env, collector: Collector, file: File): void {
  if (isBlock(literal, file)) {
    addBlock({ node: literal, env }, literal, collector);
    return;
  }
  const further: [string, Ref][] = [];
  for (const entry of literal.properties) {
    if (entry.type === "SpreadElement") {
      const text = textOfMade({ node: entry.argument, env }, literal, file);
      if (text) collector.addText({ node: text, env });
      else collector.refuse("The object spread into the result couldn't be resolved. Write the result without it.");
      continue;
    }
    const name = keyName(entry.key, entry.computed);
    const value = { node: entry.value, env };
    if (name === "isError") continue;
    if (name === "content") addContent(value, literal, collector);
    else if (name === "structuredContent") addStructured(value, collector);
    else if (name === undefined)
      collector.refuse("The helper's result has no field for a computed key. Decide where it goes.");
    else if (conceptOf(name) === undefined && !FACT.test(name)) collector.addSibling(name, value);
    else further.push([name, value]);
  }
  // Behind the content stands what no client shows: facts, and the same words again.
  const before = collector.sentences;
  for (const [name, value] of further) collector.addMember(name, value);
  collector.dropRepeated(before);
}

/** What the model should know of the failure; other members beside the content are for the server's own code. */
const FACT =
  /^(?:status\w*|httpStatus|details?|data|success|ok|succeeded|failed|hasError|is_error|result|outcome|type)$/u;

function addContent({ node, env }: Ref, literal: Node, collector: Collector): void {
  const list = unwrap(node);
  if (list.type !== "ArrayExpression") {
    if (isText(list)) collector.addText({ node: list, env });
    else collector.refuse("The content is built elsewhere. Write its text here first.");
    return;
  }
  for (const element of list.elements)
    if (element && element.type !== "SpreadElement") addBlock({ node: element, env }, literal, collector);
    else collector.refuse(NO_TEXT);
}

const NO_TEXT = "A content block isn't literal text. Decide which part of it the model needs.";

function addBlock({ node, env }: Ref, literal: Node, collector: Collector): void {
  const block = unwrap(node);
  const text =
    block.type === "ObjectExpression"
      ? textProperty(block, env.file)
      : textOfMade({ node: block, env }, literal, env.file);
  if (text) collector.addText({ node: text, env });
  else collector.refuse(NO_TEXT);
}

/** A content block that leaves as it is, `{ type: "text", text }`: some frameworks make a result of one. */
function isBlock(literal: TSESTree.ObjectExpression, file: File): boolean {
  const type = literalProperty(literal, "type")?.value;
  return (
    type !== undefined &&
    literalProperty(literal, "text") !== undefined &&
    constantOf({ node: type, env: rootEnv(file) }) === "text"
  );
}

function isText(node: Node): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

/** The text of `{ type: "text", text }`; a block with more in it is not carried over. */
function textProperty(block: TSESTree.ObjectExpression, file: File): Node | undefined {
  let text: Node | undefined;
  for (const entry of block.properties) {
    if (entry.type !== "Property") return undefined;
    const name = keyName(entry.key, entry.computed);
    if (name === "text") text = entry.value;
    else if (name === "type") {
      if (constantOf({ node: entry.value, env: rootEnv(file) }) !== "text") return undefined;
    } else if (name !== "isError") return undefined;
  }
  return text;
}

/** `textBlock("…")`, `...textResult("…")`: the argument that becomes the text. */
function textOfMade(ref: Ref, within: Node, file: File): Node | undefined {
  const made = objectMade(ref);
  if (!made) return undefined;
  let text = made.fields.get("text");
  const content = made.fields.get("content");
  if (!text && content && made.fields.size === 1) {
    const list = resolve(content);
    const [first, ...others] = list.node.type === "ArrayExpression" ? list.node.elements : [];
    if (first && first.type !== "SpreadElement" && others.length === 0)
      text = objectMade({ node: first, env: list.env })?.fields.get("text");
  }
  if (!text) return undefined;
  const { node, env } = argumentOf(text);
  return env.file === file && isInside(node, within) ? node : undefined;
}

/** A parameter of a builder as the argument that it was called with. */
function argumentOf(ref: Ref): Ref {
  const node = unwrap(ref.node);
  if (node.type !== "Identifier") return ref;
  const variable = ref.env.file.bindings.variable(node);
  const argument = variable && ref.env.args.get(variable);
  return argument ?? ref;
}

function addStructured(value: Ref, collector: Collector): void {
  const before = collector.sentences;
  if (!collector.addHeld(value))
    collector.refuse("`structuredContent` is built elsewhere. Decide whether the failure must repeat it.");
  // The text says it already: the second telling would only repeat it.
  collector.dropRepeated(before);
  collector.structured = true;
}

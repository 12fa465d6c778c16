import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import type { ToolResult } from "../analysis/results/tool-results.js";
import { objectMade } from "../analysis/values/made.js";
import type { Text } from "../analysis/values/text.js";
import { resolve, rootEnv, type Ref } from "../analysis/values/values.js";
import { conceptOf } from "../contract/dialects.js";
import { keyName } from "../syntax/names.js";
import { isInside, unwrap, type Node } from "../syntax/tree.js";
import type { HelperField } from "./helper-call.js";
import { Collector } from "./collector.js";

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
  readonly isRetryable: boolean | undefined;
  /** Source of a wait in seconds. */
  readonly wait: string | undefined;
  /** Members that the helper has by the same meaning, in its names. */
  readonly fields: readonly HelperField[];
  /** Comments that do not stand in what is carried over. */
  readonly comments: readonly string[];
  /** The result also carried `structuredContent`. */
  readonly structured: boolean;
}

/** What keeps a failure from being carried over, as a sentence. */
export interface NotCarried {
  readonly why: string;
}

/** The arguments of the helper that an error result amounts to. */
export function carriedFromResult(literal: TSESTree.ObjectExpression, file: File): Carried | NotCarried {
  const collector = new Collector(literal, file);
  for (const entry of literal.properties) {
    if (entry.type === "SpreadElement") {
      const text = textOfMade({ node: entry.argument, env: rootEnv(file) }, literal, file);
      if (text) collector.addText(text);
      else collector.refuse("What is spread into the result cannot be read: write the result without it.");
      continue;
    }
    const name = keyName(entry.key, entry.computed);
    if (name === "isError") continue;
    if (name === "content") addContent(entry.value, literal, collector, file);
    else if (name === "structuredContent") addStructured(entry.value, collector);
    else if (name === undefined || conceptOf(name) === undefined)
      collector.refuse(`\`${name ?? "A computed key"}\` has no place in the helper's result: decide where it goes.`);
    else if (!collector.addMember(name, entry.value)) collector.refuse(`Decide where \`${name}\` goes.`);
  }
  return collector.finish();
}

/** The arguments that a text, or an object of the project's own, amounts to. */
export function carriedFromValue(node: Node, file: File): Carried | NotCarried {
  const collector = new Collector(node, file);
  const inner = unwrap(node);
  if (inner.type === "ObjectExpression") collector.addData(inner);
  else collector.addText(node);
  return collector.finish();
}

/** The arguments that the message of an error and its data amount to; a value without a place keeps the whole from it. */
export function carriedFromMessage(
  message: Node,
  data: Node | undefined,
  from: Node,
  file: File,
): Carried | NotCarried {
  const collector = new Collector(from, file);
  collector.addText(message);
  const object = data && unwrap(data);
  if (object?.type === "ObjectExpression") {
    for (const entry of object.properties) {
      const name = entry.type === "Property" ? keyName(entry.key, entry.computed) : undefined;
      if (entry.type !== "Property" || name === undefined || !collector.addMember(name, entry.value))
        collector.refuse(
          `\`${name ?? "What is computed"}\` of the error's data has no place in the result: say it in the text.`,
        );
    }
  } else if (object && !isNothing(object))
    collector.refuse("The error has data of its own: decide what of it goes into the text.");
  return collector.finish();
}

function isNothing(node: Node): boolean {
  return (node.type === "Identifier" && node.name === "undefined") || (node.type === "Literal" && node.value === null);
}

/** The arguments of a result that a builder of the project makes, as far as they stand in the call. */
export function carriedFromCall(call: Node, result: ToolResult, file: File): Carried | NotCarried {
  const collector = new Collector(call, file);
  for (const text of result.texts) {
    const [part, ...others] = text;
    const whole =
      part?.kind === "json"
        ? resolve(part.ref)
        : part?.kind === "static" || part?.kind === "dynamic"
          ? part.ref
          : undefined;
    if (whole?.env.file !== file || !isInside(whole.node, call)) {
      const written = soleArgument(call);
      if (written && result.texts.length === 1 && addsNoWords(text, call, file)) collector.addText(written);
      else
        collector.refuse("The call that makes this result hides what is in it: rewrite the function that is called.");
    } else if (others.length > 0) {
      const joined = joinedArgument(call, text, file);
      if (joined) collector.addText(joined);
      else
        collector.refuse(
          "The call that makes this result puts its text together: rewrite the function that is called.",
        );
    } else if (part?.kind === "json" && whole.node.type === "ObjectExpression") collector.addData(whole.node);
    else collector.addText(whole.node);
  }
  return collector.finish();
}

/** The function that makes the result puts no words of its own around what it is given; a sign or a colon is none. */
function addsNoWords(text: Text, call: Node, file: File): boolean {
  return text.every(
    (part) =>
      part.kind !== "static" ||
      !/\p{L}/u.test(part.value.replace(/^\s*error\b/iu, "")) ||
      (part.ref?.env.file === file && isInside(part.ref.node, call)),
  );
}

/** The argument that is the whole text: everything in it that was written out stands there. */
function joinedArgument(call: Node, text: Text, file: File): Node | undefined {
  const node = unwrap(call);
  if (node.type !== "CallExpression") return undefined;
  const written = text.flatMap((part) => (part.kind === "static" && part.ref ? [part.ref] : []));
  const [only, ...others] = node.arguments.filter((argument) =>
    written.every((ref) => ref.env.file === file && isInside(ref.node, argument)),
  );
  if (!only || written.length === 0 || others.length > 0 || only.type === "SpreadElement") return undefined;
  return isText(unwrap(only)) || unwrap(only).type === "BinaryExpression" ? only : undefined;
}

/** `text("…")`: the only argument is what is told. */
function soleArgument(call: Node): Node | undefined {
  const node = unwrap(call);
  if (node.type !== "CallExpression" || node.arguments.length !== 1) return undefined;
  const [argument] = node.arguments;
  if (!argument || argument.type === "SpreadElement") return undefined;
  const inner = unwrap(argument);
  return inner.type === "Literal" || inner.type === "TemplateLiteral" || inner.type === "BinaryExpression"
    ? argument
    : undefined;
}

function addContent(value: Node, literal: Node, collector: Collector, file: File): void {
  const list = unwrap(value);
  if (list.type !== "ArrayExpression") {
    if (isText(list)) collector.addText(list);
    else collector.refuse("The content is made elsewhere: write its text here first.");
    return;
  }
  for (const element of list.elements) {
    const block = element && element.type !== "SpreadElement" ? unwrap(element) : undefined;
    const text =
      block?.type === "ObjectExpression"
        ? textProperty(block)
        : block && textOfMade({ node: block, env: rootEnv(file) }, literal, file);
    if (text) collector.addText(text);
    else collector.refuse("A content block is no text that is written here: decide what of it the model needs.");
  }
}

function isText(node: Node): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

/** The text of `{ type: "text", text }`; a block with more in it is not carried over. */
function textProperty(block: TSESTree.ObjectExpression): Node | undefined {
  let text: Node | undefined;
  for (const entry of block.properties) {
    if (entry.type !== "Property") return undefined;
    const name = keyName(entry.key, entry.computed);
    if (name === "text") text = entry.value;
    else if (name === "type") {
      const type = unwrap(entry.value);
      if (type.type !== "Literal" || type.value !== "text") return undefined;
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

function addStructured(value: Node, collector: Collector): void {
  const inner = unwrap(value);
  if (inner.type !== "ObjectExpression") {
    collector.refuse("`structuredContent` is made elsewhere: decide whether the failure has to repeat it.");
    return;
  }
  const before = collector.descriptions.length;
  if (!collector.addObject(inner))
    collector.refuse(
      "`structuredContent` holds data of its own that the helper has no member for: decide where it goes.",
    );
  // The text says it already: the second telling would only repeat it.
  if (before > 0) collector.descriptions.splice(before);
  collector.structured = true;
}

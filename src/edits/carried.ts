import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import type { ToolResult } from "../analysis/results.js";
import { objectMade } from "../analysis/calls.js";
import { textOf, wordsOf } from "../analysis/text.js";
import { constantOf, resolve, rootEnv, type Ref } from "../analysis/values.js";
import { conceptOf } from "../contract/dialects.js";
import { calleeName, isCallTo, keyName, memberName } from "../syntax/names.js";
import { isInside, unwrap, type Node } from "../syntax/tree.js";
import type { HelperField } from "./helper-call.js";
import { joinTexts } from "./joined-text.js";
import { deeperThan, movedTo } from "./style.js";

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

/** Members of the helper's constructors that no dialect has a concept for. */
const FURTHER_FIELDS: ReadonlySet<string> = new Set(["failureType", "attemptedQuery", "alternativeApproaches"]);

const FIELD_OF: Readonly<Record<string, string>> = {
  code: "errorCode",
  customerMessage: "customerFriendlyMessage",
  partialResults: "partialResults",
  recovery: "recovery",
};

class Collector {
  readonly descriptions: Node[] = [];
  readonly fields: HelperField[] = [];
  readonly kept: Node[] = [];
  words: string[] = [];
  category: string | undefined;
  isRetryable: boolean | undefined;
  wait: string | undefined;
  structured = false;
  why: string | undefined;
  /** A text that is told as a whole, because it holds more than the helper has members for. */
  whole: Node | undefined;

  readonly #file: File;
  readonly #from: Node;
  /** Of the members that are written. */
  readonly #indent: string;

  /** @param from what the call of the helper takes the place of */
  constructor(from: Node, file: File) {
    this.#file = file;
    this.#from = from;
    this.#indent = deeperThan(from, file);
  }

  refuse(why: string): void {
    this.why ??= why;
  }

  /** The text of a content block, or what stands for one. */
  addText(node: Node): void {
    const inner = unwrap(node);
    const [json] = isCallTo(inner, "JSON.stringify") ? inner.arguments : [];
    const target = json && json.type !== "SpreadElement" ? unwrap(json) : undefined;
    if (target?.type === "ObjectExpression") this.addObject(target, node);
    else this.addDescription(node);
  }

  addDescription(node: Node): void {
    this.descriptions.push(node);
    this.kept.push(node);
    this.words.push(wordsOf(textOf({ node, env: rootEnv(this.#file) })));
  }

  /** An object whose members are the fields of a contract; `text` is where it is told. */
  addObject(object: TSESTree.ObjectExpression, text: Node | undefined): void {
    let hasMore = false;
    for (const entry of object.properties) {
      const name = entry.type === "Property" ? keyName(entry.key, entry.computed) : undefined;
      if (entry.type !== "Property" || name === undefined) hasMore = true;
      else if (!this.addMember(name, entry.value)) hasMore = true;
    }
    if (!hasMore) return;
    if (text) this.whole = text;
    else this.refuse("It holds data of its own that the helper has no member for: decide where it goes.");
  }

  /** False for a member that the helper has no place for. */
  addMember(name: string, value: Node): boolean {
    const env = rootEnv(this.#file);
    const constant = constantOf({ node: value, env });
    if (isFailureFlag(name, constant)) return true;
    const inner = unwrap(value);
    if (inner.type === "ObjectExpression" && /^(?:error|details|data)$/u.test(name)) {
      this.addObject(inner, undefined);
      return this.why === undefined;
    }
    const concept = conceptOf(name);
    switch (concept) {
      case "category":
        if (typeof constant === "string") this.category = constant;
        else this.refuse(`\`${name}\` is decided at run time: choose the constructor by it.`);
        return true;
      case "retryable":
        if (typeof constant === "boolean") this.isRetryable = constant;
        else this.refuse(`\`${name}\` is decided at run time: decide what category each case has.`);
        return true;
      case "wait":
        this.wait = waitInSeconds(name, value, this.#file);
        this.kept.push(value);
        return true;
      case "description":
        if (!isString(value, this.#file)) return false;
        this.addDescription(value);
        return true;
      case "code":
        if (typeof constant === "number") return false;
        return this.#addField("errorCode", value);
      case "attempts":
        return name === "attemptedActions" || name === "attempted_actions"
          ? this.#addField("attemptedActions", value)
          : /^(?:attempt|maxAttempts)$/u.test(name) && this.#addField(name, value);
      case undefined:
        return FURTHER_FIELDS.has(name) && this.#addField(name, value);
      default:
        return this.#addField(FIELD_OF[concept] ?? name, value);
    }
  }

  #addField(name: string, value: Node): boolean {
    if (this.fields.some((field) => field.name === name)) return false;
    this.fields.push({ name, value: movedTo(value, this.#indent, this.#file) });
    this.kept.push(value);
    return true;
  }

  finish(): Carried | NotCarried {
    if (this.why !== undefined) return { why: this.why };
    const texts = this.whole ? [this.whole] : this.descriptions;
    const kept = this.whole ? [this.whole] : this.kept;
    const words = this.words.join("\n");
    const separator = this.whole || texts.length < 2 ? "" : texts.every((node) => isOfOneObject(node)) ? ": " : "\n";
    return {
      description: texts.length > 0 ? joinTexts(texts, separator, this.#indent, this.#file) : undefined,
      words,
      isStatic: texts.length === 1 && constantOf({ node: texts[0] as Node, env: rootEnv(this.#file) }) !== undefined,
      category: this.category,
      isRetryable: this.isRetryable,
      wait: this.wait,
      fields: this.whole
        ? this.fields.filter(({ name }) => name !== "recovery" && name !== "partialResults")
        : this.fields,
      comments: this.#file
        .commentsInside(this.#from)
        .filter((comment) => !kept.some((node) => isInside(comment as unknown as Node, node)))
        .map(({ range }) => this.#file.text.slice(range[0], range[1])),
      structured: this.structured,
    };
  }
}

/** A member of JSON may be anything; a description has to be a string. */
function isString(value: Node, file: File): boolean {
  const node = unwrap(value);
  switch (node.type) {
    case "TemplateLiteral":
      return true;
    case "Literal":
      return typeof node.value === "string";
    case "ConditionalExpression":
      return isString(node.consequent, file) && isString(node.alternate, file);
    case "LogicalExpression":
      return isString(node.left, file) || isString(node.right, file);
    case "MemberExpression":
      return /^(?:message|statusText|description|reason|text)$/u.test(memberName(node) ?? "");
    case "Identifier":
      if (/(?:message|msg|text|reason|description)$/iu.test(node.name)) return true;
      break;
    case "CallExpression":
      if (/^(?:String|join|toString|stringify|trim|slice)$/u.test(calleeName(node) ?? "")) return true;
      break;
    default:
  }
  return textOf({ node: value, env: rootEnv(file) }).some((part) => part.kind === "static");
}

function isOfOneObject(node: Node): boolean {
  return node.parent?.type === "Property" && keyName(node.parent.key, node.parent.computed) !== "text";
}

/** `success: false` and the like: the result's own flag says so. */
function isFailureFlag(name: string, constant: unknown): boolean {
  if (/^(?:success|ok|succeeded)$/u.test(name)) return constant === false;
  if (/^(?:isError|is_error|error|failed|hasError)$/u.test(name)) return constant === true;
  return (
    /^(?:status|result|outcome|type)$/u.test(name) &&
    typeof constant === "string" &&
    /^(?:error|failed|failure)$/iu.test(constant)
  );
}

/** The unit of a wait is in its name. */
export function waitInSeconds(name: string, value: Node, file: File): string {
  if (!/ms$|milliseconds$/iu.test(name)) return file.textOf(value);
  const constant = constantOf({ node: value, env: rootEnv(file) });
  if (typeof constant === "number" && unwrap(value).type === "Literal") return String(Math.ceil(constant / 1000));
  return `Math.ceil(${file.textOf(value)} / 1000)`;
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
  if (inner.type === "ObjectExpression") collector.addObject(inner, undefined);
  else collector.addText(node);
  return collector.finish();
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
      if (written && result.texts.length === 1) collector.addText(written);
      else
        collector.refuse("The call that makes this result hides what is in it: rewrite the function that is called.");
    } else if (part?.kind === "json" && others.length === 0 && whole.node.type === "ObjectExpression")
      collector.addObject(whole.node, undefined);
    else collector.addText(whole.node);
  }
  return collector.finish();
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
  collector.addObject(inner, undefined);
  // The text says it already: the second telling would only repeat it.
  if (before > 0) collector.descriptions.splice(before);
  collector.structured = true;
}

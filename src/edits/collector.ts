import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { textOf, wordsOf } from "../analysis/values/text.js";
import { constantOf, rootEnv } from "../analysis/values/values.js";
import { conceptOf } from "../contract/dialects.js";
import { calleeName, isCallTo, keyName, memberName } from "../syntax/names.js";
import { isInside, unwrap, type Node } from "../syntax/tree.js";
import type { Carried, NotCarried } from "./carried.js";
import type { HelperField } from "./helper-call.js";
import { joinTexts } from "./joined-text.js";
import { deeperThan, movedTo } from "./style.js";

/** Members of the helper's constructors that no dialect has a concept for. */
const FURTHER_FIELDS: ReadonlySet<string> = new Set(["failureType", "attemptedQuery", "alternativeApproaches"]);

const FIELD_OF: Readonly<Record<string, string>> = {
  code: "errorCode",
  customerMessage: "customerFriendlyMessage",
  partialResults: "partialResults",
  recovery: "recovery",
};

/** Gathers what a failure says, node by node, and puts it into the helper's terms. */
export class Collector {
  readonly descriptions: Node[] = [];
  readonly fields: HelperField[] = [];
  readonly kept: Node[] = [];
  readonly words: string[] = [];
  category: string | undefined;
  isRetryable: boolean | undefined;
  wait: string | undefined;
  structured = false;
  #why: string | undefined;
  /** A text, or an object, that is told as a whole, because it holds more than the helper has members for. */
  #whole: Node | undefined;
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
    this.#why ??= why;
  }

  /** The text of a content block, or what stands for one. */
  addText(node: Node): void {
    const inner = unwrap(node);
    const [json] = isCallTo(inner, "JSON.stringify") ? inner.arguments : [];
    const target = json && json.type !== "SpreadElement" ? unwrap(json) : undefined;
    if (target?.type !== "ObjectExpression") this.addDescription(node);
    else if (!this.addObject(target)) this.#whole = node;
  }

  /** An object that is itself told as JSON. */
  addData(object: TSESTree.ObjectExpression): void {
    if (!this.addObject(object)) this.#whole = object;
  }

  addDescription(node: Node): void {
    this.descriptions.push(node);
    this.kept.push(node);
    this.words.push(wordsOf(textOf({ node, env: rootEnv(this.#file) })));
  }

  /** An object whose members are the fields of a contract. False if it holds more than the helper has members for. */
  addObject(object: TSESTree.ObjectExpression): boolean {
    let isComplete = true;
    for (const entry of object.properties) {
      const name = entry.type === "Property" ? keyName(entry.key, entry.computed) : undefined;
      if (entry.type !== "Property" || name === undefined || !this.addMember(name, entry.value)) isComplete = false;
    }
    return isComplete;
  }

  /** False for a member that the helper has no place for. */
  addMember(name: string, value: Node): boolean {
    const env = rootEnv(this.#file);
    const constant = constantOf({ node: value, env });
    if (isFailureFlag(name, constant)) return true;
    const inner = unwrap(value);
    if (inner.type === "ObjectExpression" && /^(?:error|details|data)$/u.test(name)) return this.addObject(inner);
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

  #told(texts: readonly Node[], separator: string): string {
    const [only] = texts;
    return only?.type === "ObjectExpression"
      ? `JSON.stringify(${movedTo(only, this.#indent, this.#file)})`
      : joinTexts(texts, separator, this.#indent, this.#file);
  }

  finish(): Carried | NotCarried {
    if (this.#why !== undefined) return { why: this.#why };
    const texts = this.#whole ? [this.#whole] : this.descriptions;
    const kept = this.#whole ? [this.#whole] : this.kept;
    const words = this.words.join("\n");
    const separator = this.#whole || texts.length < 2 ? "" : texts.every((node) => isOfOneObject(node)) ? ": " : "\n";
    return {
      description: texts.length > 0 ? this.#told(texts, separator) : undefined,
      words,
      isStatic: texts.length === 1 && constantOf({ node: texts[0] as Node, env: rootEnv(this.#file) }) !== undefined,
      category: this.category,
      isRetryable: this.isRetryable,
      wait: this.wait,
      fields: this.#whole
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
      if (/^(?:String|join|toString|stringify|trim|slice)$|(?:^m|M)essage$/u.test(calleeName(node) ?? "")) return true;
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
function waitInSeconds(name: string, value: Node, file: File): string {
  if (!/ms$|milliseconds$/iu.test(name)) return file.textOf(value);
  const constant = constantOf({ node: value, env: rootEnv(file) });
  if (typeof constant === "number" && unwrap(value).type === "Literal") return String(Math.ceil(constant / 1000));
  return `Math.ceil(${file.textOf(value)} / 1000)`;
}

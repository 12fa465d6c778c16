import type { TSESTree } from "@typescript-eslint/types";
import { dottedName, memberName } from "../../syntax/names.js";
import { contains, unwrap, type Node } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import { fieldsOfText, type Carrier, type ContractField } from "./contract-fields.js";
import type { ErrorResult } from "./error-results.js";
import type { File } from "../file.js";
import type { ToolResult } from "./tool-results.js";
import { isErrorOutcome, type Returned } from "../catches/returns.js";
import { messageOfClass } from "../messages/class-messages.js";
import { guardsOf } from "../values/guards.js";
import { textOf } from "../values/text.js";
import { constantOf, objectShape, resolve, type Ref } from "../values/values.js";

/** A part of an error result that clients keep from the model. */
export type Invisible =
  | { readonly how: "empty"; readonly node: Node }
  /** Contract fields that stand only where the model does not look. */
  | { readonly how: "carrier"; readonly node: Node; readonly carrier: Carrier; readonly names: readonly string[] }
  /** The JSON of the contract, in a block behind the first. */
  | { readonly how: "later-block"; readonly node: Node }
  | { readonly how: "audience"; readonly node: TSESTree.ArrayExpression };

/** What a model acts on; descriptions and codes stand in prose as well. */
const DECIDING: ReadonlySet<string> = new Set(["category", "retryable", "wait"]);

/** Members that say what kind of failure it is. */
const KIND = /^(?:code|kind|category|errorCode|errorType)$/u;

interface Block {
  readonly node: Node;
  readonly text: Ref | undefined;
  readonly audience: Ref | undefined;
}

/** The content blocks of a literal, or undefined where one of them cannot be read. */
function blocksOf({ literal, env }: ToolResult): Block[] | undefined {
  const content =
    literal.type === "ObjectExpression" ? objectShape({ node: literal, env })?.fields.get("content") : undefined;
  const list = content && resolve(content);
  if (list?.node.type !== "ArrayExpression") return undefined;
  const blocks: Block[] = [];
  for (const element of list.node.elements) {
    const shape =
      element && element.type !== "SpreadElement" ? objectShape({ node: element, env: list.env }) : undefined;
    if (!shape || !element) return undefined;
    const annotations = shape.fields.get("annotations");
    blocks.push({
      node: element,
      text: shape.fields.get("text"),
      audience: annotations && objectShape(annotations)?.fields.get("audience"),
    });
  }
  return blocks;
}

function deciding(list: readonly ContractField[]): ContractField[] {
  return list.filter(
    ({ concept, name }) => DECIDING.has(concept) && !/^(?:category|errorType|error_type)$/u.test(name),
  );
}

function hidesContent(result: ToolResult, blocks: readonly Block[] = []): boolean {
  if (result.contentIsEmpty) return true;
  return blocks.length > 0 && blocks.every(({ text }) => text !== undefined && constantOf(text) === "");
}

/**
 * `_meta: { retryable: error.retryable }` beside `text: sentenceOf(error)`, where `sentenceOf` looks at `error.retryable`, or
 * at the kind of the error, which says whether to retry.
 */
function isToldInProse({ value }: ContractField, text: Ref): boolean {
  const { node, env } = resolve(value);
  const made = resolve(text);
  if (node.type !== "MemberExpression" || made.node.type !== "CallExpression") return false;
  const source = dottedName(node.object);
  const at = made.node.arguments.findIndex((argument) => source !== undefined && dottedName(argument) === source);
  if (at < 0 || made.env.file !== env.file) return false;
  const called = calledFunction(made.node, made.env);
  // Nobody sees what such a sentence says.
  if (!called) return true;
  const parameter = called.fn.params[at];
  if (parameter?.type !== "Identifier") return false;
  const member = memberName(node) ?? "";
  return contains(
    called.fn.body,
    (inner) =>
      inner.type === "MemberExpression" &&
      dottedName(inner.object) === parameter.name &&
      (memberName(inner) === member || KIND.test(memberName(inner) ?? "")),
  );
}

/**
 * `{ retryable: error.retryable }` beside `text: error.message` behind `error instanceof ShopError`, the constructor of which
 * puts its message together with a function, or of that very field: the message says it, or may.
 */
function isToldByMessage({ value, name }: ContractField, text: Ref, literal: Node): boolean {
  const { node, env } = resolve(value);
  const told = resolve(text).node;
  if (node.type !== "MemberExpression" || told.type !== "MemberExpression" || memberName(told) !== "message")
    return false;
  const source = dottedName(node.object);
  if (source === undefined || dottedName(told.object) !== source) return false;
  return guardsOf(literal).some(({ test, negated }) => {
    const asked = unwrap(test);
    if (negated || asked.type !== "BinaryExpression" || asked.operator !== "instanceof") return false;
    if (dottedName(asked.left) !== source) return false;
    const message = messageOfClass(resolve({ node: asked.right, env }));
    const made = message && resolve(message);
    if (!made || made.node.type === "Identifier" || constantOf(made) !== undefined) return false;
    return made.node.type !== "TemplateLiteral" || namesField(made.node, [name, memberName(node)]);
  });
}

function namesField(text: Node, names: readonly (string | undefined)[]): boolean {
  return contains(
    text,
    (part) =>
      part.type === "CallExpression" ||
      (part.type === "Identifier" && names.includes(part.name)) ||
      (part.type === "MemberExpression" && names.includes(memberName(part))),
  );
}

/** What a model does not see of one error result that the file builds. */
export function invisibleIn({ literal, result }: Pick<ErrorResult, "literal" | "result">, file: File): Invisible[] {
  const blocks = blocksOf(result);
  if (hidesContent(result, blocks)) return [{ how: "empty", node: literal }];
  if (!blocks) return [];
  const found: Invisible[] = [];
  for (const { audience } of blocks) {
    const list = audience && unwrap(audience.node);
    if (list?.type !== "ArrayExpression" || audience?.env.file !== file || list.elements.length === 0) continue;
    const names = list.elements.map((entry) => (entry ? constantOf({ node: entry, env: audience.env }) : undefined));
    if (names.every((name) => typeof name === "string" && name !== "assistant"))
      found.push({ how: "audience", node: list });
  }
  const perBlock = blocks.map(({ text }) => {
    const list: ContractField[] = [];
    return { known: text === undefined || fieldsOfText(textOf(text), list), fields: deciding(list) };
  });
  if (perBlock.some(({ known }) => !known)) return found;
  const later = perBlock.findIndex(({ fields }) => fields.length > 0);
  const block = blocks[later];
  if (later > 0 && block) found.push({ how: "later-block", node: block.node });
  const told = new Set(perBlock.flatMap(({ fields }) => fields.map(({ concept }) => concept)));
  const hidden = deciding(result.fields.list).filter(
    (field) =>
      field.carrier !== "text" &&
      !told.has(field.concept) &&
      !blocks.some(
        ({ text }) => text !== undefined && (isToldInProse(field, text) || isToldByMessage(field, text, literal)),
      ),
  );
  const [first] = hidden;
  if (first) {
    const names = hidden.filter(({ carrier }) => carrier === first.carrier).map(({ name }) => name);
    found.push({ how: "carrier", node: literal, carrier: first.carrier, names: [...new Set(names)] });
  }
  return found;
}

/** A flagged result that is returned where the framework makes a success, or an error about something else, of it. */
export function isReturnedInVain({ form, outcome, reached, byCall, failure }: Returned, file: File): boolean {
  if (form !== "return" || reached.role !== "result" || !reached.certain || !isErrorOutcome(outcome)) return false;
  const { returnedIsError, failureForm } = reached.framework.outcomes;
  if (returnedIsError !== "success" && failureForm !== "throw") return false;
  if (outcome.result.isError !== "true") return false;
  // A builder of this file is told where it builds; one that may give both is judged where it follows a failure.
  return !byCall || (failure !== "none" && outcome.result.env.file !== file);
}

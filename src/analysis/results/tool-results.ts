import type { TSESTree } from "@typescript-eslint/types";
import { conceptOf } from "../../contract/dialects.js";
import { calleeName, keyName, memberName } from "../../syntax/names.js";
import { unwrap, type Node } from "../../syntax/tree.js";
import { fieldsOfShape, fieldsOfText, type ContractField, type ContractFields } from "./contract-fields.js";
import { listMade, objectMade, objectsMade } from "../values/made.js";
import { comesFromOutside } from "./outside.js";
import { textOf, type Text } from "../values/text.js";
import {
  constantOf,
  isUndefined,
  objectShape,
  resolve,
  type Env,
  type ObjectShape,
  type Ref,
} from "../values/values.js";

/** `maybe`: computed from something that may be true; `unknown`: cannot be read at all. */
export type Flag = "true" | "false" | "absent" | "maybe" | "unknown";

/** A result in the shape of MCP: `{ content, isError?, structuredContent?, _meta? }`. */
export interface ToolResult {
  readonly literal: TSESTree.ObjectExpression | TSESTree.ArrayExpression;
  readonly env: Env;
  readonly isError: Flag;
  readonly texts: readonly Text[];
  readonly fields: ContractFields;
  readonly structured: ObjectShape | undefined;
  /** `content` is written as an empty list. */
  readonly contentIsEmpty: boolean;
  /** The content block in which `isError: true` stands, where no client looks. */
  readonly flagInBlock: Ref | undefined;
}

function isTextBlock(ref: Ref): boolean {
  const shape = objectMade(ref);
  return shape !== undefined && (shape.fields.has("text") || shape.fields.has("type"));
}

/** True if an object is meant as the result of a tool call, not as data. */
export function isToolResultShape(shape: ObjectShape): boolean {
  const content = shape.fields.get("content");
  if (shape.fields.has("isError") && (content !== undefined || shape.open || shape.fields.size === 1)) return true;
  if (!content)
    return shape.fields.has("toolResult") || (shape.fields.has("structuredContent") && shape.fields.size <= 2);
  const { node } = resolve(content);
  // Some frameworks take a bare string for a text block.
  if (isText(node)) return shape.fields.size <= 2;
  if (node.type === "ArrayExpression")
    return (
      node.elements.length === 0 ||
      node.elements.some(
        (element) =>
          element !== null &&
          (element.type === "SpreadElement" || isTextBlock({ node: element, env: resolve(content).env })),
      )
    );
  if (node.type === "CallExpression") return calleeName(node) === "map" || shape.fields.size <= 2;
  return node.type === "Identifier" && shape.fields.size <= 3 && /^(?:content|contents|blocks|parts)$/u.test(node.name);
}

export function flagOf(ref: Ref | undefined): Flag {
  if (!ref) return "absent";
  const value = constantOf(ref) ?? flagMade(ref);
  if (value === true) return "true";
  if (value === false || value === null) return "false";
  const { node, env } = resolve(ref);
  // `envelope.ok ? undefined : true`
  const holds = node.type === "ConditionalExpression" ? flagMade({ node: node.test, env }) : undefined;
  if (node.type === "ConditionalExpression" && holds !== undefined)
    return flagOf({ node: holds ? node.consequent : node.alternate, env });
  return isUndefined(node) ? "absent" : "maybe";
}

/** `!envelope.ok`: what the function that makes the envelope always writes there. */
function flagMade(ref: Ref): boolean | undefined {
  const { node, env } = resolve(ref);
  if (node.type === "UnaryExpression" && node.operator === "!") {
    const inner = memberMade({ node: node.argument, env });
    return inner === undefined ? undefined : !inner;
  }
  return memberMade({ node, env });
}

/** What a function that makes an object always writes into the member that is read: `envelope.ok`. */
function memberMade(ref: Ref): boolean | undefined {
  const { node, env } = resolve(ref);
  const name = node.type === "MemberExpression" ? memberName(node) : undefined;
  if (node.type !== "MemberExpression" || name === undefined) return undefined;
  const made = objectMade({ node: node.object, env });
  const field = made?.open === false ? made.fields.get(name) : undefined;
  const value = field && constantOf(field);
  return typeof value === "boolean" ? value : undefined;
}

/** Reads an MCP-shaped object literal. */
export function toolResultOf(shape: ObjectShape, env: Env): ToolResult {
  const content = shape.fields.get("content");
  const texts: Text[] = [];
  const list: ContractField[] = [];
  let known = !shape.open || spreadsOutside(shape.node, env);
  let contentIsEmpty = false;
  let flagInBlock: Ref | undefined;
  if (content) {
    const blocks = listMade(content);
    if (blocks) {
      contentIsEmpty = blocks.elements.length + blocks.perhaps.length === 0 && !blocks.open;
      if (blocks.open) known = false;
      for (const element of [...blocks.elements, ...blocks.perhaps]) {
        const block = objectMade(element);
        const text = block?.fields.get("text");
        const blockFlag = block?.fields.get("isError");
        if (blockFlag && constantOf(blockFlag) === true) flagInBlock ??= element;
        if (!block) known = false;
        else if (text) {
          const parts = textOf(text);
          if (!blocks.perhaps.includes(element)) texts.push(parts);
          known = fieldsOfText(ofFailure(parts, shape.fields.get("isError")), list) && known;
        }
      }
    } else if (isText(resolve(content).node)) {
      const parts = textOf(content);
      texts.push(parts);
      known = fieldsOfText(parts, list) && known;
    } else known = comesFromOutside(content) && known;
  }
  const structuredRef = shape.fields.get("structuredContent");
  const shapes = structuredRef && objectsMade(structuredRef);
  const structured = shapes?.length === 1 ? shapes[0] : undefined;
  if (shapes) for (const each of shapes) known = fieldsOfShape(each, "structuredContent", list) && known;
  else if (structuredRef && !isUndefined(resolve(structuredRef).node)) known = false;
  const meta = shape.fields.get("_meta");
  if (meta) {
    // No model reads these: whatever else stands there, it does not tell what is missing in the text.
    const metaShape = objectShape(meta);
    if (metaShape) {
      fieldsOfShape(metaShape, "meta", list);
      for (const value of metaShape.fields.values()) {
        const inner = objectShape(value);
        if (inner) fieldsOfShape(inner, "meta", list);
      }
    }
  }
  for (const [name, value] of shape.fields) {
    const concept = conceptOf(name);
    if (concept && concept !== "description") list.push({ concept, name, value, carrier: "result" });
  }
  const flag = flagOf(shape.fields.get("isError"));
  return {
    literal: shape.node,
    env,
    isError: flag === "absent" && shape.open ? "unknown" : flag,
    texts,
    fields: { list, known },
    structured,
    contentIsEmpty,
    flagInBlock,
  };
}

/** `isError: !done.ok` beside `text: done.ok ? JSON.stringify(done.data) : …`: of the two texts, the one of the failure. */
function ofFailure(text: Text, flag: Ref | undefined): Text {
  const [only, ...others] = text;
  if (!flag || others.length > 0 || only?.kind !== "choice" || !only.test) return text;
  const [ifTrue, ifFalse] = only.options;
  const asked = askedBy(only.test);
  const flagged = askedBy(resolve(flag));
  if (!ifTrue || !ifFalse || asked.words !== flagged.words || asked.file !== flagged.file) return text;
  return asked.negated === flagged.negated ? ifTrue : ifFalse;
}

/** What a test asks for, without the signs that turn it round. */
function askedBy({ node, env: { file } }: Ref): { words: string; negated: boolean; file: Env["file"] } {
  let asked = unwrap(node);
  let negated = false;
  for (; asked.type === "UnaryExpression" && asked.operator === "!"; asked = unwrap(asked.argument)) negated = !negated;
  return { words: file.textOf(asked), negated, file };
}

/** What is spread into the literal is known, or brought by code that follows no contract of the project's. */
function spreadsOutside(literal: TSESTree.ObjectExpression, env: Env): boolean {
  return literal.properties.every((entry) => {
    if (entry.type !== "SpreadElement") return keyName(entry.key, entry.computed) !== undefined;
    const spread: Ref = { node: entry.argument, env };
    return objectMade(spread)?.open === false || comesFromOutside(spread);
  });
}

function isText(node: Node): boolean {
  return (
    node.type === "TemplateLiteral" ||
    (node.type === "Literal" && typeof node.value === "string") ||
    (node.type === "BinaryExpression" && node.operator === "+")
  );
}

/** A bare list of content blocks, which some frameworks and wrappers take as the result. */
export function contentListOf({ node, env }: Ref): ToolResult | undefined {
  if (node.type !== "ArrayExpression" || node.elements.length === 0) return undefined;
  const [first] = node.elements;
  if (!first || first.type === "SpreadElement") return undefined;
  const block = objectShape({ node: first, env });
  const type = block?.fields.get("type");
  if (!block || !type || constantOf(type) !== "text") return undefined;
  return resultOfBlock(block.fields.get("text"), node, env);
}

/** A bare text block, which the dispatcher puts into the list: `{ type: "text", text }`. */
export function contentBlockOf({ fields, open, node }: ObjectShape, env: Env): ToolResult | undefined {
  const type = fields.get("type");
  const text = fields.get("text");
  if (!type || !text || fields.size > 2 || open || constantOf(type) !== "text") return undefined;
  return resultOfBlock(text, node, env);
}

function resultOfBlock(text: Ref | undefined, literal: ToolResult["literal"], env: Env): ToolResult {
  const list: ContractField[] = [];
  const texts = text ? [textOf(text)] : [];
  const known = texts.every((parts) => fieldsOfText(parts, list));
  return {
    literal,
    env,
    isError: "absent",
    texts,
    fields: { list, known },
    structured: undefined,
    contentIsEmpty: false,
    flagInBlock: undefined,
  };
}

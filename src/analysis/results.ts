import type { Variable } from "@typescript-eslint/scope-manager";
import { fieldsOfText, fieldsOfShape } from "./contract-fields.js";
import type { ContractFields, ContractField } from "./contract-fields.js";
import type { TSESTree } from "@typescript-eslint/types";
import { conceptOf } from "../contract/dialects.js";
import { calleeName, dottedName } from "../syntax/names.js";
import { returnedExpressions, unwrap, walkSameFunction, type FunctionNode, type Node } from "../syntax/tree.js";
import { alwaysThrows, enclosingCatch } from "./flow.js";
import { calledFunction, objectMade } from "./calls.js";
import { isHelperError } from "./helper.js";
import { textOf, wordsOf, type Text } from "./text.js";
import { constantOf, isUndefined, objectShape, resolve, type Env, type ObjectShape, type Ref } from "./values.js";

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
  /** `isError: true` stands in a content block, where no client looks. */
  readonly flagInBlock: boolean;
}

export type EmptyForm = "null" | "undefined" | "array" | "string" | "object" | "false" | "zero";

/** What a returned expression amounts to. */
export type Outcome = { readonly ref: Ref } & (
  | { readonly kind: "tool-result"; readonly result: ToolResult }
  | { readonly kind: "text"; readonly text: Text }
  | { readonly kind: "data"; readonly shape: ObjectShape }
  | { readonly kind: "empty"; readonly form: EmptyForm }
  | { readonly kind: "constant"; readonly value: string | number | boolean }
  /** A complete error result, by the word of the settings. */
  | { readonly kind: "error" }
  | { readonly kind: "throws" }
  | { readonly kind: "unknown" }
);

/** An outcome of a called function, with the return that makes it. */
export interface ReturnedOutcome {
  readonly outcome: Outcome;
  /** The `return` stands in a catch clause of the called function. */
  readonly afterFailure: boolean;
}

const MAX_OUTCOMES = 16;

function isTextBlock(ref: Ref): boolean {
  const shape = objectMade(ref);
  return shape !== undefined && (shape.fields.has("text") || shape.fields.has("type"));
}

/** True if an object is meant as the result of a tool call, not as data. */
function isToolResultShape(shape: ObjectShape): boolean {
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
  const value = constantOf(ref);
  if (value === true) return "true";
  if (value === false || value === null) return "false";
  const { node } = resolve(ref);
  return isUndefined(node) ? "absent" : "maybe";
}

/** Reads an MCP-shaped object literal. */
export function toolResultOf(shape: ObjectShape, env: Env): ToolResult {
  const content = shape.fields.get("content");
  const texts: Text[] = [];
  const list: ContractField[] = [];
  let known = !shape.open;
  let contentIsEmpty = false;
  let flagInBlock = false;
  if (content) {
    const blocks = resolve(content);
    if (blocks.node.type === "ArrayExpression") {
      contentIsEmpty = blocks.node.elements.length === 0;
      for (const element of blocks.node.elements) {
        if (!element) continue;
        const block = element.type === "SpreadElement" ? undefined : objectMade({ node: element, env: blocks.env });
        const text = block?.fields.get("text");
        const blockFlag = block?.fields.get("isError");
        if (blockFlag && constantOf(blockFlag) === true) flagInBlock = true;
        if (!block) known = false;
        else if (text) {
          const parts = textOf(text);
          texts.push(parts);
          known = fieldsOfText(parts, list) && known;
        }
      }
    } else if (isText(blocks.node)) {
      const parts = textOf(content);
      texts.push(parts);
      known = fieldsOfText(parts, list) && known;
    } else known = false;
  }
  const structuredRef = shape.fields.get("structuredContent");
  const structured = structuredRef && objectShape(structuredRef);
  if (structured) known = fieldsOfShape(structured, "structuredContent", list) && known;
  else if (structuredRef && !isUndefined(resolve(structuredRef).node)) known = false;
  const meta = shape.fields.get("_meta");
  if (meta) {
    const metaShape = objectShape(meta);
    if (metaShape) {
      known = fieldsOfShape(metaShape, "meta", list) && known;
      for (const value of metaShape.fields.values()) {
        const inner = objectShape(value);
        if (inner) fieldsOfShape(inner, "meta", list);
      }
    } else known = false;
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

function isText(node: Node): boolean {
  return (
    node.type === "TemplateLiteral" ||
    (node.type === "Literal" && typeof node.value === "string") ||
    (node.type === "BinaryExpression" && node.operator === "+")
  );
}

/** A bare list of content blocks, which some frameworks and wrappers take as the result. */
function contentListOf(ref: Ref): ToolResult | undefined {
  const { node, env } = ref;
  if (node.type !== "ArrayExpression" || node.elements.length === 0) return undefined;
  const [first] = node.elements;
  if (!first || first.type === "SpreadElement") return undefined;
  const block = objectShape({ node: first, env });
  const type = block?.fields.get("type");
  if (!block || !type || constantOf(type) !== "text") return undefined;
  const text = block.fields.get("text");
  const list: ContractField[] = [];
  const texts = text ? [textOf(text)] : [];
  const known = texts.every((parts) => fieldsOfText(parts, list));
  return {
    literal: node,
    env,
    isError: "absent",
    texts,
    fields: { list, known },
    structured: undefined,
    contentIsEmpty: false,
    flagInBlock: false,
  };
}

function emptyForm(node: Node): EmptyForm | undefined {
  if (isUndefined(node)) return "undefined";
  if (node.type === "ArrayExpression" && node.elements.length === 0) return "array";
  if (node.type === "ObjectExpression" && node.properties.length === 0) return "object";
  if (node.type === "Literal") {
    if (node.value === null && !("regex" in node)) return "null";
    if (node.value === "") return "string";
    if (node.value === false) return "false";
    if (node.value === 0) return "zero";
  }
  if (node.type === "TemplateLiteral" && node.expressions.length === 0 && node.quasis[0]?.value.cooked === "")
    return "string";
  if (
    node.type === "NewExpression" &&
    node.arguments.length === 0 &&
    /^(?:Map|Set|Array)$/u.test(dottedName(node.callee) ?? "")
  )
    return "array";
  return undefined;
}

/** What a value amounts to when it is returned; several where it depends on something. */
export function outcomesOf(ref: Ref, budget = MAX_OUTCOMES): Outcome[] {
  const target = resolve(ref);
  const { node, env } = target;
  if (budget <= 0) return [{ kind: "unknown", ref: target }];
  const form = emptyForm(node);
  if (form) return [{ kind: "empty", form, ref: target }];
  switch (node.type) {
    case "ObjectExpression": {
      const shape = objectShape(target);
      if (!shape) return [{ kind: "unknown", ref: target }];
      return [
        isToolResultShape(shape)
          ? { kind: "tool-result", result: toolResultOf(shape, env), ref: target }
          : shape.fields.size <= 1 && shape.open
            ? { kind: "unknown", ref: target }
            : { kind: "data", shape, ref: target },
      ];
    }
    case "ArrayExpression": {
      const result = contentListOf(target);
      return [result ? { kind: "tool-result", result, ref: target } : { kind: "unknown", ref: target }];
    }
    case "Literal":
      return typeof node.value === "string"
        ? [{ kind: "text", text: textOf(target), ref: target }]
        : typeof node.value === "number" || typeof node.value === "boolean"
          ? [{ kind: "constant", value: node.value, ref: target }]
          : [{ kind: "unknown", ref: target }];
    case "TemplateLiteral":
      return [{ kind: "text", text: textOf(target), ref: target }];
    case "BinaryExpression": {
      const text = textOf(target);
      const isText = text.some((part) => part.kind === "static");
      return [isText ? { kind: "text", text, ref: target } : { kind: "unknown", ref: target }];
    }
    case "ConditionalExpression": {
      // `status === "error" ? failure : success` is one of the two where the call says which.
      const holds = constantOf({ node: node.test, env });
      if (typeof holds === "boolean")
        return outcomesOf({ node: holds ? node.consequent : node.alternate, env }, budget);
      return [node.consequent, node.alternate].flatMap((child) => outcomesOf({ node: child, env }, budget / 2));
    }
    case "LogicalExpression":
      return [node.left, node.right].flatMap((child) => outcomesOf({ node: child, env }, budget / 2));
    case "Identifier":
      return outcomesOfVariable(target, budget);
    case "CallExpression":
      return outcomesOfCall(target, node, budget).map((returned) => returned.outcome);
    default:
      return [{ kind: "unknown", ref: target }];
  }
}

/** A variable that is assigned in several places holds one of the values; writes to its members are seen by `objectShape`. */
function outcomesOfVariable(ref: Ref, budget: number): Outcome[] {
  const binding = ref.env.file.bindings.resolve(ref.node);
  if (binding.kind !== "variable" || binding.path.length > 0) return [{ kind: "unknown", ref }];
  if (isAddedTo(binding.variable)) return [{ kind: "text", text: [{ kind: "dynamic", ref }], ref }];
  const values = ref.env.file.bindings.assignmentsTo(binding.variable);
  if (values.length === 0 || values.length > 6) return [{ kind: "unknown", ref }];
  const all = binding.init ? [binding.init, ...values] : values;
  return all.flatMap((value) =>
    usesVariable(value, ref) ? [] : outcomesOf({ node: value, env: ref.env }, budget / all.length),
  );
}

/** `output += "…"`: a text that is put together step by step. */
function isAddedTo(variable: Variable): boolean {
  return variable.references.some(({ identifier }) => {
    const parent = (identifier as Node).parent;
    if (parent?.type !== "AssignmentExpression" || parent.left !== identifier || parent.operator !== "+=") return false;
    const added = unwrap(parent.right);
    return added.type === "TemplateLiteral" || (added.type === "Literal" && typeof added.value === "string");
  });
}

function usesVariable(value: Node, ref: Ref): boolean {
  const variable = ref.env.file.bindings.variable(ref.node);
  let uses = false;
  walkSameFunction(value, (node) => {
    if (node.type === "Identifier" && ref.env.file.bindings.variable(node) === variable) uses = true;
  });
  return uses;
}

/** What a call gives back: for functions that can be seen one outcome a `return`. */
export function outcomesOfCall(ref: Ref, call: TSESTree.CallExpression, budget = MAX_OUTCOMES): ReturnedOutcome[] {
  const name = dottedName(call.callee);
  const [first] = call.arguments;
  const unknown: ReturnedOutcome[] = [{ outcome: { kind: "unknown", ref }, afterFailure: false }];
  if (first && first.type !== "SpreadElement") {
    if (name === "JSON.stringify" || name === "String")
      return [{ outcome: { kind: "text", text: textOf(ref), ref }, afterFailure: false }];
    if (name === "Promise.resolve")
      return outcomesOf({ node: first, env: ref.env }, budget - 1).map((outcome) => ({ outcome, afterFailure: false }));
  }
  const called = calledFunction(call, ref.env);
  const { errorBuilders } = ref.env.file.project.options.settings;
  if (!called && (errorBuilders.includes(calleeName(call) ?? "") || isHelperError(call, ref.env.file)))
    return [{ outcome: { kind: "error", ref }, afterFailure: false }];
  if (!called || budget <= 1) return unknown;
  return outcomesOfFunction(called.fn, called.env, budget);
}

/** What a function gives back, read in an environment that may know its arguments. */
export function outcomesOfFunction(fn: FunctionNode, env: Env, budget = MAX_OUTCOMES): ReturnedOutcome[] {
  const unknown: ReturnedOutcome[] = [{ outcome: { kind: "unknown", ref: { node: fn, env } }, afterFailure: false }];
  if (fn.generator) return unknown;
  if (alwaysThrows(fn)) return [{ outcome: { kind: "throws", ref: { node: fn, env } }, afterFailure: true }];
  const returned = returnedExpressions(fn);
  if (returned.length === 0) return unknown;
  return returned.flatMap((expression) =>
    outcomesOf({ node: expression, env }, Math.max(1, budget / returned.length)).map((outcome) => ({
      outcome,
      afterFailure: enclosingCatch(expression) !== undefined,
    })),
  );
}

/** The words of a result that the model reads. */
export function wordsOfOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case "tool-result":
      return outcome.result.texts.map(wordsOfDeepText).join("\n");
    case "text":
      return wordsOfDeepText(outcome.text);
    case "data":
      return wordsOfShape(outcome.shape);
    default:
      return "";
  }
}

function wordsOfDeepText(text: Text): string {
  return text
    .map((part) => {
      if (part.kind === "json") {
        const shape = objectShape(part.ref);
        return shape ? wordsOfShape(shape) : "…";
      }
      return part.kind === "choice" ? part.options.map(wordsOfDeepText).join(" | ") : wordsOf([part]);
    })
    .join("");
}

function wordsOfShape(shape: ObjectShape, depth = 0): string {
  return [...shape.fields]
    .map(([name, value]) => {
      const inner = depth < 2 ? objectShape(value) : undefined;
      return `${name}: ${inner ? wordsOfShape(inner, depth + 1) : wordsOf(textOf(value))}`;
    })
    .join("\n");
}

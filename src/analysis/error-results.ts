import type { ContractField } from "./contract-fields.js";
import type { TSESTree } from "@typescript-eslint/types";
import { literalProperty, memberName } from "../syntax/names.js";
import { ancestors, enclosingFunction, isFunction, unwrap, type FunctionNode, type Node } from "../syntax/tree.js";
import type { FileContext } from "./tools/index.js";
import { servesSomethingElse, type ReachedFunction } from "./reach.js";
import type { File } from "./file.js";
import { objectMade } from "./made.js";
import { toolResultOf, type ToolResult } from "./tool-results.js";
import { objectShape, rootEnv, type Ref } from "./values.js";
import type { Concept } from "../contract/dialects.js";

/** An object that the file builds as an error result. */
export interface ErrorResult {
  readonly literal: TSESTree.ObjectExpression;
  readonly result: ToolResult;
  readonly reached: ReachedFunction | undefined;
}

/** Parts of a conversation with a model, and of UI state, use the same key. */
const OTHER_SHAPE = [
  "type",
  "role",
  "toolName",
  "toolCallId",
  "tool_use_id",
  "callId",
  "isLoading",
  "isPending",
  "data",
  "refetch",
] as const;

/** `isError: response.isError`: handed through, not decided here. */
function isPassedOn(literal: TSESTree.ObjectExpression): boolean {
  const flag = literalProperty(literal, "isError");
  if (!flag) return false;
  const value = unwrap(flag.value);
  if (value.type === "MemberExpression") return /^isError$/u.test(memberName(value) ?? "");
  if (value.type === "LogicalExpression") return unwrap(value.left).type === "MemberExpression";
  return false;
}

function isResultLiteral(literal: TSESTree.ObjectExpression): boolean {
  const has = (key: string): boolean => literalProperty(literal, key) !== undefined;
  // A result of the project's own, which its dispatcher turns into content.
  if (has("success") && (has("message") || has("error"))) return true;
  if (OTHER_SHAPE.some(has)) return false;
  return (
    has("content") || has("structuredContent") || literal.properties.some((entry) => entry.type === "SpreadElement")
  );
}

/** Every error result that the file builds, in source order. */
export function errorResultsOf(
  context: FileContext,
  reached: ReadonlyMap<FunctionNode, ReachedFunction>,
): ErrorResult[] {
  if (!context.isMcp) return [];
  const { file } = context;
  const found: ErrorResult[] = [];
  for (const literal of file.index.objects) {
    if (!isResultLiteral(literal) || isPassedOn(literal)) continue;
    const env = rootEnv(file);
    // A flag that a builder brings in with its result is told where it is built.
    if (!objectShape({ node: literal, env })?.fields.has("isError")) continue;
    const shape = objectMade({ node: literal, env });
    if (!shape) continue;
    const result = toolResultOf(shape, env);
    if (
      result.isError !== "true" &&
      !(result.isError === "maybe" && result.texts.length > 0 && literalProperty(literal, "content") !== undefined)
    )
      continue;
    const fn = enclosingFunction(literal);
    if (isOverwritten(literal) || (fn && servesSomethingElse(fn))) continue;
    found.push({ literal, result, reached: reachedAround(fn, reached) });
  }
  return found;
}

function reachedAround(
  fn: FunctionNode | undefined,
  reached: ReadonlyMap<FunctionNode, ReachedFunction>,
): ReachedFunction | undefined {
  for (let current = fn; current; current = enclosingFunction(current)) {
    const entry = reached.get(current);
    if (entry) return entry;
  }
  return undefined;
}

/** A default of a parameter, a type guard's sample: not a result that is returned. */
function isOverwritten(literal: TSESTree.ObjectExpression): boolean {
  for (const up of ancestors(literal)) {
    if (up.type === "AssignmentPattern") return true;
    if (isFunction(up)) return false;
  }
  return false;
}

export function fieldOf(result: ToolResult, concept: Concept): ContractField | undefined {
  return result.fields.list.find((field) => field.concept === concept);
}

/** The value of a field if it is written inside `whole`, else `whole`. */
export function valueNode(value: Ref, whole: Node, file: File): Node {
  const { node, env } = value;
  return env.file === file && node.range[0] >= whole.range[0] && node.range[1] <= whole.range[1] ? node : whole;
}

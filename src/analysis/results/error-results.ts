import { isMachineReadable } from "./contract-fields.js";
import type { TSESTree } from "@typescript-eslint/types";
import { literalProperty, memberName } from "../../syntax/names.js";
import {
  ancestors,
  enclosingFunction,
  isFunction,
  isInside,
  unwrap,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import type { FileContext } from "../tools/index.js";
import { servesSomethingElse, type ReachedFunction } from "../tools/reach.js";
import { isTelemetryCall } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { objectMade } from "../values/made.js";
import { isAskedFor } from "../values/asked-for.js";
import { toolResultOf, type ToolResult } from "./tool-results.js";
import { isBehindEveryCase } from "../reachability/unreachable.js";
import { objectShape, rootEnv } from "../values/values.js";

/** An object that the file builds as an error result. */
export interface ErrorResult {
  readonly literal: TSESTree.ObjectExpression;
  /** Where it becomes an error: a literal that denies it is one from `result.isError = true` on. */
  readonly place: Node;
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

/** `logger.warn("refused", { ...call, isError: true })` */
function isWrittenToLog({ parent }: TSESTree.ObjectExpression): boolean {
  return parent.type === "CallExpression" && isTelemetryCall(parent);
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
    if (!isResultLiteral(literal) || isPassedOn(literal) || isWrittenToLog(literal)) continue;
    const env = rootEnv(file);
    // A flag that a builder brings in with its result is told where it is built.
    const flag = objectShape({ node: literal, env })?.fields.get("isError");
    if (!flag) continue;
    const shape = objectMade({ node: literal, env });
    if (!shape) continue;
    const result = toolResultOf(shape, env);
    if (
      result.isError !== "true" &&
      !(result.isError === "maybe" && result.texts.length > 0 && literalProperty(literal, "content") !== undefined)
    )
      continue;
    const fn = enclosingFunction(literal);
    if (isOverwritten(literal) || isBehindEveryCase(literal) || (fn && servesSomethingElse(fn))) continue;
    const around = reachedAround(fn, reached);
    found.push({
      literal,
      place: isInside(flag.node, literal) ? literal : placeOfFlag(literal, flag.node),
      result: withoutEchoes(result, around, file),
      reached: around,
    });
  }
  return found;
}

function placeOfFlag(literal: TSESTree.ObjectExpression, flag: Node): Node {
  const own = literalProperty(literal, "isError");
  const denies = own?.value.type === "Literal" && own.value.value === false;
  return denies && flag.parent?.type === "AssignmentExpression" ? flag.parent : literal;
}

/** An argument of the tool that is told again, such as the `category` of a search, is no field of the contract. */
function withoutEchoes(result: ToolResult, reached: ReachedFunction | undefined, file: File): ToolResult {
  if (!reached?.isHandler) return result;
  const { list, known } = result.fields;
  const own = list.filter(
    ({ name, value }) =>
      !(/^(?:category|code)$/u.test(name) && value.env.file === file && isAskedFor(value.node, reached.fn, file)),
  );
  return own.length === list.length || own.some(isMachineReadable)
    ? result
    : { ...result, fields: { list: own, known } };
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

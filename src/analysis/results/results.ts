import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import {
  ancestors,
  enclosingFunction,
  isEmptyList,
  isFunction,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import { alwaysThrows, enclosingCatch } from "../values/flow.js";
import { guardsOf, testsPassed } from "../values/guards.js";
import { isHelperError } from "./helper.js";
import { kept } from "../values/kept.js";
import { lastWrite } from "../values/last-write.js";
import { objectMade } from "../values/made.js";
import { textOf, wordsOf, type Text } from "../values/text.js";
import { contentBlockOf, contentListOf, isToolResultShape, toolResultOf, type ToolResult } from "./tool-results.js";
import {
  constantOf,
  isUndefined,
  objectShape,
  resolve,
  type Env,
  type ObjectShape,
  type Ref,
} from "../values/values.js";

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
  /** The returned expression: the innermost that decides on the value, and not the one of a function that only builds it. */
  readonly at: Ref;
}

const MAX_OUTCOMES = 16;

function emptyForm(node: Node): EmptyForm | undefined {
  if (isUndefined(node)) return "undefined";
  if (isEmptyList(node)) return "array";
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
      const shape = objectMade(target);
      if (!shape) return [{ kind: "unknown", ref: target }];
      const inner = wrappedResult(shape);
      if (inner) return outcomesOf(inner, budget - 1);
      const block = contentBlockOf(shape, env);
      if (block) return [{ kind: "tool-result", result: block, ref: target }];
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
    case "NewExpression":
      return outcomesOfPromise(target, budget).map(({ outcome }) => outcome);
    case "CallExpression":
      return (budget === MAX_OUTCOMES ? outcomesOfCall(node, env) : outcomesWithin(budget, node, env)).map(
        ({ outcome }) => outcome,
      );
    default:
      return [{ kind: "unknown", ref: target }];
  }
}

/** `{ toolResult: { content, isError: true } }`: who takes the result out takes its flag along. */
function wrappedResult(shape: ObjectShape): Ref | undefined {
  const wrapped = shape.fields.get("toolResult");
  const inner = wrapped && objectMade(wrapped);
  return inner && isToolResultShape(inner) ? wrapped : undefined;
}

/** A variable that is assigned in several places holds one of the values; writes to its members are seen by `objectShape`. */
function outcomesOfVariable(ref: Ref, budget: number): Outcome[] {
  const binding = ref.env.file.bindings.resolve(ref.node);
  if (binding.kind !== "variable" || binding.path.length > 0) return [{ kind: "unknown", ref }];
  if (isAddedTo(binding.variable)) return [{ kind: "text", text: [{ kind: "dynamic", ref }], ref }];
  const last = ref.node.type === "Identifier" ? lastWrite(ref.node, ref.env.file) : undefined;
  if (last && !usesVariable(last, ref)) return outcomesOf({ node: last, env: ref.env }, budget - 1);
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
export const outcomesOfCall = kept((call: TSESTree.CallExpression, env) => outcomesWithin(MAX_OUTCOMES, call, env));

function outcomesWithin(budget: number, call: TSESTree.CallExpression, env: Env): ReturnedOutcome[] {
  const ref = { node: call, env };
  const name = dottedName(call.callee);
  const [first] = call.arguments;
  const of = (outcome: Outcome): ReturnedOutcome => ({ outcome, afterFailure: false, at: ref });
  const unknown = [of({ kind: "unknown", ref })];
  if (first && first.type !== "SpreadElement") {
    if (name === "JSON.stringify" || name === "String") return [of({ kind: "text", text: textOf(ref), ref })];
    if (name === "Promise.resolve") return outcomesOf({ node: first, env: env }, budget - 1).map(of);
  }
  const called = calledFunction(call, env);
  const { errorBuilders } = env.file.project.options.settings;
  if (!called && (errorBuilders.includes(calleeName(call) ?? "") || isHelperError(call, env.file)))
    return [of({ kind: "error", ref })];
  if (!called || budget <= 1) return unknown;
  return outcomesOfFunction(called.fn, called.env, budget);
}

/** What a function gives back, read in an environment that may know its arguments. */
export function outcomesOfFunction(fn: FunctionNode, env: Env, budget = MAX_OUTCOMES): ReturnedOutcome[] {
  const ref = { node: fn, env };
  const unknown: ReturnedOutcome[] = [{ outcome: { kind: "unknown", ref }, afterFailure: false, at: ref }];
  if (fn.generator) return unknown;
  if (alwaysThrows(fn)) return [{ outcome: { kind: "throws", ref }, afterFailure: true, at: ref }];
  const returned = returnedExpressions(fn).filter((expression) => mayBeReturned(expression, env));
  if (returned.length === 0) return unknown;
  return returned.flatMap((expression) =>
    outcomesReturned({ node: expression, env }, Math.max(1, budget / returned.length)),
  );
}

/** A function with several ways out, or one that waits for work, is more than a builder of values. */
function decides(returned: Node): boolean {
  const fn = isFunction(returned) ? returned : enclosingFunction(returned);
  return fn !== undefined && (fn.async || returnedExpressions(fn).length > 1);
}

/** More places than this are not looked at one by one. */
const MAX_SETTLED = 12;

/** `new Promise((resolve) => …)`: what it is resolved with. */
function outcomesOfPromise(ref: Ref, budget: number): ReturnedOutcome[] {
  const { node, env } = ref;
  const unknown: ReturnedOutcome[] = [{ outcome: { kind: "unknown", ref }, afterFailure: false, at: ref }];
  if (node.type !== "NewExpression" || dottedName(node.callee) !== "Promise" || budget <= 1) return unknown;
  const [executor] = node.arguments;
  const settle = executor && isFunction(executor) ? executor.params[0] : undefined;
  const variable = settle?.type === "Identifier" ? env.file.bindings.variable(settle) : undefined;
  const calls = (variable?.references ?? []).flatMap(({ identifier }) => {
    const call = (identifier as Node).parent;
    return call?.type === "CallExpression" && call.callee === identifier ? [call] : [];
  });
  if (calls.length === 0 || calls.length > MAX_SETTLED) return unknown;
  return calls.flatMap((call) => {
    const [value] = call.arguments;
    if (!value || value.type === "SpreadElement") return [];
    const at = { node: value, env };
    const afterFailure = enclosingCatch(call) !== undefined || listensToErrors(call, executor as Node);
    return outcomesOf(at, Math.max(1, budget / calls.length)).map((outcome) => ({ outcome, afterFailure, at }));
  });
}

/** `socket.on("error", (error) => resolve(…))` */
function listensToErrors(call: Node, within: Node): boolean {
  for (const up of ancestors(call)) {
    if (up === within) return false;
    const listener = isFunction(up) ? up.parent : undefined;
    if (
      listener?.type !== "CallExpression" ||
      !/^(?:on|once|addListener|addEventListener)$/u.test(calleeName(listener) ?? "")
    )
      continue;
    const [event] = listener.arguments;
    if (event?.type === "Literal" && /^(?:error|timeout|abort)$/u.test(String(event.value))) return true;
  }
  return false;
}

/** What one `return` gives; one that passes on a call gives what that one does. */
function outcomesReturned(at: Ref, budget: number): ReturnedOutcome[] {
  const afterFailure = enclosingCatch(at.node) !== undefined;
  const target = resolve(at);
  if (!afterFailure && target.node.type === "NewExpression") return outcomesOfPromise(target, budget);
  if (afterFailure || target.node.type !== "CallExpression" || target.env.file !== at.env.file)
    return outcomesOf(at, budget).map((outcome) => ({ outcome, afterFailure, at }));
  return outcomesWithin(budget, target.node, target.env).map((inner) =>
    decides(inner.at.node) ? inner : { ...inner, at },
  );
}

/** `if (isError) return failure; return success`, where the call (or a default) says whether it is one. */
function mayBeReturned(expression: Node, env: Env): boolean {
  if (env.args.size === 0) return true;
  return (
    guardsOf(expression).every(({ test, negated }) => constantOf({ node: test, env }) !== negated) &&
    [...testsPassed(expression)].every((test) => constantOf({ node: test, env }) !== true)
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

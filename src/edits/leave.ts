import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import type { Model } from "../analysis/model.js";
import type { ReachedFunction } from "../analysis/tools/reach.js";
import { ancestors, enclosingFunction, isFunction, parentOf, type Node } from "../syntax/tree.js";
import { styleOf } from "./style.js";
import type { FailurePlace } from "./failure.js";

/** How a failure at a place leaves its function so that the model sees it; or why it cannot. */
export type Way = { readonly form: "return" | "throw" } | { readonly why: string };

/** Returned where that works, since a result keeps its fields; thrown where the framework makes a success of every return. */
export function wayOut(reached: ReachedFunction, place: Node): Way {
  const { framework, certain, role } = reached;
  if (role !== "result")
    return {
      why: "This function doesn't return the tool's result. Pass the failure to the handler, or throw it.",
    };
  const { failureForm } = framework.outcomes;
  if (certain && failureForm === "neither")
    return { why: `${framework.name} drops every failure. Serve the tool with another transport class.` };
  if (!certain || failureForm !== "throw") return { form: "return" };
  return isCaughtHere(place)
    ? { why: "The surrounding `catch` would catch a throw here. Throw the failure outside of it." }
    : { form: "throw" };
}

/** A throw at this place ends in a catch clause of the same function. */
function isCaughtHere(place: Node): boolean {
  let child = place;
  for (const up of ancestors(place)) {
    if (isFunction(up)) return false;
    if (up.type === "TryStatement" && up.block === child && up.handler) return true;
    child = up;
  }
  return false;
}

/** The function that runs at a place, where the model knows it. */
export function reachedAt(place: Node, model: Model): ReachedFunction | undefined {
  const fn = enclosingFunction(place);
  return fn && model.reached.get(fn);
}

/** The expression is what its function gives back, or one of the values that it chooses from. */
export function isReturned(node: Node): boolean {
  let value = node;
  for (let up = parentOf(value); up; value = up, up = parentOf(up)) {
    if (up.type === "ReturnStatement") return true;
    if (isFunction(up)) return up.body === value;
    if (up.type === "ConditionalExpression" ? up.test === value : !PASSES_ON.test(up.type)) return false;
  }
  return false;
}

const PASSES_ON = /^(?:AwaitExpression|LogicalExpression|TS(?:As|Satisfies|NonNull)Expression)$/u;

/**
 * The place of a returned or thrown expression, so that the failure leaves in the wanted form. Undefined where the
 * expression stands too deep inside of another one.
 */
export function placeOfExpression(node: Node, form: "return" | "throw", file: File): FailurePlace | undefined {
  const statement = statementAround(node);
  const { semicolon } = styleOf(file);
  if (statement) {
    const is = statement.type === "ReturnStatement" ? "return" : "throw";
    if (is === form) return { node, form };
    const end = file.text[statement.range[1] - 1] === ";" ? ";" : "";
    return statement.argument === node
      ? { node, form, range: statement.range, before: `${form} `, after: end }
      : undefined;
  }
  if (form === "return") return { node, form };
  const arrow = node.parent;
  if (arrow?.type !== "ArrowFunctionExpression" || arrow.body !== node) return undefined;
  return { node, form, range: bodyRange(arrow, file), before: "{ throw ", after: `${semicolon || ";"} }` };
}

/** The expression that an arrow gives back, with all parentheses around it. */
function bodyRange(arrow: TSESTree.ArrowFunctionExpression, file: File): readonly [number, number] {
  const head = arrow.returnType ?? arrow.params.at(-1) ?? arrow.typeParameters;
  let at = head?.range[1] ?? arrow.range[0];
  const comments = file.commentsInside(arrow);
  for (;;) {
    at = file.text.indexOf("=>", at);
    const comment = comments.find(({ range }) => range[0] <= at && at < range[1]);
    if (!comment) break;
    [, at] = comment.range;
  }
  const gap = /^\s*/u.exec(file.text.slice(at + 2))?.[0].length ?? 0;
  return [at + 2 + gap, arrow.range[1]];
}

/** The `return` or `throw` whose value the expression is, or a part of. */
function statementAround(node: Node): TSESTree.ReturnStatement | TSESTree.ThrowStatement | undefined {
  for (const up of [node, ...ancestors(node)]) {
    if (up !== node && isFunction(up)) return undefined;
    if (up.type === "ReturnStatement" || up.type === "ThrowStatement") return up;
  }
  return undefined;
}

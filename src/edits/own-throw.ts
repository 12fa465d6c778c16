import type { TSESTree } from "@typescript-eslint/types";
import { guardingTry } from "../analysis/catches/tries.js";
import type { File } from "../analysis/file.js";
import { isHelperError } from "../analysis/results/helper.js";
import type { Model } from "../analysis/model.js";
import { guardsOf } from "../analysis/values/guards.js";
import { showsThrown } from "../frameworks/types.js";
import { calleeName, dottedName } from "../syntax/names.js";
import { contains, enclosingFunction, isInside, unwrap, walkSameFunction, type Node } from "../syntax/tree.js";
import { callsOf } from "./calls-of.js";
import { carriedFromMessage, type NotCarried } from "./carried.js";
import { failureCategoryAt } from "./failure-category.js";
import { isCarried, toldBy, writeFailure, type WrittenFailure } from "./failure.js";
import type { Writer } from "./writer.js";

/** Errors of the language: nobody tells them apart by their class. */
const PLAIN = /^(?:Error|TypeError|RangeError)$/u;

/** A throw of the project's own as a failure with a category; undefined where it is none, or would not arrive whole. */
export function writeOwnThrow(
  statement: TSESTree.ThrowStatement,
  model: Model,
  writer: Writer,
): WrittenFailure | NotCarried | undefined {
  const { file } = model;
  const made = unwrap(statement.argument);
  if (made.type !== "NewExpression" || !PLAIN.test(calleeName(made) ?? "")) return undefined;
  const [message, ...others] = made.arguments;
  // An error with a cause wraps what was caught: that one tells the category.
  if (!message || message.type === "SpreadElement" || others.length > 0) return undefined;
  const carried = carriedFromMessage(message, undefined, made, file);
  if (!isCarried(carried)) return undefined;
  const decision = failureCategoryAt(made, toldBy(carried), model);
  if (decision.kind !== "category" && !isOfResponse(decision)) return undefined;
  if (!arrivesWhole(statement, model)) return undefined;
  return writeFailure({ node: statement.argument, form: "throw", decision }, carried, model, writer);
}

function isOfResponse(decision: ReturnType<typeof failureCategoryAt>): boolean {
  return decision.kind === "from-error" && decision.error.kind === "response";
}

/**
 * What is thrown here reaches the boundary as it is: the framework's, `withToolErrors`, or a clause that hands it to the
 * helper. Anything else on the way would read the message, which is JSON then.
 */
export function arrivesWhole(place: Node, model: Model, fuel = 3): boolean {
  const { file } = model;
  for (let around = guardingTry(place); around; around = guardingTry(around)) {
    const passes = around.handler ? passesOn(around.handler, file) : "thrown";
    if (passes !== "thrown") return passes === "reported";
  }
  const fn = enclosingFunction(place);
  const reached = fn && model.reached.get(fn);
  if (!fn || !reached) return false;
  if (fn.parent.type === "CallExpression" && /^withTool(?:Errors|Failures)$/u.test(calleeName(fn.parent) ?? ""))
    return true;
  if (reached.isHandler) return reached.certain && showsThrown(reached.framework.outcomes);
  const calls = fuel > 0 ? callsOf(fn, file) : [];
  return (
    calls.length > 0 && calls.every((call) => (!fn.async || isAwaited(call)) && arrivesWhole(call, model, fuel - 1))
  );
}

/** `await load(id)`, `return load(id)`: not `load(id).catch(…)`, and not a promise that is kept for later. */
function isAwaited(call: Node): boolean {
  const { parent } = call;
  return (
    parent?.type === "AwaitExpression" ||
    parent?.type === "ReturnStatement" ||
    (parent?.type === "ArrowFunctionExpression" && parent.body === call)
  );
}

/** What a clause does with a failure of this package: `reported` by the helper, `thrown` on, or something that reads it. */
function passesOn({ param, body }: TSESTree.CatchClause, file: File): "reported" | "thrown" | "read" {
  if (param?.type !== "Identifier") return "read";
  const found = new Set<"reported" | "thrown" | "read">();
  walkSameFunction(body, (node) => {
    if (node.type !== "ReturnStatement" && node.type !== "ThrowStatement") return;
    if (picksOtherErrors(node, body, file)) return;
    const value = node.argument && unwrap(node.argument);
    if (value?.type === "Identifier" && value.name === param.name && node.type === "ThrowStatement")
      found.add("thrown");
    else if (value?.type === "CallExpression" && isReport(value, param.name, file)) found.add("reported");
    else found.add("read");
  });
  const [only, ...others] = found;
  return only !== undefined && others.length === 0 ? only : "read";
}

/** `toolError.from(error, …)` */
function isReport(call: TSESTree.CallExpression, name: string, file: File): boolean {
  const [first] = call.arguments;
  return (
    isHelperError(call, file) &&
    (dottedName(call.callee) ?? "").endsWith(".from") &&
    first?.type === "Identifier" &&
    first.name === name
  );
}

/** `if (error instanceof ApiError) …`: a failure of the helper does not come there; every error is an `Error`. */
function picksOtherErrors(node: Node, body: Node, file: File): boolean {
  return guardsOf(node).some(
    ({ test, negated }) =>
      !negated &&
      isInside(test, body) &&
      contains(test, (part) => part.type === "BinaryExpression" && part.operator === "instanceof") &&
      !/instanceof Error\b|\.message\b/u.test(file.textOf(test)),
  );
}

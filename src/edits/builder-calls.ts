import type { Returned } from "../analysis/catches/returns.js";
import type { Model } from "../analysis/model.js";
import type { ToolResult } from "../analysis/results/tool-results.js";
import { calledFunction } from "../analysis/values/calls.js";
import { rootEnv, type Env } from "../analysis/values/values.js";
import { calleeName } from "../syntax/names.js";
import { returnedExpressions } from "../syntax/node-index.js";
import { contains, isInside, unwrap, type FunctionNode, type Node } from "../syntax/tree.js";
import { carriedFromCall, type NotCarried } from "./carried.js";
import { errorAtHand } from "./error-at-hand.js";
import { writeFailure, type WrittenFailure } from "./failure.js";
import { wayOut } from "./leave.js";
import type { Writer } from "./writer.js";

/** A returned call of a function of the project that makes an error result of words alone. */
export interface BuilderCall {
  readonly node: Node;
  readonly result: ToolResult;
}

/** The calls in this file of builders that cannot know what they report. */
export function builderCalls(model: Model): BuilderCall[] {
  return model.returns.flatMap((returned) => {
    const { outcome, node } = returned;
    const call = unwrap(node);
    if (outcome.kind !== "tool-result" || !isSoleEnd(returned, model) || !returned.byCall) return [];
    const { result } = outcome;
    const has = (concept: string): boolean => result.fields.list.some((field) => field.concept === concept);
    if (result.isError !== "true" || has("category") || has("retryable")) return [];
    const way = wayOut(returned.reached, node);
    if (!("form" in way) || way.form !== "return" || !onlyMakes(call, result.literal, rootEnv(model.file))) return [];
    // A builder that is given the error is mended in its own body.
    return errorAtHand(result.literal, result.env.file) ? [] : [{ node: call, result }];
  });
}

/** What is returned there is one thing: a call that gives a success as well, or another failure, stays as it is. */
export function isSoleEnd({ node, form }: Returned, { returns }: Pick<Model, "returns">): boolean {
  return form === "return" && returns.filter((other) => other.form === "return" && other.node === node).length === 1;
}

/** The call only puts the literal together, itself or by one more such call: nothing is logged, counted or chosen on the way. */
function onlyMakes(call: Node, literal: Node, env: Env, fuel = 3): boolean {
  const called = call.type === "CallExpression" && fuel > 0 ? calledFunction(call, env) : undefined;
  const [only, ...others] = called ? returnedExpressions(called.fn) : [];
  if (!called || !only || others.length > 0 || !hasNoEffect(called.fn)) return false;
  return isInside(literal, called.fn) || onlyMakes(unwrap(only), literal, called.env, fuel - 1);
}

/** Statements that only name values. */
function hasNoEffect({ body }: FunctionNode): boolean {
  if (body.type !== "BlockStatement") return true;
  return body.body.every(
    (statement) =>
      statement.type === "ReturnStatement" ||
      (statement.type === "VariableDeclaration" &&
        !contains(statement, (node) => node.type === "CallExpression" && !PURE.test(calleeName(node) ?? ""))),
  );
}

const PURE = /^(?:String|stringify|join|map|trim|filter|toString)$/u;

export function rewriteCall({ node, result }: BuilderCall, model: Model, writer: Writer): WrittenFailure | NotCarried {
  return writeFailure({ node, form: "return" }, carriedFromCall(node, result, model.file), model, writer);
}

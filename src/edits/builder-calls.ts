import type { Model } from "../analysis/model.js";
import type { ToolResult } from "../analysis/results/tool-results.js";
import { calledFunction } from "../analysis/values/calls.js";
import { rootEnv } from "../analysis/values/values.js";
import { isInside, unwrap, type Node } from "../syntax/tree.js";
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
  const { file } = model;
  const seen = new Set<Node>();
  return model.returns.flatMap(({ form, byCall, outcome, node, reached }) => {
    const call = unwrap(node);
    if (form !== "return" || !byCall || outcome.kind !== "tool-result" || call.type !== "CallExpression") return [];
    const { result } = outcome;
    const { literal, env } = result;
    const has = (concept: string): boolean => result.fields.list.some((field) => field.concept === concept);
    if (result.isError !== "true" || has("category") || has("retryable") || seen.has(call)) return [];
    const way = wayOut(reached, node);
    const called = calledFunction(call, rootEnv(file));
    if (!("form" in way) || way.form !== "return" || !called || isInside(literal, call)) return [];
    // A builder that is given the error is mended in its own body.
    if (errorAtHand(literal, env.file)) return [];
    seen.add(call);
    return [{ node: call, result }];
  });
}

export function rewriteCall({ node, result }: BuilderCall, model: Model, writer: Writer): WrittenFailure | NotCarried {
  return writeFailure({ node, form: "return" }, carriedFromCall(node, result, model.file), model, writer);
}

import type { Model } from "../src/analysis/model.js";
import type { Returned } from "../src/analysis/catches/returns.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import {
  carriedFromCall,
  carriedFromResult,
  carriedFromValue,
  type Carried,
  type NotCarried,
} from "../src/edits/carried.js";
import { isSoleEnd } from "../src/edits/builder-calls.js";
import { isCarried } from "../src/edits/failure.js";
import { placeOfExpression, wayOut } from "../src/edits/leave.js";
import { noRoomForResult } from "../src/edits/return-type.js";
import type { Writer } from "../src/edits/writer.js";
import { declaredOutputSchema } from "../src/analysis/tools/tool.js";
import { isInside, unwrap, type Node } from "../src/syntax/tree.js";

/** "Nothing matched" as an error → `emptyResult(…)`, which is a success. */
export const emptyResults: Transform = {
  name: "empty-results",
  rules: ["no-error-for-empty-result"],
  *plan(model, writer) {
    for (const { node, ruleId } of findingsOf(model, this.rules)) {
      const returned = model.returns.find((one) => one.node === node || isInside(node, one.node));
      const plan = returned
        ? rewrite(node, returned, model, writer)
        : { why: "Return a success that says that nothing was found." };
      yield { node, ruleId, edits: [], ...plan };
    }
  },
};

function rewrite(
  node: Node,
  returned: Returned,
  model: Model,
  writer: Writer,
): Pick<Plan, "edits" | "why"> | NotCarried {
  const { file } = model;
  const { reached, form, outcome } = returned;
  if (returned.byCall && returned.form === "return" && !isSoleEnd(returned, model))
    return { why: "This call also returns other results. Distinguish them in the called function." };
  const way = wayOut(reached, node);
  if (!("form" in way)) return way;
  const refusal = outcome.kind === "tool-result" ? undefined : noRoomForResult(reached, model);
  if (way.form === "throw" || refusal !== undefined)
    return { why: `Return the text itself, because ${reached.framework.name} makes the result of it.` };
  if (reached.tool && declaredOutputSchema(reached.tool))
    return {
      why: "The tool has an output schema. Return its own empty output (emptyResult takes it as structuredContent).",
    };
  const target =
    isInside(outcome.ref.node, returned.node) && outcome.ref.env.file === file ? outcome.ref.node : returned.node;
  const carried = carriedOf(returned, target, model);
  if (!isCarried(carried)) return carried;
  if (carried.description === undefined) return { why: "Write what was searched for and not found." };
  const place = placeOfExpression(form === "throw" ? returned.node : target, "return", file);
  if (!place) return { why: "Only a part of the returned value is empty. Return it separately." };
  const { range = target.range, before = "", after = "" } = place;
  const call = writer.call(
    { helper: "emptyResult", first: carried.description, fields: [], comments: carried.comments },
    range[0] + before.length,
  );
  return {
    edits: [{ range, text: before + call + after }],
    why: "The lookup worked and found nothing, which is a success.",
  };
}

function carriedOf({ outcome, node, form, byCall }: Returned, target: Node, { file }: Model): Carried | NotCarried {
  if (form === "throw") {
    const made = unwrap(node);
    const message = made.type === "NewExpression" ? made.arguments.find((argument) => isTextual(argument)) : undefined;
    return message ? carriedFromValue(message, file) : { why: "Return a success that says that nothing was found." };
  }
  if (
    outcome.kind === "tool-result" &&
    outcome.result.literal.type === "ObjectExpression" &&
    isInside(outcome.result.literal, node)
  )
    return carriedFromResult(outcome.result.literal, file);
  if (outcome.kind === "tool-result" && byCall) return carriedFromCall(node, outcome.result, file);
  if (outcome.kind === "tool-result")
    return { why: "This result is built step by step. Return emptyResult with its text here." };
  return carriedFromValue(target, file);
}

function isTextual({ type }: Node): boolean {
  return type === "Literal" || type === "TemplateLiteral" || type === "BinaryExpression";
}

export default jscodeshiftTransform(emptyResults);

export { parser } from "../src/codemod/engine/jscodeshift.js";

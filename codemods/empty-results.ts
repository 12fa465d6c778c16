import type { Exit } from "../src/analysis/exits/exits.js";
import { isOneResult, leavingsAt } from "../src/analysis/exits/leavings.js";
import type { File } from "../src/analysis/file.js";
import type { Model } from "../src/analysis/model.js";
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
import { isCarried } from "../src/edits/failure.js";
import { isReturned, placeOfExpression, reachedAt, wayOut } from "../src/edits/leave.js";
import { resultAt, type Made } from "../src/edits/made-by.js";
import { noRoomForResult } from "../src/edits/return-type.js";
import { throwAround } from "../src/edits/thrown.js";
import type { Writer } from "../src/edits/writer.js";
import { declaredOutputSchema } from "../src/analysis/tools/tool.js";
import { isInside, unwrap, type Node } from "../src/syntax/tree.js";

/** "Nothing matched" as an error → `emptyResult(…)`, which is a success. */
export const emptyResults: Transform = {
  name: "empty-results",
  rules: ["no-error-for-empty-result"],
  *plan(model, writer) {
    for (const { node, ruleId } of findingsOf(model, this.rules)) {
      const error = model.flow.emptyErrors.find((one) => one.node === node);
      const plan = error ? rewrite(node, error.exit, model, writer) : DECIDE;
      yield { node, ruleId, edits: [], ...plan };
    }
  },
};

const DECIDE: NotCarried = { why: "Return a success that says that nothing was found." };

function rewrite(node: Node, exit: Exit, model: Model, writer: Writer): Pick<Plan, "edits" | "why"> | NotCarried {
  const { file } = model;
  const reached = reachedAt(node, model);
  const statement = throwAround(node);
  if (!reached || (!statement && !isReturned(node))) return DECIDE;
  if (!statement && unwrap(node).type === "CallExpression" && !isOneResult(leavingsAt(node, model)))
    return { why: "This call also returns other results. Distinguish them in the called function." };
  const way = wayOut(reached, node);
  if (!("form" in way)) return way;
  const made = statement ? undefined : resultAt(node, exit, model);
  const refusal = made ? undefined : noRoomForResult(reached, model);
  if (way.form === "throw" || refusal !== undefined)
    return { why: `Return the text itself, because ${reached.framework.name} makes the result of it.` };
  if (reached.tool && declaredOutputSchema(reached.tool))
    return {
      why: "The tool has an output schema. Return its own empty output (emptyResult takes it as structuredContent).",
    };
  const target = statement?.argument ?? node;
  const carried = carriedOf(made, target, statement !== undefined, file);
  if (!isCarried(carried)) return carried;
  if (carried.description === undefined) return { why: "Write what was searched for and not found." };
  const place = placeOfExpression(target, "return", file);
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

function carriedOf(made: Made | undefined, node: Node, isThrown: boolean, file: File): Carried | NotCarried {
  if (isThrown) {
    const error = unwrap(node);
    const message =
      error.type === "NewExpression" ? error.arguments.find((argument) => isTextual(argument)) : undefined;
    return message ? carriedFromValue(message, file) : DECIDE;
  }
  if (!made) return carriedFromValue(node, file);
  if (made.env.file === file && isInside(made.literal, node)) return carriedFromResult(made.literal, file);
  if (unwrap(node).type === "CallExpression") return carriedFromCall(node, made, file);
  return { why: "This result is built step by step. Return emptyResult with its text here." };
}

function isTextual({ type }: Node): boolean {
  return type === "Literal" || type === "TemplateLiteral" || type === "BinaryExpression";
}

export default jscodeshiftTransform(emptyResults);

export { parser } from "../src/codemod/engine/jscodeshift.js";

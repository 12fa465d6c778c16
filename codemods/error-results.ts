import type { TSESTree } from "@typescript-eslint/types";
import { leavingsAt, errorResultsOf } from "../src/analysis/exits/leavings.js";
import { isMeantAsError } from "../src/analysis/exits/wire.js";
import type { File } from "../src/analysis/file.js";
import type { Model } from "../src/analysis/model.js";
import { builderAround } from "../src/analysis/results/own-builders.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import { splitByFlag } from "../src/edits/builder.js";
import { carriedFromCall, carriedFromResult, type Carried, type NotCarried } from "../src/edits/carried.js";
import { errorAtHand } from "../src/edits/error-at-hand.js";
import { isCarried, replacedRange, writeFailure, type WrittenFailure } from "../src/edits/failure.js";
import { resultAt } from "../src/edits/made-by.js";
import { flagWritten } from "../src/edits/result-flag.js";
import { quoted, styleOf } from "../src/edits/style.js";
import { throwAround, writeThrown } from "../src/edits/thrown.js";
import type { Writer } from "../src/edits/writer.js";
import type { Node } from "../src/syntax/tree.js";

/** `{ isError: true, content: […] }`, or the same thrown as JSON, without category or retry flag → `toolError.<category>({ … })`. */
export const errorResults: Transform = {
  name: "error-results",
  rules: ["require-error-category", "require-is-retryable"],
  *plan(model, writer) {
    const results = errorResultsOf(model);
    const written = new Map<Node, Answer>();
    for (const { node, ruleId } of findingsOf(model, this.rules)) {
      const own = results.has(node) && node.type === "ObjectExpression" ? node : undefined;
      // A function that makes failures of what it is given is the matter of `error-builders`.
      if (own && builderAround(own, model)) continue;
      const result =
        written.get(node) ??
        (own ? ofLiteral(own, model, writer) : (ofThrown(node, model, writer) ?? ofCall(node, model, writer)));
      if (!result) continue;
      written.set(node, result);
      yield { node, ruleId, edits: [], ...result };
    }
  },
};

type Answer = Pick<Plan, "edits" | "why" | "category"> | NotCarried;

function ofLiteral(literal: TSESTree.ObjectExpression, model: Model, writer: Writer): Answer {
  if (flagWritten(literal, model.file) !== "true") return splitByFlag(literal, model, writer);
  const carried = carriedFromResult(literal, model.file);
  return (
    nothingFound(literal, carried, model.file, writer) ??
    writeFailure({ node: literal, form: "return" }, carried, model, writer)
  );
}

/** `{ found: false, query }` as an error → `emptyResult`, which is a success with the same data. */
function nothingFound(
  literal: Node,
  carried: Carried | NotCarried,
  file: File,
  writer: Writer,
): Pick<Plan, "edits" | "why"> | undefined {
  if (!isCarried(carried) || !carried.nothingFound || carried.category !== undefined) return undefined;
  if (errorAtHand(literal, file)) return undefined;
  const message = carried.description ?? quoted("Nothing was found.", styleOf(file));
  const data = carried.fields.find(({ name }) => name === "details");
  const first = [message, ...(data ? [data.value] : [])].join(", ");
  const range = replacedRange(literal, file);
  const text = writer.call({ helper: "emptyResult", first, fields: [], comments: carried.comments }, range[0]);
  return { edits: [{ range, text }], why: "The lookup worked and found nothing, which is a success." };
}

/** `throw new Error(JSON.stringify({ … }))`; an error that is made elsewhere is rewritten by hand. */
function ofThrown(node: Node, model: Model, writer: Writer): WrittenFailure | NotCarried | undefined {
  const thrown = model.told.errors.filter(({ exit }) => exit.how === "throw");
  if (!model.told.each(thrown).some((one) => one.node === node)) return undefined;
  const statement = throwAround(node);
  return statement
    ? writeThrown(statement, model, writer)
    : { why: "This becomes the message of an error. Create the error with toolFailure where it is thrown." };
}

/** `failure({ message: "…" })`, where the fields stand in the call. */
function ofCall(node: Node, model: Model, writer: Writer): WrittenFailure | NotCarried | undefined {
  for (const { exit } of leavingsAt(node, model)) {
    const made = isMeantAsError(exit.visible, exit.state) ? resultAt(node, exit, model) : undefined;
    if (made) return writeFailure({ node, form: "return" }, carriedFromCall(node, made, model.file), model, writer);
  }
  return undefined;
}

export default jscodeshiftTransform(errorResults);

export { parser } from "../src/codemod/engine/jscodeshift.js";

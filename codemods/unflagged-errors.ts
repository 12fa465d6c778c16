import type { Model } from "../src/analysis/model.js";
import type { Returned } from "../src/analysis/returns.js";
import { findingsOf, type RuleFinding } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Transform } from "../src/codemod/engine/transform.js";
import {
  carriedFromCall,
  carriedFromResult,
  carriedFromValue,
  type Carried,
  type NotCarried,
} from "../src/edits/carried.js";
import { writeFailure, type WrittenFailure } from "../src/edits/failure.js";
import { placeOfExpression, wayOut } from "../src/edits/leave.js";
import { noRoomForResult } from "../src/edits/return-type.js";
import type { Writer } from "../src/edits/writer.js";
import { isCallTo } from "../src/syntax/names.js";
import { enclosingFunction, isInside, unwrap, type Node } from "../src/syntax/tree.js";
import { rewriteBuilder } from "./error-builders.js";

/** A returned error that the framework makes a success of; the rule's other findings are about where fields stand. */
export const RETURNED_IN_VAIN: ReadonlySet<string> = new Set([
  "returnedInVain",
  "replacedByParseError",
  "neverAnError",
]);

/** A failure that is told in ordinary text or data only → `toolError.<category>({ … })`, `toolError.from(error, …)`. */
export const unflaggedErrors: Transform = {
  name: "unflagged-errors",
  rules: ["require-is-error", "no-invisible-error"],
  *plan(model, writer) {
    for (const finding of findingsOf(model, this.rules)) {
      if (finding.ruleId === "no-invisible-error" && !RETURNED_IN_VAIN.has(finding.messageId)) continue;
      const { node, ruleId, suggest } = finding;
      const returned = model.returns.find((one) => one.node === node && one.form === "return");
      // All fields are there, only the flag is missing: what the rule suggests is all there is to do.
      const flag = returned && keepsContract(returned) ? suggest?.[0] : undefined;
      if (flag) {
        yield { node, ruleId, why: "The result has its fields already; the flag was missing.", edits: flag.edits };
        continue;
      }
      yield { node, ruleId, edits: [], ...rewrite(finding, returned, model, writer) };
    }
  },
};

function rewrite(
  { node, messageId }: RuleFinding,
  returned: Returned | undefined,
  model: Model,
  writer: Writer,
): WrittenFailure | NotCarried {
  const { file } = model;
  if (messageId === "flagDropped") return { why: "Pass the whole result on here, not only its text." };
  if (messageId === "toldByBuilder") return ownBuilder(node, model, writer);
  if (!returned) return { why: "Flag this failure with isError: true where it is made." };
  const { outcome, reached, byCall } = returned;
  const way = wayOut(reached, node);
  if (!("form" in way)) return way;
  const target = isInside(outcome.ref.node, node) && outcome.ref.env.file === file ? outcome.ref.node : node;
  let form = way.form;
  const refusal = form === "return" && outcome.kind !== "tool-result" ? noRoomForResult(reached, model) : undefined;
  if (refusal !== undefined) {
    // A throw is an error all the same where the framework converts it.
    if (!reached.certain || reached.framework.outcomes.thrown !== "tool-error") return { why: refusal };
    form = "throw";
    if (
      !(
        "form" in
        wayOut(
          {
            ...reached,
            framework: { ...reached.framework, outcomes: { ...reached.framework.outcomes, failureForm: "throw" } },
          },
          node,
        )
      )
    )
      return { why: refusal };
  }
  const place = placeOfExpression(byCall ? node : target, form, file);
  if (!place) return { why: "Only a part of what is returned here is the failure: return the failure by itself." };
  return writeFailure(place, carriedOf(returned, target, model), model, writer);
}

function carriedOf({ outcome, node, byCall }: Returned, target: Node, { file }: Model): Carried | NotCarried {
  if (outcome.kind === "tool-result") {
    const { literal, env } = outcome.result;
    if (literal.type === "ObjectExpression" && env.file === file && isInside(literal, node))
      return carriedFromResult(literal, file);
    return carriedFromCall(node, outcome.result, file);
  }
  if (byCall && target === node && !isText(node))
    return { why: "The call that tells this failure hides its text: rewrite the function that is called." };
  return carriedFromValue(target, file);
}

/** `JSON.stringify({ error })`: the text itself, not a function of the project. */
function isText(node: Node): boolean {
  return isCallTo(unwrap(node), "JSON.stringify") || isCallTo(unwrap(node), "String");
}

function ownBuilder(node: Node, model: Model, writer: Writer): WrittenFailure | NotCarried {
  const returned = model.returns.find(
    ({ outcome }) => outcome.kind === "tool-result" && outcome.result.literal === node,
  );
  const fn = enclosingFunction(node);
  if (!fn || returned?.outcome.kind !== "tool-result" || node.type !== "ObjectExpression")
    return { why: "Set isError: true where this result is built." };
  return rewriteBuilder({ literal: node, result: returned.outcome.result }, fn, model, writer);
}

function keepsContract({ outcome }: Returned): boolean {
  if (outcome.kind !== "tool-result") return false;
  const { list } = outcome.result.fields;
  return ["category", "retryable"].every((concept) => list.some((field) => field.concept === concept));
}

export default jscodeshiftTransform(unflaggedErrors);

export { parser } from "../src/codemod/engine/jscodeshift.js";

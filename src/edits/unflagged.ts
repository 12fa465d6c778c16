import type { Model } from "../analysis/model.js";
import { showsThrown } from "../frameworks/types.js";
import { flagsFailure, type Returned } from "../analysis/catches/returns.js";
import { categoryOfWords } from "../contract/category-words.js";
import { opensAsError } from "../contract/lexicon.js";
import { isCallTo } from "../syntax/names.js";
import { isInside, unwrap, type Node } from "../syntax/tree.js";
import { rewriteBuilder } from "./builder.js";
import { isSoleEnd } from "./builder-calls.js";
import { carriedFromCall, carriedFromResult, carriedFromValue, type Carried, type NotCarried } from "./carried.js";
import { writeFailure, type WrittenFailure } from "./failure.js";
import { placeOfExpression, wayOut } from "./leave.js";
import { noRoomForResult } from "./return-type.js";
import type { Writer } from "./writer.js";

/** A returned error that the framework makes a success of; the rule's other findings are about where fields stand. */
export const RETURNED_IN_VAIN: ReadonlySet<string> = new Set([
  "returnedInVain",
  "replacedByParseError",
  "neverAnError",
]);

/** A failure told without the flag, where no flag would help. */
const THROWN_INSTEAD: ReadonlySet<string> = new Set(["returnedWhereThrowIsNeeded", "checkedAgainstSchema"]);

/** The return that a finding of these rules stands at. */
export function returnedAt(node: Node, model: Model): Returned | undefined {
  return model.returns.find((one) => one.node === node && one.form === "return");
}

/** The failure at a finding as a call of the helper, in the form in which it leaves its function. */
export function writeUnflagged(
  { node, messageId }: { readonly node: Node; readonly messageId: string },
  returned: Returned | undefined,
  model: Model,
  writer: Writer,
): WrittenFailure | NotCarried {
  const { file } = model;
  if (messageId === "flagDropped") return { why: "Return the complete result here, not only its text." };
  if (messageId === "ownFailureAsData")
    return {
      why: "Throw this failure, or check for it where the result is built, because callers may read it as data.",
    };
  if (messageId === "toldByChoice")
    return { why: "One of the two texts is a failure. Return it separately, under the same condition." };
  if (messageId === "toldByBuilder") return ownBuilder(node, model, writer);
  if (!returned)
    return {
      why: THROWN_INSTEAD.has(messageId)
        ? "Throw this failure instead of returning it."
        : "Flag this failure with isError: true where it is made.",
    };
  const { outcome, reached, byCall } = returned;
  if (byCall && !isSoleEnd(returned, model))
    return { why: "This call may also return a success. Distinguish the two in the called function." };
  if (outcome.kind === "tool-result" && outcome.result.literal.type === "ArrayExpression")
    return { why: "Only the content is returned here. Return a complete result, with isError and the category." };
  if (!isFailure(returned)) return { why: "This looks like a failure. If it is one, flag it with isError: true." };
  const way = wayOut(reached, node);
  if (!("form" in way)) return way;
  const target = isInside(outcome.ref.node, node) && outcome.ref.env.file === file ? outcome.ref.node : node;
  let form = way.form;
  const refusal = form === "return" && outcome.kind !== "tool-result" ? noRoomForResult(reached, model) : undefined;
  if (refusal !== undefined) {
    // A throw is an error all the same where the framework converts it.
    if (!reached.certain || !showsThrown(reached.framework.outcomes)) return { why: refusal };
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
  if (!place) return { why: "Only a part of the returned value is the failure. Return the failure separately." };
  return writeFailure(place, carriedOf(returned, target, model), model, writer);
}

/**
 * What the code has found out, or what the message leaves no doubt of. Words alone may be the answer of a status or a list:
 * "Not running." is no error, and a flag of false is the author's own word for it.
 */
export function isFailure({ failure, outcome, messages }: Returned): boolean {
  if (failure === "caught" || failure === "response") return true;
  if (outcome.kind === "tool-result" && outcome.result.isError === "false") return false;
  if (outcome.kind === "tool-result" && outcome.result.isError === "true") return true;
  if (failure === "error-value") return true;
  if (failure === "none") return false;
  return (
    flagsFailure(outcome) ||
    messages.some(({ words }) => {
      const category = categoryOfWords(words);
      return opensAsError(words) || category === "validation" || category === "permission";
    })
  );
}

function carriedOf({ outcome, node, byCall }: Returned, target: Node, { file }: Model): Carried | NotCarried {
  if (outcome.kind === "tool-result") {
    const { literal, env } = outcome.result;
    if (literal.type === "ObjectExpression" && env.file === file && isInside(literal, node))
      return carriedFromResult(literal, file);
    return carriedFromCall(node, outcome.result, file);
  }
  if (byCall && target === node && !isText(node))
    return { why: "The text of this failure is built in the called function. Rewrite that function." };
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
  if (returned?.outcome.kind !== "tool-result" || node.type !== "ObjectExpression")
    return { why: "Set isError: true where this result is built." };
  return rewriteBuilder({ literal: node, result: returned.outcome.result }, model, writer);
}

/** The fields of the contract are all there: nothing but the flag is missing. */
export function keepsContract({ outcome }: Returned): boolean {
  if (outcome.kind !== "tool-result") return false;
  const { list } = outcome.result.fields;
  return ["category", "retryable"].every((concept) => list.some((field) => field.concept === concept));
}

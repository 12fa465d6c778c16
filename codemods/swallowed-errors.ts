import type { TSESTree } from "@typescript-eslint/types";
import { caughtBy } from "../src/analysis/catches/error-in-scope.js";
import { silentPathsOf } from "../src/analysis/exits/silent-paths.js";
import type { SwallowedAs } from "../src/analysis/exits/swallowed.js";
import type { Model } from "../src/analysis/model.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import { appendStatement, isOnOneLine, withinWidth } from "../src/edits/statements.js";
import { addsUp } from "../src/edits/failure.js";
import { gatherFailures } from "../src/edits/gather-failures.js";
import { placeOfExpression, reachedAt, wayOut, type Way } from "../src/edits/leave.js";
import { isHelperError } from "../src/analysis/results/helper.js";
import { calledFunction } from "../src/analysis/values/calls.js";
import { rootEnv } from "../src/analysis/values/values.js";
import { flagWritten } from "../src/edits/result-flag.js";
import { returnedExpressions } from "../src/syntax/node-index.js";
import { enclosingFunction, isInLoop, unwrap, type Node } from "../src/syntax/tree.js";
import { maySurfaceAsThrow } from "../src/edits/rethrow.js";
import { nameClause } from "../src/edits/tool-error-call.js";
import { noRoomForResult } from "../src/edits/return-type.js";
import { indentAt, styleOf } from "../src/edits/style.js";
import type { Writer } from "../src/edits/writer.js";
import type { NotCarried } from "../src/edits/carried.js";

const MAKES_ERRORS = "The category is decided at run time, by the caught error.";

/** "The key exists already.": true whatever fails afterwards, so that the answer may be a success. */
const TELLS_STATE = /\balready\b/iu;

/** A catch block after which the model reads a success → `return toolError.from(error)`. */
export const swallowedErrors: Transform = {
  name: "swallowed-errors",
  rules: ["no-swallowed-error"],
  *plan(model, writer) {
    for (const { node, ruleId } of findingsOf(model, this.rules)) {
      // The clause gives an error result: it gets lost further on, and that place has a finding of its own.
      if (node.type === "CatchClause" && givesErrorResult(node, model)) continue;
      const plan = node.type === "CatchClause" ? rewrite(node, model, writer) : { why: decisionAbout(node, model) };
      yield { node, ruleId, edits: [], ...plan };
    }
  },
};

/** `return this.handleError(error)`, where that makes error results. */
function givesErrorResult(clause: TSESTree.CatchClause, { file }: Model): boolean {
  const returned = clause.body.body.flatMap((statement) =>
    statement.type === "ReturnStatement" && statement.argument ? [unwrap(statement.argument)] : [],
  );
  const [only] = returned;
  const called = only?.type === "CallExpression" ? calledFunction(only, rootEnv(file)) : undefined;
  const made = called ? returnedExpressions(called.fn).map(unwrap) : [];
  return (
    called !== undefined &&
    made.length > 0 &&
    made.every(
      (value) =>
        (value.type === "CallExpression" && isHelperError(value, called.env.file)) ||
        (value.type === "ObjectExpression" && flagWritten(value, called.env.file) === "true"),
    )
  );
}

const UNDECIDED = "Decide how to report this failure to the model.";

/** What a person has to decide where no catch block can return the tool's result. */
const DECIDE: Readonly<Record<SwallowedAs, string>> = {
  continued: "Let the promise reject, or turn the rejection into an error result where the result is built.",
  default: UNDECIDED,
  "promise-default": "Let the promise reject, or turn the rejection into an error result where the result is built.",
  settled: "Report the rejected items beside the results (collectResults does both).",
  dropped: "Check what this call returns, and report its failure.",
  "error-value": "Check this response for an error, and report it.",
  "exit-code": "Check the exit code of this command, and report a failure.",
  refused: "Report the service's error response as an error result.",
};

function decisionAbout(node: Node, { flow }: Model): string {
  const swallowed = flow.swallowed.find((one) => one.node === node);
  return swallowed ? DECIDE[swallowed.how] : "Await the promise, and report its failure.";
}

function rewrite(
  clause: TSESTree.CatchClause,
  model: Model,
  writer: Writer,
): Pick<Plan, "edits" | "why" | "category"> | NotCarried {
  const { file } = model;
  const { indent } = styleOf(file);
  const reached = reachedAt(clause, model);
  if (!reached) return { why: UNDECIDED };
  const isOfHelper = reached.role !== "result" && maySurfaceAsThrow(reached.fn, clause, model);
  const way: Way = isOfHelper ? { form: "throw" } : wayOut(reached, clause);
  if (!("form" in way)) return way;
  const refusal = way.form === "return" ? noRoomForResult(reached, model) : undefined;
  if (refusal !== undefined) return { why: refusal };
  if (isInLoop(clause)) {
    const edits = way.form === "return" ? gatherFailures(clause, file, writer) : undefined;
    if (edits) return { edits, category: "from-error", why: "The failures are reported beside the collected results." };
    return {
      why: "Returning here would drop the other items: collect the failures beside the results (collectResults does both).",
    };
  }
  const error = caughtBy(clause);
  if (!error) return { why: "The caught error has no name. Name it, and return toolError.from of it." };
  const named = error.text === "" ? nameClause(error) : { text: error.text, edits: [] };
  const isWrite = addsUp(clause, model);
  const helper = way.form === "throw" ? "toolFailure" : "toolError";
  const fields = [
    ...(isWrite ? [{ name: "idempotent", value: "false" }] : []),
    // Nothing is told here: the project's own errors speak for themselves.
    { name: "exposeMessages", value: writer.name("firstParty") },
  ];
  const isOneLine = isOnOneLine(clause.body, file);
  const outer = indentAt(clause.range[0], file);
  // A block that is written on one line is broken at its statements, not in the call.
  const call = (at: number): string => {
    const start = isOneLine ? file.lines.startOf(at) + outer.length : at;
    return writer.call(
      { helper, member: "from", first: named.text, fields },
      start,
      isOneLine ? outer + indent : undefined,
    );
  };
  const { returns, isMixed, fallsThrough } = silentPathsOf(clause, file);
  if ([...returns.values()].some((words) => TELLS_STATE.test(words)))
    return { why: "This result describes the state before the failure. Add what couldn't be done." };
  const edits = [...returns.keys()].flatMap((node) => {
    const place = node.parent.type === "ReturnStatement" ? placeOfExpression(node, way.form, file) : undefined;
    if (!place) return [];
    const { range = node.range, before = "", after = "" } = place;
    return [{ range, text: before + call(range[0] + before.length) + after }];
  });
  if (isMixed || returns.size > edits.length)
    return { why: "Only a part of the returned value hides the failure. Return the failure separately." };
  if (fallsThrough && !isStep(clause))
    return { why: "Execution continues without this value. Report the failure beside the result, or return it here." };
  if (fallsThrough) edits.push(appendStatement(clause.body, `${way.form} ${call(clause.body.range[0])}`, file));
  if (edits.length === 0) return { why: "Return an error result here, or rethrow." };
  return {
    edits: [...(isOneLine ? withinWidth(clause.body, edits, file, writer.width) : edits), ...named.edits],
    category: "from-error",
    why: isWrite
      ? `${MAKES_ERRORS} The tool writes, so a call with an unknown outcome must not be repeated.`
      : MAKES_ERRORS,
  };
}

/** The work of the function itself: what stands in a branch may be one source of several. */
function isStep({ parent }: TSESTree.CatchClause): boolean {
  const around = parent.parent;
  return (
    around === enclosingFunction(parent)?.body ||
    (around.type === "BlockStatement" && around.parent.type === "TryStatement")
  );
}

export default jscodeshiftTransform(swallowedErrors);

export { parser } from "../src/codemod/engine/jscodeshift.js";

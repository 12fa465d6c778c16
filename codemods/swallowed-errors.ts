import type { TSESTree } from "@typescript-eslint/types";
import type { CatchFact } from "../src/analysis/catches/catches.js";
import type { Model } from "../src/analysis/model.js";
import { caughtBy } from "../src/analysis/catches/error-in-scope.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import { appendStatement } from "../src/edits/statements.js";
import { addsUp } from "../src/edits/failure.js";
import { gatherFailures } from "../src/edits/gather-failures.js";
import { placeOfExpression, wayOut, type Way } from "../src/edits/leave.js";
import { isInLoop } from "../src/syntax/tree.js";
import { maySurfaceAsThrow } from "../src/edits/rethrow.js";
import { nameClause } from "../src/edits/tool-error-call.js";
import { noRoomForResult } from "../src/edits/return-type.js";
import type { Writer } from "../src/edits/writer.js";
import type { NotCarried } from "../src/edits/carried.js";

/** Findings of a catch block that a `return` in it mends. */
const IN_CATCH: ReadonlySet<string> = new Set(["swallowedInCatch", "swallowedByDefault", "swallowed"]);

const MAKES_ERRORS = "The caught error tells the category at run time.";

/** A clause after which the model reads success → `return toolError.from(error)`. */
export const swallowedErrors: Transform = {
  name: "swallowed-errors",
  rules: ["no-swallowed-error"],
  *plan(model, writer) {
    for (const { node, ruleId, messageId } of findingsOf(model, this.rules)) {
      const fact = model.catches.find((one) => one.node === node);
      const plan =
        fact?.form === "catch" && IN_CATCH.has(messageId)
          ? rewrite(fact, model, writer)
          : { why: DECIDE[messageId] ?? "Decide how the model gets to know of this failure." };
      yield { node, ruleId, edits: [], ...plan };
    }
  },
};

/** What a person has to decide where a clause of its own cannot return the tool's result. */
const DECIDE: Readonly<Record<string, string>> = {
  swallowedByPromise: "Let the promise reject, or turn the rejection into an error result where the result is built.",
  ignoredRejection: "Report the rejected items beside the results (collectResults does both).",
  notAwaited: "Await the promise, and report its failure.",
  swallowedByCallee: "Let the failure through in the function that is called, or look at what it returns here.",
  swallowedInService: "Let the failure through, so that the tools that call this function can report it.",
  unreadAnswer: "Look at the error of this answer, and report it.",
  refusedAnswer: "Report the refusal of the service as an error result.",
};

function rewrite(fact: CatchFact, model: Model, writer: Writer): Pick<Plan, "edits" | "why" | "category"> | NotCarried {
  const { file } = model;
  const clause = fact.node as TSESTree.CatchClause;
  const isOfHelper = fact.reached.role !== "result" && maySurfaceAsThrow(fact, model);
  const way: Way = isOfHelper ? { form: "throw" } : wayOut(fact.reached, clause);
  if (!("form" in way)) return way;
  const refusal = way.form === "return" ? noRoomForResult(fact.reached, model) : undefined;
  if (refusal !== undefined) return { why: refusal };
  if (isInLoop(clause)) {
    const edits = way.form === "return" ? gatherFailures(fact, file, writer) : undefined;
    if (edits) return { edits, category: "from-error", why: "What fails is told beside what was gathered." };
    return {
      why: "Leaving here would drop the other items: gather what fails beside the results (collectResults does both).",
    };
  }
  const error = caughtBy(clause);
  if (!error) return { why: "What this clause catches has no name: name it, and return toolError.from of it." };
  const named = error.text === "" ? nameClause(error) : { text: error.text, edits: [] };
  const isWrite = addsUp(clause, model);
  const helper = way.form === "throw" ? "toolFailure" : "toolError";
  const call = (at: number): string =>
    writer.call(
      { helper, member: "from", first: named.text, fields: isWrite ? [{ name: "idempotent", value: "false" }] : [] },
      at,
    );
  const hidden = fact.answers.filter(
    ({ verdict, tellsCause }) => !/^(?:error|told|throws)$/u.test(verdict) && !tellsCause,
  );
  const edits = hidden.flatMap(({ node }) => {
    const place = node.parent?.type === "ReturnStatement" ? placeOfExpression(node, way.form, file) : undefined;
    if (!place) return [];
    const { range = node.range, before = "", after = "" } = place;
    return [{ range, text: before + call(range[0] + before.length) + after }];
  });
  if (hidden.length > edits.length)
    return { why: "Only a part of what is returned here hides the failure: return the failure by itself." };
  if (fact.goesOn && !isStepOf(fact, clause))
    return { why: "What follows goes on without this: tell the failure beside the result, or return it here." };
  if (fact.goesOn) edits.push(appendStatement(clause.body, `${way.form} ${call(clause.body.range[0])}`, file));
  if (edits.length === 0) return { why: "Return an error result here, or rethrow." };
  return {
    edits: [...edits, ...named.edits],
    category: "from-error",
    why: isWrite ? `${MAKES_ERRORS} The tool writes, so an unknown outcome is not to be repeated.` : MAKES_ERRORS,
  };
}

/** The work of the function itself: what stands in a branch may be one source of several. */
function isStepOf({ reached }: CatchFact, { parent }: TSESTree.CatchClause): boolean {
  const around = parent.parent;
  return around === reached.fn.body || (around.type === "BlockStatement" && around.parent.type === "TryStatement");
}

export default jscodeshiftTransform(swallowedErrors);

export { parser } from "../src/codemod/engine/jscodeshift.js";

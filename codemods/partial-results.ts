import type { TSESTree } from "@typescript-eslint/types";
import { caughtBy } from "../src/analysis/catches/error-in-scope.js";
import type { File } from "../src/analysis/file.js";
import { isHelperError } from "../src/analysis/results/helper.js";
import type { Model } from "../src/analysis/model.js";
import { effectAt } from "../src/analysis/tools/tool-effects.js";
import { findingsOf, type RuleFinding } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import { carriedFromResult, type NotCarried } from "../src/edits/carried.js";
import { applyEdits, type Edit } from "../src/edits/edit.js";
import { isCarried } from "../src/edits/failure.js";
import { collected, dropsComments, onlyReads, workIn } from "../src/edits/gathering.js";
import { wayOut } from "../src/edits/leave.js";
import { noRoomForResult } from "../src/edits/return-type.js";
import { tellPartials } from "../src/edits/partials.js";
import { flagWritten } from "../src/edits/result-flag.js";
import type { Writer } from "../src/edits/writer.js";
import { literalProperty } from "../src/syntax/names.js";
import { ancestors, contains, enclosingFunction, walk, type Node } from "../src/syntax/tree.js";

type Answer = Pick<Plan, "edits" | "why" | "category"> | NotCarried;

/** Results of which one failure drops all → `partialResults` of the error, or `collectResults`, which keeps what worked. */
export const partialResults: Transform = {
  name: "partial-results",
  rules: ["no-lost-partial-results"],
  *plan(model, writer) {
    const changed = { steps: true, unclearWrites: true };
    const lost = new Set(findingsOf(model, this.rules, changed).map(({ node }) => node));
    for (const finding of findingsOf(model, this.rules, { ...changed, reads: true })) {
      const { node, ruleId } = finding;
      const plan = { node, ruleId, edits: [], ...rewrite(finding, model, writer) };
      // The pages of a list are kept in no form but one of the author's, and no marker asks for that.
      if (lost.has(node) || plan.edits.length > 0 || !isOfPages(node)) yield plan;
      for (const other of otherPlaces(node, model)) {
        const told = tellAt({ ...finding, node: other }, model, writer);
        if (told) yield { node: other, ruleId, ...told };
      }
    }
  },
};

/** Where the same is lost once more: one finding stands for all that is lost in a loop. */
function otherPlaces(node: Node, { flow, file }: Model): Node[] {
  const places = flow.lostPartials.flatMap((one) => (one.node === node ? one.places : []));
  return places.flatMap((place) => (place.file === file && place.node !== node ? place.node : []));
}

function isOfPages(node: Node): boolean {
  const place = node.type === "CatchClause" ? node.parent : node;
  const isRounds = ({ type }: Node): boolean => type === "WhileStatement" || type === "DoWhileStatement";
  return contains(place, isRounds) || ancestors(place).some(isRounds);
}

/** Each of the calls brings something else: what of it is told, and under which name, is the author's to say. */
const AFTER_LIST: Answer = {
  why: "Wait for all of these with Promise.allSettled, and list in the error those that succeeded (partialResults).",
};

/** What is to be said of a step that was done before is in nobody's code yet. */
function afterStep(done: string): Answer {
  return {
    why: `Give this step its own catch clause, and report in its error that \`${done}\` succeeded (partialResults).`,
  };
}

/** The error that is made here, with what had been gathered. */
function tellAt(
  { node, data }: RuleFinding,
  model: Model,
  writer: Writer,
): Pick<Plan, "edits" | "why" | "category"> | undefined {
  const gathered = data?.["gathered"];
  const fn = enclosingFunction(node);
  if (gathered === undefined || !fn || (node.type !== "CatchClause" && node.type !== "ReturnStatement"))
    return undefined;
  const edits = tellPartials(node, gathered, fn, model, writer);
  return edits && { edits, category: "from-error", why: "The error carries the results so far." };
}

function rewrite(finding: RuleFinding, model: Model, writer: Writer): Answer {
  const { node, messageId, data } = finding;
  if (messageId === "listDropped") return AFTER_LIST;
  const done = data?.["done"];
  if (messageId === "stepDropped" && done !== undefined) return afterStep(done);
  const gathered = messageId === "allDropped" ? "Promise.all" : data?.["gathered"];
  const decide = {
    why:
      gathered === undefined
        ? "Record what was done and what failed (collectResults does both), and report both."
        : `Collect the failures beside \`${gathered}\` (collectResults does both), or put the collected results into the error as partialResults.`,
  };
  const fn = enclosingFunction(node);
  const reached = fn && model.reached.get(fn);
  if (!reached) return decide;
  const told = tellAt(finding, model, writer);
  if (told) return told;
  const way = wayOut(reached, node);
  if (!("form" in way) || way.form === "throw") return decide;
  const refusal = noRoomForResult(reached, model);
  if (refusal !== undefined) return { why: refusal };
  const clause = node.type === "CatchClause" ? node : undefined;
  const work = workIn(clause ? clause.parent.block : node, model.file);
  if (!work || enclosingFunction(work.statement) !== fn) return decide;
  if (dropsComments(work, model.file)) return decide;
  if (effectAt(node, reached, model.file).writes === true || !onlyReads(work.fn, model.file))
    return { why: `${decide.why} The work may write, so make sure that running all of it is intended.` };
  const describe = clause && descriptionIn(clause, model);
  if (clause && describe === undefined) return decide;
  return {
    edits: [{ range: work.statement.range, text: collected(work, model.file, writer, describe) }],
    category: "from-error",
    why: "The work only reads, so its results are kept and reported with the failure.",
  };
}

/**
 * What the author tells in a clause, for the source of another error; undefined where the clause does more than that, or
 * tells it by what only the clause knows.
 */
function descriptionIn(
  clause: TSESTree.CatchClause,
  model: Model,
): ((error: string) => string | undefined) | undefined {
  const { file } = model;
  const [only, ...others] = clause.body.body;
  if (others.length > 0 || only?.type !== "ReturnStatement" || !only.argument || !caughtBy(clause)) return undefined;
  const told = toldIn(only.argument, model);
  if (told === "nothing") return () => undefined;
  if (!told) return undefined;
  return (error) => withError(told, error, clause, file);
}

/** The text of an error result that is made here. */
function toldIn(made: Node, model: Model): Node | "nothing" | undefined {
  const { file } = model;
  if (made.type === "CallExpression" && isHelperError(made, file)) {
    const fields = made.arguments.find((argument) => argument.type === "ObjectExpression");
    return (fields && literalProperty(fields, "description")?.value) ?? "nothing";
  }
  if (made.type !== "ObjectExpression" || flagWritten(made, file) !== "true") return undefined;
  const carried = carriedFromResult(made, file);
  // Other fields of it would be lost.
  if (!isCarried(carried) || carried.description === undefined || carried.fields.length > 0) return undefined;
  let told: Node | undefined;
  walk(made, (node) => {
    told ??= file.textOf(node) === carried.description ? node : undefined;
  });
  return told;
}

/** The source of a text with another error in the place of the caught one. */
function withError(told: Node, error: string, { param }: TSESTree.CatchClause, file: File): string {
  const name = param?.type === "Identifier" ? file.bindings.variable(param) : undefined;
  const edits: Edit[] = [];
  walk(told, (node) => {
    if (node.type === "Identifier" && name && file.bindings.variable(node) === name)
      edits.push({ range: [node.range[0] - told.range[0], node.range[1] - told.range[0]], text: error });
  });
  return applyEdits(file.textOf(told), edits);
}

export default jscodeshiftTransform(partialResults);

export { parser } from "../src/codemod/engine/jscodeshift.js";

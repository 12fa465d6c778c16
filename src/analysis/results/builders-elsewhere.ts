import { opensWithFailure } from "../../contract/lexicon.js";
import { flagsFailure } from "../catches/returns.js";
import type { File } from "../file.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { importersAbove } from "../swallows/callers.js";
import { toolsOf } from "../tools/file-tools.js";
import { calledFunction } from "../values/calls.js";
import { exportedFunctions } from "../values/exported.js";
import { rootEnv } from "../values/values.js";
import { outcomesOfFunction, wordsOfOutcome } from "./results.js";

/**
 * The results without the flag that functions of this file build for failures, and that tools of another file return as
 * they are: `export const failed = (error) => ({ content: [{ type: "text", text: `Error: ${error.message}` }] })`.
 */
export function unflaggedBuilders(file: File): Node[] {
  const built = exportedFunctions(file)
    .map((fn) => ({ fn, literals: unflaggedIn(fn, file) }))
    .filter(({ literals }) => literals.length > 0);
  if (built.length === 0) return [];
  const returned = importersAbove(file).flatMap((importer) => returnedCalls(importer, file));
  // Parsed twice, a file has two trees: a function is known by its place.
  return built.filter(({ fn }) => returned.includes(fn.range[0])).flatMap(({ literals }) => literals);
}

/** The literals of a function all of whose results are ordinary ones that tell of a failure. */
function unflaggedIn(fn: FunctionNode, file: File): Node[] {
  const outcomes = outcomesOfFunction(fn, rootEnv(file));
  const literals = outcomes.flatMap(({ outcome }) => {
    const isOrdinary = outcome.kind === "tool-result" && /^(?:absent|false)$/u.test(outcome.result.isError);
    if (!isOrdinary || outcome.result.env.file !== file) return [];
    return opensWithFailure(wordsOfOutcome(outcome)) || flagsFailure(outcome) ? [outcome.result.literal] : [];
  });
  return literals.length === outcomes.length ? [...new Set(literals)] : [];
}

/** The functions of a file, by their place, whose value a tool of the importer returns. */
function returnedCalls(importer: File, file: File): number[] {
  const env = rootEnv(importer);
  return [...toolsOf(importer).reached.keys()]
    .flatMap((fn) => returnedExpressions(fn))
    .flatMap((expression) => {
      const call = unwrap(expression);
      const called = call.type === "CallExpression" ? calledFunction(call, env) : undefined;
      return called?.env.file.filename === file.filename ? [called.fn.range[0]] : [];
    });
}

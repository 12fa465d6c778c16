import { builderAround } from "../src/analysis/own-builders.js";
import type { ErrorResult } from "../src/analysis/error-results.js";
import type { Model } from "../src/analysis/model.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import { booleanFlag, categoryInBuilder } from "../src/edits/builder.js";
import { carriedFromResult, type NotCarried } from "../src/edits/carried.js";
import { isCarried, replacedRange, writeFailure, type WrittenFailure } from "../src/edits/failure.js";
import { setProperty } from "../src/edits/result-literal.js";
import { applyEdits } from "../src/edits/edit.js";
import type { Writer } from "../src/edits/writer.js";
import { literalProperty } from "../src/syntax/names.js";
import type { FunctionNode } from "../src/syntax/tree.js";

/** The project's own `createErrorResponse(message)` keeps its name and signature; its body calls the helper. */
export const errorBuilders: Transform = {
  name: "error-builders",
  rules: ["require-error-category", "require-is-retryable"],
  *plan(model, writer) {
    const results = new Map<unknown, ErrorResult>(model.contractResults.map((result) => [result.literal, result]));
    const written = new Map<unknown, WrittenFailure | NotCarried>();
    for (const { node, ruleId } of findingsOf(model, this.rules)) {
      const result = results.get(node);
      const fn = result && builderAround(result, model);
      if (!fn) continue;
      const body = written.get(node) ?? rewriteBuilder(result, fn, model, writer);
      written.set(node, body);
      yield { node, ruleId, edits: [], ...body } satisfies Plan;
    }
  },
};

/** The literal of a builder as a call of the helper; behind its flag, where the same literal is a success as well. */
export function rewriteBuilder(
  { literal, result }: Pick<ErrorResult, "literal" | "result">,
  fn: FunctionNode,
  model: Model,
  writer: Writer,
): WrittenFailure | NotCarried {
  const { file } = model;
  const carried = carriedFromResult(literal, file);
  if (!isCarried(carried)) return carried;
  const decision = categoryInBuilder(fn, literal, carried, file);
  const place = { node: literal, form: "return", decision } as const;
  if (result.isError !== "maybe") return writeFailure(place, carried, model, writer);
  const flag = literalProperty(literal, "isError");
  const test = flag && booleanFlag(flag.value, file);
  const { parent } = literal;
  const mayBranch =
    parent.type === "ReturnStatement" || (parent.type === "ArrowFunctionExpression" && parent.body === literal);
  if (test === undefined || !mayBranch)
    return { why: "The same literal is a success as well as a failure: split the two." };
  const range = replacedRange(literal, file);
  const [start] = literal.range;
  const success = applyEdits(
    file.textOf(literal),
    setProperty(literal, "isError", "false", file).map((edit) => ({
      ...edit,
      range: [edit.range[0] - start, edit.range[1] - start] as const,
    })),
  );
  return writeFailure({ ...place, range, before: `${test} ? `, after: ` : ${success}` }, carried, model, writer);
}

export default jscodeshiftTransform(errorBuilders);

export { parser } from "../src/codemod/engine/jscodeshift.js";

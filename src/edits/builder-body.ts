import type { ErrorResult } from "../analysis/results/error-results.js";
import type { Model } from "../analysis/model.js";
import { literalProperty } from "../syntax/names.js";
import type { FunctionNode } from "../syntax/tree.js";
import { booleanFlag, categoryInBuilder } from "./builder.js";
import { carriedFromResult, type NotCarried } from "./carried.js";
import { applyEdits } from "./edit.js";
import { isCarried, replacedRange, writeFailure, type WrittenFailure } from "./failure.js";
import { setProperty } from "./result-literal.js";
import type { Writer } from "./writer.js";

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

import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import type { Model } from "../analysis/model.js";
import { literalProperty } from "../syntax/names.js";
import { contains, unwrap, walk, type Node } from "../syntax/tree.js";
import { carriedFromResult, type NotCarried } from "./carried.js";
import { applyEdits, type Edit } from "./edit.js";
import { failureCategoryAt } from "./failure-category.js";
import { isCarried, toldBy, writeFailure, type WrittenFailure } from "./failure.js";
import { branchOf, type KnownTest } from "./known-test.js";
import { flagWritten } from "./result-flag.js";
import { setProperty } from "./result-literal.js";
import { indentAt, indented, styleOf } from "./style.js";
import type { Writer } from "./writer.js";

const WORDS_ONLY: NotCarried = {
  why: "This function receives only text, so the category can't be inferred. Call toolError with the category where the failure is known, or pass the caught error.",
};

const SPLIT: NotCarried = {
  why: "The same literal is returned for success and failure. Split the two, and give the failure its category.",
};

/** The literal of a builder as a call of the helper, where the builder knows what it reports. */
export function rewriteBuilder(
  literal: TSESTree.ObjectExpression,
  model: Model,
  writer: Writer,
): WrittenFailure | NotCarried {
  if (flagWritten(literal, model.file) === "maybe") return splitByFlag(literal, model, writer);
  const carried = carriedFromResult(literal, model.file);
  if (!isCarried(carried)) return carried;
  const decision = failureCategoryAt(literal, toldBy(carried), model);
  if (decision.kind === "unknown") return WORDS_ONLY;
  return writeFailure({ node: literal, form: "return", decision }, carried, model, writer);
}

/**
 * `return { content, isError: !found };` → the failure behind its test, and the literal as a success behind that. Nothing
 * changes where the failure's category is unknown: what is a success today has to stay one.
 */
export function splitByFlag(
  literal: TSESTree.ObjectExpression,
  model: Model,
  writer: Writer,
): WrittenFailure | NotCarried {
  const { file } = model;
  const flag = literalProperty(literal, "isError");
  const test = flag && booleanFlag(flag.value, file);
  const place = test === undefined ? undefined : placeOfSplit(literal, file);
  if (!flag || test === undefined || !place) return SPLIT;
  const carried = carriedFromResult(literal, file, { test, holds: true });
  if (!isCarried(carried)) return carried;
  const decision = failureCategoryAt(literal, toldBy(carried), model);
  const { lineEnd, indent, semicolon, braces } = styleOf(file);
  const inner = place.indent + (braces ? indent : "");
  const head = `if (${test})${braces ? ` {${lineEnd}${inner}` : " "}return `;
  const success = branchSource(literal, { test, holds: false }, file);
  const tail = [
    semicolon,
    ...(braces ? [lineEnd, place.indent, "}"] : []),
    `${lineEnd}${place.indent}return ${success}${semicolon}${place.after}`,
  ].join("");
  if (decision.kind === "unknown") {
    // Who calls a builder says which of the two it is: nothing is gained there.
    if (isGiven(flag.value, file)) return SPLIT;
    const failure = indented(branchSource(literal, { test, holds: true }, file), place.indent, inner);
    return { edits: [{ range: place.range, text: place.before + head + failure + tail }], why: APART };
  }
  return writeFailure(
    { node: literal, form: "return", decision, range: place.range, before: place.before + head, after: tail },
    carried,
    model,
    writer,
  );
}

interface SplitPlace {
  readonly range: readonly [number, number];
  /** Of the statements that come in its place. */
  readonly indent: string;
  readonly before: string;
  readonly after: string;
}

/** A `return` of its own, or the body of an arrow, which becomes a block. */
function placeOfSplit(literal: Node, file: File): SplitPlace | undefined {
  const { lineEnd, indent } = styleOf(file);
  const outer = literal.parent?.type === "TSAsExpression" ? literal.parent : literal;
  const { parent } = outer;
  if (parent?.type === "ReturnStatement" && parent.parent.type === "BlockStatement")
    return { range: parent.range, indent: indentAt(parent.range[0], file), before: "", after: "" };
  if (parent?.type !== "ArrowFunctionExpression" || parent.body !== outer) return undefined;
  const before = /=>\s*(\(\s*)$/u.exec(file.text.slice(0, outer.range[0]));
  const after = /^\s*\)/u.exec(file.text.slice(outer.range[1]));
  if (before?.[1] === undefined || !after) return undefined;
  const own = indentAt(parent.range[0], file);
  return {
    range: [outer.range[0] - before[1].length, outer.range[1] + after[0].length],
    indent: own + indent,
    before: `{${lineEnd}${own}${indent}`,
    after: `${lineEnd}${own}}`,
  };
}

const APART = "The failure now has its own branch. Decide its category.";

/** The flag hangs on what the function was given. */
function isGiven(flag: Node, file: File): boolean {
  return contains(flag, (node) => node.type === "Identifier" && file.bindings.resolve(node).kind === "parameter");
}

/** Source of the literal where the flag's test is known. */
function branchSource(literal: TSESTree.ObjectExpression, known: KnownTest, file: File): string {
  const edits: Edit[] = [...setProperty(literal, "isError", String(known.holds), file)];
  walk(literal, (node) => {
    const chosen = node.type === "ConditionalExpression" ? branchOf(node, known, file) : undefined;
    if (!chosen) return undefined;
    edits.push({ range: node.range, text: file.textOf(chosen) });
    return false;
  });
  const [start] = literal.range;
  return applyEdits(
    file.textOf(literal),
    edits.map(({ range, text }) => ({ range: [range[0] - start, range[1] - start] as const, text })),
  );
}

/** Source of a flag that is always true or false: the test for a conditional. */
function booleanFlag(value: Node, file: File): string | undefined {
  const node = unwrap(value);
  if (node.type === "UnaryExpression" && node.operator === "!") return file.textOf(node);
  if (node.type === "BinaryExpression" && /^(?:[<>]=?|[!=]==?|in|instanceof)$/u.test(node.operator))
    return file.textOf(node);
  if (node.type !== "Identifier") return undefined;
  const binding = file.bindings.resolve(node);
  if (binding.kind !== "parameter" || binding.path.length > 0) return undefined;
  const parameter = binding.fn.params[binding.index];
  if (parameter?.type === "AssignmentPattern")
    return parameter.right.type === "Literal" && typeof parameter.right.value === "boolean" ? node.name : undefined;
  if (parameter?.type !== "Identifier" || parameter.optional) return undefined;
  return parameter.typeAnnotation?.typeAnnotation.type === "TSBooleanKeyword" ? node.name : undefined;
}

import { failureCategoryAt, type FailureCategory } from "../analysis/catches/failure-category.js";
import type { File } from "../analysis/file.js";
import { unwrap, walk, type FunctionNode, type Node } from "../syntax/tree.js";
import type { Carried } from "./carried.js";

/** The parameter that the text is made of. */
function toldParameter(fn: FunctionNode, literal: Node, file: File): string | undefined {
  let told: string | undefined;
  walk(literal, (node) => {
    if (told !== undefined || node.type !== "Identifier") return;
    const binding = file.bindings.resolve(node);
    if (binding.kind === "parameter" && binding.fn === fn && binding.path.length === 0) told = node.name;
  });
  return told;
}

/**
 * What a builder of failures knows of their category: its own tests and words, else the error that it is given. One that
 * is given words alone cannot know: the helper then says `UNCLASSIFIED`, not retryable.
 */
export function categoryInBuilder(fn: FunctionNode, literal: Node, carried: Carried, file: File): FailureCategory {
  const own = failureCategoryAt(literal, { category: carried.category, words: carried.words }, file);
  if (own.kind === "category" && !own.why.startsWith("The test looks at")) return own;
  if (own.kind === "from-error") return own;
  const told = toldParameter(fn, literal, file);
  if (told === undefined) return own;
  return {
    kind: "from-error",
    error: { kind: "given", text: told, clause: undefined, why: "" },
    why: `The function is given words only, so its failures are UNCLASSIFIED and not retryable: hand it the error, or call toolError where the category is known.`,
  };
}

/** `isError` as a parameter that is always true or false: the test for a conditional. */
export function booleanFlag(value: Node, file: File): string | undefined {
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

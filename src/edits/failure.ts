import { failureCategoryAt, type FailureCategory, type Told } from "./failure-category.js";
import type { File } from "../analysis/file.js";
import type { Model } from "../analysis/model.js";
import type { ReachedFunction } from "../analysis/tools/reach.js";
import { declaredOutputSchema } from "../analysis/tools/tool.js";
import { effectAt } from "../analysis/tools/tool-effects.js";
import type { Category } from "../contract/categories.js";
import { enclosingFunction, type Node } from "../syntax/tree.js";
import type { Carried, NotCarried } from "./carried.js";
import type { Edit } from "./edit.js";
import { brokenObject } from "./object-source.js";
import { indentAt, quoted, styleOf } from "./style.js";
import { argumentsOf } from "./tool-error-call.js";
import { bracesFor } from "./braces.js";
import type { Writer } from "./writer.js";

/** A failure as a call of the helper. */
export interface WrittenFailure {
  readonly edits: readonly Edit[];
  readonly why: string;
  /** None where only the failure was set apart. */
  readonly category?: Category | "from-error";
}

export interface FailurePlace {
  /** The expression (or statement) that the call takes the place of. */
  readonly node: Node;
  /** What is replaced, where it is more than the node. */
  readonly range?: readonly [number, number];
  /** Put before and behind the call: `return `, `throw `. */
  readonly before?: string;
  readonly after?: string;
  /** `throw`: where a returned error result is lost. */
  readonly form: "return" | "throw";
  /** The category where it is known otherwise. */
  readonly decision?: FailureCategory;
}

/**
 * Writes what a failure says as a call of the helper. Without a category, or without a text, there is nothing to write:
 * the answer then says what has to be decided.
 */
export function writeFailure(
  place: FailurePlace,
  said: Carried | NotCarried,
  model: Model,
  writer: Writer,
): WrittenFailure | NotCarried {
  if (!isCarried(said)) return said;
  const { file } = model;
  const { node, range = replacedRange(node, file), before = "", after = "", form, decision: given } = place;
  const found = given ?? failureCategoryAt(node, toldBy(said), model);
  const answer = found.kind === "unknown" ? writer.answerTo(said.words) : undefined;
  const decision: FailureCategory = answer
    ? { kind: "category", category: answer.category, why: "You have chosen the category." }
    : found;
  const carried = answer?.description === undefined ? said : { ...said, ...described(answer.description, file) };
  if (decision.kind !== "from-error" && carried.description === undefined)
    return { why: "This failure has no description. Write what went wrong and what to do next." };
  if (decision.kind === "unknown")
    return carried.words === "" ? { why: decision.why } : { why: decision.why, question: carried.words };
  const surroundings = {
    file,
    isWrite: addsUp(node, model),
    firstParty: () => writer.name("firstParty"),
    assumedWait: (kind: "rate-limit" | "other") => writer.assumedWait(kind),
  };
  const { member, first, fields, edits, note } = argumentsOf(carried, decision, surroundings);
  const made = {
    helper: form === "throw" ? "toolFailure" : "toolError",
    member,
    ...(first === undefined ? {} : { first }),
    fields,
    comments: carried.comments,
    ...(carried.structured && form === "return" && !hasOutputSchema(node, model)
      ? { writing: [{ name: "structuredContent", value: quoted("mirror", styleOf(file)) }] }
      : {}),
  } as const;
  const at = range[0] + before.length;
  if (carried.siblings.length > 0 && form === "return") {
    const block = bracesFor(node, file);
    const indent = block?.inner ?? indentAt(at, file);
    const call = writer.call(made, at, indent);
    const object = brokenObject([`...${call}`, ...carried.siblings], indent, file);
    // The body of an arrow.
    const text = range[0] < node.range[0] ? `(${object})` : object;
    return done([{ range, text: before + text + after }, ...(block?.edits ?? [])]);
  }
  const onOneLine = writer.call(made, at);
  const braces = onOneLine.includes("\n") ? bracesFor(node, file) : undefined;
  const call = braces ? writer.call(made, at, braces.inner) : onOneLine;
  return done([{ range, text: before + call + after }, ...(braces?.edits ?? [])]);

  function done(own: readonly Edit[]): WrittenFailure {
    return {
      edits: [...own, ...edits, ...carried.edits],
      why: decision.why + note,
      category: decision.kind === "category" ? decision.category : "from-error",
    };
  }
}

/** Words that the user has written. */
function described(text: string, file: File): Pick<Carried, "description" | "words" | "isStatic"> {
  const isStatic = !text.includes("${");
  const description = isStatic ? quoted(text, styleOf(file)) : `\`${text.replaceAll("`", "\\`")}\``;
  return { description, words: text, isStatic };
}

export function isCarried(carried: Carried | NotCarried): carried is Carried {
  return "words" in carried;
}

/** What a failure says of its own kind. */
export function toldBy(carried: Carried): Told {
  return { category: carried.category ?? impliedCategory(carried), status: carried.status, words: carried.words };
}

/** A result that says "repeat it", and nothing else of its kind, is transient. */
function impliedCategory({ isRetryable, wait }: Carried): Category | undefined {
  return isRetryable === true || (wait !== undefined && isRetryable === undefined) ? "transient" : undefined;
}

/** Running the tool twice is not the same as running it once: an unknown outcome is not to be repeated. */
export function addsUp(node: Node, model: Model): boolean {
  const { writes, idempotent } = effectAt(node, reachedAround(node, model), model.file);
  return writes === true && idempotent === false;
}

/** Clients check `structuredContent` against the schema of the output, and the failure would get lost. */
function hasOutputSchema(node: Node, model: Model): boolean {
  const tool = reachedAround(node, model)?.tool;
  return tool !== undefined && declaredOutputSchema(tool) !== undefined;
}

function reachedAround(node: Node, model: Model): ReachedFunction | undefined {
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    const reached = model.reached.get(fn);
    if (reached) return reached;
  }
  return undefined;
}

/** What a call takes the place of: with `as const`, which a call cannot have, and the parentheses of an arrow's object. */
export function replacedRange(node: Node, file: File): readonly [number, number] {
  const { parent } = node;
  const isConst =
    parent?.type === "TSAsExpression" &&
    parent.typeAnnotation.type === "TSTypeReference" &&
    parent.typeAnnotation.typeName.type === "Identifier" &&
    parent.typeAnnotation.typeName.name === "const";
  const outer = isConst ? parent : node;
  if (outer.parent?.type !== "ArrowFunctionExpression" || outer.parent.body !== outer) return outer.range;
  const before = /=>\s*(\(\s*)$/u.exec(file.text.slice(0, outer.range[0]));
  const after = /^\s*\)/u.exec(file.text.slice(outer.range[1]));
  return before?.[1] !== undefined && after
    ? [outer.range[0] - before[1].length, outer.range[1] + after[0].length]
    : outer.range;
}

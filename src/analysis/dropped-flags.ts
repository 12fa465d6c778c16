import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { opensWithFailure } from "../contract/lexicon.js";
import { memberName } from "../syntax/names.js";
import { returnedExpressions } from "../syntax/node-index.js";
import { ancestors, unwrap, type Node } from "../syntax/tree.js";
import { nameOfWork } from "../syntax/work.js";
import { hasFailureFlag } from "./answers.js";
import type { File } from "./file.js";
import { isTested } from "./guards.js";
import type { ReachedFunction } from "./reach.js";
import { outcomesOf, outcomesOfCall, type Outcome } from "./results.js";
import { messagesOf } from "./messages.js";
import { isErrorOutcome, speaksOfFailure } from "./returns.js";
import { dynamicParts, textOf, wordsOf, type Text } from "./text.js";
import { resolve, rootEnv, type Env, type Ref } from "./values.js";

/**
 * A failure that a called function tells loses its mark on the way into a result:
 * `flag`: `return (await handle(args)).content[0].text` passes on the text of an error result;
 * `data`: `{ content: [{ type: "text", text: await load(id) }] }`, where `load` catches its failure and returns a sentence;
 * `own-data`: the same for a function of this file, told where it makes that value.
 */
export interface DroppedFlag {
  readonly how: "flag" | "data" | "own-data";
  readonly node: Node;
  /** The called function, for the message. */
  readonly callee: string;
  readonly reached: ReachedFunction;
}

/** The result whose first block is read: `result.content[0].text` → `result`. */
function resultRead(expression: Node): Node | undefined {
  const text = unwrap(expression);
  if (text.type !== "MemberExpression" || memberName(text) !== "text") return undefined;
  const block = unwrap(text.object);
  if (block.type !== "MemberExpression" || !block.computed) return undefined;
  const content = unwrap(block.object);
  return content.type === "MemberExpression" && memberName(content) === "content" ? content.object : undefined;
}

/** A call, and the property of its value that is read. */
interface Source {
  readonly call: { readonly node: TSESTree.CallExpression; readonly env: Env };
  readonly property: string | undefined;
}

/** The call behind a value: `result` of `const result = await load(id)`, or `result.data`. */
function sourceOf(value: Ref): Source | undefined {
  const { node, env } = resolve(value);
  if (node.type === "CallExpression") return { call: { node, env }, property: undefined };
  if (node.type !== "MemberExpression") return undefined;
  const holder = resolve({ node: node.object, env });
  return holder.node.type === "CallExpression"
    ? { call: { node: holder.node, env: holder.env }, property: memberName(node) }
    : undefined;
}

/** An error result of the called function, the whole of which is read. */
function isFlagged({ call, property }: Source): boolean {
  return property === undefined && outcomesOfCall(call.node, call.env).some(({ outcome }) => isErrorOutcome(outcome));
}

/** The data and sentences by which the called function tells a failure in place of its value. */
function failuresOf({ call, property }: Source): Outcome[] {
  return outcomesOfCall(call.node, call.env).flatMap(({ outcome, afterFailure }) =>
    (afterFailure && tellsFailureIn(outcome, property)) || (property === undefined && refuses(outcome))
      ? [outcome]
      : [],
  );
}

/** `{ status: "error", message: "The order is closed." }` behind a test: data that calls itself a failure. */
function refuses(outcome: Outcome): boolean {
  return (
    outcome.kind === "data" &&
    speaksOfFailure({ outcome, messages: messagesOf(outcome), appended: [], failure: "check" })
  );
}

function tellsFailureIn(outcome: Outcome, property: string | undefined): boolean {
  if (outcome.kind === "text") return property === undefined && opensWithFailure(wordsOf(outcome.text));
  if (outcome.kind !== "data") return false;
  if (property === undefined) return hasFailureFlag(outcome.shape);
  const value = outcome.shape.fields.get(property);
  return value !== undefined && opensWithFailure(wordsOf(textOf(value)));
}

/** `const result = await load(id)`: the variable `result`. */
function variableWith(call: Node, file: File): Variable | undefined {
  for (const up of ancestors(call)) {
    if (up.type === "VariableDeclarator")
      return up.id.type === "Identifier" ? file.bindings.variable(up.id) : undefined;
    if (up.type !== "AwaitExpression" && up.type !== "TSAsExpression") return undefined;
  }
  return undefined;
}

/** The values that a text is made of; what one of several returns of a function gives is that function's. */
function partsOf(text: Text): Ref[] {
  return text.flatMap((part) =>
    part.kind === "choice" ? (part.call ? [part.call] : part.options.flatMap(partsOf)) : dynamicParts([part]),
  );
}

export function droppedFlags(reached: ReachedFunction, file: File): DroppedFlag[] {
  if (reached.role !== "result") return [];
  const env = rootEnv(file);
  return returnedExpressions(reached.fn).flatMap((expression): DroppedFlag[] => {
    const dropped = (how: DroppedFlag["how"], node: Node, { call }: Source): DroppedFlag => ({
      how,
      node,
      callee: nameOfWork(call.node) ?? "the called function",
      reached,
    });
    const read = resultRead(expression);
    const passedOn = read && sourceOf({ node: read, env });
    if (passedOn) return isFlagged(passedOn) ? [dropped("flag", expression, passedOn)] : [];
    if (unwrap(expression).type !== "ObjectExpression") return [];
    for (const outcome of outcomesOf({ node: expression, env })) {
      if (outcome.kind !== "tool-result" || outcome.result.isError !== "absent") continue;
      for (const source of outcome.result.texts.flatMap(partsOf).flatMap((part) => sourceOf(part) ?? [])) {
        const variable = variableWith(source.call.node, file);
        // A test of the value may well tell the two apart.
        if (variable && isTested(variable, reached.fn.body, file)) continue;
        if (isFlagged(source)) return [dropped("flag", expression, source)];
        const failures = failuresOf(source);
        const own = failures.filter(({ ref }) => ref.env.file === file);
        if (own.length > 0) return own.map(({ ref }) => dropped("own-data", ref.node, source));
        if (failures.length > 0) return [dropped("data", expression, source)];
      }
    }
    return [];
  });
}

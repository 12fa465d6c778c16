import {
  contains,
  returnedExpressions,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import { memberName } from "../syntax/names.js";
import { hasFailureFlag } from "./answers.js";
import type { File } from "./file.js";
import type { ReachedFunction } from "./reach.js";
import { outcomesOf, outcomesOfCall } from "./results.js";
import { isErrorOutcome } from "./returns.js";
import { dynamicParts } from "./text.js";
import { resolve, rootEnv, type Ref } from "./values.js";

/**
 * A result that may be an error is passed on without its flag: `return (await handle(args)).content[0].text`, or
 * `{ content: [{ type: "text", text: JSON.stringify(await handle(args)) }] }`.
 */
export interface DroppedFlag {
  readonly node: Node;
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

/** The called function may give an error result, or an object that speaks of a failure. */
function mayTellFailure(value: Ref, withData: boolean): boolean {
  const source = resolve(value);
  if (source.node.type !== "CallExpression") return false;
  return outcomesOfCall(source, source.node).some(
    ({ outcome, afterFailure }) =>
      isErrorOutcome(outcome) || (withData && afterFailure && outcome.kind === "data" && hasFailureFlag(outcome.shape)),
  );
}

/** Some test of the function looks at the value: it may well tell the two apart. */
function isTested(value: Node, fn: FunctionNode, file: File): boolean {
  const variable = value.type === "Identifier" ? file.bindings.variable(value) : undefined;
  if (!variable) return false;
  let tested = false;
  walkSameFunction(fn.body, (node) => {
    if (node.type !== "IfStatement" && node.type !== "ConditionalExpression" && node.type !== "SwitchStatement") return;
    const test = node.type === "SwitchStatement" ? node.discriminant : node.test;
    tested ||= contains(test, (child) => child.type === "Identifier" && file.bindings.variable(child) === variable);
  });
  return tested;
}

export function droppedFlags(reached: ReachedFunction, file: File): DroppedFlag[] {
  if (reached.role !== "result") return [];
  const env = rootEnv(file);
  return returnedExpressions(reached.fn).flatMap((expression) => {
    const read = resultRead(expression);
    if (read) return mayTellFailure({ node: read, env }, false) ? [{ node: expression, reached }] : [];
    if (unwrap(expression).type !== "ObjectExpression") return [];
    const dropped = outcomesOf({ node: expression, env }).some((outcome) => {
      if (outcome.kind !== "tool-result" || outcome.result.isError !== "absent") return false;
      return outcome.result.texts
        .flatMap((text) => text.flatMap((part) => (part.kind === "json" ? [part.ref] : dynamicParts([part]))))
        .some((part) => mayTellFailure(part, true) && !isTested(unwrap(part.node), reached.fn, file));
    });
    return dropped ? [{ node: expression, reached }] : [];
  });
}

import { isInside, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { calledFunction } from "../values/calls.js";
import { objectMade } from "../values/made.js";
import { toolResultOf, type ToolResult } from "./tool-results.js";
import { isErrorOutcome, type Returned } from "../catches/returns.js";
import { rootEnv } from "../values/values.js";

/** An error result that a builder makes of what its caller gives it. */
export interface Payload {
  /** The call of the builder. */
  readonly node: Node;
  readonly result: ToolResult;
}

/** Read without its arguments, the builder's literal leaves open which fields it has. */
function isOpen(result: ToolResult): boolean {
  if (result.literal.type !== "ObjectExpression") return false;
  const env = rootEnv(result.env.file);
  const shape = objectMade({ node: result.literal, env });
  return shape !== undefined && !toolResultOf(shape, env).fields.known;
}

/** The call runs the function of this file in which the result is written out. */
function isMadeBy(node: Node, { literal, env }: ToolResult, file: File): boolean {
  const call = unwrap(node);
  const made = call.type === "CallExpression" && env.file === file ? calledFunction(call, rootEnv(file)) : undefined;
  return made !== undefined && isInside(literal, made.fn);
}

/** Builder calls of this file whose fields are all known, though the builder's own literal leaves them open. */
export function payloadsOf(returns: readonly Returned[], file: File): Payload[] {
  const seen = new Set<Node>();
  return returns.flatMap(({ outcome, byCall, node, reached }) => {
    if (
      !byCall ||
      !isErrorOutcome(outcome) ||
      seen.has(node) ||
      !outcome.result.fields.known ||
      !isOpen(outcome.result)
    )
      return [];
    // The call itself gives the builder what it puts in, or the fields are written in this function, not in one that it calls.
    const written =
      isMadeBy(node, outcome.result, file) ||
      outcome.result.fields.list.some(
        ({ value }) =>
          value.env.file === file &&
          value.node.range[0] >= reached.fn.range[0] &&
          value.node.range[1] <= reached.fn.range[1],
      );
    if (!written) return [];
    seen.add(node);
    return [{ node, result: outcome.result }];
  });
}

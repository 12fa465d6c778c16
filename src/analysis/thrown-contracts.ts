import type { Node } from "../syntax/tree.js";
import { fieldsOfText, type ContractField } from "./contract-fields.js";
import { withoutEchoes, type ContractResult } from "./error-results.js";
import type { File } from "./file.js";
import { isErrorOutcome, type Returned } from "./returns.js";
import type { Text } from "./text.js";
import type { ToolResult } from "./tool-results.js";
import { rootEnv } from "./values.js";

/** Each error result that is thrown as JSON once: where it is thrown, or where a function or class of this file writes it. */
export function thrownResultsOf(returns: readonly Returned[], file: File): ContractResult[] {
  const found = new Map<Node, ContractResult>();
  for (const { form, node, outcome, byCall, reached } of returns) {
    if (form !== "throw" || !isErrorOutcome(outcome)) continue;
    const { literal, env } = outcome.result;
    const place = byCall ? literal : node;
    // What another file writes is told of the fields that it is given here: as those of a builder.
    if (env.file !== file || found.has(place)) continue;
    const result = byCall ? asWrittenBy(outcome.result, file) : withoutEchoes(outcome.result, reached, file);
    if (result) found.set(place, { node: place, place, result, reached });
  }
  return [...found.values()];
}

/** The result as its maker writes it, whoever calls that; undefined where it leaves to its callers which fields there are. */
function asWrittenBy(result: ToolResult, file: File): ToolResult | undefined {
  const list: ContractField[] = [];
  const text: Text = [{ kind: "json", ref: { node: result.literal, env: rootEnv(file) } }];
  return fieldsOfText(text, list) ? { ...result, texts: [text], fields: { list, known: true } } : undefined;
}

import type { Node } from "../../syntax/tree.js";
import { fieldsOfText, type ContractField } from "../results/contract-fields.js";
import { withoutEchoes, type ContractResult } from "../results/error-results.js";
import type { File } from "../file.js";
import { isErrorOutcome, type Returned } from "../catches/returns.js";
import type { Text } from "../values/text.js";
import type { ToolResult } from "../results/tool-results.js";
import { rootEnv } from "../values/values.js";

/** Each error result that is thrown as JSON once: where it is thrown, or where a function or class of this file writes it. */
export function thrownResultsOf(returns: readonly Returned[], file: File): ContractResult[] {
  const found: ContractResult[] = [];
  const written = new Set<Node>();
  const thrown = returns.filter(({ form, outcome }) => form === "throw" && isErrorOutcome(outcome));
  // Where it is written at the throw comes before the calls that lead there.
  for (const { node, outcome, byCall, reached } of thrown.sort((a, b) => Number(a.byCall) - Number(b.byCall))) {
    if (!isErrorOutcome(outcome)) continue;
    const { literal, env } = outcome.result;
    // What another file writes is told of the fields that it is given here: as those of a builder.
    if (env.file !== file || (byCall && written.has(literal))) continue;
    written.add(literal);
    const place = byCall ? literal : node;
    const result = byCall ? asWrittenBy(outcome.result, file) : withoutEchoes(outcome.result, reached, file);
    if (result) found.push({ node: place, place, result, reached });
  }
  return found;
}

/** The result as its maker writes it, whoever calls that; undefined where it leaves to its callers which fields there are. */
function asWrittenBy(result: ToolResult, file: File): ToolResult | undefined {
  const list: ContractField[] = [];
  const text: Text = [{ kind: "json", ref: { node: result.literal, env: rootEnv(file) } }];
  return fieldsOfText(text, list) ? { ...result, texts: [text], fields: { list, known: true } } : undefined;
}

import { rules } from "../../../rules/index.js";
import type { Model } from "../../analysis/model.js";
import type { Finding } from "../../create-rule.js";
import { ancestors, type Node } from "../../syntax/tree.js";

export interface RuleFinding extends Finding<string> {
  /** Without the namespace. */
  readonly ruleId: string;
}

const found = new WeakMap<Model, Map<string, readonly RuleFinding[]>>();

/** What rules report of a file, with its default options. Each rule runs once for a model. */
export function findingsOf(model: Model, ruleIds: readonly string[]): RuleFinding[] {
  const ofModel = found.get(model) ?? new Map<string, readonly RuleFinding[]>();
  found.set(model, ofModel);
  return ruleIds.flatMap((ruleId) => {
    let findings = ofModel.get(ruleId);
    if (!findings) {
      // Edits are made in this file: what stands in a followed import is that file's.
      findings = [...(rules[ruleId]?.find(model, {}) ?? [])]
        .filter(({ node }) => programOf(node) === model.file.ast)
        .map((finding) => ({ ...finding, ruleId }));
      ofModel.set(ruleId, findings);
    }
    return findings;
  });
}

function programOf(node: Node): Node {
  let top = node;
  for (const up of ancestors(node)) top = up;
  return top;
}

import { errorResultsOf } from "../src/analysis/exits/leavings.js";
import { builderAround } from "../src/analysis/results/own-builders.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import { rewriteBuilder } from "../src/edits/builder.js";
import { builderCalls, rewriteCall } from "../src/edits/builder-calls.js";
import type { NotCarried } from "../src/edits/carried.js";
import type { WrittenFailure } from "../src/edits/failure.js";

/**
 * The project's own `createErrorResponse(error)` keeps its name and signature, and its body calls the helper. One that is
 * given words alone cannot know the category: the helper is called where the failure is known, at its calls.
 */
export const errorBuilders: Transform = {
  name: "error-builders",
  rules: ["require-error-category", "require-is-retryable"],
  *plan(model, writer) {
    const results = errorResultsOf(model);
    const written = new Map<unknown, WrittenFailure | NotCarried>();
    for (const { node, ruleId } of findingsOf(model, this.rules)) {
      if (!results.has(node) || node.type !== "ObjectExpression" || !builderAround(node, model)) continue;
      const body = written.get(node) ?? rewriteBuilder(node, model, writer);
      written.set(node, body);
      yield { node, ruleId, edits: [], ...body } satisfies Plan;
    }
    for (const call of builderCalls(model)) {
      const builder = written.get(call.made.literal);
      if (builder && "edits" in builder) continue;
      const failure = rewriteCall(call, model, writer);
      if ("edits" in failure) yield { node: call.node, ruleId: "require-error-category", ...failure };
    }
  },
};

export default jscodeshiftTransform(errorBuilders);

export { parser } from "../src/codemod/engine/jscodeshift.js";

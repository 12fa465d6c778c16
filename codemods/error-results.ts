import type { ErrorResult } from "../src/analysis/error-results.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import { carriedFromCall, carriedFromResult } from "../src/edits/carried.js";
import { writeFailure } from "../src/edits/failure.js";
import { isBuilderResult } from "../src/analysis/own-builders.js";

/** `{ isError: true, content: […] }` without category or retry flag → `toolError.<category>({ … })`. */
export const errorResults: Transform = {
  name: "error-results",
  rules: ["require-error-category", "require-is-retryable"],
  *plan(model, writer) {
    const { file } = model;
    const literals = new Map<unknown, ErrorResult>(model.contractResults.map((result) => [result.literal, result]));
    const payloads = new Map<unknown, (typeof model.payloads)[number]>(
      model.payloads.map((payload) => [payload.node, payload]),
    );
    const seen = new Set<unknown>();
    for (const { node, ruleId } of findingsOf(model, this.rules)) {
      if (seen.has(node)) continue;
      seen.add(node);
      const own = literals.get(node);
      const payload = payloads.get(node);
      // A function that makes failures of what it is given is `error-builders`'.
      if (own && isBuilderResult(own, model)) continue;
      const carried = own
        ? carriedFromResult(own.literal, file)
        : payload && carriedFromCall(payload.node, payload.result, file);
      if (!carried) continue;
      if (own && own.result.isError !== "true") {
        yield { node, ruleId, why: "The same literal is a success as well as a failure: split the two.", edits: [] };
        continue;
      }
      const written = writeFailure({ node, form: "return" }, carried, model, writer);
      yield { node, ruleId, edits: [], ...written } satisfies Plan;
    }
  },
};

export default jscodeshiftTransform(errorResults);

export { parser } from "../src/codemod/engine/jscodeshift.js";

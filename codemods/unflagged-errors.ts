import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Transform } from "../src/codemod/engine/transform.js";
import { keepsContract, RETURNED_IN_VAIN, returnedAt, writeUnflagged } from "../src/edits/unflagged.js";

/** A failure that is told in ordinary text or data only → `toolError.<category>({ … })`, `toolError.from(error, …)`. */
export const unflaggedErrors: Transform = {
  name: "unflagged-errors",
  rules: ["require-is-error", "no-invisible-error"],
  *plan(model, writer) {
    for (const { node, ruleId, messageId, suggest } of findingsOf(model, this.rules)) {
      if (ruleId === "no-invisible-error" && !RETURNED_IN_VAIN.has(messageId)) continue;
      const returned = returnedAt(node, model);
      // All fields are there, only the flag is missing: what the rule suggests is all there is to do.
      const flag =
        returned && keepsContract(returned) ? suggest?.find((one) => one.messageId === "addIsError") : undefined;
      if (flag) {
        yield { node, ruleId, why: "The result has its fields already; the flag was missing.", edits: flag.edits };
        continue;
      }
      yield { node, ruleId, edits: [], ...writeUnflagged({ node, messageId }, returned, model, writer) };
    }
  },
};

export default jscodeshiftTransform(unflaggedErrors);

export { parser } from "../src/codemod/engine/jscodeshift.js";

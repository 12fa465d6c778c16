import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Transform } from "../src/codemod/engine/transform.js";
import { writeOwnThrow } from "../src/edits/own-throw.js";
import { ownNodes } from "../src/syntax/node-index.js";

/**
 * `throw new Error("id is required")` → `throw toolFailure.validation({ … })`: the place that throws knows the category, which
 * the boundary that reports the failure can only guess. Only where nothing on the way reads the message, whoever calls.
 */
export const thrownErrors: Transform = {
  name: "thrown-errors",
  rules: ["no-bare-throw"],
  *plan(model, writer) {
    const statements = model.file.index.functions.flatMap((fn) => ownNodes(fn).throws);
    for (const statement of statements) {
      if (model.neverRuns(statement)) continue;
      const written = writeOwnThrow(statement, model, writer);
      // Without a category there is nothing to decide: the boundary reports it as a failure of unknown cause.
      if (written && "edits" in written) yield { node: statement.argument, ruleId: "no-bare-throw", ...written };
    }
  },
};

export default jscodeshiftTransform(thrownErrors);

export { parser } from "../src/codemod/engine/jscodeshift.js";

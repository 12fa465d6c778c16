import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { File } from "../src/analysis/file.js";
import type { Transform } from "../src/codemod/engine/transform.js";
import { addIsError } from "../src/edits/result-literal.js";
import { isHelperError } from "../src/analysis/results/helper.js";
import { literalProperty } from "../src/syntax/names.js";
import { unwrap } from "../src/syntax/tree.js";
import { roomForFlag } from "../src/edits/flag-type.js";
import {
  isFailure,
  keepsContract,
  RETURNED_IN_VAIN,
  returnedAt,
  writeUnflagged,
  type Returned,
} from "../src/edits/unflagged.js";

const FLAGGED = "The result is flagged as an error. Add its fields.";

/** A failure that is told in ordinary text or data only → `toolError.<category>({ … })`, `toolError.from(error, …)`. */
export const unflaggedErrors: Transform = {
  name: "unflagged-errors",
  rules: ["require-is-error", "no-invisible-error"],
  *plan(model, writer) {
    for (const { node, ruleId, messageId, suggest } of findingsOf(model, this.rules)) {
      if (ruleId === "no-invisible-error" && !RETURNED_IN_VAIN.has(messageId)) continue;
      // The result has its flag: what is made of it elsewhere has a finding of its own.
      const value = unwrap(node);
      if (ruleId === "require-is-error" && value.type === "CallExpression" && isHelperError(value, model.file))
        continue;
      const returned = returnedAt(node, model);
      // What only reads like a failure may be a success: no flag is put on it.
      const isCertain = !returned || isFailure(returned);
      const flagged = isCertain ? suggest?.find((one) => one.messageId === "addIsError") : undefined;
      // All fields are there, only the flag is missing: what the rule suggests is all there is to do.
      if (flagged && returned && keepsContract(returned)) {
        yield { node, ruleId, why: "Only the flag was missing.", edits: flagged.edits };
        continue;
      }
      const written = writeUnflagged({ node, messageId }, returned, model, writer);
      const builder =
        messageId === "toldByBuilder" && node.type === "ObjectExpression" && !literalProperty(node, "isError")
          ? node
          : undefined;
      const flagging = "edits" in written || !builder ? undefined : addIsError(builder, model.file);
      if (flagging) {
        yield { node, ruleId, why: FLAGGED, edits: flagging };
        continue;
      }
      // Whatever is to be decided of its fields: the failure is one, and says so from now on.
      if (flagged && !("edits" in written))
        yield { node, ruleId, why: `${FLAGGED} ${written.why}`, edits: flagged.edits };
      else if ("edits" in written) yield { node, ruleId, ...written };
      else yield { node, ruleId, edits: [], why: [written.why, ...noRoom(returned, model.file)].join(" ") };
    }
  },
};

/** Why the result could not be flagged either. */
function noRoom(returned: Returned | undefined, file: File): string[] {
  const made = returned?.made;
  const room = made && made.env.file === file ? roomForFlag(made.literal, file) : undefined;
  return room?.room === false ? [room.why] : [];
}

export default jscodeshiftTransform(unflaggedErrors);

export { parser } from "../src/codemod/engine/jscodeshift.js";

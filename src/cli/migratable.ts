import { transforms as TRANSFORMS } from "../../codemods/index.js";
import type { Model } from "../analysis/model.js";
import { HELPER_PACKAGE } from "../codemod/engine/helper-specifier.js";
import { rewritable } from "../codemod/engine/run.js";
import { TRANSFORM_NAMES } from "../codemod/rewrite.js";
import type { LocatedResult } from "../review/finding.js";

/**
 * Says which messages of a file `migrate` would rewrite. The transforms plan on the facts that the rules have found already:
 * nothing is rewritten for it.
 */
export function withMigratable(located: LocatedResult, model: Model): LocatedResult {
  const rules = new Set(located.messages.map(({ message }) => message.ruleId));
  const transforms = TRANSFORM_NAMES.filter((name) => name !== "dialect")
    .map((name) => TRANSFORMS[name])
    .filter((transform) => transform.rules.some((rule) => rules.has(`mcp-errors/${rule}`)));
  if (transforms.length === 0) return located;
  const { file } = model;
  const keyOf = (line: number, column: number, rule: string): string => `${line}:${column}:${rule}`;
  const reported = new Set(
    located.messages.map(({ message: { line, column, ruleId } }) => keyOf(line, column, ruleId ?? "")),
  );
  const found = new Set(
    rewritable(model, transforms, { dialect: "standard", to: undefined, specifier: HELPER_PACKAGE }).flatMap(
      ({ node, ruleId, transform }) => {
        const { line, column } = file.lines.place(node.range[0]);
        const key = keyOf(line, column, `mcp-errors/${ruleId}`);
        // Where the rule is off, another one of the transform names what the place lacks.
        return reported.has(key) ? key : transform.rules.map((rule) => keyOf(line, column, `mcp-errors/${rule}`));
      },
    ),
  );
  return {
    ...located,
    messages: located.messages.map((one) => {
      const { line, column, ruleId } = one.message;
      return { ...one, isMigratable: found.has(keyOf(line, column, ruleId ?? "")) };
    }),
  };
}

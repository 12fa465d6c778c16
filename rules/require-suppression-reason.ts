import { saysWhy } from "../src/contract/lexicon.js";
import { inlineSettings, parseDirective, ruleNames } from "../src/syntax/directive-comments.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "missingReason" | "emptyReason";

/** Directives that keep a finding back; `eslint-enable` ends one, and needs no reason. */
const SUPPRESSES = /^eslint(?:-disable(?:-next-line|-line)?)?$/u;

/** The rules of this plugin that a directive switches off; `eslint mcp-errors/x: "warn"` switches nothing off. */
function suppressed(label: string, value: string): string[] {
  const names =
    label === "eslint"
      ? inlineSettings(value).flatMap(([name, { severity }]) => (severity === 0 ? [name] : []))
      : [...(ruleNames(value) ?? [])];
  return names.filter((name) => name.startsWith("mcp-errors/"));
}

export const requireSuppressionReason = createRule<Options, MessageIds>({
  name: "require-suppression-reason",
  meta: {
    type: "suggestion",
    docs: { description: "Require a reason where a rule of this plugin is disabled", preset: "strict" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      missingReason:
        "{{rules}} is disabled without a reason, so a reader can't tell whether the model still gets what it needs. Add the reason after ` -- `.",
      emptyReason:
        "{{rules}} is disabled, but \"{{reason}}\" isn't a reason, so a reader can't tell whether the model still gets what it needs. Explain why the finding doesn't apply.",
    },
  },
  *find(model) {
    if (!model.file.text.includes("eslint")) return;
    for (const comment of model.file.comments()) {
      const directive = parseDirective(comment.value);
      if (!directive || !SUPPRESSES.test(directive.label)) continue;
      const names = suppressed(directive.label, directive.value);
      const { justification: reason } = directive;
      if (names.length === 0 || saysWhy(reason)) continue;
      const rules = names.map((name) => `\`${name}\``).join(", ");
      yield reason === ""
        ? { node: comment, messageId: "missingReason", data: { rules } }
        : { node: comment, messageId: "emptyReason", data: { rules, reason } };
    }
  },
});

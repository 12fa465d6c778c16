import { saysWhy } from "../src/contract/lexicon.js";
import { parseDirective } from "../src/syntax/directive-comments.js";
import { createRule } from "../src/create-rule.js";

type Options = [object];
type MessageIds = "missingReason" | "emptyReason";

const OWN_RULE = /(?<![-\w/])mcp-errors\/[\w-]+/gu;

/** Directives that keep a finding back; `eslint-enable` ends one, and needs no reason. */
const SUPPRESSES = /^eslint(?:-disable(?:-next-line|-line)?)?$/u;

/** The rules of this plugin that a directive switches off; `eslint mcp-errors/x: "warn"` switches nothing off. */
function suppressed(label: string, value: string): string[] {
  const names = [...value.matchAll(OWN_RULE)].map(([name]) => name);
  if (label !== "eslint") return names;
  return names.filter((name) => new RegExp(`${name}["']?\\s*:\\s*\\[?\\s*(?:["']?off\\b|0)`, "u").test(value));
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

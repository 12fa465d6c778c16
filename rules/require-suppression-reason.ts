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
    docs: { description: "Require a reason in words where a rule of this plugin is switched off", preset: "strict" },
    schema: [],
    defaultOptions: [{}],
    messages: {
      missingReason:
        "{{rules}} is switched off without a reason: nobody can tell later whether the model still gets what it needs here. Say why behind ` -- `.",
      emptyReason:
        '{{rules}} is switched off, and "{{reason}}" is no reason: nobody can tell later whether the model still gets what it needs here. Say in words why the finding does not apply.',
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

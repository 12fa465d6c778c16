import type { ESLint, Linter } from "eslint";
import type { McpErrorsRule } from "./create-rule.js";
import type { PresetName } from "./presets.js";

export type { PresetName };

const LEVEL: Readonly<Record<PresetName, number>> = { defects: 0, recommended: 1, strict: 2, all: 3 };

function entry(rule: McpErrorsRule, preset: PresetName): Linter.RuleEntry {
  const { strictOptions } = rule.meta.docs;
  return strictOptions && LEVEL[preset] >= LEVEL.strict ? ["error", strictOptions] : "error";
}

/** The rules of a preset, derived from each rule's own meta. */
export function presetRules(rules: Readonly<Record<string, McpErrorsRule>>, preset: PresetName): Linter.RulesRecord {
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([, rule]) => LEVEL[rule.meta.docs.preset] <= LEVEL[preset])
      .map(([name, rule]) => [`mcp-errors/${name}`, entry(rule, preset)]),
  );
}

/** One flat config a preset: the plugin under its namespace, and the preset's rules. */
export function makeConfigs(
  plugin: ESLint.Plugin,
  rules: Readonly<Record<string, McpErrorsRule>>,
): Record<PresetName, Linter.Config> {
  const make = (preset: PresetName): Linter.Config => ({
    name: `mcp-errors/${preset}`,
    plugins: { "mcp-errors": plugin },
    rules: presetRules(rules, preset),
  });
  return { defects: make("defects"), recommended: make("recommended"), strict: make("strict"), all: make("all") };
}

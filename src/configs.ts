import type { ESLint, Linter } from "eslint";
import type { McpErrorsRule } from "./create-rule.js";
import { SOURCE_FILES, TEST_FILES } from "./file-globs.js";
import type { Preset, PresetName } from "./presets.js";
import { typescriptParser } from "./typescript-parser.js";

export type { PresetName };

/** The presets that hold the rules of another one. */
const HOLDERS: Readonly<Record<Preset, readonly PresetName[]>> = {
  defects: ["defects", "recommended", "strict", "all"],
  recommended: ["recommended", "strict", "all"],
  integration: ["integration", "strict", "all"],
  strict: ["strict", "all"],
};

function entry(rule: McpErrorsRule, preset: PresetName): Linter.RuleEntry {
  const { strictOptions } = rule.meta.docs;
  return strictOptions && HOLDERS.strict.includes(preset) ? ["error", strictOptions] : "error";
}

/** The rules of a preset, derived from each rule's own meta. */
export function presetRules(rules: Readonly<Record<string, McpErrorsRule>>, preset: PresetName): Linter.RulesRecord {
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([, rule]) => HOLDERS[rule.meta.docs.preset].includes(preset))
      .map(([name, rule]) => [`mcp-errors/${name}`, entry(rule, preset)]),
  );
}

/**
 * One flat config a preset: its files, the plugin under its namespace, the preset's rules, and the parser for TypeScript where
 * typescript-eslint is installed. The parser is loaded when a config is used, not with the plugin.
 */
export function makeConfigs(
  plugin: ESLint.Plugin,
  rules: Readonly<Record<string, McpErrorsRule>>,
): Record<PresetName, Linter.Config> {
  const make = (preset: PresetName): Linter.Config => ({
    name: `mcp-errors/${preset}`,
    files: [SOURCE_FILES],
    // Code in Markdown shows something, and serves nobody.
    ignores: [...TEST_FILES, "**/*.md/**"],
    plugins: { "mcp-errors": plugin },
    get languageOptions() {
      const parser = typescriptParser();
      return parser ? { parser } : {};
    },
    rules: presetRules(rules, preset),
  });
  return {
    defects: make("defects"),
    recommended: make("recommended"),
    integration: make("integration"),
    strict: make("strict"),
    all: make("all"),
  };
}

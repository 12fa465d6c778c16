import type { ESLint, Linter } from "eslint";
import { rules } from "../rules/index.js";
import { makeConfigs } from "./configs.js";
import type { PresetName } from "./presets.js";
import { VERSION } from "./version.js";

export type { HelperSetting, McpErrorsSettings } from "./settings.js";
// Public types name nothing but ESLint: what else they pulled in would have to be there in every user's type check.
export type { PresetName } from "./presets.js";
export type { McpErrorsRules, RuleOptions } from "./rule-options.js";

const base: ESLint.Plugin = {
  meta: { name: "eslint-plugin-mcp-errors", version: VERSION, namespace: "mcp-errors" },
  rules: { ...rules },
};

/** The plugin, with a flat config for each preset: `plugin.configs.recommended`. ESLint's own type would let any name pass. */
const plugin: Omit<ESLint.Plugin, "configs"> & { configs: Record<PresetName, Linter.Config> } = Object.assign(base, {
  configs: makeConfigs(base, rules),
});

export default plugin;

import type { ESLint, Linter } from "eslint";
import { rules } from "../rules/index.js";
import { makeConfigs, type PresetName } from "./configs.js";
import { VERSION } from "./version.js";

export type { McpErrorsSettings } from "./settings.js";
export type { PresetName } from "./configs.js";

const base: ESLint.Plugin = {
  meta: { name: "eslint-plugin-mcp-errors", version: VERSION, namespace: "mcp-errors" },
  rules: { ...rules },
};

/** The plugin, with a flat config for each preset: `plugin.configs.recommended`. */
const plugin: ESLint.Plugin & { configs: Record<PresetName, Linter.Config> } = Object.assign(base, {
  configs: makeConfigs(base, rules),
});

export default plugin;

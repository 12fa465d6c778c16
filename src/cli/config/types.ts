import type { PresetName } from "../../presets.js";
import type { RuleEntries } from "../../rule-options.js";
import type { McpErrorsSettings } from "../../settings.js";

/** What `mcp-errors.config.*` exports, and `mcpErrors` in package.json holds. Every key is optional. */
export interface McpErrorsConfig {
  /** The JSON Schema of the file, for editors. */
  $schema?: string;
  /** The rules to start from. Default: those of `"recommended"` and `"integration"`. */
  preset?: PresetName;
  /** Severities and options of single rules, over those of the preset; the prefix `mcp-errors/` may be left out. */
  rules?: RuleEntries<""> & RuleEntries<"mcp-errors/">;
  /** What ESLint users write under `settings["mcp-errors"]`. */
  settings?: McpErrorsSettings;
  /** Globs, relative to the configuration file: only files that match one of them are looked at. Default: all sources. */
  files?: string[];
  /** Globs, relative to the configuration file: files that match one of them are left out. */
  ignores?: string[];
}

/** Returns the configuration as it is; editors complete and check it by the type. */
export function defineConfig(config: McpErrorsConfig): McpErrorsConfig {
  return config;
}

import { rules } from "../../../rules/index.js";
import { DIALECTS } from "../../contract/dialects.js";
import { FRAMEWORK_NAMES } from "../../settings.js";
import { PRESET_NAMES } from "../../presets.js";

const SEVERITY = { enum: ["off", "warn", "error", 0, 1, 2] };

function stringList(description: string): object {
  return { type: "array", items: { type: "string" }, description };
}

function ruleEntry(name: string): object {
  const { docs, schema } = rules[name]?.meta ?? {};
  const [options] = Array.isArray(schema) ? (schema as unknown[]) : [];
  const items = [SEVERITY, ...(options === undefined ? [] : [options])];
  return {
    description: `${docs?.description ?? ""}.`,
    anyOf: [SEVERITY, { type: "array", minItems: 1, items, additionalItems: false }],
  };
}

const SETTINGS: Readonly<Record<string, object>> = {
  dialect: { enum: Object.keys(DIALECTS), description: "The dialect whose field names the messages use." },
  categories: stringList("Values of the category beside those of the contract."),
  toolBuilders: stringList("Functions that make a tool, where the import cannot be followed."),
  errorBuilders: stringList("Functions that return a complete error result, where the import cannot be followed."),
  helper: {
    type: "object",
    description: "The typed helper that builds error results.",
    properties: {
      module: { type: "string", minLength: 1 },
      names: { type: "array", items: { type: "string" }, minItems: 1 },
    },
    required: ["module"],
    additionalProperties: false,
  },
  frameworks: {
    type: "array",
    items: { enum: FRAMEWORK_NAMES },
    description: "Frameworks that serve the tools, where neither imports nor package.json show it.",
  },
  followImports: { type: "boolean", description: "Read imported files of the same project." },
};

/** The JSON Schema of a configuration file: `docs/schemas/config.schema.json`, and what a file is checked against. */
export function configSchema(): object {
  const names = Object.keys(rules);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of mcp-errors",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string" },
      preset: {
        enum: PRESET_NAMES,
        description: "The rules to start from. Default: those of recommended and integration.",
      },
      rules: {
        type: "object",
        description: "Severities and options of single rules, over those of the preset.",
        properties: Object.fromEntries(
          names.flatMap((name) => [
            [name, ruleEntry(name)],
            [`mcp-errors/${name}`, { $ref: `#/properties/rules/properties/${name}` }],
          ]),
        ),
        additionalProperties: false,
      },
      settings: {
        type: "object",
        description: "Settings that all rules share.",
        properties: SETTINGS,
        additionalProperties: false,
      },
      files: stringList("Globs, relative to this file: only sources that match one of them are checked."),
      ignores: stringList("Globs, relative to this file: files that match one of them are left out."),
    },
  };
}

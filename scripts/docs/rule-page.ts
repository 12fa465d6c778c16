import { rules } from "../../rules/index.js";
import { PRESET_NAMES, type PresetName } from "../../src/presets.js";
import type { McpErrorsRule } from "../../src/create-rule.js";
import { withFindings } from "./examples.js";
import { policyTable } from "./exemptions.js";
import { betweenMarkers } from "./markers.js";
import plugin from "../../src/index.js";

/** The presets that hold a rule, with the options they give it. */
export function presetsOf(name: string): { readonly preset: PresetName; readonly options: object | undefined }[] {
  return PRESET_NAMES.flatMap((preset) => {
    const entry = plugin.configs[preset].rules?.[`mcp-errors/${name}`];
    if (entry === undefined) return [];
    return [{ preset, options: Array.isArray(entry) ? (entry[1] as object | undefined) : undefined }];
  });
}

function optionsInWords(options: object): string {
  return Object.entries(options)
    .map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``)
    .join(", ");
}

function header(name: string, rule: McpErrorsRule): string {
  const presets = presetsOf(name).map(({ preset, options }) =>
    options ? `\`${preset}\` (with ${optionsInWords(options)})` : `\`${preset}\``,
  );
  return [
    `${rule.meta.docs.description ?? ""}.`,
    "",
    `💼 In the presets ${presets.join(", ")}.`,
    ...(rule.meta.hasSuggestions === true
      ? ["", "💡 Offers suggestions, which an editor applies one by one; `--fix` changes nothing."]
      : []),
  ].join("\n");
}

/** The page with its header, the exemptions of the policy and its findings written anew. */
export function renderRulePage(page: string, name: string): string {
  const rule = rules[name];
  if (!rule) throw new Error(`There is no rule "${name}".`);
  const table = policyTable(name);
  const headed = betweenMarkers(page, "header", header(name, rule));
  return withFindings(table === undefined ? headed : betweenMarkers(headed, "exemptions", table), name);
}

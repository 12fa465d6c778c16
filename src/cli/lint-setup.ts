import { rules as allRules } from "../../rules/index.js";
import { presetRules } from "../configs.js";
import type { ActiveRule } from "../lint/lint-text.js";
import type { PresetName } from "../presets.js";
import { loadOxc, parseWithOxc, type Parse } from "../syntax/parse.js";
import { UsageError } from "./command.js";

/** The rules of a preset, with their options there; those of `recommended` and `integration` where none is named. */
export function activeRules(preset: PresetName | undefined): ActiveRule[] {
  const records = (preset === undefined ? (["recommended", "integration"] as const) : [preset]).map((name) =>
    presetRules(allRules, name),
  );
  return records
    .flatMap((record) => Object.entries(record))
    .flatMap(([id, entry]) => {
      const rule = allRules[id.slice("mcp-errors/".length)];
      const options: unknown = Array.isArray(entry) ? entry[1] : {};
      return rule ? [{ id, rule, options: options as object }] : [];
    });
}

/**
 * The parser of the command.
 *
 * @throws {UsageError} if it is not installed
 */
export function commandParser(): Parse {
  const oxc = loadOxc();
  if (!oxc)
    throw new UsageError(
      "The parser cannot be loaded: install oxc-parser again, with its optional dependencies, as the binary for this platform is one.",
    );
  return (text, filename) => parseWithOxc(oxc, text, filename);
}

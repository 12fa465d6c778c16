/**
 * The smallest preset that holds a rule. `integration` stands beside the others: it holds the rules about how a server is
 * wired into a client, which are no part of `defects` and `recommended`.
 */
export type Preset = "defects" | "recommended" | "integration" | "strict";

export type PresetName = Preset | "all";

/** In the order in which people read them. */
export const PRESET_NAMES = [
  "defects",
  "recommended",
  "integration",
  "strict",
  "all",
] as const satisfies readonly PresetName[];

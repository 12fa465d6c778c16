/** The smallest preset that holds a rule. */
export type Preset = "defects" | "recommended" | "strict";

export type PresetName = Preset | "all";

/** From the smallest preset to the largest. */
export const PRESET_NAMES: readonly PresetName[] = ["defects", "recommended", "strict", "all"];

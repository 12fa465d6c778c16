/** The smallest preset that holds a rule. */
export type Preset = "defects" | "recommended" | "strict";

export type PresetName = Preset | "all";

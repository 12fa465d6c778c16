import type { Category } from "../contract/categories.js";

/** What the user has decided of failures that say the same. */
export interface Answer {
  readonly category: Category;
  /** What the model should read instead; parts in `${…}` are expressions of the place. */
  readonly description?: string;
}

/** By what the failures say (`question` of a change). */
export type Answers = ReadonlyMap<string, Answer>;

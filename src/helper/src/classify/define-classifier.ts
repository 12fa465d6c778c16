import type { AnyFields } from "../fields.js";
import type { Classifier } from "./classification.js";

/** One row: when it applies, and what the error means then. */
export interface ClassifierRow<T = unknown> {
  when: ((error: unknown) => error is T & {}) | ((error: unknown) => boolean);
  then: AnyFields | ((error: T) => AnyFields | undefined);
}

/**
 * Builds a classifier from rows, tried in order; the first whose `when` holds decides. Give it to
 * `configureToolErrors({ classifiers })` for the whole server or to one call. It goes before the built-in table.
 * A row that throws counts as not matching. Throws nothing.
 */
export function defineClassifier(rows: readonly ClassifierRow<any>[]): Classifier {
  return (error) => {
    for (const { when, then } of rows) {
      try {
        const fields = when(error) ? (typeof then === "function" ? then(error) : then) : undefined;
        if (fields) return fields;
      } catch {
        // Rows meet every kind of error; one that cannot read this kind has not recognised it.
      }
    }
    return undefined;
  };
}

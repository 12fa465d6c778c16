import type { AnyFields } from "../fields.js";
import { attempt, isList } from "../safe.js";
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
  // Rows meet every kind of error; one that cannot read this kind has not recognised it.
  const fieldsOf = (row: ClassifierRow<any>, error: unknown): AnyFields | undefined =>
    attempt(() => (row.when(error) ? (typeof row.then === "function" ? row.then(error) : row.then) : undefined));
  return (error) => {
    for (const row of isList(rows) ? rows : []) {
      const fields = fieldsOf(row, error);
      if (fields) return fields;
    }
    return undefined;
  };
}

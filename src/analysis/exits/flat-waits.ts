import { dialectOf, type DialectName } from "../../contract/dialects.js";
import type { File } from "../file.js";
import type { Site } from "../flow/values.js";
import type { ToolExits } from "./exits.js";
import { siteOfValue } from "./field-places.js";
import { constantIn, fieldOf, payloadsOf, type PayloadField } from "./payload.js";

/** A wait that is the same for every caller. */
export interface FlatWait {
  readonly site: Site;
  readonly name: string;
  readonly value: number;
}

/** Waits of the dialect `envelope` that are written out as a number, in what may be repeated. */
export function flatWaitsIn({ exits }: ToolExits, file: File): FlatWait[] {
  const expected = file.project.options.settings.dialect;
  return exits.flatMap((exit) =>
    payloadsOf(exit).flatMap(({ fields }) =>
      flatWaitsOf({ fields, dialect: dialectOf(new Set(fields.map(({ name }) => name)), expected) }),
    ),
  );
}

/** The same of one error. */
export function flatWaitsOf(error: {
  readonly fields: readonly PayloadField[];
  readonly dialect: DialectName;
}): readonly FlatWait[] {
  if (error.dialect !== "envelope" || constantIn(fieldOf(error, "retryable")) === false) return [];
  return error.fields.flatMap((field) => {
    const value = field.concept === "wait" ? constantIn(field) : undefined;
    return typeof value === "number" && value > 0 ? [{ site: siteOfValue(field), name: field.name, value }] : [];
  });
}

import { dialectOf } from "../../contract/dialects.js";
import type { File } from "../file.js";
import type { Site } from "../flow/values.js";
import type { ToolExits } from "./exits.js";
import { siteOfField } from "./field-places.js";
import { constantIn, fieldOf, payloadsOf } from "./payload.js";

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
    payloadsOf(exit).flatMap((payload) => {
      if (constantIn(fieldOf(payload, "retryable")) === false) return [];
      if (dialectOf(new Set(payload.fields.map(({ name }) => name)), expected) !== "envelope") return [];
      return payload.fields.flatMap((field) => {
        const value = field.concept === "wait" ? constantIn(field) : undefined;
        return typeof value === "number" && value > 0 ? [{ site: siteOfField(field), name: field.name, value }] : [];
      });
    }),
  );
}

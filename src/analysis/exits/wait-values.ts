import { inSeconds, isLikelyOtherUnit, unitInName, unitOfWait, type WaitUnit } from "../../contract/waits.js";
import { lastName } from "../../syntax/names.js";
import type { Site } from "../flow/values.js";
import { ownFields, type OwnField } from "./field-conflicts.js";
import { siteOfValue } from "./field-places.js";
import { constantIn, fieldOf } from "./payload.js";
import type { ToldError } from "./told-contract.js";

/** A wait that the model cannot keep, or should not. */
export type WaitFault = { readonly field: OwnField; readonly site: Site; readonly unit: WaitUnit } & (
  | { readonly kind: "no number"; readonly value: string }
  | {
      readonly kind: "other unit";
      readonly other: WaitUnit;
      /** The value in the unit of the field, where it is known. */
      readonly converted: number | undefined;
    }
  /** A repetition cannot help, as this flag says. */
  | { readonly kind: "no retry"; readonly flag: string }
  | { readonly kind: "too long"; readonly value: number; readonly seconds: number }
);

/** What is wrong with the waits of errors. */
export function waitFaultsIn(errors: readonly ToldError[], maxSeconds: number): readonly WaitFault[] {
  const isRefused = (error: ToldError): boolean => constantIn(fieldOf(error, "retryable")) === false;
  // Where the flag is decided at run time, the wait is for the cases in which it is true.
  const retried = new Set(errors.filter((error) => !isRefused(error)).map(({ site }) => site.node));
  return errors.flatMap((error) =>
    ownFields(error).flatMap((field) => {
      const fault = field.concept === "wait" ? waitFault(field, error, maxSeconds) : undefined;
      return fault && !(fault.kind === "no retry" && retried.has(error.site.node)) ? [fault] : [];
    }),
  );
}

function waitFault(field: OwnField, error: ToldError, maxSeconds: number): WaitFault | undefined {
  const { name, value } = field;
  const site = siteOfValue(field);
  const unit = unitOfWait(name);
  const other = unit === "seconds" ? "milliseconds" : "seconds";
  if (value.kind !== "constant")
    return isIn(site, other) ? { field, site, unit, kind: "other unit", other, converted: undefined } : undefined;
  const constant = value.value;
  // A date, or a number of seconds, is the other form of `retryAfter`.
  if (typeof constant === "string" && (error.dialect === "recovery" || /^retry_?after$/iu.test(name))) return undefined;
  if (constant === null || constant === undefined) return undefined;
  if (typeof constant !== "number" || !Number.isFinite(constant) || constant < 0)
    return {
      field,
      site,
      unit,
      kind: "no number",
      value: typeof constant === "string" ? JSON.stringify(constant) : String(constant),
    };
  if (isLikelyOtherUnit(constant, unit)) {
    const converted = unit === "seconds" ? constant / 1000 : constant * 1000;
    return { field, site, unit, kind: "other unit", other, converted };
  }
  const flag = fieldOf(error, "retryable");
  if (constant > 0 && flag && constantIn(flag) === false)
    return { field, site, unit, kind: "no retry", flag: flag.name };
  const seconds = inSeconds(constant, unit);
  return seconds > maxSeconds ? { field, site, unit, kind: "too long", value: constant, seconds } : undefined;
}

/** A variable is named after the unit; the header of HTTP counts seconds, until somebody converts it. */
function isIn({ node, file }: Site, unit: WaitUnit): boolean {
  const name = lastName(node);
  if (name !== undefined) return unitInName(name) === unit;
  const written = file.textOf(node);
  return unit === "seconds" && /retry-after["'`]\s*\]?\)/iu.test(written) && !/\*|1000|1e3|1_000/u.test(written);
}

import { categoryOf, STATUSES_OF_THE_MOMENT } from "../../contract/categories.js";
import { MIRRORED_HINTS, possibleDialects, WRAPPERS, type DialectName } from "../../contract/dialects.js";
import { inSeconds, unitOfWait, waitInWords } from "../../contract/waits.js";
import { conditionsOf } from "../flow/conditions.js";
import { alternatives, type RecordObject, type Site } from "../flow/values.js";
import { descriptionsIn } from "./descriptions.js";
import { siteOfValue } from "./field-places.js";
import { constantIn, fieldOf, type PayloadField } from "./payload.js";
import { statusesIn } from "./tested-kinds.js";
import type { ToldError } from "./told-contract.js";

/** A field of an error itself, not of something else that it tells of. */
export interface OwnField extends PayloadField {
  /** Its name with that of the object which holds it: `recovery.retryAfterSeconds`. */
  readonly path: string;
}

/** How deep an error may wrap its fields. */
const MAX_DEPTH = 2;

/** The fields of the contract in the objects that the model reads, and in those that wrap them, in the order of writing. */
export function ownFields(error: ToldError): readonly OwnField[] {
  const { fields, exit, payload } = error;
  const collect = (record: RecordObject, holder: string, depth: number): OwnField[] =>
    [...record.fields].flatMap(([name, value]): OwnField[] => {
      const inner = depth < MAX_DEPTH && WRAPPERS.has(name) ? alternatives(value) : [];
      const wrapped = inner.flatMap((one) => payload.records.filter((other) => other === exit.state.recordOf(one)));
      const own = fields.find((field) => field.record === record && field.name === name);
      return [
        ...wrapped.flatMap((one) => collect(one, name, depth + 1)),
        ...(own ? [{ ...own, path: holder === "" ? name : `${holder}.${name}` }] : []),
      ];
    });
  return outermost(error).flatMap(({ record, name }) => collect(record, name, 0));
}

/** The objects that the model reads, with the field of the result that holds them where that has a name of its own. */
function outermost({ exit, payload }: ToldError): readonly { readonly record: RecordObject; readonly name: string }[] {
  const { state, visible } = exit;
  const held = new Set(
    payload.records.flatMap(({ fields }) =>
      [...fields.values()].flatMap((value) => alternatives(value).map((one) => state.recordOf(one))),
    ),
  );
  const structured = visible.result?.fields.get("structuredContent");
  const ofResult = structured ? alternatives(structured).map((one) => state.recordOf(one)) : [];
  return payload.records
    .filter((record) => !held.has(record))
    .map((record) => ({ record, name: ofResult.includes(record) ? "structuredContent" : "" }));
}

/**
 * The dialects that the names of an error allow; none where they mix. A field that stands under two names with the same
 * meaning (`isRetryable` and, for older readers, `retryable`) tells nothing: that is a mirror.
 */
export function dialectsOf(error: ToldError): readonly DialectName[] {
  // The helper writes its fields in the dialect that is set.
  if (error.payload.records[0]?.brand === "contract") return [error.dialect];
  const fields = ownFields(error);
  const isMirrored = ({ name, concept }: OwnField): boolean =>
    concept !== "description" && fields.some((other) => other.concept === concept && other.name !== name);
  return possibleDialects(new Set(fields.filter((field) => !isMirrored(field)).map(({ name }) => name)));
}

/** A field that should say the same as another one of the same error, and does not. */
export interface Disagreement {
  readonly site: Site;
  readonly name: string;
  readonly value: string;
  readonly other: string;
  readonly otherValue: string;
}

/** Fields that repeat another one of the same error with another meaning. */
export function disagreementsIn(error: ToldError): readonly Disagreement[] {
  const fields = ownFields(error);
  return [
    ...fields.flatMap((field, at) => disagreementOf(field, fields.slice(0, at)) ?? []),
    ...outermost(error).flatMap(({ record }) => disagreeingHints(record, error)),
  ];
}

function disagreementOf(field: OwnField, earlier: readonly OwnField[]): Disagreement | undefined {
  const meaning = meaningOf(field);
  if (meaning === undefined) return undefined;
  const others = earlier.filter(({ concept }) => concept === field.concept);
  // What says the same as another one disagrees with nothing that has not been said.
  if (others.some((one) => meaningOf(one) === meaning)) return undefined;
  const other = others.find((one) => one.path !== field.path && meaningOf(one) !== undefined);
  return (
    other && {
      site: siteOfValue(field),
      name: field.path,
      value: String(constantIn(field)),
      other: other.path,
      otherValue: String(constantIn(other)),
    }
  );
}

/** What a field says, so that two spellings can be compared; undefined where it is known only at run time. */
function meaningOf(field: PayloadField): unknown {
  const { concept, name } = field;
  const constant = constantIn(field);
  switch (concept) {
    case "retryable":
      return typeof constant === "boolean" ? constant : undefined;
    case "category":
      // Other names (`category`, `errorType`) may hold a vocabulary of their own beside the contract's.
      return typeof constant === "string" && /^(?:error_?category|bucket)$/iu.test(name)
        ? categoryOf(constant)
        : undefined;
    case "wait":
      return typeof constant === "number" ? inSeconds(constant, unitOfWait(name)) : undefined;
    case "code":
      return /^error_?code$/iu.test(name) ? (constant ?? undefined) : undefined;
    default:
      return undefined;
  }
}

function disagreeingHints(record: RecordObject, { exit: { state } }: ToldError): readonly Disagreement[] {
  const recovery = record.fields.get("recovery");
  const hints = recovery && state.recordOf(recovery)?.fields;
  if (!hints) return [];
  return MIRRORED_HINTS.flatMap((name) => {
    const [mirror, hint] = [record.fields.get(name), hints.get(name)];
    if (mirror?.kind !== "constant" || hint?.kind !== "constant" || mirror.value === hint.value) return [];
    return {
      site: siteOfValue({ name, record }),
      name,
      value: String(mirror.value),
      other: `recovery.${name}`,
      otherValue: String(hint.value),
    };
  });
}

/** A category that blames the input, behind a test for a status by which the service says that it can't answer now. */
export function categoryAgainstStatus(
  error: ToldError,
): { readonly field: PayloadField; readonly stated: string; readonly status: number } | undefined {
  const field = fieldOf(error, "category");
  const stated = constantIn(field);
  const statuses = statusesIn(error.payload.records.flatMap(({ tests }) => conditionsOf(tests)));
  const [status, ...others] = new Set(statuses);
  if (!field || typeof stated !== "string" || status === undefined || others.length > 0) return undefined;
  return categoryOf(stated) === "validation" && STATUSES_OF_THE_MOMENT.has(status)
    ? { field, stated, status }
    : undefined;
}

/** Hints of `recovery` that stand beside it, and not in it. */
export function mirrorsAlone({ dialect, isClosed, payload }: ToldError): readonly string[] {
  if (dialect !== "recovery" || !isClosed || payload.records.some(({ fields }) => fields.has("recovery"))) return [];
  return MIRRORED_HINTS.filter((name) => payload.records.some(({ fields }) => fields.has(name)));
}

/** `success: true` in an error. */
export function successFlagIn(error: ToldError): { readonly site: Site; readonly name: string } | undefined {
  for (const { record } of outermost(error))
    for (const name of ["success", "ok"]) {
      const flag = record.fields.get(name);
      if (flag?.kind === "constant" && flag.value === true) return { site: siteOfValue({ name, record }), name };
    }
  return undefined;
}

/** The wait field and the wait in the words of the description, where they differ. */
export function wordsAgainstWait(
  error: ToldError,
): { readonly field: OwnField; readonly wait: number; readonly words: number } | undefined {
  const field = ownFields(error).find(({ concept }) => concept === "wait");
  const wait = constantIn(field);
  if (!field || typeof wait !== "number") return undefined;
  for (const description of descriptionsIn(error)) {
    const sentence = constantIn(description);
    const words = typeof sentence === "string" ? waitInWords(sentence) : undefined;
    if (words !== undefined && words !== inSeconds(wait, unitOfWait(field.name))) return { field, wait, words };
  }
  return undefined;
}

import type { Failure } from "./operations.js";
import type { Value } from "./values.js";

/**
 * The body of a response that was refused, read as if it were that of a success. An error page has none of the parts that
 * the code expects: a part of a part, or an item, is a `TypeError`.
 */
const BODY = /\.(?:json\(\)|data)$/u;
const PART_OF_BODY = /\.(?:json\(\)|data)\.([^.[\]]+)$/u;

/** Parts that error pages do have. */
const OF_ERRORS = /^(?:errors?|message|details?|fault|reason|result|code|status|title|type|description|error_\w+)$/iu;

const LIST_METHODS =
  /^(?:map|flatMap|filter|find|findIndex|findLast|some|every|forEach|reduce|sort|slice|join|entries)$/u;

/** `body.current` of an error page: there is no such part, so nothing can be read of it. */
export function isMissingPart(value: Value, checked: ReadonlySet<Failure>): boolean {
  const part = keyOfUnchecked(value, checked)?.match(PART_OF_BODY)?.[1];
  return part !== undefined && !OF_ERRORS.test(part);
}

/** `body.map(…)`: an error page is no list. */
export function isNoList(value: Value, method: string, checked: ReadonlySet<Failure>): boolean {
  return LIST_METHODS.test(method) && BODY.test(keyOfUnchecked(value, checked) ?? "");
}

/** `for (const one of body)` */
export function isNotIterable(value: Value, checked: ReadonlySet<Failure>): boolean {
  return isMissingPart(value, checked) || BODY.test(keyOfUnchecked(value, checked) ?? "");
}

/** `OrderSchema.parse(body)` */
export function isErrorPage(value: Value | undefined, checked: ReadonlySet<Failure>): boolean {
  return value !== undefined && BODY.test(keyOfUnchecked(value, checked) ?? "");
}

function keyOfUnchecked(value: Value, checked: ReadonlySet<Failure>): string | undefined {
  if (value.kind !== "derived" || value.key === undefined) return undefined;
  const isUnchecked = value.sources.some(
    (source) =>
      source.kind === "failure" &&
      source.part !== "status" &&
      source.failure.source === "refused-response" &&
      !checked.has(source.failure),
  );
  return isUnchecked ? value.key : undefined;
}

import type { Failure } from "../../analysis/flow/operations.js";
import { conveyed } from "../../analysis/flow/provenance.js";
import type { Condition } from "../../analysis/flow/conditions.js";
import type { State } from "../../analysis/flow/state.js";
import type { Value } from "../../analysis/flow/values.js";

type StatusRange = readonly [number, number];

const MIRRORED: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

/** The first and last status for which one comparison holds. */
function rangeOf(operator: string, value: number): StatusRange | undefined {
  switch (operator) {
    case "===":
    case "==":
      return [value, value];
    case ">=":
      return [value, 599];
    case ">":
      return [value + 1, 599];
    case "<":
      return [100, value - 1];
    case "<=":
      return [100, value];
    default:
      return undefined;
  }
}

/** What is compared with a number is the HTTP status of the failure. */
function isStatusOf(value: Value, failure: Failure, state: State): boolean {
  if (value.kind !== "derived") return false;
  const isOfFailure = conveyed(value, state).some((source) =>
    source.kind === "failure"
      ? source.failure.operation === failure.operation
      : source.kind === "operation" && source.operation === failure.operation,
  );
  if (!isOfFailure) return false;
  return (
    /(?:^|[._])(?:status|code|status_?code)$/iu.test(value.key ?? "") ||
    value.sources.some((source) => source.kind === "failure" && source.part === "status")
  );
}

/** The statuses for which a test held. That one did not hold says little: a failure may have no status at all. */
function rangesOf(condition: Condition, failure: Failure, state: State): readonly StatusRange[] | undefined {
  if (condition.either) {
    const ways = condition.either.map((one) => rangesOf(one, failure, state));
    return ways.every((way) => way !== undefined) ? ways.flat() : undefined;
  }
  const { subject, other, operator, holds } = condition;
  if (!holds || !other) return undefined;
  const [status, number, relation] =
    subject.kind === "constant" ? [other, subject, MIRRORED[operator] ?? operator] : [subject, other, operator];
  if (number.kind !== "constant" || typeof number.value !== "number") return undefined;
  const range = isStatusOf(status, failure, state) ? rangeOf(relation, number.value) : undefined;
  return range && [range];
}

/** The HTTP statuses of a failure that the tests on a path leave: `"429"`, `"500-599"`; none where they do not ask for it. */
export function statusesOf(conditions: readonly Condition[], failure: Failure, state: State): string[] {
  let left: readonly StatusRange[] | undefined;
  // Of several ways to one point, the tests of the first one may stand there, too.
  const ways = new Set(conditions.flatMap(({ either }) => either ?? []));
  for (const condition of conditions) {
    if (ways.has(condition)) continue;
    const ranges = rangesOf(condition, failure, state);
    if (!ranges) continue;
    left = left
      ? left.flatMap(([from, to]) =>
          ranges.flatMap(([low, high]): StatusRange[] => {
            const start = Math.max(from, low);
            const end = Math.min(to, high);
            return start <= end ? [[start, end]] : [];
          }),
        )
      : ranges;
  }
  return [...new Set((left ?? []).flatMap(written))];
}

/** A range of HTTP errors as the surface writes it; an answer below 400 is no failure. */
function written([from, to]: StatusRange): string[] {
  const start = Math.max(from, 400);
  if (start > to) return [];
  return [start === to ? String(start) : `${start}-${to}`];
}

/** A status or a range of them, for people: `500-599` is `5xx`. */
export function statusLabel(status: string): string {
  const range = /^(\d)00-(\d)99$/u.exec(status);
  if (!range) return status.replace("-", "–");
  return range[1] === range[2] ? `${range[1] ?? ""}xx` : `${range[1] ?? ""}xx–${range[2] ?? ""}xx`;
}

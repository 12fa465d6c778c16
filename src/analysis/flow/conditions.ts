import { sameValue, union, UNKNOWN, type Site, type Value } from "./values.js";

/** A test on the path, and how it came out. */
export interface Condition {
  readonly site: Site;
  readonly holds: boolean;
  /** What was tested, where the test is a comparison or asks for one value alone. */
  readonly subject: Value;
  readonly operator: string;
  readonly other: Value | undefined;
  /** Two ways lead here, each by a test of its own: `!found || found.length === 0`. */
  readonly either?: readonly Condition[];
}

/** Tests, last to first. */
export interface ConditionList {
  readonly condition: Condition;
  readonly rest: ConditionList | undefined;
  readonly length: number;
}

/** Tests, first to last. */
export function conditionsOf(list: ConditionList | undefined): Condition[] {
  const found: Condition[] = [];
  for (let at = list; at; at = at.rest) found.push(at.condition);
  return found.reverse();
}

/** The last tests, first to last. */
export function lastOf(list: ConditionList | undefined, count: number): Condition[] {
  const found: Condition[] = [];
  for (let at = list; at && found.length < count; at = at.rest) found.push(at.condition);
  return found.reverse();
}

/** A further test. */
export function withCondition(condition: Condition, rest: ConditionList | undefined): ConditionList {
  return { condition, rest, length: (rest?.length ?? 0) + 1 };
}

/** The beginning that two lists share. */
export function common<List extends { readonly rest: List | undefined; readonly length: number }>(
  one: List | undefined,
  other: List | undefined,
): List | undefined {
  let left = one;
  let right = other;
  while (left !== right) {
    if ((left?.length ?? 0) >= (right?.length ?? 0)) left = left?.rest;
    else right = right?.rest;
  }
  return left;
}

/** Ways to one point whose last tests are kept. */
const MAX_WAYS = 4;

/** The tests that both paths have passed, and at the end the last one of each. */
export function commonConditions(
  one: ConditionList | undefined,
  other: ConditionList | undefined,
): ConditionList | undefined {
  const [first, second] = [one?.condition, other?.condition];
  const shared = common(one, other);
  // Where nothing is common, the tests of the first path stand for what its part of the joined value says.
  const kept = shared ?? one;
  if (shared === one || shared === other || !first || !second) return kept;
  if (first.site.node === second.site.node && isSameTest(first, second))
    return withCondition(eitherSubject(first, second), kept);
  const either = [first, second].flatMap((condition) => condition.either ?? [condition]);
  if (either.length > MAX_WAYS) return kept;
  return withCondition(
    { site: first.site, holds: true, subject: UNKNOWN, operator: "||", other: undefined, either },
    kept,
  );
}

function isSameTest(one: Condition, other: Condition): boolean {
  if (one.holds !== other.holds || one.operator !== other.operator || one.either || other.either) return false;
  // `[429, 503].includes(status)` compares with each of them at one place.
  return one.other?.kind !== "constant" || other.other?.kind !== "constant" || sameValue(one.other, other.other);
}

/** Both paths have come to one test, with values of their own. */
function eitherSubject(one: Condition, other: Condition): Condition {
  return one.subject === other.subject ? one : { ...one, subject: union([one.subject, other.subject]) };
}

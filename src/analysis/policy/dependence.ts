import { calleeName } from "../../syntax/names.js";
import { isKept } from "../../syntax/work.js";
import type { Exit } from "../exits/exits.js";
import type { Condition } from "../flow/conditions.js";
import type { Failure, Operation } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import type { State } from "../flow/state.js";
import { alternatives, isNullish, type Source, type Value } from "../flow/values.js";
import { memoised } from "../memoised.js";
import { effectOfName } from "../tools/tool-effects.js";
import type { Lost } from "./lost.js";

/** An operation by the calls that lead to it: one function that is called twice does two things. */
export const placeOf = memoised(({ site, stack }: Operation): string =>
  [...stack.sites(), site].map(({ node, file }) => `${file.filename}:${node.range.join("-")}`).join(" "),
);

/** What completes where nothing has failed. */
export const usualPlaces = memoised(
  (others: readonly Exit[]): ReadonlySet<string> =>
    new Set(others.filter((other) => other.failures.length === 0).flatMap(({ completed }) => completed.map(placeOf))),
);

/** The operations that a result derives from. */
const placesRead = memoised(({ sources }: Exit): string =>
  [...new Set(sources.flatMap((source) => (source.kind === "operation" ? [placeOf(source.operation)] : [])))]
    .sort()
    .join("|"),
);

/**
 * Another operation has brought what the failed one was to bring: where the result holds, or a test asks for, something of the
 * failed one on the usual path, it is something of the other one here.
 */
export function standsIn(other: Operation, lost: Lost): boolean {
  const { exit, others, caughtAt } = lost;
  // What is settled beside it was not begun for it.
  if (caughtAt?.node.type === "CallExpression" && calleeName(caughtAt.node) === "allSettled") return false;
  const isIts = isOfPlace(placeOf(other));
  const isOwn = isOfPlace(placeOf(causeOf(lost).operation));
  return others.some(
    (usual) =>
      usual.failures.length === 0 &&
      (exit.visible.parts.some((part, at) => {
        const its = usual.visible.parts[at];
        return its !== undefined && holdsInstead(part, exit.state, its, usual.state, isIts, isOwn);
      }) ||
        exit.conditions.some((condition) =>
          usual.conditions.some(
            ({ site, subject }) =>
              site.node === condition.site.node &&
              isInstead(condition.subject, exit.state, subject, usual.state, isIts, isOwn),
          ),
        )),
  );
}

type IsSource = (source: Source) => boolean;

const isOfPlace =
  (place: string): IsSource =>
  (source) =>
    source.kind === "operation" && placeOf(source.operation) === place;

/** A part of a value comes of one operation, and the same part of the other value of another one. */
function holdsInstead(
  value: Value,
  state: State,
  other: Value,
  usual: State,
  isIts: IsSource,
  isOwn: IsSource,
  depth = MAX_DEPTH,
): boolean {
  if (depth === 0) return false;
  const inner = (one: Value | undefined, two: Value | undefined): boolean =>
    one !== undefined && two !== undefined && holdsInstead(one, state, two, usual, isIts, isOwn, depth - 1);
  if (value.kind === "json" && other.kind === "json") return inner(value.of, other.of);
  if (value.kind === "text" && other.kind === "text" && value.parts.length === other.parts.length)
    return value.parts.some((part, at) => {
      const its = other.parts[at];
      return typeof part !== "string" && typeof its !== "string" && inner(part, its);
    });
  const [own, its] = [state.recordOf(value), usual.recordOf(other)];
  if (own && its) return [...its.fields].some(([name, field]) => inner(own.fields.get(name), field));
  return isInstead(value, state, other, usual, isIts, isOwn);
}

function isInstead(value: Value, state: State, other: Value, usual: State, isIts: IsSource, isOwn: IsSource): boolean {
  const here = conveyed(value, state);
  return (
    here.some(isIts) &&
    !here.some(isOwn) &&
    alternatives(other).some((one) => {
      const sources = conveyed(one, usual);
      return sources.some(isOwn) && !sources.some(isIts);
    })
  );
}

/** Nouns that stand for what is read: `auth.token()`, `meta.region()`. */
const NAMES_OF_READS = /^(?:token|orders?|region|rows|items|count\w*|written|version|user|config|settings|metadata)$/u;

/** Another path ends the same without the operation: what it brings is an extra. */
export function endsAsWithout(lost: Lost): boolean {
  const { exit, others } = lost;
  const operation = causeOf(lost).operation;
  const own = placesRead(exit);
  return (
    own !== "" &&
    others.some(
      (other) =>
        other.failures.length === 0 &&
        other.seen === "result" &&
        other.at?.node !== exit.at?.node &&
        placesRead(other) === own &&
        !other.completed.some((one) => placeOf(one) === placeOf(operation)),
    )
  );
}

/** What a read was to bring is in no result: the model reads the same with it and without it. */
export function hasNoEffect(lost: Lost): boolean {
  const { exit, others } = lost;
  const operation = causeOf(lost).operation;
  const isQuery =
    /\.select\(\)/u.test(operation.name) && !/\.(?:insert|update|upsert|delete)\(\)/u.test(operation.name);
  if (!isQuery && effectOfName(operation.verb).writes !== false && !NAMES_OF_READS.test(operation.verb)) return false;
  if (isCalledToWrite(operation, exit)) return false;
  const place = placeOf(operation);
  const usual = others.filter(
    (other) =>
      other.failures.length === 0 && other.seen === "result" && other.completed.some((one) => placeOf(one) === place),
  );
  return (
    usual.length > 0 &&
    (isQuery || isKept(operation.site.node) || exit.sources.some(({ kind }) => kind === "operation")) &&
    usual.every((other) => {
      const isOf = (source: Source): boolean => source.kind === "operation" && placeOf(source.operation) === place;
      return !other.sources.some(isOf) && !decides(other, others, isOf) && !saysOtherwise(exit, other);
    })
  );
}

/** One result says `false` where the other says `true`. */
function saysOtherwise(exit: Exit, usual: Exit): boolean {
  return exit.visible.parts.some((part, at) => {
    const other = usual.visible.parts[at];
    return other !== undefined && differs(part, exit.state, other, usual.state);
  });
}

function differs(one: Value, state: State, other: Value, usual: State, depth = MAX_DEPTH): boolean {
  if (depth === 0) return false;
  if (one.kind === "json" && other.kind === "json") return differs(one.of, state, other.of, usual, depth);
  const [own, its] = [state.recordOf(one), usual.recordOf(other)];
  if (!own || !its) return isOtherConstant(one, other);
  return [...its.fields].some(([name, field]) => {
    const held = own.fields.get(name);
    return held !== undefined && differs(held, state, field, usual, depth - 1);
  });
}

/** The usual result holds what the operation brings. */
export function isInResult({ failure: { operation }, others }: Lost): boolean {
  const place = placeOf(operation);
  return others.some(
    (other) =>
      other.failures.length === 0 &&
      other.seen === "result" &&
      other.sources.some((source) => source.kind === "operation" && placeOf(source.operation) === place),
  );
}

/** `online ? "It is online." : "It is not."`: the words of a result depend on what an operation has brought. */
function decides(exit: Exit, others: readonly Exit[], isOf: (source: Source) => boolean): boolean {
  const { conditions, state, visible } = exit;
  // Where both ways of a test lead to one result, only words that differ depend on it.
  const isChosen = visible.parts.some((part) => holdsChoice(part, state));
  return conditions
    .flatMap((condition) => (isChosen ? (condition.either ?? [condition]) : condition.either ? [] : [condition]))
    .filter(({ subject, other }) =>
      [subject, ...(other ? [other] : [])].some((value) => conveyed(value, state).some(isOf)),
    )
    .some((condition) => isChosen || !others.some((other) => isOtherWay(condition, exit, other)));
}

/** The test has come out differently there, and the model reads the same. */
function isOtherWay({ site, holds }: Condition, exit: Exit, other: Exit): boolean {
  return (
    other.failures.length === 0 &&
    other.at?.node === exit.at?.node &&
    other.conditions.some((one) => one.site.node === site.node && one.holds !== holds && !one.either) &&
    placesRead(other) === placesRead(exit) &&
    !saysOtherwise(exit, other)
  );
}

const MAX_DEPTH = 5;

function holdsChoice(value: Value, state: State, depth = MAX_DEPTH): boolean {
  if (depth === 0) return false;
  switch (value.kind) {
    case "union":
      return true;
    case "json":
      return holdsChoice(value.of, state, depth);
    case "text":
      return value.parts.some((part) => typeof part !== "string" && holdsChoice(part, state, depth));
    case "reference": {
      const object = state.object(value);
      const held = object.kind === "list" ? object.items : [...object.fields.values()];
      return held.some((one) => holdsChoice(one, state, depth - 1));
    }
    default:
      return false;
  }
}

/** `fetch(url, { method: "PUT" })`, or any operation that `updateAddress()` is made of. */
function isCalledToWrite({ args, stack }: Operation, { state }: Exit): boolean {
  const method = args.map((arg) => state.recordOf(arg)?.fields.get("method")).find((field) => field !== undefined);
  if (method?.kind === "constant" && !/^(?:get|head|options)$/iu.test(String(method.value))) return true;
  return stack
    .sites()
    .some(({ node }) => node.type === "CallExpression" && effectOfName(calleeName(node) ?? "").writes === true);
}

/** An error of the project's own stands for the failure that it was thrown for. */
export function causeOf({ failure, exit }: Lost): Failure {
  const cause =
    failure.origin === "first-party" ? exit.failures.find(({ origin }) => origin !== "first-party") : undefined;
  return cause ?? failure;
}

/** The result lacks what the operation was to bring, and does not put anything in its place. */
export function isLeftOut(lost: Lost): boolean {
  const { exit, others } = lost;
  const operation = causeOf(lost).operation;
  const brings = exit.sources.some(
    (source) => source.kind === "operation" && placeOf(source.operation) !== placeOf(operation),
  );
  if (!brings) return false;
  const usual = others.find(
    (other) =>
      other.failures.length === 0 &&
      other.seen === "result" &&
      other.sources.some((source) => source.kind === "operation" && placeOf(source.operation) === placeOf(operation)),
  );
  if (!usual) return false;
  return exit.visible.parts.every((part, at) => {
    const other = usual.visible.parts[at];
    return other !== undefined && partIn(part, exit, other, usual, operation) !== "default";
  });
}

/** What stands where the operation's part is on the usual path: nothing, or a default that reads like a real value. */
function partIn(
  value: Value,
  exit: Exit,
  usual: Value,
  other: Exit,
  operation: Operation,
  depth = 6,
): "nothing" | "default" | "same" {
  if (depth <= 0) return "same";
  const inner = (one: Value, two: Value): "nothing" | "default" | "same" =>
    partIn(one, exit, two, other, operation, depth - 1);
  if (value.kind === "json" && usual.kind === "json") return inner(value.of, usual.of);
  if (value.kind === "union") {
    const [first = usual] = alternatives(usual);
    const found = value.of.map((one) => inner(one, first));
    return found.includes("default") ? "default" : found.includes("nothing") ? "nothing" : "same";
  }
  const [one, two] = [exit.state.recordOf(value), other.state.recordOf(usual)];
  if (one && two) {
    const found = [...two.fields].map(([name, field]) => {
      const own = one.fields.get(name);
      // An entry that is missing in a table is seen by nobody.
      return own ? inner(own, field) : name === "*" ? "default" : "nothing";
    });
    return found.includes("default") ? "default" : found.includes("nothing") ? "nothing" : "same";
  }
  // `order.items = …` has added to what stands here alone.
  if (two?.open === true && value.kind === "derived") return "nothing";
  const [items, others] = [exit.state.listOf(value), other.state.listOf(usual)];
  const [own, its] = [items?.items[0], others?.items[0]];
  // An item that is missing in a list is seen by nobody.
  if (items && others && its) return own && items.items.length >= others.items.length ? inner(own, its) : "default";
  const derives = conveyed(usual, other.state).some(
    (source) => source.kind === "operation" && placeOf(source.operation) === placeOf(operation),
  );
  if (!derives) return isOtherConstant(value, usual) ? "default" : "same";
  return isNullish(value) ? "nothing" : "default";
}

/** `false` where the usual path says `true`. */
function isOtherConstant(one: Value, other: Value): boolean {
  return one.kind === "constant" && other.kind === "constant" && one.value !== other.value && !isNullish(one);
}

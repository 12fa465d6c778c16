import { conveyed } from "../flow/provenance.js";
import type { State } from "../flow/state.js";
import { statesFailure } from "../flow/stated-failures.js";
import { truthOf } from "../flow/tests.js";
import { sameValue, type RecordObject, type Value } from "../flow/values.js";
import { memoised } from "../memoised.js";
import type { Exit } from "./exits.js";

/** Ways to read one part that are told apart. */
const MAX_WAYS = 8;

/**
 * What the model may read at one exit: one for each of the texts or objects that paths which were taken together have
 * brought, where some of them tell of a failure.
 */
export const readingsOf = memoised((exit: Exit): readonly Exit[] => {
  const { state, visible } = exit;
  let ways: readonly (readonly Value[])[] = [[]];
  for (const part of visible.parts) {
    const own = waysOf(part, state);
    const told =
      own.length > 1 && own.some((one) => statesFailure(one, state)) ? own : [own.length === 1 ? own[0] : part];
    ways = ways.flatMap((before) => told.map((one) => [...before, one as Value])).slice(0, MAX_WAYS);
  }
  const [only] = ways;
  if (ways.length === 1 && only?.every((one, at) => one === visible.parts[at])) return [exit];
  const possible = ways.filter((parts) => !parts.some((part) => isRuledOut(part, exit)));
  return possible.map((parts) => ({
    ...exit,
    value: parts[0] ?? exit.value,
    visible: { ...visible, parts },
    sources: parts.flatMap((part) => conveyed(part, state)),
  }));
});

/** The same for all exits of a tool. */
export const readingsOfAll = memoised((exits: readonly Exit[]): readonly Exit[] => exits.flatMap(readingsOf));

/** `if (result.status === "error") throw …`: what was asked of the objects that come together here leaves out this one. */
function isRuledOut(part: Value, { state }: Exit): boolean {
  const record = state.recordOf(part.kind === "json" ? part.of : part);
  if (!record) return false;
  const fields = [...record.fields.values()];
  return state.conditions().some(({ subject, operator, other, holds }) => {
    if (subject.kind !== "union" || !subject.of.every(({ kind }) => kind === "constant")) return false;
    if (!fields.some((field) => subject.of.some((one) => sameValue(one, field)))) return false;
    const isEqual = operator === "===" || operator === "==";
    if (other ? !isEqual : operator !== "") return false;
    const left = subject.of.filter((one) => (other ? sameValue(one, other) : truthOf(one, state) === true) === holds);
    return !fields.some((field) => left.some((one) => sameValue(one, field)));
  });
}

function waysOf(value: Value, state: State): readonly Value[] {
  switch (value.kind) {
    case "union":
      return value.of.flatMap((one) => waysOf(one, state));
    case "json": {
      const inner = waysOf(value.of, state);
      return inner.length === 1 && inner[0] === value.of ? [value] : inner.map((of) => ({ ...value, of }));
    }
    case "text": {
      const [only, ...others] = value.parts;
      return only !== undefined && typeof only !== "string" && others.length === 0 ? waysOf(only, state) : [value];
    }
    case "reference": {
      const record = state.recordOf(value);
      const inner = record && newValue(record, state);
      return inner && waysOf(inner, state).some((one) => statesFailure(one, state)) ? waysOf(inner, state) : [value];
    }
    default:
      return [value];
  }
}

/** `{ success: true, action: "read", order: await read(args) }`: the one value in it that was not there before. */
function newValue({ fields, open, brand }: RecordObject, state: State): Value | undefined {
  if (open || brand !== undefined) return undefined;
  const [only, ...others] = [...fields.values()].filter((field) => !saysNothingNew(field, state));
  return others.length === 0 && only && only.kind !== "derived" && only.kind !== "text" ? only : undefined;
}

function saysNothingNew(value: Value, state: State): boolean {
  return value.kind === "constant" || conveyed(value, state).every(({ kind }) => kind === "input");
}

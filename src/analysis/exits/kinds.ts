import { lastName } from "../../syntax/names.js";
import { failureIn } from "../flow/heap.js";
import type { Failure } from "../flow/operations.js";
import { conveyedAtEnd } from "../flow/provenance.js";
import type { Condition } from "../flow/conditions.js";
import type { State } from "../flow/state.js";
import type { Source, Value } from "../flow/values.js";
import type { Exit } from "./exits.js";

/** Errors have these, or more words on what happened: that they are there gives no kind away. */
const OF_EVERY_ERROR = /(?:^|\.)(?:message|stack|text|details?|description|reason|cause|stdout|stderr)$/u;

/** What the tests on the way to an exit have found out of a failure: of which kind it is, or of which kinds it is not. */
export function kindFound(
  exit: Pick<Exit, "conditions" | "state">,
  failure: Failure,
): "one" | "others left" | "nothing" {
  const asked = exit.conditions
    .flatMap((condition) => condition.either ?? [condition])
    .filter((condition) => asksForKind(condition, failure, exit.state));
  if (asked.length === 0) return "nothing";
  // Where paths are joined, a test may have come out either way.
  const isOpen = ({ site, holds }: Condition): boolean =>
    asked.some((other) => other.site.node === site.node && other.holds !== holds);
  return asked.some((condition) => condition.holds && !isOpen(condition)) ? "one" : "others left";
}

/**
 * The test asks of which kind a failure is: for its class, its code, its status, words in its message, or by a function that
 * is given the error. That it is an error at all, or has a message, says nothing.
 */
function asksForKind(condition: Condition, failure: Failure, state: State): boolean {
  const { subject, operator, other } = condition;
  const isAsked = (value: Value | undefined): boolean => value !== undefined && isOf(value, failure, state);
  switch (operator) {
    case "instanceof":
      return isAsked(subject) && other !== undefined && !isAnyError(other) && !isOfValidator(condition);
    case "in":
      return isAsked(other) && !(subject.kind === "constant" && OF_EVERY_ERROR.test(String(subject.value)));
    case "":
      return isAsked(subject) && !isWhole(subject, state) && !isOfEveryError(subject);
    default:
      return isAsked(subject) || isAsked(other);
  }
}

function isAnyError(cls: Value): boolean {
  return cls.kind === "builtin" && cls.name === "Error";
}

/** `error instanceof ZodError`: of a validator that says which field is wrong, and what was expected of it. */
const VALIDATOR_ERROR = /^(?:Zod|Valibot|Yup|Joi|Typebox|Validation)\w*Error$|^(?:ValiError|ArkErrors)$/u;

/** The test asks for the error of a validator, which says what is wrong with what it is given. */
export function isOfValidator({ site: { node }, operator, other }: Condition): boolean {
  if (operator !== "instanceof") return false;
  if (other?.kind === "library") return VALIDATOR_ERROR.test(other.path.at(-1) ?? "");
  return node.type === "BinaryExpression" && VALIDATOR_ERROR.test(lastName(node.right) ?? "");
}

function isWhole(value: Value, state: State): boolean {
  return value.kind === "error" || failureIn(value, state) !== undefined;
}

function isOfEveryError(value: Value): boolean {
  return value.kind === "derived" && OF_EVERY_ERROR.test(value.key ?? "");
}

/** The value derives from the failure, or from a call that was given it. Failures that one clause has got are tested together. */
function isOf(value: Value, failure: Failure, state: State): boolean {
  const caughtAt = state.caught.get(failure)?.node;
  const isOwn = (source: Source): boolean =>
    source.kind === "failure" &&
    (isSame(source.failure, failure) ||
      (caughtAt !== undefined && state.caught.get(source.failure)?.node === caughtAt));
  return conveyedAtEnd(state, value).some(
    (source) =>
      isOwn(source) ||
      (source.kind === "operation" && source.operation.args.some((arg) => conveyedAtEnd(state, arg).some(isOwn))),
  );
}

/** Failures of one operation, in whatever way they come, are one. */
export function isSame(one: Failure, other: Failure): boolean {
  return one === other || one.operation === other.operation;
}

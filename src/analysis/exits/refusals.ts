import { opensAsError, tellsNotFoundById, tellsNotSetUp } from "../../contract/lexicon.js";
import type { Operation } from "../flow/operations.js";
import { originOf } from "../flow/outcomes.js";
import type { Condition } from "../flow/conditions.js";
import type { Exit } from "./exits.js";
import { textsIn } from "./words.js";
import type { Value } from "../flow/values.js";
import { isErrorAlone, isNamedError, saysNo, recordsRead, wordsRead } from "./stated.js";

/**
 * The tool refuses the call: behind a test, or without having done anything. What it has got from an operation is no refusal,
 * whatever the words: "Failed jobs: 3". That something does not exist is an answer, unless it calls itself an error; so is
 * that something is not set up, where the tool asks for nothing else.
 */
export function isRefusal(exit: Exit, others: readonly Exit[]): boolean {
  const { completed, sources, state } = exit;
  const words = wordsRead(exit);
  // `{ success: false, errors: check(order) }` is the author's own word for it, where the tool would go on to do more.
  const isDenied = saysNo(exit) && others.some((other) => other !== exit && doesMore(other, exit));
  const isNamed = /^\W*error\s*[:–—-]/iu.test(words);
  // What a validator gives is the input.
  const brought = sources.flatMap((source) =>
    source.kind === "operation" && originOf(source.operation) !== "validator" ? [source.operation] : [],
  );
  const isRefused =
    isNamed || isOfInput(exit) || (REFUSES.test(words) && others.some((other) => doesMore(other, exit)));
  if (!isDenied && !isRefused && brought.some((operation) => !hasRefused(operation, exit, others))) return false;
  if (completed.length > 0 && state.conditions().length === 0) return false;
  // The words of a sentence count, not the `error` of a status field beside it.
  const sentences = exit.visible.parts
    .flatMap((part) => textsIn(part, state))
    .filter((text) => /\s/u.test(text.trim()));
  const callsItselfError = isErrorAlone(exit) || sentences.some((text) => CALLS_ITSELF_ERROR.test(text));
  if (tellsNotFoundById(words) && !callsItselfError) return false;
  if (!isDenied && isOfQuestion(exit)) return false;
  if (!isDenied && isFoundOut(exit) && !others.some((other) => doesMore(other, exit))) return false;
  return !tellsNotSetUp(words) || others.some((other) => other !== exit && doesMore(other, exit));
}

/** "Cannot promote: the pipeline of 7 is missing." */
const REFUSES = /^\W*(?:cannot|can\s?not|can['’]t|refus(?:ed|ing)|not\s+(?:allowed|permitted))\b/iu;

/** `index > orders.length`: the last test is of what the tool is given, whatever it is compared with. */
function isOfInput({ state }: Exit): boolean {
  const last = state.conditions().at(-1);
  const tests = last?.either ?? (last ? [last] : []);
  return tests.length > 0 && tests.every(({ subject }) => isInput(subject));
}

function isInput(value: Value): boolean {
  return value.kind === "derived" && value.sources.length > 0 && value.sources.every(({ kind }) => kind === "input");
}

/** `validation.success`: a field of what an operation gave has decided that the tool does not go on. */
function hasRefused(operation: Operation, { state }: Exit, others: readonly Exit[]): boolean {
  const decides = ({ subject, holds, operator }: Condition, given: boolean): boolean =>
    holds === given &&
    operator === "" &&
    subject.kind === "derived" &&
    subject.sources.some((source) => source.kind === "operation" && source.operation === operation);
  return (
    state.conditions().some((condition) => decides(condition, false)) &&
    others.some((other) => other.state.conditions().some((condition) => decides(condition, true)))
  );
}

/** "Error: no such order", "Failed to …", a cross. */
const CALLS_ITSELF_ERROR = /^[^\p{L}]*(?:error|failed|failure)\b|^\s*[❌🚫⛔✗✖]/iu;

/** What was asked is what is answered: `bus.isConnected()`, `orders.validate()`, `gate.passed`. */
export const ASKS = /^(?:is|has|can|validate|verify|check|lint|test)(?=$|[A-Z_])/u;
const VERDICT_FIELD = /(?:^|\.)(?:passed|valid|isValid|matches|exists)$/u;

function isOfQuestion(exit: Exit): boolean {
  return exit.state
    .conditions()
    .some(
      ({ subject }) =>
        subject.kind === "derived" &&
        (VERDICT_FIELD.test(subject.key ?? "") ||
          subject.sources.some((source) => source.kind === "operation" && ASKS.test(source.operation.verb))),
    );
}

/** "The lamp is not on.": the work was done, and this has come of it. */
function isFoundOut(exit: Exit): boolean {
  const words = wordsRead(exit);
  const speaksOfFailure = opensAsError(words) || /\b(?:error|fail(?:ed|s|ure)?)\b/iu.test(words);
  return exit.completed.length > 0 && recordsRead(exit).length === 0 && !speaksOfFailure && !isNamedError(exit);
}

function doesMore(other: Exit, exit: Exit): boolean {
  // Paths that were taken together have one list of what was done: there, what is told says whose work it is.
  if (other.state === exit.state)
    return [other, exit].map(({ sources }) => sources.some(({ kind }) => kind === "operation")).join() === "true,false";
  return other.completed.some(
    ({ site }) => !exit.completed.some((done) => done.site.node === site.node) && other.seen === "result",
  );
}

import { tellsFailure } from "../../contract/lexicon.js";
import type { Failure } from "../flow/operations.js";
import { statesFailure } from "../flow/stated-failures.js";
import { constant, type Site, type Value } from "../flow/values.js";
import { memoised, memoisedForBoth } from "../memoised.js";
import type { Exit } from "./exits.js";
import { failureField, piecesIn, textsIn } from "./words.js";

/** How the model learns of a failure from what it reads. */
export type Conveyance = "error" | "field" | "words" | "none" | "unknown";

/** "2 skipped", "(not available)", "Status: Error": words of what is missing, or how it ended. */
const SKIPPED =
  /\b(?:skipped|unavailable|not\s+available|unreadable|warnings?:|partial(?:ly)?|incomplete|unreachable|unknown|still\s+running|in\s+progress|pending|status:\s+(?:error|failed|failure))\b/iu;

/**
 * What the model reads of a failure: a part of the error, a field that says that something failed, or words that do.
 * "none": it cannot tell this exit from one on which nothing failed.
 */
export const conveyanceOf = memoisedForBoth((exit: Exit, failure: Failure): Conveyance => {
  if (exit.sources.some((source) => source.kind === "failure" && isOf(source.failure, failure))) return "error";
  if (exit.state.isHandedOn(failure)) return "unknown";
  const { parts } = exit.visible;
  if (parts.some((part) => failureField(part, exit.state) !== undefined)) return "field";
  const anyway = saidAnyway(exit);
  if (parts.some((part) => textsIn(part, exit.state, anyway).some(tellsFailure))) return "words";
  if (parts.some((part) => textsIn(part, exit.state).some((text) => SKIPPED.test(text)))) return "words";
  if (isToldInItsWords(failure, exit)) return "words";
  return exit.sources.some(({ kind }) => kind === "lost") ? "unknown" : "none";
});

/** What the same statement says where nothing has failed, too: words that stand there anyway tell of no failure. */
const saidAnyway = memoised((exit: Exit): ReadonlySet<string> => {
  const ordinary = exit.siblings.filter(
    ({ at, how, seen, failures }) =>
      failures.length === 0 && seen === "result" && how === exit.how && isSame(at, exit.at),
  );
  const pieces = ordinary.flatMap(({ visible, state }) => visible.parts.flatMap((part) => piecesIn(part, state)));
  // "Error: nothing found" says that something failed, wherever it stands.
  return new Set(pieces.filter((piece) => !statesFailure(constant(piece), exit.state)));
});

function isSame(one: Site | undefined, other: Site | undefined): boolean {
  return one !== undefined && one.node === other?.node;
}

/** Fewer letters are a word that anything may hold. */
const ENOUGH_LETTERS = 12;

/** The message that the project has thrown stands in what the model reads, be it written without a word of failure. */
export function isToldInItsWords({ thrown }: Failure, { visible, state }: Exit): boolean {
  const error = thrown && state.recordOf(thrown);
  const message = error?.fields.get("message") ?? thrown;
  const written = message && fixedPart(message);
  if (written === undefined || written.length < ENOUGH_LETTERS) return false;
  return visible.parts.some((part) => textsIn(part, state).some((text) => text.includes(written)));
}

/** The longest piece of a text that is always the same. */
function fixedPart(message: Value): string | undefined {
  if (message.kind === "constant") return typeof message.value === "string" ? message.value : undefined;
  if (message.kind !== "text") return undefined;
  const pieces = message.parts.filter((part) => typeof part === "string");
  return pieces.sort((one, other) => other.length - one.length)[0];
}

/** Failures of one operation, in whatever way they come, are one to the model. */
function isOf(one: Failure, other: Failure): boolean {
  return one === other || one.operation === other.operation;
}

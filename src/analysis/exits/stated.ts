import { asksBack, opensAsError, tellsFailureSoon, tellsNothingFound } from "../../contract/lexicon.js";
import { calleeName, literalProperty } from "../../syntax/names.js";
import { isFlagged, statesFailure } from "../flow/stated-failures.js";
import type { State } from "../flow/state.js";
import { truthOf } from "../flow/tests.js";
import { alternatives, type RecordObject, type Value } from "../flow/values.js";
import { effectOfName } from "../tools/tool-effects.js";
import type { Exit } from "./exits.js";
import { blocksOf } from "./flagged-returns.js";
import { constantIn, fieldOf, payloadsOf, textsOf, type Payload } from "./payload.js";
import { memoised } from "../memoised.js";
import { wordsOf } from "./words.js";

/** `{ type: "text", isError: true, text }`: the author's own word for it, in the wrong place. */
function hasFlaggedBlock({ visible, state }: Exit): boolean {
  return [...visible.parts, ...blocksOf(visible.result, state)].some((one) => isFlagged(one, state));
}

/** A flag of false that somebody has written is the author's word that this is an answer. */
export function isMarkedGood(exit: Exit): boolean {
  const { visible } = exit;
  if (hasFlaggedBlock(exit)) return false;
  const made = visible.result?.made.node;
  if (!visible.result?.fields.has("isError")) return false;
  // A builder says so of all that it is given.
  if (visible.result.calls?.site !== undefined && saysNo(exit)) return false;
  const written = made?.type === "ObjectExpression" ? literalProperty(made, "isError")?.value : undefined;
  return written === undefined || written.type === "Literal" || written.type === "Identifier";
}

/** What the model reads first says that something failed. */
export const isStated = memoised((exit: Exit): boolean => {
  const { visible, state } = exit;
  const words = wordsRead(exit);
  if (payloadsOf(exit).some(keepsContract) || hasFlaggedBlock(exit) || isNamedError(exit)) return true;
  if (saysNo(exit)) return true;
  if (tellsFailureSoon(words) && recordsRead(exit).some((record) => refuses(record, state))) return true;
  // "Order 7: failed": how one thing stands.
  if (/^…\s*[:–-]/u.test(words)) return false;
  const [first, ...others] = visible.parts;
  const states = (part: Value): boolean => alternatives(part).some((one) => statesFailure(one, state));
  if (!first || !states(first)) return false;
  return others.length === 0 || visible.result?.fields.has("structuredContent") === true || others.every(states);
});

/** `createErrorResponse(…)`, `tool_error(…)`, `failure(…)`: the project's own word for what it builds. */
const BUILDS_ERRORS =
  /^(?:(?:create|make|build|return|send|to|as|mcp|tool)_?)*(?:error|failure)(?:_?(?:response|result|reply|answer|content|output|text))?$/iu;

export function isNamedError({ conditions, sources, visible }: Exit): boolean {
  const call = visible.result?.calls?.site?.node;
  if (call?.type !== "CallExpression" || conditions.length === 0) return false;
  return BUILDS_ERRORS.test(calleeName(call) ?? "") && sources.every(({ kind }) => kind !== "operation");
}

/** `{ success: false }`, or `{ error: "No such directory" }` for a program beside the words for the model. */
export function saysNo(exit: Exit): boolean {
  const { visible, state } = exit;
  const records = [...recordsRead(exit), ...(visible.result ? [visible.result] : [])];
  if (records.some(({ fields }) => SUCCESS.some((name) => isFalse(fields.get(name))))) return true;
  const structured = visible.result?.fields.get("structuredContent");
  return structured !== undefined && statesFailure(structured, state);
}

/** `{ success: sent.success }`, where that has turned out to be false. */
function refuses({ fields }: RecordObject, state: State): boolean {
  return SUCCESS.some((name) => {
    const field = fields.get(name);
    return field?.kind === "derived" && truthOf(field, state) === false;
  });
}

/** The fields of the error contract, all of them written out. */
function keepsContract(payload: Payload): boolean {
  return (
    textsOf(fieldOf(payload, "category")).length > 0 && typeof constantIn(fieldOf(payload, "retryable")) === "boolean"
  );
}

export function recordsRead({ visible, state }: Exit): readonly RecordObject[] {
  return visible.parts.flatMap((part) =>
    alternatives(part).flatMap((one) => state.recordOf(one.kind === "json" ? one.of : one) ?? []),
  );
}

/** Tools that say how something stands, and change nothing: that it cannot be reached is their answer. */
const REPORTS_STATE =
  /(?<![a-z])(?:status|health|diagnos\w*|ping|(?:test|check)_?connection|doctor|is_?alive|debug)(?![a-z])/iu;

/** Tools that check what they are given: that it is wrong is their answer, that they could not check it is not. */
const CHECKS = /validate|verify/iu;

export function isReport(exit: Exit): boolean {
  const name = (exit.tool.name ?? "").replace(/(?<=[a-z\d])(?=[A-Z])/gu, "_");
  return (
    (REPORTS_STATE.test(name) && effectOfName(exit.tool.name).writes !== true) ||
    (CHECKS.test(name) && !(exit.failures.length > 0 && opensAsError(wordsRead(exit))))
  );
}

/** A question back, an empty list, what a check has found out, a success with a note. */
export function isAnswer(exit: Exit): boolean {
  const words = wordsRead(exit);
  if (!opensAsError(words) && !isErrorAlone(exit) && (asksBack(words) || tellsNothingFound(words))) return true;
  const records = recordsRead(exit);
  if (records.some(({ fields }) => SUCCESS.some((name) => isTrue(fields.get(name))))) return true;
  const isVerdict = records.some(
    ({ fields }) => [...fields.keys()].some((name) => VERDICT.test(name)) && !SUCCESS.some((name) => fields.has(name)),
  );
  return isVerdict && effectOfName(exit.tool.name).writes !== true;
}

/** `{ error: "No fields were found." }`, and no field beside it: the author's own word for what it is. */
export function isErrorAlone(exit: Exit): boolean {
  const records = recordsRead(exit);
  return records.length > 0 && records.every(({ fields }) => fields.size === 1 && fields.has("error"));
}

export const SUCCESS = ["success", "ok"] as const;
const VERDICT = /^(?:is_?)?valid$|^passed$|^compliant$/iu;

function isTrue(value: Value | undefined): boolean {
  return value?.kind === "constant" && value.value === true;
}

export function isFalse(value: Value | undefined): boolean {
  return value?.kind === "constant" && value.value === false;
}

export const wordsRead = memoised(({ visible, state }: Exit): string =>
  visible.parts.map((part) => wordsOf(part, state)).join("\n"),
);

import { isInOtherScript, saysWhatToDo, tellsOfIntent } from "../../contract/lexicon.js";
import { enclosingFunction, type Node } from "../../syntax/tree.js";
import type { Failure, Operation } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import { alternatives, type RecordObject, type Site, type Source, type Value } from "../flow/values.js";
import type { Exit, ToolExits } from "./exits.js";
import { isOfValidator } from "./kinds.js";
import { wordsOf } from "./words.js";

/** A plain error of the language, thrown to the framework, whose message leaves the model without a next step. */
export interface BareThrow {
  readonly site: Site;
  readonly exit: Exit;
  /** The framework hides the message; there is none; or it does not say what to do. */
  readonly how: "hidden" | "no message" | "no step";
  readonly words: string;
  /** It is made in the handler, and not in a function that the handler calls. */
  readonly isInHandler: boolean;
}

/** Errors of the language: they have a message, and nothing that is meant for a reader. */
const BARE = /^(?:Error|TypeError|RangeError|SyntaxError|ReferenceError|EvalError)$/u;

export function bareThrowsIn({ exits }: ToolExits): BareThrow[] {
  const found = new Map<Node, BareThrow>();
  for (const exit of exits) {
    // What a wrapper that cannot be seen makes of a throw is its own matter.
    if (exit.how !== "throw" || exit.tool.wrapped || isCancelled(exit)) continue;
    const error = exit.state.recordOf(exit.value);
    const { node, file } = error?.made ?? {};
    if (!error || !node || !file || !isBare(error) || node.type !== "NewExpression" || found.has(node)) continue;
    const how = faultOf(exit, error);
    if (!how) continue;
    const words = wordsOf(messageOf(error), exit.state).replace(/…{2,}/gu, "…").trim();
    const around = enclosingFunction(node);
    const isInHandler = around !== undefined && exit.tool.functions.includes(around);
    found.set(node, { site: { node, file }, exit, how, words, isInHandler });
  }
  return [...found.values()];
}

function isBare({ brand, cls, fields }: RecordObject): boolean {
  const name = fields.get("name");
  return brand === "error" && !cls && name?.kind === "constant" && BARE.test(String(name.value));
}

function messageOf({ fields }: RecordObject): Value {
  return fields.get("message") ?? { kind: "constant", value: "" };
}

function faultOf(exit: Exit, error: RecordObject): BareThrow["how"] | undefined {
  if (exit.framework.outcomes.readableFailure !== undefined) return "hidden";
  if (exit.seen !== "error-result") return undefined;
  const message = messageOf(error);
  if (message.kind === "constant" && message.value === "") return "no message";
  // JSON has fields; a message that is made elsewhere cannot be read here.
  if (message.kind !== "text" && message.kind !== "constant") return undefined;
  if (message.kind === "text" && message.parts.some((part) => typeof part !== "string" && part.kind === "json"))
    return undefined;
  const words = wordsOf(message, exit.state);
  if (!/\p{L}{2}/u.test(words) || saysWhatToDo(words) || tellsOfIntent(words) || isInOtherScript(words))
    return undefined;
  return tellsOther(exit, message) ? undefined : "no step";
}

/** What another error says is told: that of a library is another rule's matter, a validator says what is wrong with the input. */
function tellsOther(exit: Exit, message: Value): boolean {
  const told = conveyed(message, exit.state);
  const isOther = (source: Source): boolean =>
    (source.kind === "failure" && !isOnAnswer(source.failure)) ||
    (source.kind === "operation" && /^safeParse/u.test(source.operation.verb) && !isGivenAnswer(source.operation));
  if (told.some(isOther)) return true;
  return (
    message.kind === "text" &&
    exit.conditions.some((condition) => condition.holds && isOfValidator(condition)) &&
    !exit.failures.some(isOnAnswer)
  );
}

/** What other work has brought is not of the form that is expected. */
function isOnAnswer({ origin, operation }: Failure): boolean {
  return origin === "validator" && isGivenAnswer(operation);
}

function isGivenAnswer({ inputs }: Operation): boolean {
  return inputs.some(({ kind }) => kind === "operation");
}

/** A part of what the framework gives a handler beside the input. */
const CANCEL = /^(?:extra|context)\.(?:\w+\.)*aborted$/u;

/** `if (extra.signal.aborted)`: the client has cancelled the call, and nothing answers a call that was cancelled. */
function isCancelled({ conditions }: Exit): boolean {
  return conditions.some(
    ({ subject, holds }) =>
      holds && alternatives(subject).some((one) => one.kind === "derived" && CANCEL.test(one.key ?? "")),
  );
}

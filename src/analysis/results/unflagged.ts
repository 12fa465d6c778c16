import { isMissingClass } from "../../contract/category-words.js";
import {
  asksBack,
  opensAsError,
  opensWithFailure,
  tellsNotFoundById,
  tellsNothingFound,
} from "../../contract/lexicon.js";
import { calleeName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { enclosingFunction, isInside, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { holdsVerdict, isFalse, statesFailure } from "./answers.js";
import type { File } from "../file.js";
import { isPartOfAnswer } from "./answer-parts.js";
import { messagesOf, type Message } from "../messages/messages.js";
import { givesErrorValue, givesRefusedAnswer } from "../responses/refused-answers.js";
import { isFlaggedInText } from "./flagged-in-text.js";
import { outcomesOf, wordsOfOutcome } from "./results.js";
import { flagsFailure, isErrorOutcome, speaksOfFailure, type Returned } from "../catches/returns.js";
import { outerShapes } from "./payload-shapes.js";
import { answersStatus } from "./status-answers.js";
import { calledFunction } from "../values/calls.js";
import { classesOf, guardsOf, statusesOf } from "../values/guards.js";
import { textOf, wordsOf } from "../values/text.js";
import { effectAt } from "../tools/tool-effects.js";
import type { ToolResult } from "./tool-results.js";
import { answersUnparsed } from "../catches/unparsed.js";
import { objectShape, resolve, rootEnv } from "../values/values.js";

/** A failure that the model only learns of from ordinary text or data. */
export interface Unflagged {
  readonly returned: Returned;
  /** The literal of a function of this file that only builds failures: the flag is missing there, once for all its calls. */
  readonly builder: Node | undefined;
  /** The content block that holds the flag in vain, where nothing else says that the result is a failure. */
  readonly block: Node | undefined;
}

/** The returned values that tell of a failure without the flag, each place once. */
export function unflaggedReturns(returns: readonly Returned[], file: File): Unflagged[] {
  const found: Unflagged[] = [];
  const seen = new Set<Node>();
  const decided = new Set(returns.filter(isDecidedByCall).map(({ node }) => node));
  for (const returned of returns) {
    const { node } = returned;
    if (seen.has(node) || decided.has(node) || !isUnflagged(returned, file)) continue;
    seen.add(node);
    const builder = ownBuilder(returned, file);
    if (builder && seen.has(builder)) continue;
    const block = builder ? undefined : flaggedBlock(returned, file);
    for (const place of [builder, block]) if (place) seen.add(place);
    found.push({ returned, builder, block });
  }
  return found;
}

/** A call that flags one of its outcomes decides by what it is given: its other outcomes are not for this one. */
function isDecidedByCall({ outcome, byCall }: Returned): boolean {
  return byCall && (isErrorOutcome(outcome) || outcome.kind === "throws" || outcome.kind === "unknown");
}

function isUnflagged(returned: Returned, file: File): boolean {
  const { outcome, failure, reached, tellsCause } = returned;
  if (returned.form !== "return" || reached.role !== "result") return false;
  if (!isOrdinary(returned) || isPartOfAnswer(returned) || answersStatus(returned, file)) return false;
  if (isFlaggedForWrapper(returned) || givesVerdict(returned, file) || deniesOther(returned, file)) return false;
  if (isFlaggedInText(returned, file)) return true;
  if (failure === "none")
    return (
      outcome.kind === "tool-result" &&
      (buildsErrors(outcome.result, returned, file) ||
        (!returned.byCall && (statesFailure(outcome.result) || outcome.result.flagInBlock !== undefined)))
    );
  if (failure === "error-value" && tellsCause && givesErrorValue(returned, file)) return true;
  if (failure !== "caught" && outcome.kind === "tool-result" && givesRefusedAnswer(returned, file)) return true;
  if (failure === "caught" && answersMissing(returned, file)) return false;
  return (
    speaksOfFailure(returned) ||
    isGivenFailure(returned, file) ||
    isNamedFailure(returned) ||
    (failure === "caught" && tellsCause && !answersUnparsed(returned, file))
  );
}

/** `if (error instanceof OrderNotFoundError) return …`: that the one thing does not exist is an answer, unless it is told as an error. */
function answersMissing({ node, outcome, messages }: Returned, file: File): boolean {
  if (flagsFailure(outcome) || messages.some(({ words }) => opensAsError(words))) return false;
  return guardsOf(node).some(
    ({ test, negated }) =>
      !negated &&
      (isOnly(classesOf(test), isMissingClass) || isOnly(statusesOf(test, file), (status) => status === 404)),
  );
}

function isOnly<T>(found: readonly T[], is: (value: T) => boolean): boolean {
  return found.length > 0 && found.every(is);
}

/** `return json({ error: "No such order" })` on a failure path: whatever the builder makes of it, it is given a failure. */
function isGivenFailure({ byCall, failure, outcome, node }: Returned, file: File): boolean {
  const call = unwrap(node);
  if (!byCall || outcome.kind !== "tool-result" || call.type !== "CallExpression") return false;
  const env = rootEnv(file);
  const [given, ...others] = call.arguments;
  const shape = given?.type === "ObjectExpression" ? objectShape({ node: given, env }) : undefined;
  if (!given || !shape || holdsVerdict(shape)) return false;
  // `success({ status: "failed" })` behind a test: what was asked about has failed, and not the tool.
  if (failure === "check" && /^(?:success|ok)/iu.test(calleeName(call) ?? "")) return false;
  const data = { kind: "data", shape, ref: { node: given, env } } as const;
  const appended = others.flatMap((node) =>
    messagesOf({ kind: "text", text: textOf({ node, env }), ref: { node, env } }),
  );
  return flagsFailure(data) && speaksOfFailure({ outcome: data, messages: messagesOf(data), appended, failure });
}

/** `createErrorResponse(…)`, `tool_error(…)`, `failure(…)`: the project's own word for what it builds. */
const BUILDS_ERRORS =
  /^(?:(?:create|make|build|return|send|to|as|mcp|tool)_?)*(?:error|failure)(?:_?(?:response|result|reply|answer|content|output|text))?$/iu;

/** A function whose name says that it builds errors is called behind a test: whatever the words, a failure is meant. */
function isNamedFailure({ byCall, failure, outcome, node, messages }: Returned): boolean {
  const call = unwrap(node);
  if (!byCall || failure === "none" || outcome.kind !== "tool-result" || call.type !== "CallExpression") return false;
  if (!BUILDS_ERRORS.test(calleeName(call) ?? "")) return false;
  return !messages.some(({ words }) => asksBack(words) || tellsNothingFound(words) || tellsNotFoundById(words));
}

/** `{ success: false, content }` of a function that something of the project calls: that may make the flag of it. */
function isFlaggedForWrapper({ outcome, reached }: Returned): boolean {
  if (reached.certain || outcome.kind !== "tool-result") return false;
  const { literal, env } = outcome.result;
  const shape = objectShape({ node: literal, env });
  return shape !== undefined && ["success", "ok"].some((name) => isFalse(shape.fields.get(name)));
}

/** `{ valid: false, errors }` of a tool that checks something and changes nothing: what was found out is the answer. */
function givesVerdict({ outcome, failure, node, reached }: Returned, file: File): boolean {
  if (failure === "caught" || failure === "response" || outcome.kind !== "tool-result") return false;
  const isVerdict = outerShapes(outcome).some(
    (shape) => holdsVerdict(shape) && !hasField(shape.fields, /^(?:success|ok|error)$/u),
  );
  return isVerdict && effectAt(node, reached, file).writes !== true;
}

/** `up ? `${name} is running` : `${name} is not running``: each of the two says how the thing stands. */
function deniesOther({ node, outcome }: Returned, file: File): boolean {
  const choice = node.parent;
  if (outcome.kind !== "text" || choice?.type !== "ConditionalExpression" || choice.test === node) return false;
  const other = choice.consequent === node ? choice.alternate : choice.consequent;
  const own = wordsOfOutcome(outcome);
  const affirmed = own.replace(/(?<!\s)\s+not\b|n['’]t\b/u, "");
  return affirmed !== own && affirmed === wordsOf(textOf({ node: other, env: rootEnv(file) }));
}

function hasField(fields: ReadonlyMap<string, unknown>, name: RegExp): boolean {
  return [...fields.keys()].some((key) => name.test(key));
}

/** A builder with one return, whose text opens as an error: no test says that something failed, but nothing else comes of it. */
function buildsErrors({ literal }: ToolResult, { messages, byCall, node, reached }: Returned, file: File): boolean {
  const fn = enclosingFunction(literal);
  return (
    fn !== undefined &&
    (byCall ? fn !== reached.fn && isBuiltAlways(node, file) : !reached.isHandler) &&
    fn.params.length > 0 &&
    hasOneWayOut(fn) &&
    isError(messages)
  );
}

/** The function called here has no other answer: one of several ways out of a handler is judged where it stands. */
function isBuiltAlways(node: Node, file: File): boolean {
  const { node: call, env } = resolve({ node, env: rootEnv(file) });
  const called = call.type === "CallExpression" ? calledFunction(call, env) : undefined;
  return called === undefined || hasOneWayOut(called.fn);
}

/** What waits for work reports on it: "Failed jobs were started again". */
function hasOneWayOut(fn: FunctionNode): boolean {
  return !fn.async && returnedExpressions(fn).length === 1;
}

function isError([first]: readonly Message[]): boolean {
  return (
    first !== undefined &&
    first.field === undefined &&
    opensAsError(first.words) &&
    !tellsNothingFound(first.words) &&
    !tellsNotFoundById(first.words)
  );
}

/** The framework makes a success of the value; what is flagged in vain is left to `no-invisible-error`. */
function isOrdinary({ outcome, reached }: Returned): boolean {
  const { outcomes } = reached.framework;
  switch (outcome.kind) {
    case "tool-result":
      return outcome.result.isError === "absent" || outcome.result.isError === "false";
    case "text":
      // Whatever a wrapper of the project makes of a string, it cannot know that this one is a failure.
      return !reached.certain || outcomes.returnedString === "success";
    case "data":
      return reached.certain && outcomes.returnedObject === "success" && flagsFailure(outcome);
    default:
      return false;
  }
}

function ownBuilder({ outcome, byCall, node }: Returned, file: File): Node | undefined {
  if (!byCall || outcome.kind !== "tool-result" || outcome.result.env.file !== file) return undefined;
  const { literal } = outcome.result;
  if (isInside(literal, node)) return undefined;
  const own = outcomesOf({ node: literal, env: rootEnv(file) });
  return own.some((bare) => opensWithFailure(wordsOfOutcome(bare)) || flagsFailure(bare)) ? literal : undefined;
}

function flaggedBlock({ outcome, failure }: Returned, file: File): Node | undefined {
  const block = failure === "none" && outcome.kind === "tool-result" ? outcome.result.flagInBlock : undefined;
  return block?.env.file === file ? block.node : undefined;
}

import { opensWithFailure, tellsNotSetUp } from "../../contract/lexicon.js";
import { calleeName, functionName, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { contains, enclosingFunction, isInside, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import { nameOfWork } from "../../syntax/work.js";
import { FINDS_OUT, hasFailureFlag, holdsVerdict, SAYS_WHY } from "./answers.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { enclosingCatch } from "../values/flow.js";
import { guardsOf, provesSuccess, variablesIn } from "../values/guards.js";
import { handlersOfTable } from "../tools/handler-tables.js";
import type { ReachedFunction } from "../tools/reach.js";
import { tellsFailureItself } from "./dispatched.js";
import { sourceOf, sourcesIn, WRITES_TEXT, type Source } from "./passed-on.js";
import { reportsState } from "./status-answers.js";
import { outcomesOfCall, outcomesOfFunction, type Outcome, type ReturnedOutcome } from "./results.js";
import { messagesOf } from "../messages/messages.js";
import { failureKindOf, flagsFailure, isErrorOutcome, speaksOfFailure } from "../catches/returns.js";
import { textOf, wordsOf } from "../values/text.js";
import { constantOf, objectShape, rootEnv, type Ref } from "../values/values.js";

/**
 * A failure that a called function tells loses its mark on the way into a result:
 * `flag`: `return (await handle(args)).content[0].text` passes on the text of an error result;
 * `data`: `{ content: [{ type: "text", text: await load(id) }] }`, where `load` catches its failure and returns a sentence;
 * `own-data`: the same for a function of this file, told where it makes that value.
 */
export interface DroppedFlag {
  readonly how: "flag" | "data" | "own-data";
  readonly node: Node;
  /** The called function, for the message. */
  readonly callee: string;
  readonly reached: ReachedFunction;
}

/** The result whose first block is read: `result.content[0].text` → `result`. */
function resultRead(expression: Node): Node | undefined {
  const text = unwrap(expression);
  if (text.type !== "MemberExpression" || memberName(text) !== "text") return undefined;
  const block = unwrap(text.object);
  if (block.type !== "MemberExpression" || !block.computed) return undefined;
  const content = unwrap(block.object);
  return content.type === "MemberExpression" && memberName(content) === "content" ? content.object : undefined;
}

/** The part of a failure's data that says why, or is all that is said. */
const saysWhy = (part: string): boolean => part === "text" || SAYS_WHY.test(part);

/** What the called function may give: that of each handler, where a table of them is called. */
function outcomesBehind({ call, property }: Source): readonly ReturnedOutcome[] {
  const { node, env } = call;
  const handlers = calledFunction(node, env) ? undefined : handlersOfTable(node, env);
  return (
    handlers?.flatMap((handler) => {
      const outcomes = outcomesOfFunction(handler.fn, handler.env);
      const home = handler.env.file;
      const isToldThere = property === undefined && home !== env.file && tellsFailureItself(handler.fn, home);
      return isToldThere ? outcomes.filter(({ outcome }) => outcome.kind !== "text") : outcomes;
    }) ?? outcomesOfCall(node, env)
  );
}

/** An error result of the called function, the whole of which is read. */
function isFlagged(source: Source): boolean {
  return source.property === undefined && outcomesBehind(source).some(({ outcome }) => isErrorOutcome(outcome));
}

/** Where the called function tells a failure by data and sentences in place of its value. */
function failuresOf(source: Source): Ref[] {
  const { property, call } = source;
  if (WRITES_TEXT.test(calleeName(call.node) ?? "") || FINDS_OUT.test(calleeName(call.node) ?? "")) return [];
  return failuresIn(outcomesBehind(source), property);
}

/** Which of the ways out of a function tell a failure by data and sentences, in all that it gives or in a part of it. */
export function failuresIn(outcomes: readonly ReturnedOutcome[], property: string | undefined): Ref[] {
  return outcomes.flatMap(({ outcome, afterFailure, at }) =>
    !isVerdict(outcome) &&
    !isSecondTry(at) &&
    (((afterFailure || isAfterRefusal(at)) && tellsFailureIn(outcome, property)) ||
      (property === undefined && isErrorOfRefusal(at)) ||
      (holdsWords(outcome, property) && isOneOfSeveral(at) && refuses(outcome)))
      ? [at]
      : [],
  );
}

/** `if (response.status !== 200) return …`; a state like `job.status === "failed"` may well be what was asked for. */
function isAfterRefusal({ node, env: { file } }: Ref): boolean {
  const [guard] = guardsOf(node);
  return (
    guard !== undefined &&
    failureKindOf(guard, file) === "response" &&
    !provesSuccess(guard) &&
    /\.ok\b|\b[2-5]\d\d\b/u.test(file.textOf(guard.test))
  );
}

/** `catch { return await run(args); }` behind `return await run(args);`: whatever the first try gives as a failure, told there. */
function isSecondTry({ node, env: { file } }: Ref): boolean {
  const value = unwrap(node);
  const call = value.type === "AwaitExpression" ? unwrap(value.argument) : value;
  const attempt = call.type === "CallExpression" ? parentOf(enclosingCatch(node) ?? node) : undefined;
  return (
    call.type === "CallExpression" &&
    attempt?.type === "TryStatement" &&
    contains(attempt.block, (again) => again.type === "CallExpression" && file.textOf(again) === file.textOf(call))
  );
}

/** `return { id, status, ...(job.error && { error: job.error }) }` is all that the function ever gives: no refusal, but how a thing stands. */
function isOneOfSeveral({ node }: Ref): boolean {
  const fn = enclosingFunction(node);
  const { type } = unwrap(node);
  const isChoice = type === "LogicalExpression" || type === "ConditionalExpression";
  return isChoice || fn === undefined || returnedExpressions(fn).length > 1;
}

/** `if (!found.ok) return found.error;`: what the function gives else is what was asked for. */
function isErrorOfRefusal({ node, env: { file } }: Ref): boolean {
  const value = unwrap(node);
  if (value.type !== "MemberExpression" || !/^(?:error|err|errorMessage)$/u.test(memberName(value) ?? "")) return false;
  const [guard] = guardsOf(value);
  const answer = unwrap(value.object);
  return (
    guard !== undefined &&
    answer.type === "Identifier" &&
    variablesIn(guard.test, file).some((variable) => variable === file.bindings.variable(answer))
  );
}

/** The whole of it is read, or the part that says why: `run.message` of `{ success: false, message: "The order is closed." }`. */
function holdsWords(outcome: Outcome, property: string | undefined): boolean {
  if (property === undefined) return true;
  const isText = saysWhy(property) || property === "output";
  const value = isText && outcome.kind === "data" ? outcome.shape.fields.get(property) : undefined;
  return value !== undefined && /\p{L}/u.test(wordsOf(textOf(value)));
}

/**
 * `{ status: "error", message: "The order is closed." }`: data, or words, that call themselves a failure. Of a plain sentence
 * only some leave no doubt: "The archive is not configured. Set ARCHIVE_URL."
 */
function refuses(outcome: Outcome): boolean {
  return (
    (outcome.kind === "data" ||
      (outcome.kind === "text" && (flagsFailure(outcome) || tellsNotSetUp(wordsOf(outcome.text))))) &&
    speaksOfFailure({ outcome, messages: messagesOf(outcome), appended: [], failure: "check" })
  );
}

/** `{ valid: false, error }` of a function that checks something: what was found out is the answer. */
function isVerdict(outcome: Outcome): boolean {
  const shapes =
    outcome.kind === "data"
      ? [outcome.shape]
      : outcome.kind === "text"
        ? outcome.text.flatMap((part) => (part.kind === "json" ? (objectShape(part.ref) ?? []) : []))
        : [];
  return shapes.some(holdsVerdict);
}

function tellsFailureIn(outcome: Outcome, property: string | undefined): boolean {
  if (outcome.kind === "text")
    return property === undefined && (opensWithFailure(wordsOf(outcome.text)) || flagsFailure(outcome));
  if (outcome.kind !== "data") return false;
  if (property === undefined) return hasFailureFlag(outcome.shape);
  const value = outcome.shape.fields.get(property);
  if (value === undefined) return false;
  // `{ status: false, message: error.message }`
  const isReason = saysWhy(property) && constantOf(value) !== "" && hasFailureFlag(outcome.shape);
  return isReason || opensWithFailure(wordsOf(textOf(value)));
}

/** `return found;` of `wrap(found)`: the failure was made by whoever calls the function. */
function isHandedIn({ node, env: { file } }: Ref): boolean {
  return file.bindings.resolve(unwrap(node)).kind === "parameter";
}

function functionAround(node: Node): string | undefined {
  const fn = enclosingFunction(node);
  return fn && functionName(fn);
}

/**
 * Where the result is built of what the call gives: another function of this file that does so is judged by itself, and the
 * place is its own. What is called in a clause puts a failure into words that is judged by its result.
 */
function builtAt({ call: { node, env } }: Source, result: Node, file: File): Node {
  const home =
    env.file === file && !isInside(node, result) && !enclosingCatch(node) ? enclosingFunction(node) : undefined;
  if (!home || home === enclosingFunction(result)) return result;
  return returnedExpressions(home).find(({ range }) => range[1] > node.range[1]) ?? node;
}

export function droppedFlags(reached: ReachedFunction, file: File): DroppedFlag[] {
  if (reached.role !== "result") return [];
  const env = rootEnv(file);
  return returnedExpressions(reached.fn).flatMap((expression): DroppedFlag[] => {
    const dropped = (how: DroppedFlag["how"], node: Node, { call }: Source): DroppedFlag => ({
      how,
      node,
      callee: (calledFunction(call.node, call.env) ? nameOfWork(call.node) : functionAround(node)) ?? "handler",
      reached,
    });
    const read = resultRead(expression);
    const passedOn = read && sourceOf({ node: read, env });
    if (passedOn) return isFlagged(passedOn) ? [dropped("flag", expression, passedOn)] : [];
    // `return success(result)` as well as `return { content: … }`; a called handler is judged by itself.
    if (!/^(?:Object|Call)Expression$/u.test(unwrap(expression).type)) return [];
    const lostBy = (source: Source): DroppedFlag[] => {
      const result = source.written ?? expression;
      if (isFlagged(source)) return [dropped("flag", result, source)];
      if (reportsState(expression, reached, file)) return [];
      const failures = failuresOf(source);
      const own = failures.filter((failure) => failure.env.file === file && !isHandedIn(failure));
      const given = failures.some((failure) => isHandedIn(failure)) ? [dropped("data", result, source)] : [];
      if (own.length > 0) return [...own.map(({ node }) => dropped("own-data", node, source)), ...given];
      if (failures.length > 0) return [given[0] ?? dropped("data", builtAt(source, result, file), source)];
      return [];
    };
    // What one of several branches wrote is told there, each by itself; of the parts of one result, the first will do.
    const found: DroppedFlag[] = [];
    let isPartLost = false;
    for (const source of sourcesIn(expression, file)) {
      if (!source.written && isPartLost) continue;
      const lost = lostBy(source);
      found.push(...lost);
      isPartLost ||= !source.written && lost.length > 0;
    }
    return found;
  });
}

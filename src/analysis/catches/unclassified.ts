import type { TSESTree } from "@typescript-eslint/types";
import { categoryOf, TERMINAL_CATEGORIES } from "../../contract/categories.js";
import { isGenericMessage, saysWhatToDo, tellsFailure } from "../../contract/lexicon.js";
import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import { contains, enclosingFunction, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import { nameOfWork } from "../../syntax/work.js";
import { hasFailureFlag } from "../results/answers.js";
import { calledFunction } from "../values/calls.js";
import type { Answer, CatchFact } from "./catches.js";
import { asksOfCaught, ONLY_TEXT } from "./caught-kind.js";
import type { ContractField } from "../results/contract-fields.js";
import { attemptOf, isHarmlessCall, isTelemetryCall, waitsIn } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { guardsOf, testsPassed, variablesIn } from "../values/guards.js";
import { messagesOf } from "../messages/messages.js";
import { asksForKind } from "../messages/raw-messages.js";
import type { ReachedFunction } from "../tools/reach.js";
import type { Outcome } from "../results/results.js";
import { isErrorOutcome, thrownOutcome } from "./returns.js";
import { Cause } from "../values/taint.js";
import { isSafeWork } from "../reachability/can-fail.js";
import { isFixedPath } from "../reachability/local-reads.js";
import { guardingTry } from "./tries.js";
import { constantOf, rootEnv } from "../values/values.js";

/** What a clause says of every failure alike. */
export interface Unclassified {
  readonly how: "sameCategory" | "sameRetry" | "sameMessage";
  /** The returned or thrown expression. */
  readonly node: Node;
  readonly name: string;
  readonly value: string;
  /** What was attempted. */
  readonly what: string;
}

/** The failure is handed to a function that may find out its kind: nothing is known then. */
function mayClassify(fact: CatchFact, body: Node, file: File): boolean {
  const env = rootEnv(file);
  return contains(body, (node) => {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") return false;
    if (node.type === "CallExpression" && isTelemetryCall(node)) return false;
    // Its message alone gives no kind away.
    const handsOver = node.arguments.some((argument) => {
      const value = unwrap(argument);
      return value.type === "Identifier" && fact.cause.has(value);
    });
    if (!handsOver || ONLY_TEXT.test(calleeName(node) ?? "")) return false;
    const called = node.type === "CallExpression" ? calledFunction(node, env) : undefined;
    return !called || asksForKind(called.fn.body) || passesOn(called.fn.body);
  });
}

/** The called function hands its work to others: a kind may be found out there. */
function passesOn(body: Node): boolean {
  return contains(
    body,
    (node) =>
      node.type === "CallExpression" &&
      !isTelemetryCall(node) &&
      !ONLY_TEXT.test(calleeName(node) ?? "") &&
      node.arguments.some((argument) => argument.type === "Identifier"),
  );
}

/** The first work that is waited for, else the first call that can fail. */
function attemptName(fact: CatchFact): string {
  let waited: string | undefined;
  let called: string | undefined;
  walkSameFunction(fact.attempt, (node) => {
    const work = node.type === "AwaitExpression" ? unwrap(node.argument) : node;
    if (work.type !== "CallExpression") return;
    const name = nameOfWork(work);
    if (node.type === "AwaitExpression") waited ??= name;
    else if (!isHarmlessCall(work)) called ??= name;
  });
  const name = waited ?? called;
  return name === undefined ? "the block" : `${name}()`;
}

function constantField(list: readonly ContractField[], concept: ContractField["concept"]) {
  const field = list.find((entry) => entry.concept === concept);
  const value = field && constantOf(field.value);
  return field && value !== undefined ? { name: field.name, value } : undefined;
}

/**
 * The attempt waits for something outside that may fail: a look-up or a check at hand fails for one reason, and the answer may
 * say which.
 */
function asksOutside(attempt: Node, file: File): boolean {
  if (attempt.type !== "BlockStatement") return true; // a promise
  return contains(
    attempt,
    (node) =>
      (node.type === "AwaitExpression" && !isOfBrowser(node.argument) && !isSafeWork(node.argument, rootEnv(file))) ||
      (node.type === "ForOfStatement" && node.await) ||
      (node.type === "CallExpression" && (calleeName(node) ?? "").endsWith("Sync")),
  );
}

/** `chrome.bookmarks.get(id)`: the browser around the code fails for what it is given. */
function isOfBrowser(work: Node): boolean {
  const call = unwrap(work);
  return call.type === "CallExpression" && /^(?:chrome|browser)\./u.test(dottedName(call.callee) ?? "");
}

/** `if (!response.ok) return …` in the attempt: what was refused is told there, and only a lost connection is left. */
function answersStatus(attempt: Node): boolean {
  return contains(attempt, (node) => {
    if (node.type !== "IfStatement" || !contains(node.test, isStatus)) return false;
    return contains(node.consequent, (child) => child.type === "ReturnStatement");
  });
}

function isStatus(node: Node): boolean {
  return node.type === "MemberExpression" && /^(?:ok|status|statusCode)$/u.test(memberName(node) ?? "");
}

type Claim = Pick<Unclassified, "how" | "name" | "value">;

function claimOf(answer: Answer, attempt: Node, file: File): Claim | undefined {
  const { outcome } = answer;
  if (!isErrorOutcome(outcome)) return undefined;
  const { list, known } = outcome.result.fields;
  const category = constantField(list, "category");
  const retryable = constantField(list, "retryable");
  const meaning = typeof category?.value === "string" ? categoryOf(category.value) : undefined;
  const said = (field: { name: string; value: unknown }) => ({ name: field.name, value: JSON.stringify(field.value) });
  if (category && meaning && TERMINAL_CATEGORIES.has(meaning)) return { how: "sameCategory", ...said(category) };
  if (retryable?.value === true) return answersStatus(attempt) ? undefined : { how: "sameRetry", ...said(retryable) };
  // Transient and not retryable is what the contract says of a failure of unknown kind.
  if (!known || list.some(({ concept }) => concept !== "description") || answer.tellsCause) return undefined;
  return messageClaim(outcome, attempt, file);
}

/** Fields of data that hold what is said of a failure. */
const SENTENCE = /^(?:message|error|errorMessage|error_message|reason|description|details?)$/u;

/** The one sentence of an outcome, where it names a cause and no next step. */
function messageClaim(outcome: Outcome, attempt: Node, file: File): Claim | undefined {
  const [message, ...others] = messagesOf(outcome).filter(
    // Of the JSON in a text, every sentence counts: one may say what to do.
    ({ field = "", words }) => SENTENCE.test(field) || (outcome.kind !== "data" && (field === "" || /\s/u.test(words))),
  );
  if (!message || others.length > 0 || isGenericMessage(message.words) || saysWhatToDo(message.words)) return undefined;
  if (!namesACause(message.words) || isTrueOfFile(message.words, attempt, file)) return undefined;
  if (/network|connect|unreachable|unavailable|offline|timed?\s?out/iu.test(message.words) && answersStatus(attempt))
    return undefined;
  return { how: "sameMessage", name: "", value: message.words.trim() };
}

/** "not found or invalid": a file that cannot be read, and one that cannot be parsed. */
const ABSENT_OR_BROKEN =
  /\b(?:not\s+found|missing|absent|does\s+not\s+exist)\b(?:(?!\b(?:not\s+found|missing|absent|does\s+not\s+exist)\b)[^.;:])*\bor\b(?:(?!\bor\b)[^.;:])*\b(?:invalid|malformed|corrupt\w*|broken|unreadable|inaccessible|not\s+readable)\b/iu;

/** The attempt reads one file, and the sentence holds for it: it leaves the cause open, or the file is the server's own. */
function isTrueOfFile(words: string, attempt: Node, file: File): boolean {
  const read = onlyFileRead(attempt);
  return read !== undefined && (ABSENT_OR_BROKEN.test(words) || isFixedPath(read, file) || isOnList(read, file));
}

/** `readFile(path)` or `stat(path)`, where nothing else but the parse of its text can fail. */
function onlyFileRead(attempt: Node): TSESTree.CallExpression | undefined {
  let read: TSESTree.CallExpression | undefined;
  let others = false;
  walkSameFunction(attempt, (node) => {
    if (node.type !== "CallExpression" || isTelemetryCall(node) || isHarmlessCall(node)) return;
    const name = calleeName(node) ?? "";
    if (/^(?:readFile|stat|access)(?:Sync)?$/u.test(name)) read ??= node;
    else if (!name.startsWith("parse") && dottedName(node.callee) !== "Bun.file") others = true;
  });
  return others ? undefined : read;
}

/** `if (!PAGES.has(name)) throw …` before it: the files are the server's own, and there unless one was left out. */
function isOnList(read: Node, file: File): boolean {
  const around = enclosingFunction(read);
  return [...testsPassed(read)].some((test) => {
    const asked = test.type === "UnaryExpression" && test.operator === "!" ? unwrap(test.argument) : undefined;
    if (!around || asked?.type !== "CallExpression" || !/^(?:has|includes)$/u.test(calleeName(asked) ?? ""))
      return false;
    const names = asked.arguments.flatMap((argument) => variablesIn(argument, file));
    return Cause.ofVariables(names, around.body, file).isIn(read);
  });
}

/** "Order 7 not found", "Invalid token": a cause, and not only what did not work. */
function namesACause(words: string): boolean {
  return (
    /\b(?:not\s+found|does\s+not\s+exist|no\s+such|invalid|expired|unauthori[sz]ed|forbidden|denied|already|too\s+(?:large|long|many)|unavailable|offline|timed\s+out|timeout|is\s+down|quota|rate\s+limit)\b/iu.test(
      words,
    ) &&
    (tellsFailure(words) || /\b(?:not\s+found|exist|already|down|offline|unavailable)\b/iu.test(words))
  );
}

/** A sentence that a clause says of every failure alike: thrown, or in data that tells of the failure. */
function sentencesOf({ answers, throws, cause, reached }: CatchFact, file: File): { node: Node; outcome: Outcome }[] {
  return [
    // `throw new Error("Task 7 not found")`: the message is all that the model reads of it.
    ...throws.flatMap(({ node, argument, same }) =>
      same || cause.isIn(argument) || isProtocolError(node, reached)
        ? []
        : [{ node: argument, outcome: thrownOutcome(argument, rootEnv(file)) }],
    ),
    // `return { isValid: false, error: { message: "Task 7 not found" } }`, of a function that works for a tool
    ...answers.filter(
      ({ outcome, tellsCause }) =>
        reached.role === "data" && !tellsCause && outcome.kind === "data" && hasFailureFlag(outcome.shape),
    ),
  ];
}

/** The throw leaves the handler as a JSON-RPC error: the model never reads it, and another rule says so. */
function isProtocolError(thrown: Node, { role, framework }: ReachedFunction): boolean {
  return role === "result" && framework.outcomes.thrown === "protocol-error" && !guardingTry(thrown);
}

/** The answers of a clause that say the same of every failure, though nobody has looked at it. */
export function unclassifiedAnswers(fact: CatchFact, file: File): Unclassified[] {
  const { node: clause, reached, attempt } = fact;
  if (attemptOf(attempt) !== "work") return [];
  const body = clause.type === "CatchClause" ? clause.body : clause;
  if (asksForKind(body) || asksOfCaught(body, fact.cause, file) || mayClassify(fact, body, file)) return [];
  // Asked after the clause, which is much shorter.
  if (!asksOutside(attempt, file)) return [];
  const told = (node: Node, claim: Claim | undefined): Unclassified[] =>
    claim ? [{ ...claim, node, what: attemptName(fact) }] : [];
  const isPicked = (node: Node): boolean => guardsOf(node).some(({ test }) => test.range[0] >= body.range[0]);
  // `if (signal.aborted) return …; throw error;`: all but what the test picks out goes on as it came.
  const isRest = fact.throws.some(({ same, node }) => same && !isPicked(node));
  const inResult = reached.role === "result" ? fact.answers.filter(({ node }) => !isRest || !isPicked(node)) : [];
  // A clause that looks further may have found out there what it says.
  const looksFurther = waitsIn(body);
  return [
    ...inResult.flatMap((answer) => told(answer.node, claimOf(answer, attempt, file))),
    ...(looksFurther ? [] : sentencesOf(fact, file)).flatMap(({ node, outcome }) =>
      isPicked(node) ? [] : told(node, messageClaim(outcome, attempt, file)),
    ),
  ];
}

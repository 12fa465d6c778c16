import { calleeName, functionName } from "../../syntax/names.js";
import {
  contains,
  enclosingFunction,
  enclosingStatement,
  parentOf,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { isSafeWork } from "../reachability/can-fail.js";
import { workingFor, type Trace } from "./callers.js";
import { catchesOf, type CatchFact } from "../catches/catches.js";
import { placeOfDefault } from "./places-of-defaults.js";
import type { File } from "../file.js";
import { givesReason } from "../../contract/lexicon.js";
import { canComplete, enclosingCatch } from "../values/flow.js";
import { guardsOf } from "../values/guards.js";
import { nothingForRefusal } from "../responses/refused-answers.js";
import { isProbingFunction, looksAtKind, waitsIn } from "./excuses.js";
import { commentAbove, commentNamesCause, commentsBehind } from "./reasons.js";
import { pathOf, shortText } from "./failure-paths.js";
import { answersLostIn, pathOfAnswer } from "./unread-answers.js";
import { lostBehind, lostIn, lostInside, lostOfList } from "./swallows.js";
import { rootEnv } from "../values/values.js";

/** What a server needs besides the work of its tools, and can often do without. */
const ASIDE =
  /cache|config|setting|preference|credential|cookie|api_?key|auth|login|keychain|(?:access|refresh|api|github|cf|token)_?token|token_?(?:manager|store)|telemetry|metric|analytic|version|health|warm|startup|bootstrap|^init|install|download|hook|hint|enrich|memory_?context|snapshot|manifest|fingerprint|suggest|fallback|connection$|(?:get|load|read|ensure)_?session$/iu;

const ASIDE_FILE =
  /(?:auth|oauth|token[-_.]?(?:manager|store)|keychain|credentials?|cache|config|telemetry|logger)\.\w+$|[\\/](?:auth|audit|telemetry)[\\/]/iu;

export function isAside(fn: FunctionNode, file: File): boolean {
  return ASIDE.test(functionName(fn) ?? "") || ASIDE_FILE.test(file.filename);
}

/** A doc comment that says why something else may come instead of a failure. */
const SAYS_WHY =
  /\b(?:fail\w*|errors?|unreadable|unreachable|unavailable|cannot|can't)\b(?:(?!\b(?:fail|error|unreadable|unreachable|unavailable|cannot|can't))[\s\S])*\b(?:rather\s+than|instead\s+of|so\s+(?:that\s+)?the|keeps?|best|optional|degrad\w*|graceful\w*)\b|\b(?:rather\s+than|instead\s+of)\s+(?:fail\w*|throw\w*)/iu;

/** "Fetches the image, or null on failure": what the name of the function does not say, its callers know from here. */
const SAYS_WHAT_INSTEAD =
  /\b(?:null|undefined|false|0)\b(?:(?!\b(?:null|undefined|false|0)\b)[^.;])*\b(?:on|if|when)\b(?:(?!\b(?:on|if|when)\b)[^.;])*\b(?:fail\w*|errors?|unreadable|unreachable|unavailable)\b/iu;

/** "Returns an empty array when the log does not exist yet": one cause, and the clause takes every failure. */
const NAMES_ABSENCE =
  /\b(?:empty|null|undefined)\b(?:(?!\b(?:empty|null|undefined)\b)[^.;])*\b(?:if|when|where|while|until)\b(?:(?!\b(?:if|when|where|while|until)\b)[^.;])*\b(?:(?:does|do)(?:\s+not|n['’]t)\s+exist|not\s+(?:there|found)|missing|(?:has|is|are)\s+none|none\s+yet)\b/iu;

/** The attempt reaches outside of the process: a value at hand that cannot be read is no outage. */
function reachesOut(attempt: Node): boolean {
  return (
    waitsIn(attempt) ||
    contains(attempt, (node) => node.type === "CallExpression" && /Sync$/u.test(calleeName(node) ?? "")) ||
    attempt.type === "CallExpression"
  );
}

/** All that is waited for takes its failures itself: there is nothing left to lose. */
function isSafeAttempt(attempt: Node, file: File): boolean {
  const works: Node[] = [];
  walkSameFunction(attempt, (node) => {
    if (node.type === "AwaitExpression") works.push(node.argument);
    // What is done at once may throw too.
    else if (node.type === "CallExpression" && /Sync$/u.test(calleeName(node) ?? "")) works.push(node);
  });
  return works.length > 0 && works.every((work) => isSafeWork(work, rootEnv(file)));
}

interface Loss {
  readonly instead: string;
  readonly trace: Trace;
}

/** Where a function loses a failure, and the way of the failure up to there. */
export interface LostInFunction extends Loss {
  readonly node: Node;
  readonly how: "service" | "refused";
  readonly fn: FunctionNode;
  readonly path: readonly string[];
  /** A comment names one cause, and every failure is lost. */
  readonly commented: boolean;
}

/** The failures that a function loses for those who call it, by its own text. */
export function lossesInFunction(fn: FunctionNode, file: File): LostInFunction[] {
  if (isAside(fn, file)) return [];
  const comment = commentAbove(fn, file)?.value ?? "";
  const namesAbsence = NAMES_ABSENCE.test(comment);
  if (asksForPresence(fn) || SAYS_WHY.test(comment) || SAYS_WHAT_INSTEAD.test(comment)) return [];
  const caught = catchesOf(workingFor(fn), file).flatMap((fact): LostInFunction[] => {
    const loss = lossOf(fact, fn, file);
    if (!loss) return [];
    const { node } = fact;
    const commented = namesAbsence || (node.type === "CatchClause" && commentNamesCause(node, file));
    return [{ ...loss, node, how: "service", fn, path: pathOf(fact, file, loss.instead), commented }];
  });
  const refused = nothingForRefusal(fn, file).flatMap((value): LostInFunction[] => {
    const instead = shortText(value, file);
    const node = enclosingStatement(value);
    const path = ["the upstream answer says no", instead];
    if (isReasoned(value, file)) return [];
    return [{ instead, trace: traceOf(instead), node, how: "refused", fn, path, commented: namesAbsence }];
  });
  const answered = answersLostIn(fn, file).map(({ call, instead }): LostInFunction => {
    const path = pathOfAnswer(call, instead);
    return {
      instead,
      trace: traceOf(instead),
      node: enclosingStatement(call),
      how: "service",
      fn,
      path,
      commented: namesAbsence,
    };
  });
  return [...caught, ...refused, ...answered];
}

/** A comment in the branch, or behind it on its line, gives a reason in words. */
function isReasoned(value: Node, file: File): boolean {
  const branch = guardsOf(value)[0]?.branch ?? value;
  return [...file.commentsInside(branch), ...commentsBehind(branch, file)].some(({ value: words }) =>
    givesReason(words),
  );
}

function lossOf(fact: CatchFact, fn: FunctionNode, file: File): Loss | undefined {
  if (isRollback(fact.node) || !reachesOut(fact.attempt)) return undefined;
  if (fact.node.type === "CatchClause" && looksAtKind(fact.node)) return undefined;
  if (isSafeAttempt(fact.attempt, file)) return undefined;
  const part = lostOfList(fact, file) ?? lostInside(fact, file);
  if (part !== undefined) return { instead: part, trace: "part" };
  const instead = isCallback(fn) ? undefined : lostIn(fact, file);
  if (instead === undefined) {
    const behind = lostBehind(fact, file);
    return behind && { instead: behind.instead, trace: behind.inPart ? "part" : traceOf(behind.instead) };
  }
  const place = instead === "undefined" ? undefined : placeOfDefault(fact, file);
  return place && { instead, trace: place === "whole" ? traceOf(instead) : "part" };
}

function traceOf(instead: string): Trace {
  return instead.startsWith("[]") ? "empty list" : "nothing";
}

/** `hasBranch()`, `tryRead()`: "no" is what it gives also where it cannot know. */
function asksForPresence(fn: FunctionNode): boolean {
  return isProbingFunction(fn) && !/^(?:validate|verify)/u.test(functionName(fn) ?? "");
}

function isCallback(fn: FunctionNode): boolean {
  return parentOf(fn)?.type === "CallExpression" && enclosingFunction(fn) !== undefined;
}

/** What is undone in a clause that throws: the failure that led there is told. */
export function isRollback(node: Node): boolean {
  const clause = enclosingCatch(node);
  return clause !== undefined && !canComplete(clause.body);
}

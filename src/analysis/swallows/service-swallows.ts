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
import { isRollback } from "./callee-swallows.js";
import { mayServeTools, toolBehind, workingFor, type ToolBehind, type Trace } from "./callers.js";
import { catchesOf, type CatchFact } from "../catches/catches.js";
import { placeOfDefault } from "./places-of-defaults.js";
import { toolsOf } from "../tools/file-tools.js";
import type { File } from "../file.js";
import { givesReason } from "../../contract/lexicon.js";
import { guardsOf } from "../values/guards.js";
import { nothingForRefusal } from "../responses/refused-answers.js";
import { isProbingFunction, looksAtKind, waitsIn } from "./excuses.js";
import { commentAbove, commentsBehind } from "./reasons.js";
import { pathOf, shortText } from "./failure-paths.js";
import { lostBehind, lostIn, lostInside, lostOfList, type Swallow } from "./swallows.js";
import { rootEnv } from "../values/values.js";

/** What a clause that may lose a failure, or a test of an upstream answer, looks like as text. */
const LOSES = /\bcatch\s*(?:\([^)]*\)\s*)?\{|\.\s*catch\s*\(|\.ok\b|\.status(?:Code)?\s*(?:[!=]==?|>=?)/gu;

/** False for a text in which no failure can be lost, or that of a file which serves no tool of another one. */
export function mayLoseForTools(text: string, file: File["filename"], project: File["project"]): boolean {
  return text.search(LOSES) >= 0 && mayServeTools(file, project);
}

/** What a server needs besides the work of its tools, and can often do without. */
const ASIDE =
  /cache|config|setting|preference|credential|cookie|api_?key|auth|login|keychain|(?:access|refresh|api|github|cf|token)_?token|token_?(?:manager|store)|telemetry|metric|analytic|version|health|warm|startup|bootstrap|^init|install|download|hook|hint|enrich|memory_?context|snapshot|manifest|fingerprint|suggest|fallback|connection$|(?:get|load|read|ensure)_?session$/iu;

const ASIDE_FILE =
  /(?:auth|oauth|token[-_.]?(?:manager|store)|keychain|credentials?|cache|config|telemetry|logger)\.\w+$|[\\/](?:auth|audit|telemetry)[\\/]/iu;

function isAside(fn: FunctionNode, file: File): boolean {
  return ASIDE.test(functionName(fn) ?? "") || ASIDE_FILE.test(file.filename);
}

/** A doc comment that says why something else may come instead of a failure. */
const SAYS_WHY =
  /\b(?:fail\w*|errors?|unreadable|unreachable|unavailable|cannot|can't)\b[\s\S]*\b(?:rather\s+than|instead\s+of|so\s+(?:that\s+)?the|keeps?|best|optional|degrad\w*|graceful\w*)\b|\b(?:rather\s+than|instead\s+of)\s+(?:fail\w*|throw\w*)/iu;

/** "Fetches the image, or null on failure": what the name of the function does not say, its callers know from here. */
const SAYS_WHAT_INSTEAD =
  /\b(?:null|undefined|false|0)\b[^.;]*\b(?:on|if|when)\b[^.;]*\b(?:fail\w*|errors?|unreadable|unreachable|unavailable)\b/iu;

/** "Returns an empty array when the log does not exist yet": one cause, and the clause takes every failure. */
const NAMES_ABSENCE =
  /\b(?:empty|null|undefined)\b[^.;]*\b(?:if|when|where|while|until)\b[^.;]*\b(?:(?:does|do)(?:\s+not|n['’]t)\s+exist|not\s+(?:there|found)|missing)\b/iu;

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

/** Failures that functions of this file lose, and that a tool of another file calls. */
export function lossesInService(file: File): Swallow[] {
  const places = [...file.text.matchAll(LOSES)].map(({ index }) => index);
  if (places.length === 0) return [];
  const { reached } = toolsOf(file);
  const found: Swallow[] = [];
  let next = 0;
  for (const fn of file.index.functions) {
    while (next < places.length && (places[next] as number) < fn.range[0]) next++;
    const mayLose = next < places.length && (places[next] as number) < fn.range[1];
    if (!mayLose || reached.has(fn) || isAside(fn, file)) continue;
    for (const lost of lossesOf(fn, file)) {
      // Asked last: the answer takes a look at every file of the package.
      if (!mayServeTools(file.filename, file.project)) return [];
      const tool = toolBehind(fn, file, lost.trace);
      if (tool) found.push(swallow(lost, tool, file));
    }
  }
  return found;
}

interface Loss {
  readonly instead: string;
  readonly trace: Trace;
}

/** Where a function loses a failure, and the way of the failure up to there. */
interface LostInFunction extends Loss {
  readonly node: Node;
  readonly how: "service" | "refused";
  readonly fn: FunctionNode;
  readonly path: readonly string[];
}

function lossesOf(fn: FunctionNode, file: File): LostInFunction[] {
  const comment = commentAbove(fn, file)?.value ?? "";
  if (asksForPresence(fn) || SAYS_WHY.test(comment) || SAYS_WHAT_INSTEAD.test(comment)) return [];
  const caught = catchesOf(workingFor(fn), file).flatMap((fact): LostInFunction[] => {
    const loss = lossOf(fact, fn, file);
    return loss ? [{ ...loss, node: fact.node, how: "service", fn, path: pathOf(fact, file, loss.instead) }] : [];
  });
  const refused = nothingForRefusal(fn, file).flatMap((value): LostInFunction[] => {
    const instead = shortText(value, file);
    const node = enclosingStatement(value);
    const path = ["the upstream answer says no", instead];
    return isReasoned(value, file) ? [] : [{ instead, trace: traceOf(instead), node, how: "refused", fn, path }];
  });
  return [...caught, ...refused];
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

function swallow(
  { node, how, fn, instead, path }: LostInFunction,
  { reached, file: caller }: ToolBehind,
  file: File,
): Swallow {
  const name = reached.tool?.name ?? functionName(reached.fn);
  const where = caller.filename.replace(/^.*[\\/]/u, "");
  const tool = `${name === undefined ? "a tool" : `the tool \`${name}\``} in ${where}`;
  return {
    node,
    how,
    reached: workingFor(fn),
    commented: NAMES_ABSENCE.test(commentAbove(fn, file)?.value ?? ""),
    path: [...path, tool],
    instead,
  };
}

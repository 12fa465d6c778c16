import type { TSESTree } from "@typescript-eslint/types";
import { isMissingClass } from "../../contract/category-words.js";
import { opensAsError, tellsFailureSoon, tellsNotFoundById } from "../../contract/lexicon.js";
import { calleeName, lastName } from "../../syntax/names.js";
import { ancestors, enclosingFunction, enclosingLoop, type Node } from "../../syntax/tree.js";
import { areOnlyExpected, isOnlyExpected, type Failure, type Operation } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import { isFlagged } from "../flow/stated-failures.js";
import type { Condition } from "../flow/conditions.js";
import type { Site, Value } from "../flow/values.js";
import { exemptionOf } from "../policy/exemptions.js";
import { choiceIn, type Choice } from "./chosen.js";
import { conveyanceOf } from "./conveyance.js";
import { memoisedForBoth } from "../memoised.js";
import type { Exit, ToolExits } from "./exits.js";
import { flaggedOnTheWay } from "./flagged-returns.js";
import { isForFailures, isWithin, placeOfResult, valueOf } from "./places.js";
import { readingsOfAll } from "./readings.js";
import { flagOf, isToolResult } from "./wire.js";
import { textsIn, wordsOf } from "./words.js";
import { isMarkedGood, isStated, isReport, isAnswer, wordsRead, isFalse, SUCCESS } from "./stated.js";
import { isRefusal, ASKS } from "./refusals.js";

/** A failure that the model reads of in a result without the flag. */
export interface Unflagged {
  readonly site: Site;
  /** The failure that the result tells of; undefined where the tool refuses the call by itself. */
  readonly failure: Failure | undefined;
  readonly exit: Exit;
  /**
   * `result`: the value is the result, or the text of it. `builder`: a function that builds results for failures alone.
   * `data`: a function that is called on the way gives the failure as data. `choice`: the same result is given with and
   * without the failure. `dropped`: the text of a flagged result is passed on without its flag.
   */
  readonly how: "result" | "builder" | "data" | "choice" | "dropped";
  /** The test that decides, where it stands in the value itself. */
  readonly test: Choice | undefined;
}

/**
 * The failures that leave as ordinary text or data.
 * @param ordinary the places that results without a failure go through, of all tools of the file
 */
export function unflaggedIn(
  { exits, idle = [] }: Pick<ToolExits, "exits"> & Partial<Pick<ToolExits, "idle">>,
  ordinary: ReadonlySet<Node>,
): Unflagged[] {
  const found = new Map<Node, Unflagged>();
  const readings = readingsOfAll(exits);
  // Where several exits share a place, the one whose words leave no doubt says what to do there.
  const [certain, others] = [readings.filter(isStated), readings.filter((exit) => !isStated(exit))];
  for (const exit of [...certain, ...others, ...readingsOfAll(idle)]) {
    const failure = toldWithoutFlag(exit, readings);
    if (failure === "none") continue;
    const unflagged = describe(exit, failure === "own" ? undefined : failure, ordinary);
    if (unflagged && !found.has(unflagged.site.node)) found.set(unflagged.site.node, unflagged);
  }
  return [...found.values()];
}

/** The model reads an ordinary result. */
function isUnflaggedResult({ seen, tool, visible, state }: Exit): boolean {
  if (seen !== "result") return false;
  // What a wrapper of the project makes of data cannot be known.
  if (!tool.certain && !visible.result && visible.parts.some(({ kind }) => kind === "reference")) return false;
  const inner = visible.result?.fields.get("toolResult");
  if (inner && isFlagged(inner, state)) return false;
  return !visible.result || flagOf(visible.result, state) === false;
}

/** The failure that an ordinary result is about: `own` where the tool refuses the call, `none` where it is about something else. */
export const toldWithoutFlag = memoisedForBoth((exit: Exit, others: readonly Exit[]): Failure | "own" | "none" => {
  if (!isUnflaggedResult(exit)) return "none";
  if (droppedFlag(exit)) return exit.failures.findLast((failure) => exit.state.caught.has(failure)) ?? "own";
  if (isReport(exit) || isAnswer(exit) || isForWrapper(exit)) return "none";
  const stated = isStated(exit);
  if (areOnlyExpected(exit.state.failures)) return stated || isErrorAlone(exit) ? "own" : "none";
  const told = exit.failures.findLast((failure) => isToldOf(failure, exit, others, stated));
  if (told) return told;
  // A function that nothing is known to register may be anything else that gives texts.
  const isGuessed = !exit.tool.certain && exit.tool.registration === exit.tool.functions[0];
  if (isGuessed) return others.every(opensAsErrorAlone) ? "own" : "none";
  const isOwn = stated && !exit.failures.some((failure) => mayBeAbout(failure, exit)) && !isMarkedGood(exit);
  return isOwn && isRefusal(exit, others) ? "own" : "none";
});

/** All that the model reads comes from an error. */
function isErrorAlone({ sources }: Exit): boolean {
  return sources.length > 0 && sources.every(({ kind }) => kind === "failure");
}

/** What failed on the way may be why the result is what it is: it was caught around it, or came as a value. */
function mayBeAbout(failure: Failure, exit: Exit): boolean {
  const { state, visible, at } = exit;
  const caughtAt = state.caught.get(failure);
  if (isOfOneItem(failure, exit) && conveyanceOf(exit, failure) !== "none") return true;
  // What nobody has caught has ended another path, with which this one is taken together.
  if (!caughtAt) return failure.source !== "thrown" && failure.source !== "rejected";
  if (caughtAt.node.type !== "CatchClause") return true;
  const sites = [visible.result?.made, ...(visible.result?.calls?.sites() ?? []), at];
  return sites.some((site) => site && isWithin(site, caughtAt));
}

/** A result that can only be that of a failure: what its words begin with leaves no doubt. */
function opensAsErrorAlone(exit: Exit): boolean {
  return isStated(exit) && opensAsError(wordsRead(exit)) && exit.completed.length === 0;
}

/** `{ success: false, content }` of a function that something of the project calls: that may make the flag of it. */
function isForWrapper({ tool, visible }: Exit): boolean {
  if (tool.certain) return false;
  return SUCCESS.some((name) => isFalse(visible.result?.fields.get(name)));
}

function isToldOf(failure: Failure, exit: Exit, others: readonly Exit[], stated: boolean): boolean {
  if (isOfOneItem(failure, exit) || isExpected(failure, exit, others, stated)) return false;
  if (!exit.state.caught.has(failure))
    return (
      isLookedAt(failure, exit) &&
      !ASKS.test(failure.operation.verb) &&
      (stated || (isAbout(failure, exit) && !exit.state.redone.includes(failure.operation)))
    );
  const conveyance = conveyanceOf(exit, failure);
  if (conveyance === "none" || conveyance === "unknown") return false;
  if (stated) return true;
  if (isAskedLater(failure, exit)) return false;
  if (exit.sources.some(({ kind }) => kind === "operation")) return false;
  return exit.visible.parts.some((part) => {
    const words = wordsOf(part, exit.state);
    // The error itself, or words of the author's that tell of it.
    if (conveyance !== "error") return tellsFailureSoon(words);
    const isAlone = exit.visible.parts.length === 1 && tellsFailureSoon(words.split("\n", 1)[0] ?? "");
    return isAlone || !/\p{L}/u.test(words.split("…")[0] ?? "");
  });
}

/** Behind the clause the code looks at what it gave: it may tell the two apart. */
function isAskedLater(failure: Failure, { state }: Exit): boolean {
  const caughtAt = state.caught.get(failure);
  return state
    .conditions()
    .some(
      ({ site, subject }) =>
        !(caughtAt && isWithin(site, caughtAt)) &&
        !(subject.kind === "derived" && subject.key?.startsWith("typeof ") === true) &&
        conveyed(subject, state).some((source) => source.kind === "failure" && source.failure === failure),
    );
}

/** One item of several: the result tells of it beside the others, unless the failure has ended the loop. */
function isOfOneItem(failure: Failure, { state }: Exit): boolean {
  const caughtAt = state.caught.get(failure)?.node;
  if (caughtAt?.type === "CallExpression" && calleeName(caughtAt) === "allSettled") return !isAlone(caughtAt);
  const loop = failure.operation.loop ?? (caughtAt && loopOverItems(caughtAt));
  return loop !== undefined && !(caughtAt?.type === "CatchClause" && ancestors(loop).includes(caughtAt.parent));
}

/** `Promise.allSettled([work()])` */
function isAlone({ arguments: [list] }: TSESTree.CallExpression): boolean {
  if (list?.type !== "ArrayExpression" || list.elements.length !== 1) return false;
  return list.elements[0]?.type !== "SpreadElement";
}

/** An error of the project's own belongs to the item that the code goes over where it is caught. */
function loopOverItems(clause: Node): Node | undefined {
  const loop = enclosingLoop(clause);
  return loop?.type === "ForOfStatement" || loop?.type === "ForInStatement" ? loop : undefined;
}

/** The path asks whether the operation worked. */
function isLookedAt(failure: Failure, exit: Exit): boolean {
  const { operation } = failure;
  if (exit.checkedResponses.has(failure)) return true;
  // Where a library is known to give its errors as values, the test of one is decided before it is met.
  if (failure.source === "error-value" && isGivenAsError(operation)) return true;
  return exit.state
    .conditions()
    .filter(({ subject }) => !isLength(subject))
    .some(({ subject }) =>
      conveyed(subject, exit.state).some((source) =>
        source.kind === "operation"
          ? source.operation === operation
          : source.kind === "failure" && source.failure.operation === operation && source.part !== "body",
      ),
    );
}

/** How long an answer is says nothing of whether the operation worked. */
function isLength(subject: Value): boolean {
  return subject.kind === "derived" && subject.key?.endsWith(".length") === true;
}

/** `{ data, error }`, `{ content, isError }` */
function isGivenAsError({ row }: Operation): boolean {
  return row?.fails === "error-value" || row?.fails === "tool-result";
}

/** What the model reads is the failure: all that the operation gave, its status, or the error in it. */
function isAbout(failure: Failure, exit: Exit): boolean {
  if (isAllOf(failure, exit)) return true;
  const { sources, state, visible } = exit;
  if (failure.source === "refused-response")
    return (
      sources.length > 0 &&
      sources.every((one) => one.kind === "failure" && one.failure === failure && one.part === "status")
    );
  if (failure.source !== "error-value") return false;
  const asked = state
    .conditions()
    .flatMap(({ subject }) => (subject.kind === "derived" && subject.key !== undefined ? [subject.key] : []));
  const parts = visible.parts.flatMap((part) => (part.kind === "text" ? part.parts : []));
  const values = parts.filter((part) => typeof part !== "string");
  return (
    values.length > 0 &&
    values.every((part) => part.kind === "derived" && part.key !== undefined && asked.includes(part.key))
  );
}

/** The result is what the failed operation gave, and nothing else. */
function isAllOf({ operation }: Failure, { sources, visible, state }: Exit): boolean {
  const isPlain = visible.parts.every((part) => textsIn(part, state).every((text) => !/\p{L}{3}/u.test(text)));
  // What is made of each of its items is its own.
  const own = sources.filter(({ kind }) => kind !== "item");
  return (
    isPlain &&
    own.length > 0 &&
    own.every((source) =>
      source.kind === "operation"
        ? source.operation === operation
        : source.kind === "failure" && source.failure.operation === operation,
    )
  );
}

/** What the path has asked for: "not found" for a 404. */
function isExpected(failure: Failure, exit: Exit, others: readonly Exit[], stated: boolean): boolean {
  const caughtAt = exit.state.caught.get(failure);
  const exemption = exemptionOf({ failure, exit, others, caughtAt });
  if (!exemption || exemption.id === "parse") return false;
  if (exemption.id !== "narrowed") return !exit.sources.some((source) => source.kind === "failure");
  const words = wordsRead(exit);
  if (opensAsError(words)) return false;
  // The message of the error itself, and no words for what was expected.
  const tellsMessage = exit.sources.some((source) => source.kind === "failure" && source.part === "message");
  if (!stated && tellsMessage) return isOnlyForMissing(exit.state.conditions());
  return !stated || tellsNotFoundById(words) || exit.state.conditions().some(isForMissing);
}

function isOnlyForMissing(conditions: readonly Condition[]): boolean {
  return (
    conditions.some(isForMissing) &&
    !conditions.some(({ either }) => either?.some((one) => one.holds && !isForMissing(one)))
  );
}

/** `status === 404`, `code === "ENOENT"`, `instanceof OrderNotFoundError` */
function isForMissing({ holds, operator, other, site }: Condition): boolean {
  if (!holds || !other) return false;
  if (operator === "instanceof" && site.node.type === "BinaryExpression")
    return isMissingClass(lastName(site.node.right) ?? "");
  if (other.kind !== "constant") return false;
  return other.value === 404 || (typeof other.value === "string" && /^ENOENT$|NotFound|NoSuch/u.test(other.value));
}

function describe(exit: Exit, failure: Failure | undefined, ordinary: ReadonlySet<Node>): Unflagged | undefined {
  const expected = failure ?? exit.state.failures.find(isOnlyExpected);
  const caughtAt = expected && exit.state.caught.get(expected);
  const dropped = droppedFlag(exit);
  if (dropped) return { site: dropped, failure, exit, how: "dropped", test: undefined };
  const place = placeOfResult(exit, ordinary, caughtAt);
  if (!place) return undefined;
  const { site } = place;
  // Of the result of another server's tool, whose flag nobody has asked for.
  if (failure?.source === "error-value" && failure.operation.row?.fails === "tool-result")
    return { site, failure, exit, how: "dropped", test: undefined };
  if (!place.isOwn && !isChoice(exit, failure)) return undefined;
  const how = place.isOwn ? howOf(site, exit, ordinary) : "choice";
  return { site, failure, exit, how, test: choiceIn(site, exit.state.conditions()) };
}

/** The text itself tells of a failure of an operation: what the input asks for, or a part of the text, is something else. */
function isChoice(exit: Exit, failure: Failure | undefined): boolean {
  if (failure?.source === "error-value" && isAbout(failure, exit)) return true;
  const words = wordsRead(exit);
  if (!isStated(exit)) return false;
  if (/^…\s*[:–-]/u.test(words)) return false;
  return failure !== undefined || (exit.completed.length > 0 && opensAsError(words));
}

/** The place stands in another function than the one that the tool's result leaves by. */
function isElsewhere(site: Site, { at }: Exit): boolean {
  return at !== undefined && enclosingFunction(at.node) !== enclosingFunction(site.node) && !isWithin(site, at);
}

function howOf(site: Site, exit: Exit, ordinary: ReadonlySet<Node>): Unflagged["how"] {
  if (!isElsewhere(site, exit)) return "result";
  if (!isResult(site, exit)) return "data";
  // A call of a builder is one of its uses: only where the result itself stands it can be told that all of them are failures.
  const isBuilt = exit.visible.result !== undefined && isWithin(exit.visible.result.made, site);
  return isBuilt && isForFailures(site, ordinary) ? "builder" : "result";
}

/** The whole result is made there, not only its text; the handler may spread it. */
function isResult(site: Site, { visible, state }: Exit): boolean {
  if (visible.result === undefined) return false;
  const call = visible.result.calls?.site;
  if (call && isWithin(call, site)) return true;
  return (
    isWithin(visible.result.made, site) ||
    state.returns().some(({ value }) => {
      const record = state.recordOf(value);
      return record?.made.node === site.node && isToolResult(record, state);
    })
  );
}

/** A function on the way gave a result with the flag, of which only the text leaves. */
function droppedFlag(exit: Exit): Site | undefined {
  const { visible, at } = exit;
  return flaggedOnTheWay(exit).length > 0 ? (visible.result?.made ?? (at && valueOf(at))) : undefined;
}

import path from "node:path";
import { calleeName } from "../../syntax/names.js";
import { enclosingFunction, enclosingStatement, type Node } from "../../syntax/tree.js";
import { workName } from "../../syntax/work.js";
import { saysWhatToDo, tellsNothingFound } from "../../contract/lexicon.js";
import { COMMENTED_CAUSE, exemptionOf } from "../policy/exemptions.js";
import { causeOf } from "../policy/dependence.js";
import type { Lost } from "../policy/lost.js";
import type { Failure, Operation } from "../flow/operations.js";
import { isOfCommand } from "../flow/outcomes.js";
import { conveyed } from "../flow/provenance.js";
import type { Condition } from "../flow/conditions.js";
import { tellsOfFailure } from "../flow/error-values.js";
import type { Site, Source, Value } from "../flow/values.js";
import { conveyanceOf } from "./conveyance.js";
import { placeOfDroppedSignal } from "./dropped-signals.js";
import type { Exit, ToolExits } from "./exits.js";
import { isWithin, placeOfResult, valueOf } from "./places.js";
import { textsIn } from "./words.js";

/** A failure after which the model reads an ordinary result that says nothing of it. */
export interface Swallowed {
  readonly site: Site;
  readonly failure: Failure;
  readonly exit: Exit;
  readonly how: SwallowedAs;
  /** What is returned where the failure is caught, as text; empty where execution continues. */
  readonly instead: string;
  /** The operation that fails, and where it is caught. */
  readonly path: readonly string[];
  /** A comment names the one cause that is expected. */
  readonly isCommented: boolean;
}

/**
 * `continued`: what follows the `catch` block runs; `default`: the block returns a value in its place; `promise-default`: the
 * handler of a rejection does; `settled`: a rejected item of
 * `Promise.allSettled` is left out; `dropped`: a function tells of it by what it gives, and nobody looks at that; `refused`, `error-value`, `exit-code`: nobody looks at the status, the error or the code that came as a value.
 */
export type SwallowedAs =
  "continued" | "default" | "promise-default" | "settled" | "dropped" | "refused" | "error-value" | "exit-code";

/**
 * The failures that successful exits say nothing of.
 * @param ordinary the places that results without a failure go through, of all tools of the file
 */
export function swallowedIn({ exits }: ToolExits, ordinary: ReadonlySet<Node>): Swallowed[] {
  const found = new Map<Node, Swallowed>();
  for (const exit of exits) {
    if (exit.seen !== "result") continue;
    for (const failure of exit.failures) {
      const caughtAt = exit.state.caught.get(failure);
      const lost: Lost = { failure, exit, others: exits, caughtAt };
      const site = placeOfLoss(lost, ordinary);
      if (!site || found.has(site.node)) continue;
      const exemption = exemptionOf(lost);
      if (exemption && exemption.id !== COMMENTED_CAUSE) continue;
      const instead = insteadOf(lost);
      found.set(site.node, {
        site,
        failure,
        exit,
        how: howOf(lost, site, instead),
        instead: instead ?? "",
        path: pathOf(lost, site),
        isCommented: exemption !== undefined,
      });
    }
  }
  return [...found.values()];
}

/** Where a failure is lost of which the model reads nothing, whether it may pass or not; undefined where it is not lost. */
export function placeOfLoss(lost: Lost, ordinary: ReadonlySet<Node>): Site | undefined {
  const { failure, exit, caughtAt } = lost;
  const site = placeOfDroppedSignal(lost) ?? caughtAt ?? placeOfUncaught(failure, exit, ordinary);
  if (!site || isCause(failure, exit) || isOpaque(exit)) return undefined;
  return conveyanceOf(exit, failure) === "none" ? site : undefined;
}

/** A failure that came as a value: the result for it, the test that tells of it, or the operation whose value nobody asks. */
function placeOfUncaught(failure: Failure, exit: Exit, ordinary: ReadonlySet<Node>): Site | undefined {
  if (failure.source !== "error-value" && failure.source !== "refused-response") return undefined;
  // The path threw for it: what became of that is told of the thrown error.
  if (exit.failures.some((other) => other !== failure && exit.state.caught.has(other))) return undefined;
  const { operation } = failure;
  // The same work has been done again, and has worked.
  if (exit.state.redone.includes(operation)) return undefined;
  const test = exit.state
    .conditions()
    .find(
      ({ subject }) =>
        isVerdict(subject) && conveyed(subject, exit.state).some((source) => isOfOperation(source, operation)),
    );
  // Only where it leads was asked, and it leads nowhere.
  if (test && isForRedirect(test)) return undefined;
  // A body that is read whatever the status is another rule's matter.
  if (!test && !exit.checkedResponses.has(failure) && operation.row?.fails === "response") return undefined;
  if (failure.source === "refused-response" && isBodyAsked(failure, exit)) return undefined;
  // Another part of the same answer was asked: `status` beside `error`.
  if (test && operation.row && failure.source === "error-value" && !isOfError(test)) return undefined;
  const place = placeOfResult(exit, ordinary, undefined);
  if (place?.isOwn) return saysNext(exit) ? undefined : place.site;
  const site = test?.site ?? operation.site;
  return { node: enclosingStatement(site.node), file: site.file };
}

/** What is asked is whether the operation worked: `response.ok`, `result.error`. */
function isVerdict(subject: Value): boolean {
  return subject.kind !== "derived" || tellsOfFailure(subject.key?.split(".").at(-1) ?? "");
}

/** `const answer = await response.json(); if (answer.error) throw …`: the service tells in the body what it has refused. */
function isBodyAsked({ operation }: Failure, { state }: Exit): boolean {
  return state
    .conditions()
    .some(
      ({ subject, holds }) =>
        !holds &&
        subject.kind === "derived" &&
        /error/iu.test(subject.key?.split(".").at(-1) ?? "") &&
        conveyed(subject, state).some((source) => isOfOperation(source, operation)),
    );
}

/** `response.status >= 300 && response.status < 400` */
function isForRedirect({ subject, other, operator, holds }: Condition): boolean {
  if (subject.kind !== "derived" || !/\bstatus(?:Code)?$/u.test(subject.key ?? "")) return false;
  if (other?.kind !== "constant" || typeof other.value !== "number") return false;
  return (other.value >= 300 && other.value < 400) || (other.value === 400 && operator === "<" && holds);
}

function isOfError({ subject }: Condition): boolean {
  return subject.kind === "error" || (subject.kind === "derived" && /error/iu.test(subject.key ?? ""));
}

/** "Open a tab first.": the model reads that it did not work, and what to do. */
function saysNext({ visible, state }: Exit): boolean {
  const texts = visible.parts.flatMap((part) => textsIn(part, state));
  return texts.some((text) => saysWhatToDo(text) && !tellsNothingFound(text));
}

function isOfOperation(source: Source, operation: Operation): boolean {
  if (source.kind === "operation") return source.operation === operation;
  return source.kind === "failure" && source.failure.operation === operation;
}

/** A failure that was thrown anew as another one is that one's matter. */
function isCause(failure: Failure, exit: Exit): boolean {
  const caughtAt = exit.state.caught.get(failure);
  if (!caughtAt) return false;
  return exit.failures.some(
    (other) =>
      other !== failure &&
      other.operation.site.node.range[0] >= caughtAt.node.range[0] &&
      other.operation.site.node.range[1] <= caughtAt.node.range[1] &&
      other.operation.site.file.filename === caughtAt.file.filename &&
      other.source === "thrown",
  );
}

/** What the model reads cannot be seen: nothing is said of it. */
function isOpaque({ visible, sources }: Exit): boolean {
  return visible.parts.some((part) => part.kind === "derived" && part.sources.length === 0) && sources.length === 0;
}

function howOf({ failure, caughtAt }: Lost, site: Site, instead: string | undefined): SwallowedAs {
  if (caughtAt && site.node !== caughtAt.node) return "dropped";
  if (caughtAt?.node.type === "CallExpression" && calleeName(caughtAt.node) === "allSettled") return "settled";
  if (!caughtAt && isOfCommand(failure)) return "exit-code";
  if (!caughtAt && failure.source === "error-value") return "error-value";
  if (failure.source === "refused-response") return "refused";
  if (instead === undefined) return "continued";
  return caughtAt?.node.type === "CatchClause" ? "default" : "promise-default";
}

/** The value that the `catch` block or the handler of the rejection returns. */
function insteadOf({ exit, caughtAt }: Lost): string | undefined {
  if (!caughtAt) return undefined;
  const leaving = [...exit.state.returns().map(({ site }) => site), ...(exit.at ? [exit.at] : [])];
  const { node: caught } = caughtAt;
  // `new Promise((resolve) => setTimeout(resolve, wait))` in a clause gives nothing in place of the failure.
  const isOwn = ({ node: at }: Site): boolean =>
    caught.type !== "CatchClause" || enclosingFunction(at) === enclosingFunction(caught);
  const returned = leaving.find((site) => isWithin(site, caughtAt) && isOwn(site));
  if (!returned) return undefined;
  const { node, file } = valueOf(returned);
  return shorten(file.textOf(node));
}

function pathOf(lost: Lost, site: Site): string[] {
  const caught = lost.caughtAt ? [`caught in ${placeIn(lost.caughtAt, site)}`] : [];
  return [`${nameOf(lost)} fails`, ...caught];
}

/** The operation; of an error that the project throws, the call that brings it to where it is caught, or what it was thrown for. */
function nameOf(lost: Lost): string {
  const { failure, caughtAt } = lost;
  const { origin, operation } = failure;
  if (origin !== "first-party" || !caughtAt) return operation.name;
  const fn = enclosingFunction(caughtAt.node);
  const call = operation.stack
    .sites()
    .find(({ node, file }) => file === caughtAt.file && enclosingFunction(node) === fn)?.node;
  return call?.type === "CallExpression" ? workName(call) : causeOf(lost).operation.name;
}

const MAX_LENGTH = 60;

function shorten(text: string): string {
  const line = text.replace(/\s+/gu, " ");
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`;
}

/** Seen from another place: of another file, its name as well. */
function placeIn({ node, file }: Site, from: Site): string {
  const line = file.lineOf(node);
  return file.filename === from.file.filename ? `line ${line}` : `${path.basename(file.filename)}:${line}`;
}

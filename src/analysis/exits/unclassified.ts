import { categoryOf, TERMINAL_CATEGORIES } from "../../contract/categories.js";
import { isGenericMessage, saysWhatToDo, tellsFailure } from "../../contract/lexicon.js";
import { isInside, type Node } from "../../syntax/tree.js";
import type { Failure } from "../flow/operations.js";
import { written, type Site, type Value } from "../flow/values.js";
import { isTrueOfEach, saysNoAnswer } from "../policy/causes.js";
import { isToldInItsWords } from "./conveyance.js";
import type { Exit, ToolExits } from "./exits.js";
import { leavingValue } from "./field-places.js";
import { isSame, kindFound } from "./kinds.js";
import { constantIn, fieldOf, payloadsOf, type Payload, type PayloadField } from "./payload.js";
import { sitesOf } from "./places.js";
import { failureField, wordsOf } from "./words.js";

/** What is said of each failure of some work alike, though nobody has looked which one it is. */
export interface Unclassified {
  readonly site: Site;
  readonly exit: Exit;
  readonly how: "sameCategory" | "sameRetry" | "sameMessage";
  /** The field that says it, and its value; of a message, the words. */
  readonly name: string;
  readonly value: string;
  /** The work that fails. */
  readonly what: string;
}

/** Failures of different kinds that leave with one category, one retry or one cause. */
export function unclassifiedIn({ exits }: ToolExits): Unclassified[] {
  const found = new Map<Node, Unclassified>();
  for (const exit of exits) {
    if (exit.seen === "protocol-error") continue;
    for (const failure of exit.failures) {
      const caughtAt = exit.state.caught.get(failure);
      if (!caughtAt || !isOfManyKinds(failure) || kindFound(exit, failure) !== "nothing") continue;
      const caught: Caught = { exit, failure, caughtAt, others: exits };
      if (isPickedOut(caught)) continue;
      const claim = claimOf(caught);
      const site = claim && placeIn(exit, caughtAt);
      if (site && !found.has(site.node)) found.set(site.node, { ...claim, site, exit, what: failure.operation.name });
    }
  }
  return [...found.values()];
}

interface Caught {
  readonly exit: Exit;
  readonly failure: Failure;
  readonly caughtAt: Site;
  readonly others: readonly Exit[];
}

type Claim = Pick<Unclassified, "how" | "name" | "value">;

/** Work outside of the program fails for many reasons; a look-up at hand, and a check of the input, for one. */
function isOfManyKinds({ origin, source, operation }: Failure): boolean {
  // `chrome.bookmarks.get(id)`: the browser around the code fails for what it is given.
  if (origin !== "third-party" || /^(?:chrome|browser)\./u.test(operation.name)) return false;
  return source === "rejected" || (source === "thrown" && /Sync$/u.test(operation.verb));
}

/** `if (signal.aborted) return …; throw error;`: all but what the test picks out goes on as it came. */
function isPickedOut({ exit, failure, caughtAt, others }: Caught): boolean {
  const isTested = exit.state.conditions().some(({ site, either }) => !either && isInHandler(site, caughtAt));
  return (
    isTested &&
    others.some(
      ({ how, value, state }) =>
        how === "throw" &&
        value.kind === "error" &&
        isSame(value.failure, failure) &&
        state.caught.get(value.failure)?.node === caughtAt.node,
    )
  );
}

/** In the block of a `catch` clause, or in a function that a promise gives its rejection to. */
function isInHandler(site: Site, { node, file }: Site): boolean {
  if (site.file.filename !== file.filename) return false;
  if (node.type === "CatchClause") return isInside(site.node, node.body);
  return node.type === "CallExpression" && node.arguments.some((argument) => isInside(site.node, argument));
}

function claimOf(caught: Caught): Claim | undefined {
  const { exit } = caught;
  // Fields with such names say something else in what is no error, and those for an error that was thrown anew are of that one.
  const isOfFailure = exit.seen === "error-result" && !thrownAnew(caught).some((one) => exit.state.caught.has(one));
  for (const payload of isOfFailure ? payloadsOf(exit) : []) {
    const claim = categoryClaim(payload) ?? (isOnlyNoAnswer(caught) ? undefined : retryClaim(payload));
    if (claim) return claim;
    if (payload.fields.some(({ concept }) => concept !== "description")) return undefined;
  }
  return tellsCause(caught) || looksFurther(caught) ? undefined : messageClaim(caught);
}

function categoryClaim(payload: Payload): Claim | undefined {
  const field = fieldOf(payload, "category");
  const value = constantIn(field);
  const category = typeof value === "string" ? categoryOf(value) : undefined;
  return field && category && TERMINAL_CATEGORIES.has(category) ? said("sameCategory", field) : undefined;
}

// Transient and not retryable is what the contract says of a failure of unknown kind.
function retryClaim(payload: Payload): Claim | undefined {
  const field = fieldOf(payload, "retryable");
  return field && constantIn(field) === true ? said("sameRetry", field) : undefined;
}

function said(how: Claim["how"], field: PayloadField): Claim {
  return { how, name: field.name, value: written(constantIn(field)) };
}

/** A request that got no answer, where a refusal is told elsewhere: one kind is left. */
function isOnlyNoAnswer({ failure, caughtAt, others }: Caught): boolean {
  const isNoAnswer = failure.source === "rejected" && failure.operation.row?.fails === "response";
  return (
    isNoAnswer &&
    others.every(({ failures, state }) =>
      failures.every((other) => other === failure || state.caught.get(other)?.node !== caughtAt.node),
    )
  );
}

function tellsCause({ exit, failure }: Caught): boolean {
  return exit.sources.some((source) => source.kind === "failure" && isSame(source.failure, failure));
}

/** A clause that does further work may have found out there what it says. */
function looksFurther({ exit, caughtAt }: Caught): boolean {
  return exit.completed.some(({ site, stack }) => [site, ...stack.sites()].some((one) => isInHandler(one, caughtAt)));
}

/** The one sentence that the model reads, where it names a cause and no next step. */
function messageClaim(caught: Caught): Claim | undefined {
  const { exit } = caught;
  const isData = exit.seen !== "error-result";
  if (toldOfOthers(caught)) return undefined;
  if (isData && !exit.visible.parts.some((part) => failureField(part, exit.state) !== undefined)) return undefined;
  const [words, ...others] = sentencesOf(exit, isData);
  if (words === undefined || others.length > 0 || isGenericMessage(words) || saysWhatToDo(words)) return undefined;
  if (!namesCause(words) || isTrueOfEach(words, caught)) return undefined;
  if (saysNoAnswer(words) && isOnlyNoAnswer(caught)) return undefined;
  return { how: "sameMessage", name: "", value: words.trim() };
}

/** Paths that one clause has got are joined: what the model reads is the message of an error that was thrown elsewhere. */
function toldOfOthers({ exit, caughtAt }: Caught): boolean {
  return exit.failures.some(
    (one) => one.origin === "first-party" && !isInHandler(one.operation.site, caughtAt) && isToldInItsWords(one, exit),
  );
}

/** Fields of data that hold what is said of a failure. */
const SENTENCE = /^(?:message|error|errorMessage|error_message|reason|description|details?)$/u;

const MAX_DEPTH = 6;

/** Of an error, every sentence counts: one may say what to do. Of data, those that tell of the failure. */
function sentencesOf({ visible, state }: Exit, isData: boolean): string[] {
  const found: string[] = [];
  const collect = (value: Value, field: string, depth: number): void => {
    if (depth <= 0) return;
    switch (value.kind) {
      case "union":
        for (const one of value.of) collect(one, field, depth);
        return;
      case "json":
        collect(value.of, field, depth - 1);
        return;
      case "reference": {
        const object = state.objectOf(value);
        if (object?.kind === "list") for (const item of object.items) collect(item, field, depth - 1);
        else if (object) for (const [name, inner] of object.fields) collect(inner, name, depth - 1);
        return;
      }
      case "text":
      case "constant": {
        if (value.kind === "constant" && typeof value.value !== "string") return;
        const inner = value.kind === "text" ? value.parts.filter((part) => typeof part !== "string") : [];
        for (const part of inner) if (part.kind === "json") collect(part, field, depth - 1);
        const words = wordsOf(value, state);
        if (SENTENCE.test(field) || (!isData && (field === "" || /\s/u.test(words)))) found.push(words);
        return;
      }
      default:
    }
  };
  for (const part of visible.parts) collect(part, "", MAX_DEPTH);
  return found;
}

/** "Order 7 not found", "Invalid token": a cause, and not only what did not work. */
function namesCause(words: string): boolean {
  return (
    /\b(?:not\s+found|does\s+not\s+exist|no\s+such|invalid|expired|unauthori[sz]ed|forbidden|denied|already|too\s+(?:large|long|many)|unavailable|offline|timed\s+out|timeout|is\s+down|quota|rate\s+limit)\b/iu.test(
      words,
    ) &&
    (tellsFailure(words) || /\b(?:not\s+found|exist|already|down|offline|unavailable)\b/iu.test(words))
  );
}

/** The errors that the handler throws instead. */
function thrownAnew({ exit, caughtAt }: Pick<Caught, "exit" | "caughtAt">): readonly Failure[] {
  return exit.failures.filter(
    ({ origin, operation }) => origin === "first-party" && isInHandler(operation.site, caughtAt),
  );
}

/** What the handler returns or throws instead. */
function placeIn(exit: Exit, caughtAt: Site): Site | undefined {
  const anew = thrownAnew({ exit, caughtAt });
  const thrown = (anew.find((one) => isToldInItsWords(one, exit)) ?? anew[0])?.operation.site;
  if (thrown)
    return { node: thrown.node.type === "ThrowStatement" ? thrown.node.argument : thrown.node, file: thrown.file };
  const last = sitesOf(exit).findLast((site) => isInHandler(site, caughtAt));
  return last && { node: leavingValue(last.node), file: last.file };
}

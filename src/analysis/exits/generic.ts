import { isGenericMessage, namesKindOfFailure, saysNothing, tellsNotFoundById } from "../../contract/lexicon.js";
import { functionName, lastName } from "../../syntax/names.js";
import { enclosingFunction, isInside, type Node } from "../../syntax/tree.js";
import { literalWhere } from "../../syntax/written-text.js";
import type { Failure, Operation } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import type { RecordObject, Site, Source, Value } from "../flow/values.js";
import { exemptionOf } from "../policy/exemptions.js";
import type { Exit, ToolExits } from "./exits.js";
import { statusesIn } from "./tested-kinds.js";
import { siteOfField, siteOfRecord } from "./field-places.js";
import { wordsOf } from "./words.js";

/** A failure of which the model reads that something failed, and not what. */
export interface GenericMessage {
  readonly site: Site;
  readonly exit: Exit;
  readonly words: string;
  /**
   * The cause is at hand and is left out, or another function has kept it; the message guesses one of several causes; an
   * entry of a list says nothing at all.
   */
  readonly how: "causeDropped" | "generic" | "guessed" | "bareRecord";
}

/** A sentence that the model reads, and the object that holds it. */
interface Sentence {
  readonly words: string;
  readonly field: string;
  readonly record: RecordObject | undefined;
}

/** The messages that do not name the cause of a failure which is known. */
export function genericMessagesIn({ exits }: ToolExits, phrases: readonly string[]): GenericMessage[] {
  const found = new Map<Node, GenericMessage>();
  for (const exit of exits) {
    if (exit.seen === "protocol-error") continue;
    const failures = exit.failures.filter((one) => !isSurvived(one, exit) && !isBeside(one, exit, exits));
    const failure = failures.find((one) => one.origin !== "first-party" && !isOnInput(one));
    const refusal = failures.length === 0 ? refusalIn(exit) : undefined;
    if (refusal && !found.has(refusal.site.node)) found.set(refusal.site.node, refusal);
    if (!failure || tellsCause(exit, failure) || hasNoCause(exit, failure) || isOfSignIn(failure)) continue;
    const message = genericIn(exit, failure, exits, phrases) ?? bareRecordIn(exit, failure);
    if (message && !found.has(message.site.node)) found.set(message.site.node, message);
  }
  return [...found.values()];
}

/** The input is wrong: what is said of it is for the model to correct. */
function isOnInput({ origin, operation }: Failure): boolean {
  return origin === "validator" && !operation.inputs.some(({ kind }) => kind === "operation");
}

/** The code has gone on after the failure, and what other work has brought, or the input, then decides: "No such order" has another cause. */
function isSurvived(failure: Failure, { state, at, failures }: Exit): boolean {
  const caughtAt = state.caught.get(failure);
  const last = state.conditions().at(-1);
  const thrown = failures.find(({ origin }) => origin === "first-party")?.operation;
  const own = thrown?.site ?? at;
  if (!caughtAt || !last || (own && isInside(own.node, caughtAt.node))) return false;
  return (last.either ?? [last]).every((condition) => {
    const sources = conveyed(condition.subject, state);
    return (
      (isAfter(condition.site, failure.operation) || (thrown && isLater(thrown, failure.operation))) &&
      sources.length > 0 &&
      !sources.some((source) => isOfOperation(source, failure.operation))
    );
  });
}

/** Work beside what the tool is there for; probes, of which absence is the answer; and what worked when it was tried again. */
const BESIDE: ReadonlySet<string> = new Set(["cleanup", "telemetry", "probe", "cache", "retried"]);

function isBeside(failure: Failure, exit: Exit, others: readonly Exit[]): boolean {
  const caughtAt = exit.state.caught.get(failure);
  return caughtAt !== undefined && exemptionOf({ failure, exit, others, caughtAt }, BESIDE) !== undefined;
}

function isOfOperation(source: Source, operation: Operation): boolean {
  if (source.kind === "operation") return source.operation === operation;
  return source.kind === "failure" && source.failure.operation === operation;
}

/** Behind the call that leads to an operation, in the same function. */
function isAfter({ node, file }: Site, { stack, site }: Operation): boolean {
  const fn = enclosingFunction(node);
  const before = [...stack.sites(), site].find(
    (one) => one.file.filename === file.filename && enclosingFunction(one.node) === fn,
  );
  return before !== undefined && node.range[0] >= before.node.range[1];
}

/** Where the calls that lead to both part ways, in one function, that of the first one stands behind the other. */
function isLater(one: Operation, other: Operation): boolean {
  const [later, before] = [one, other].map(({ stack, site }) => [...stack.sites(), site]) as [Site[], Site[]];
  const at = later.findIndex(({ node }, index) => node !== before[index]?.node);
  const [own, its] = [later[at], before[at]];
  return (
    own !== undefined &&
    its !== undefined &&
    own.file.filename === its.file.filename &&
    enclosingFunction(own.node) === enclosingFunction(its.node) &&
    own.node.range[0] >= its.node.range[1]
  );
}

const SIGN_IN = /log_?in|sign_?in|authenticat/iu;

/** `loginToken()`: why a sign-in fails is nothing to whoever asks for it, as it would help to guess the rest. */
function isOfSignIn({ operation: { site, stack } }: Failure): boolean {
  return [site.node, ...stack.sites().map(({ node }) => node)].some((node) => {
    const fn = enclosingFunction(node);
    return fn !== undefined && SIGN_IN.test(functionName(fn) ?? "");
  });
}

const CAUSE = /(?:^|\.)(?:\w*[eE]rror\w*|message|reason|details?)$/u;

/** `error || "Unknown error"`: the path has looked for the cause, and there is none. */
function hasNoCause(exit: Exit, { operation }: Failure): boolean {
  return exit.conditions.some(
    ({ subject, holds, operator }) =>
      !holds &&
      operator === "" &&
      subject.kind === "derived" &&
      CAUSE.test(subject.key ?? "") &&
      subject.sources.some((source) => "operation" in source && source.operation === operation),
  );
}

/** Failures that come in what an operation gives. */
const IN_VALUES: ReadonlySet<Failure["source"]> = new Set<Failure["source"]>([
  "refused-response",
  "error-value",
  "settled-rejected",
]);

/** Something of the failure is in what the model reads, or may be. */
function tellsCause(exit: Exit, failure: Failure): boolean {
  return exit.sources.some(
    (source) =>
      // The typed helper finds out the kind of an error, and tells none of its words.
      (source.kind === "failure" && (source.part !== "name" || source.read !== undefined)) ||
      source.kind === "lost" ||
      (source.kind === "operation" &&
        ((source.operation === failure.operation && IN_VALUES.has(failure.source)) ||
          quotes(source.operation, failure))),
  );
}

/** What could not be read is told: `Failed to read the list: ${stdout}`. */
function quotes(operation: Operation, failure: Failure): boolean {
  return (
    failure.source === "thrown" &&
    failure.operation.inputs.some((source) => source.kind === "operation" && source.operation === operation)
  );
}

function genericIn(
  exit: Exit,
  failure: Failure,
  others: readonly Exit[],
  phrases: readonly string[],
): GenericMessage | undefined {
  const { sentences, isOpaque } = sentencesOf(exit, exit.state.caught.get(failure));
  if (isOpaque) return undefined;
  const caughtAt = exit.state.caught.get(failure);
  const tell = (sentence: Sentence, how: GenericMessage["how"]): GenericMessage | undefined => {
    const site = siteOf(sentence, exit, caughtAt);
    return site && { site, exit, words: sentence.words.trim(), how };
  };
  const [first] = sentences;
  const isNarrowed = narrows(exit);
  if (
    first &&
    sentences.length === 1 &&
    caughtAt &&
    failure.source !== "thrown" &&
    tellsNotFoundById(first.words) &&
    !isNarrowed
  )
    return exemptionOf({ failure, exit, others, caughtAt }) ? undefined : tell(first, "guessed");
  if (!dropsRefusal(exit, failure) && sentences.some(({ words }) => namesCause(words, phrases))) return undefined;
  const generic = sentences.find(
    ({ words }) =>
      (isGenericMessage(words, phrases) || dropsRefusal(exit, failure)) &&
      !(isNarrowed && namesKindOfFailure(words)) &&
      !(/\bbecause\s+\S+\s+\S/iu.test(words) && statusesIn(exit.conditions).length === 1),
  );
  if (!generic) return undefined;
  const message = tell(generic, "causeDropped");
  return message && !isAtHand(message.site, generic, exit, failure) ? { ...message, how: "generic" } : message;
}

/** The code that writes the message has the failure: the message does not stand for the value of a function that has kept it. */
function isAtHand(site: Site, { record }: Sentence, exit: Exit, failure: Failure): boolean {
  const caughtAt = exit.state.caught.get(failure);
  const isIn = (inner: Site, outer: Site | undefined): boolean =>
    outer !== undefined && inner.file.filename === outer.file.filename && isInside(inner.node, outer.node);
  if (caughtAt) return [site, ...(record?.calls?.sites() ?? [])].some((place) => isIn(place, caughtAt));
  const own = around(site);
  return (
    isIn(failure.operation.site, own) ||
    exit.conditions.some(
      (condition) =>
        isIn(condition.site, own) &&
        conveyed(condition.subject, exit.state).some(
          (source) => source.kind === "failure" && source.failure.operation === failure.operation,
        ),
    )
  );
}

function around({ node, file }: Site): Site | undefined {
  const fn = enclosingFunction(node);
  return fn && { node: fn, file };
}

/** `if (order.state === "closed") return fail("Operation failed");`: nothing has failed, and the test knows the cause. */
function refusalIn(exit: Exit): GenericMessage | undefined {
  if (exit.seen !== "error-result" || exit.how !== "return" || exit.conditions.length === 0) return undefined;
  const { sentences, isOpaque } = sentencesOf(exit, undefined);
  const [first] = sentences;
  if (!first || isOpaque || exit.sources.length > 0) return undefined;
  // `if (error) throw error;` before it: there is no cause.
  if (exit.conditions.some(({ holds, site }) => !holds && CAUSE.test(lastName(site.node) ?? ""))) return undefined;
  if (!sentences.every(({ words }) => saysNothing(words))) return undefined;
  const { words, field, record } = first;
  const site = record && (field === "" ? siteOfRecord(record) : siteOfField({ name: field, record }));
  return site && { site, exit, words: words.trim(), how: "causeDropped" };
}

/** A service says in its body what is wrong with the input; it was read, and goes no further than the log. */
function dropsRefusal(exit: Exit, failure: Failure): boolean {
  return (
    exit.state.hasReadBody(failure) && statusesIn(exit.conditions).some((status) => status === 400 || status === 422)
  );
}

function namesCause(words: string, phrases: readonly string[]): boolean {
  return words.split(/\s+/u).filter((word) => /\w{3}/u.test(word)).length > 1 && !isGenericMessage(words, phrases);
}

/** The path has asked what kind of failure it is. */
function narrows(exit: Exit): boolean {
  return exit.conditions.some((condition) =>
    (condition.either ?? [condition]).every(
      ({ subject, holds }) => holds && conveyed(subject, exit.state).some(({ kind }) => kind === "failure"),
    ),
  );
}

/** Fields that are not read as the description of the failure. */
const NOT_A_DESCRIPTION =
  /^(?:type|status|success|errorCategory|category|bucket|errorCode|code|isRetryable|retryable|name|id|tool|action|operation|error_type|errorType|customerFriendlyMessage|customerMessage|userMessage|displayMessage|recommendation|suggestion|hint|suggestedAction|mimeType|uri)$/u;

const MAX_DEPTH = 6;

/** The texts that the model reads as a description. */
function sentencesOf(
  { visible, state, value, seen }: Exit,
  caughtAt: Site | undefined,
): {
  readonly sentences: readonly Sentence[];
  /** There is text of which nobody can see what it tells. */
  readonly isOpaque: boolean;
} {
  const found: Sentence[] = [];
  let isOpaque = false;
  const collect = (one: Value, field: string, record: RecordObject | undefined, depth: number): void => {
    if (depth <= 0 || NOT_A_DESCRIPTION.test(field)) return;
    switch (one.kind) {
      case "union":
        for (const option of one.of) collect(option, field, record, depth);
        return;
      case "json":
        collect(one.of, field, record, depth - 1);
        return;
      case "reference": {
        const object = state.objectOf(one);
        if (object?.kind === "list") for (const item of object.items) collect(item, field, record, depth - 1);
        else if (object) for (const [name, inner] of object.fields) collect(inner, name, object, depth - 1);
        return;
      }
      case "constant":
      case "text": {
        if (one.kind === "constant" && typeof one.value !== "string") return;
        const words = wordsOf(one, state);
        // What has been asked since, here or in a function that was called here, is told.
        isOpaque ||= conveyed(one, state).some(
          (source) => source.kind === "operation" && caughtAt && isDoneIn(source.operation, caughtAt),
        );
        if (/\p{L}{2}/u.test(words)) found.push({ words, field, record });
        return;
      }
      case "derived":
        isOpaque ||= seen === "error-result" && one.sources.some(({ kind }) => kind === "operation");
        return;
      default:
    }
  };
  const holder = visible.result ?? state.recordOf(value);
  for (const part of visible.parts) collect(part, "", holder, MAX_DEPTH);
  return { sentences: found, isOpaque };
}

function isDoneIn({ site, stack }: Operation, { node }: Site): boolean {
  return [site, ...stack.sites()].some((one) => isInside(one.node, node));
}

/** Where a sentence is written, as far as it can be found; else where its object is. */
function siteOf({ words, field, record }: Sentence, exit: Exit, caughtAt: Site | undefined): Site | undefined {
  const thrown = exit.failures.flatMap(({ origin, operation }) => (origin === "first-party" ? [operation.site] : []));
  const functions = [record?.made, exit.at].map((site) => site && around(site));
  const written =
    // "Error: " and the message of what was thrown for the failure: the message is to be mended.
    literalIn([...thrown, caughtAt], (text) => text === words || (isSentence(text) && words.endsWith(text))) ??
    literalIn(functions, (text) => text === words);
  if (written) return written;
  if (record) return field === "" ? siteOfRecord(record) : siteOfField({ name: field, record });
  return exit.at;
}

const isSentence = (text: string): boolean => /\w\s+\w/u.test(text);

/** The first literal in some places whose text is a wanted one. */
function literalIn(places: readonly (Site | undefined)[], isWanted: (text: string) => boolean): Site | undefined {
  for (const place of places) {
    const node = place && literalWhere(isWanted, place.node);
    if (node) return { node, file: place.file };
  }
  return undefined;
}

/** `found.push({ name, status: "error" })`: an entry says that it failed, and nothing says why. */
function bareRecordIn(exit: Exit, failure: Failure): GenericMessage | undefined {
  const caughtAt = exit.state.caught.get(failure);
  if (!caughtAt || failure.operation.loop === undefined) return undefined;
  for (const record of recordsIn(exit)) {
    const { made } = record;
    if (made.file.filename !== caughtAt.file.filename || !isInside(made.node, caughtAt.node)) continue;
    const value = [...record.fields.entries()];
    const isFailed = value.some(
      ([name, field]) => isStatus(name) && field.kind === "constant" && isFailure(field.value),
    );
    const isTold = value.some(([, field]) => wordsOf(field, exit.state).split(/\s+/u).length > 2);
    if (isFailed && !isTold) return { site: made, exit, words: "", how: "bareRecord" };
  }
  return undefined;
}

const isStatus = (name: string): boolean => /^(?:status|state|result|outcome|ok|success)$/iu.test(name);
const isFailure = (value: unknown): boolean =>
  value === false || /^(?:error|errored|fail(?:ed|ure)?)$/iu.test(String(value));

function recordsIn({ visible, state }: Exit): readonly RecordObject[] {
  const found: RecordObject[] = [];
  const collect = (value: Value, depth: number): void => {
    if (depth <= 0) return;
    if (value.kind === "json") collect(value.of, depth - 1);
    else if (value.kind === "union") for (const one of value.of) collect(one, depth);
    else if (value.kind === "text") {
      for (const part of value.parts) if (typeof part !== "string") collect(part, depth - 1);
    } else if (value.kind === "reference") {
      const object = state.objectOf(value);
      if (object?.kind === "record") found.push(object);
      const held = object?.kind === "list" ? object.items : [...(object?.fields.values() ?? [])];
      for (const one of held) collect(one, depth - 1);
    }
  };
  for (const part of visible.parts) collect(part, MAX_DEPTH);
  return found;
}

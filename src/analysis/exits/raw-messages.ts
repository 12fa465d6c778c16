import { isInOtherScript, saysWhatToDo } from "../../contract/lexicon.js";
import { showsThrown } from "../../frameworks/types.js";
import type { Failure } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import type { Site, Source, Value } from "../flow/values.js";
import { holdsNoInternals } from "../policy/messages.js";
import type { Exit, ToolExits } from "./exits.js";
import { isSame, kindFound } from "./kinds.js";
import { wordsOf } from "./words.js";

/** The message of an error that other code wrote, in what the model reads. */
export interface RawMessage {
  /** Where the message is read, or the error is put into a text. */
  readonly site: Site;
  readonly exit: Exit;
  readonly failure: Failure;
  /** Some kinds of the failure have been told apart before, and this is what is left. */
  readonly isLeftOver: boolean;
}

type MessageSource = Extract<Source, { kind: "failure" }>;

/** The messages of failures of which nobody has found out the kind. */
export function rawMessagesIn({ exits }: ToolExits): RawMessage[] {
  const found = new Map<Site["node"], RawMessage>();
  const filtered = new Set(exits.flatMap(({ sources }) => sources.flatMap(filteredRead)));
  for (const exit of exits) {
    if (exit.seen === "protocol-error" || (exit.how === "throw" && !showsThrown(exit.framework.outcomes))) continue;
    for (const source of exit.sources) {
      if (source.kind !== "failure" || !isRaw(source) || !source.read || filtered.has(source.read.node)) continue;
      const { failure, read } = source;
      const known = found.get(read.node);
      if (known && !known.isLeftOver) continue;
      if (
        tellsKind(exit, failure) ||
        saysNext(exit, source) ||
        holdsNoInternals({ failure, exit, others: exits, caughtAt: exit.state.caught.get(failure) })
      )
        continue;
      const kind = kindFound(exit, failure);
      if (kind === "one") continue;
      found.set(read.node, { site: read, exit, failure, isLeftOver: kind === "others left" });
    }
  }
  return [...found.values()];
}

/** On some way, parts of the message are put into other words: a switch turns that off. */
function filteredRead(source: Source): Site["node"][] {
  return source.kind === "failure" && source.part === "other" && source.read ? [source.read.node] : [];
}

/** The ways in which an error comes that some library wrote. */
const WRITTEN: ReadonlySet<Failure["source"]> = new Set<Failure["source"]>(["rejected", "thrown", "settled-rejected"]);

function isRaw({ part, failure, read }: MessageSource): boolean {
  return (
    part === "message" && failure.origin === "third-party" && WRITTEN.has(failure.source) && read?.isAskedFor !== true
  );
}

/** The code or the status of the failure stands beside its message. */
function tellsKind({ sources }: Exit, failure: Failure): boolean {
  return sources.some(
    (source) =>
      source.kind === "failure" &&
      (source.part === "code" || source.part === "status") &&
      isSame(source.failure, failure),
  );
}

/** Steps with numbers, one after the other, in whatever language. */
const NUMBERED_LIST = /\n[^\S\n]*1[.)、]\s*\S(?:(?!\n[^\S\n]*1[.)、])[\s\S])*?\n[^\S\n]*2[.)、]\s*\S/u;

const STEP_FIELD =
  /^(?:notes?|hints?|instructions?|suggestions?|next_?steps?|guidance|advice|remedy|resolution|solutions?)$/iu;

const MAX_DEPTH = 6;

/** Whatever the message says: the text, or a field of the same object, tells what to do next. */
function saysNext(exit: Exit, source: MessageSource): boolean {
  const { state, visible } = exit;
  const holds = (value: Value): boolean =>
    conveyed(value, state).some((one) => one.kind === "failure" && one.read?.node === source.read?.node);
  const words: string[] = [];
  let isStep = false;
  const collect = (value: Value, field: string, depth: number): void => {
    if (depth <= 0) return;
    switch (value.kind) {
      case "union": {
        const own = value.of.filter(holds);
        for (const one of own.length > 0 ? own : value.of) collect(one, field, depth);
        return;
      }
      case "json":
        collect(value.of, field, depth);
        return;
      case "reference": {
        const object = state.objectOf(value);
        if (object?.kind === "record") for (const [name, inner] of object.fields) collect(inner, name, depth - 1);
        else for (const item of object?.items ?? []) collect(item, field, depth - 1);
        return;
      }
      case "text":
      case "constant": {
        const text = wordsOf(value, state);
        words.push(text);
        isStep ||= STEP_FIELD.test(field) && isInOtherScript(text);
        if (value.kind === "text")
          for (const part of value.parts) if (typeof part !== "string") collect(part, field, depth - 1);
        return;
      }
      default:
    }
  };
  for (const part of visible.parts) collect(part, "", MAX_DEPTH);
  return isStep || words.some((text) => saysWhatToDo(text) || (NUMBERED_LIST.test(text) && isInOtherScript(text)));
}

import { isGenericMessage } from "../../contract/lexicon.js";
import type { Node } from "../../syntax/tree.js";
import type { Failure } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import type { Site, Source } from "../flow/values.js";
import { exemptionOf } from "../policy/exemptions.js";
import type { Exit, ToolExits } from "./exits.js";
import { fieldOf, payloadOf } from "./payload.js";
import { placeOf } from "./unflagged.js";
import { textsIn } from "./words.js";

/** What the model reads of a failure. */
export interface MessageFault {
  readonly site: Site;
  readonly failure: Failure;
  readonly exit: Exit;
}

/** Failures of which the model reads that something failed, and nothing else. */
export function genericMessagesIn({ exits }: ToolExits): MessageFault[] {
  return faultsAt(exits, (exit, failure) => {
    if (exit.seen === "protocol-error" || exit.seen === "unknown") return false;
    if (exit.sources.some((source) => source.kind === "failure")) return false;
    // What an error of the project's own says, its author has written.
    if (exit.failures.some(({ origin }) => origin === "first-party" || origin === "validator")) return false;
    const payload = payloadOf(exit);
    if (fieldOf(payload, "category") ?? fieldOf(payload, "code")) return false;
    const texts = exit.visible.parts.flatMap((part) => textsIn(part, exit.state));
    const told = texts.filter((text) => text.trim() !== "");
    return failure.origin !== "first-party" && told.length > 0 && told.every((text) => isGenericMessage(text));
  });
}

/** What the model reads, on one line. */
export function messageOf({ visible, state }: Exit): string {
  return visible.parts
    .flatMap((part) => textsIn(part, state))
    .join(" ")
    .replace(/\s+/gu, " ")
    .trim();
}

const INTERNALS: ReadonlySet<string> = new Set(["stack", "headers"]);

/** The parts of a failure that only its author may read, in what the model reads. */
export function leaksIn({ exits }: ToolExits): (MessageFault & { readonly part: string })[] {
  const parts = new Map<Exit, string>();
  const found = faultsAt(exits, (exit, failure) => {
    if (isForDebugging(exit)) return false;
    const leaked = exit.sources.find((source) => isInternal(source, failure, exit));
    if (leaked?.kind !== "failure") return false;
    parts.set(exit, leaked.part);
    return true;
  });
  return found.map((fault) => ({ ...fault, part: parts.get(fault.exit) ?? "" }));
}

/** The environment or an option asks for what goes to developers alone. */
function isForDebugging(exit: Exit): boolean {
  return (
    exit.how === "return" &&
    exit.state
      .conditions()
      .some(({ subject }) => subject.kind !== "error" && conveyed(subject, exit.state).length === 0)
  );
}

function isInternal(source: Source, failure: Failure, exit: Exit): boolean {
  if (source.kind !== "failure" || source.failure.operation !== failure.operation) return false;
  if (exit.seen === "protocol-error") return false;
  return (
    INTERNALS.has(source.part) ||
    (source.part === "whole" && exit.visible.parts.some((part) => part.kind === "json" && part.of.kind === "error"))
  );
}

function faultsAt(exits: readonly Exit[], test: (exit: Exit, failure: Failure) => boolean): MessageFault[] {
  const found = new Map<Node, MessageFault>();
  for (const exit of exits) {
    for (const failure of exit.failures) {
      const caughtAt = exit.state.caught.get(failure);
      if (!caughtAt || !test(exit, failure)) continue;
      if (exemptionOf({ failure, exit, others: exits, caughtAt })) continue;
      const site = placeOf(exit, caughtAt);
      if (site && !found.has(site.node)) found.set(site.node, { site, failure, exit });
    }
  }
  return [...found.values()];
}

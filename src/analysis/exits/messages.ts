import { isGenericMessage } from "../../contract/lexicon.js";
import type { Node } from "../../syntax/tree.js";
import type { Failure } from "../flow/operations.js";
import type { Site } from "../flow/values.js";
import { exemptionOf } from "../policy/exemptions.js";
import type { Exit, ToolExits } from "./exits.js";
import { fieldOf, payloadsOf } from "./payload.js";
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
    if (payloadsOf(exit).some((payload) => fieldOf(payload, "category") ?? fieldOf(payload, "code"))) return false;
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

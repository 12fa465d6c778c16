import { enclosingStatement, type Node } from "../../syntax/tree.js";
import { exemptionOf } from "../policy/exemptions.js";
import type { Operation } from "../flow/operations.js";
import type { Site } from "../flow/values.js";
import type { Exit, ToolExits } from "./exits.js";

/** Work that was started, and that nobody awaits before the model reads that the call worked. */
export interface Unawaited {
  readonly site: Site;
  /** What makes the promise. */
  readonly made: Node;
  readonly operation: Operation;
  readonly exit: Exit;
}

const MAY_RUN_ON: ReadonlySet<string> = new Set(["cleanup", "telemetry", "cache", "housekeeping", "detached"]);

/** What the next call needs: this one's result does not speak of it. */
const KEPT_FOR_LATER = /token|session|cookie|credential/iu;

export function unawaitedIn({ exits }: ToolExits): Unawaited[] {
  const found = new Map<Node, Unawaited>();
  for (const exit of exits)
    for (const work of unawaitedAt(exit, exits)) if (!found.has(work.made)) found.set(work.made, work);
  return [...found.values()];
}

/** The work that nobody awaits before this exit. */
export function unawaitedAt(exit: Exit, others: readonly Exit[]): Unawaited[] {
  if (exit.seen !== "result") return [];
  return exit.pending.flatMap(({ operation, promise }) => {
    if (promise.perhapsPlain || KEPT_FOR_LATER.test(operation.verb)) return [];
    const failure = { operation, source: "unawaited", origin: "unknown", thrown: undefined } as const;
    if (exemptionOf({ failure, exit, others, caughtAt: undefined }, MAY_RUN_ON)) return [];
    const { node: made, file } = promise.made;
    return [{ site: { node: enclosingStatement(made), file }, made, operation, exit }];
  });
}

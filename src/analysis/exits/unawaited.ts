import { enclosingStatement, type Node } from "../../syntax/tree.js";
import { exemptionOf } from "../policy/exemptions.js";
import type { Operation } from "../flow/operations.js";
import type { Site } from "../flow/values.js";
import type { Exit, ToolExits } from "./exits.js";

/** Work that was started, and that nobody awaits before the model reads that the call worked. */
export interface Unawaited {
  readonly site: Site;
  readonly operation: Operation;
  readonly exit: Exit;
}

const MAY_RUN_ON: ReadonlySet<string> = new Set(["cleanup", "telemetry", "cache", "housekeeping", "detached"]);

/** What the next call needs: this one's result does not speak of it. */
const KEPT_FOR_LATER = /token|session|cookie|credential/iu;

export function unawaitedIn({ exits }: ToolExits): Unawaited[] {
  const found = new Map<Node, Unawaited>();
  for (const exit of exits) {
    if (exit.seen !== "result") continue;
    for (const { operation, promise } of exit.pending) {
      if (promise.perhapsPlain || KEPT_FOR_LATER.test(operation.verb) || found.has(promise.made.node)) continue;
      const failure = { operation, source: "unawaited", origin: "unknown", thrown: undefined } as const;
      const lost = { failure, exit, others: exits, caughtAt: undefined };
      if (exemptionOf(lost, MAY_RUN_ON)) continue;
      found.set(promise.made.node, {
        site: { node: enclosingStatement(promise.made.node), file: promise.made.file },
        operation,
        exit,
      });
    }
  }
  return [...found.values()];
}

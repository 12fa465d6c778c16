import { calleeName, isCallTo } from "../../syntax/names.js";
import { contains, enclosingFunction, enclosingStatement, isFunction, type Node } from "../../syntax/tree.js";
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
    if (isAwaitedHere(made) || neverRejects(made)) return [];
    return [{ site: { node: enclosingStatement(made), file }, made, operation, exit }];
  });
}

/**
 * `await work()`, `await Promise.all([work()])`, `await Promise.all(ids.map((id) => work(id)))`: whatever the run took the
 * values for, the text awaits them.
 */
function isAwaitedHere(made: Node): boolean {
  let value = made;
  for (let up = made.parent; up; up = up.parent) {
    if (up.type === "AwaitExpression" || isFollowed(value)) return true;
    const passesOn =
      PASSES_ON.test(up.type) ||
      (up.type === "CallExpression" && up.callee !== value && (isCombinator(up) || calleeName(up) === "map")) ||
      (isFunction(up) && up.body === value);
    if (!passesOn) return false;
    value = up;
  }
  return false;
}

/** `return work()` of an async function: its own promise follows that one, and is what somebody has to await. */
function isFollowed(value: Node): boolean {
  const up = value.parent;
  if (up?.type === "ReturnStatement") return enclosingFunction(up)?.async === true;
  return up !== undefined && isFunction(up) && up.async && up.body === value;
}

const PASSES_ON = /^(?:ArrayExpression|SpreadElement|TS(?:As|Satisfies|NonNull)Expression)$/u;

function isCombinator(call: Node): boolean {
  return ["all", "allSettled", "any", "race"].some((name) => isCallTo(call, `Promise.${name}`));
}

/** `new Promise((resolve) => …)` that starts nothing of its own but waits for an event: there is nothing to report. */
function neverRejects(made: Node): boolean {
  if (made.type !== "NewExpression" || calleeName(made) !== "Promise") return false;
  const [executor] = made.arguments;
  if (!executor || !isFunction(executor) || executor.params.length !== 1 || executor.async) return false;
  return !contains(executor.body, ({ type }) => type === "ThrowStatement");
}

import { emptinessOf } from "../../analysis/exits/empty-errors.js";
import type { Exit as FlowExit } from "../../analysis/exits/exits.js";
import { failureIn } from "../../analysis/flow/heap.js";
import type { Failure } from "../../analysis/flow/operations.js";
import { conveyed } from "../../analysis/flow/provenance.js";
import type { Condition } from "../../analysis/flow/conditions.js";
import { tellsOfFailure } from "../../analysis/flow/error-values.js";
import type { Site } from "../../analysis/flow/values.js";
import { isInside } from "../../syntax/tree.js";
import { firstGuard, guardsAround, type Guard } from "./guards.js";
import { statusesOf, statusLabel } from "./statuses.js";
import type { Trigger, TriggerKind } from "./types.js";

/** A trigger before it gets its label, which depends on what else the tool answers. */
export type TriggerFacts = Omit<Trigger, "label">;

export const ALWAYS: TriggerFacts = { kind: "always", statuses: [], condition: null, source: null };

/** The failure that an exit is about: what the project's own code throws of another failure is about that one. */
export function rootOf(exit: FlowExit): Failure | undefined {
  const { failures, state, value } = exit;
  const thrown = exit.how === "throw" ? failureIn(value, state) : undefined;
  const last = thrown ?? failures.at(-1);
  if (!last || !isOwn(last)) return last;
  return failures.findLast((failure) => !isOwn(failure) && leadsTo(failure, last, exit)) ?? firstOwn(last, exit);
}

function isOwn({ origin }: Failure): boolean {
  return origin === "first-party";
}

/** What was thrown at first, where it was caught and thrown in other words. */
function firstOwn(last: Failure, exit: FlowExit): Failure {
  let root = last;
  for (const failure of [...exit.failures].reverse())
    if (failure !== root && leadsTo(failure, root, exit)) root = failure;
  return root;
}

/** An error of the project's own is thrown where the failure was caught, or found in what an operation gave. */
function leadsTo(failure: Failure, own: Failure, { state }: FlowExit): boolean {
  const caughtAt = state.caught.get(failure);
  if (!caughtAt) return failure.source !== "rejected" && failure.source !== "thrown";
  const { site, stack } = own.operation;
  return [site, ...stack.sites()].some((one) => one.file === caughtAt.file && isInside(one.node, caughtAt.node));
}

const KIND_OF_SOURCE: Readonly<Partial<Record<Failure["source"], TriggerKind>>> = {
  "refused-response": "response",
  "error-value": "error-value",
  missing: "missing",
  "settled-rejected": "caught",
  unawaited: "ignored",
};

/**
 * What leads to an exit.
 * @param failure what it is about; undefined where nothing has failed on the way
 * @param conditions the tests on the path
 * @param places where the exit is decided, innermost first
 */
export function triggerOf(
  exit: FlowExit,
  failure: Failure | undefined,
  conditions: readonly Condition[],
  places: readonly Site[],
): TriggerFacts {
  if (!failure || failure.origin === "first-party") return triggerOfTests(exit, failure, conditions, places);
  const { operation } = failure;
  const caughtAt = exit.state.caught.get(failure);
  const source = operation.name;
  const statuses = statusesOf(conditions, failure, exit.state);
  const kind = caughtAt ? "caught" : (KIND_OF_SOURCE[failure.source] ?? "unguarded");
  if (kind === "unguarded") return { kind, statuses: [], condition: null, source };
  const guard = caughtAt
    ? firstGuard(places, caughtAt)
    : guardsAround(places).find((one) => isAbout(one, failure, exit));
  const condition = guard?.text ?? null;
  return statuses.length > 0 ? { kind: "status", statuses, condition, source } : { kind, statuses, condition, source };
}

/** The test asks for what the operation gave. */
function isAbout(guard: Guard, { operation }: Failure, { conditions, state }: FlowExit): boolean {
  return conditions
    .flatMap((condition) => condition.either ?? [condition])
    .some(
      ({ site, subject }) =>
        isWithinGuard(site, guard) &&
        conveyed(subject, state).some((source) =>
          source.kind === "operation"
            ? source.operation === operation
            : source.kind === "failure" && source.failure.operation === operation,
        ),
    );
}

/** Nothing has failed but what the tool finds by its own tests. */
function triggerOfTests(
  exit: FlowExit,
  own: Failure | undefined,
  conditions: readonly Condition[],
  places: readonly Site[],
): TriggerFacts {
  const guard = firstGuard(
    own ? [own.operation.site, ...[...own.operation.stack.sites()].reverse()] : places,
    undefined,
  );
  if (!guard) return ALWAYS;
  return { ...ALWAYS, kind: kindOfTest(guard, exit, conditions), condition: guard.text };
}

function kindOfTest(guard: Guard, exit: FlowExit, conditions: readonly Condition[]): TriggerKind {
  const tests = conditions
    .flatMap((condition) => condition.either ?? [condition])
    .filter(({ site }) => isWithinGuard(site, guard));
  const last = tests.at(-1) ?? conditions.at(-1);
  if (!last) return "check";
  const sources = conveyed(last.subject, exit.state);
  const key = last.subject.kind === "derived" ? (last.subject.key ?? "") : "";
  if (sources.some(({ kind }) => kind === "operation")) {
    if (tellsOfFailure(key.split(".").at(-1) ?? "")) return "check";
    const empty = emptinessOf(exit);
    if (empty && isWithinGuard(exit.conditions.at(-1)?.site ?? last.site, guard))
      return empty.isList ? "empty-list" : "missing";
    return "check";
  }
  return sources.length > 0 && sources.every(({ kind }) => kind === "input") ? "input" : "check";
}

function isWithinGuard({ node, file }: Site, { site }: Guard): boolean {
  return file.filename === site.file.filename && isInside(node, site.node);
}

function shorten(text: string): string {
  return text.length > 70 ? `${text.slice(0, 67)}…` : text;
}

/** What people read: `others` says that the same failure is answered elsewhere for special cases. */
export function labelOf(trigger: TriggerFacts, others: boolean): string {
  const { kind, statuses, condition, source } = trigger;
  const of = source === null ? "" : ` of ${source}`;
  if (statuses.length > 0) return `${statuses.map(statusLabel).join(" or ")}${of}`;
  if (condition !== null) return shorten(condition);
  switch (kind) {
    case "caught":
      return others ? `any other failure${of}` : `any failure${of}`;
    case "unguarded":
      return source === null ? "uncaught failure" : `uncaught failure of ${source}`;
    case "ignored":
      return source === null ? "ignored failure" : `ignored failure of ${source}`;
    case "response":
      return `refused response${of}`;
    case "error-value":
      return `error returned by ${source ?? "the operation"}`;
    default:
      return "otherwise";
  }
}

/** The label of an exit to which nothing leads but that the work is done. */
export const WENT_WELL = "all went well";

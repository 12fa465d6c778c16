import { statusLabel } from "../surface/statuses.js";
import type { Exit, SurfaceTool } from "../surface/types.js";

/** A failure that a tool can meet, to be looked up in another state of the tool. */
export interface Situation {
  /** The work that fails, where it can be named. */
  readonly source: string | null;
  /** One status, or one range of them. */
  readonly status: string | null;
  /** Another test that picks out a kind of failure. */
  readonly condition: string | null;
  readonly kind: Exit["trigger"]["kind"];
}

/** Kinds that stand for any failure of some work, if nothing narrower is tested. */
const CATCH_ALL: ReadonlySet<string> = new Set(["caught", "unguarded", "ignored"]);

function isCatchAll({ trigger }: Exit): boolean {
  return (
    CATCH_ALL.has(trigger.kind) &&
    trigger.statuses.length === 0 &&
    (trigger.condition === null || trigger.kind !== "caught")
  );
}

/** Each failure, and each answer that nothing was found, that an exit stands for. */
export function situationsOf(exit: Exit): Situation[] {
  if (exit.outcome === "success") return [];
  const { kind, source, statuses, condition } = exit.trigger;
  if (statuses.length > 0) return statuses.map((status) => ({ kind: "status", source, status, condition: null }));
  return [{ kind, source, status: null, condition }];
}

function bounds(status: string): readonly [number, number] {
  const [from = 0, to = from] = status.split("-").map(Number);
  return [from, to];
}

function covers(statuses: readonly string[], status: string): boolean {
  const [from, to] = bounds(status);
  return statuses.some((other) => {
    const [low, high] = bounds(other);
    return low <= from && to <= high;
  });
}

/** Failures of one piece of work: exits of equal source; where both states know one source only, its name does not matter. */
function ofSource(tool: SurfaceTool, source: string | null): readonly Exit[] {
  const failures = tool.exits.filter(({ outcome, trigger }) => outcome !== "success" || trigger.kind === "caught");
  const same = failures.filter(({ trigger }) => trigger.source === source);
  const sources = new Set(failures.flatMap(({ trigger }) => trigger.source ?? []));
  if (same.some(({ trigger }) => CATCH_ALL.has(trigger.kind) || trigger.kind === "status")) return same;
  return sources.size <= 1 ? failures : same;
}

/**
 * What a tool answers in a situation: the first exit that tests for it, else the one for any failure of the same work.
 * Undefined where the tool cannot come into it, or nobody can tell.
 */
export function answerTo(tool: SurfaceTool, situation: Situation): Exit | undefined {
  const { status, condition, kind, source } = situation;
  const exits = ofSource(tool, source);
  if (status !== null)
    return (
      exits.find(({ trigger }) => covers(trigger.statuses, status)) ??
      exits.find(({ trigger }) => trigger.kind === "response") ??
      exits.find(isCatchAll)
    );
  if (kind === "caught" && condition !== null)
    return exits.find(({ trigger }) => trigger.condition === condition) ?? exits.find(isCatchAll);
  if (CATCH_ALL.has(kind)) return exits.find(isCatchAll);
  const alike = tool.exits.filter(({ trigger }) => trigger.kind === kind && trigger.statuses.length === 0);
  const [only, ...others] = alike;
  return alike.find(({ trigger }) => trigger.condition === condition) ?? (others.length === 0 ? only : undefined);
}

/** The pieces of work that a tool can fail in. */
function sourcesOf(tool: SurfaceTool): ReadonlySet<string> {
  return new Set(tool.exits.flatMap(({ outcome, trigger }) => (outcome === "success" ? [] : (trigger.source ?? []))));
}

function asCode(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

/** What people call situations that are answered alike; the work is only named where the tool does several. */
export function situationWords(situations: readonly Situation[], exit: Exit, tool: SurfaceTool): string {
  const { kind, condition, source } = exit.trigger;
  const of = source !== null && sourcesOf(tool).size > 1 ? ` of ${asCode(source)}` : "";
  const statuses = [...new Set(situations.flatMap(({ status }) => (status === null ? [] : [statusLabel(status)])))];
  if (statuses.length > 0) return `${statuses.join(" or ")}${of}`;
  if (condition !== null) return `${asCode(condition.length > 80 ? `${condition.slice(0, 77)}…` : condition)}${of}`;
  if (!CATCH_ALL.has(kind)) return exit.trigger.label;
  return `${exit.trigger.label.startsWith("any other") ? "any other failure" : "any failure"}${of}`;
}

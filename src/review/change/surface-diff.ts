import { categoryOf, TERMINAL_CATEGORIES } from "../../contract/categories.js";
import { groupBy } from "../report.js";
import { relativeName } from "./names.js";
import type { Exit, Place, Surface, SurfaceTool } from "../surface/types.js";
import { compareExits, isBadInItself, type Verdict } from "./compare-exits.js";
import { answerTo, situationsOf, situationWords, type Situation } from "./situations.js";

/** What a change did to one failure of a tool. */
export interface ExitChange {
  /** What happens: `429 of api.getOrder()`. */
  readonly when: string;
  /** null: the tool, or this way for it to fail, is new. */
  readonly before: Exit | null;
  readonly after: Exit;
  readonly verdict: Exclude<Verdict, "same" | "unknown">;
  /** "429 was retryable after 30 s, now success with `[]`" */
  readonly words: string;
}

/** What a change did to a tool. */
export interface ToolChange {
  /** Its id in the surface of the head. */
  readonly id: string;
  readonly name: string | null;
  readonly place: Place;
  readonly isNew: boolean;
  readonly changes: readonly ExitChange[];
}

/** A value that code returns, rather than words about it. */
function isValue(text: string): boolean {
  return /^[[{("'`\d]|^(?:null|undefined|true|false|void)\b|\)$/u.test(text);
}

/** What the model gets, to follow "was" or "now". */
export function exitWords(exit: Exit): string {
  const { outcome, seenAs, instead, message } = exit;
  if (outcome === "empty" && seenAs === "error-result") return "an error though nothing failed";
  switch (seenAs) {
    case "hidden":
      return instead !== null && isValue(instead)
        ? `success with \`${instead.replaceAll("`", "'")}\``
        : "success, as if nothing had failed";
    case "result":
      return message === null || message.length > 80 ? "a normal result" : `a normal result ("${message}")`;
    case "ordinary-text":
      return "a failure that looks like a success (`isError` missing)";
    case "protocol-error":
      return "a protocol error, which the model never sees";
    case "converted-throw":
      return "an error with the thrown message only";
    case "unknown":
      return "unknown";
    default:
      return errorWords(exit);
  }
}

function errorWords({ category, retryable, waitSeconds }: Exit): string {
  const meaning = category === null ? undefined : categoryOf(category);
  const isTerminal = meaning !== undefined && TERMINAL_CATEGORIES.has(meaning);
  if (retryable === true && !isTerminal) {
    if (waitSeconds === null) return "retryable without a delay";
    return waitSeconds === "dynamic" ? "retryable after a wait" : `retryable after ${waitSeconds} s`;
  }
  if (category === "dynamic") return "an error classified at run time";
  const kind = category === null ? "an error without a category" : `a ${category} error`;
  if (retryable === true) return `${kind} marked as retryable`;
  if (retryable === null) return category === null ? kind : `${kind} without a retry flag`;
  return retryable === false ? `${kind}, not retryable` : kind;
}

interface Answered {
  readonly situations: Situation[];
  readonly before: Exit | undefined;
  readonly after: Exit;
}

/** Situations of both states, those that are answered alike together. */
function answers(before: SurfaceTool, after: SurfaceTool): Answered[] {
  const groups = new Map<string, Answered>();
  for (const situation of [...before.exits, ...after.exits].flatMap(situationsOf)) {
    const now = answerTo(after, situation);
    if (!now) continue; // the tool cannot fail in this way any more
    const then = answerTo(before, situation);
    const key = `${then ? before.exits.indexOf(then) : "none"}:${after.exits.indexOf(now)}`;
    const group = groups.get(key);
    if (!group) groups.set(key, { situations: [situation], before: then, after: now });
    else if (!group.situations.some((known) => JSON.stringify(known) === JSON.stringify(situation)))
      group.situations.push(situation);
  }
  return [...groups.values()];
}

function changesOf(before: SurfaceTool, after: SurfaceTool): ExitChange[] {
  return answers(before, after).flatMap(({ situations, before: then, after: now }): ExitChange[] => {
    // The tool answers the failure with what it said before: the exit is only another one.
    const when = situationWords(situations, then ?? now, then ? before : after);
    if (!then) {
      if (!isBadInItself(now)) return [];
      return [{ when, before: null, after: now, verdict: "worse", words: `${when} is new: ${exitWords(now)}` }];
    }
    const verdict = compareExits(then, now);
    if (verdict === "same" || verdict === "unknown") return [];
    return [
      {
        when,
        before: then,
        after: now,
        verdict,
        words: `${when} was ${exitWords(then)}, now ${difference(then, now)}`,
      },
    ];
  });
}

/** What is new about an exit: where the sentence would be the same, the field that differs. */
function difference(before: Exit, after: Exit): string {
  const words = exitWords(after);
  if (words !== exitWords(before)) return words;
  if (before.code !== after.code) return after.code === null ? "without its error code" : `with the code ${after.code}`;
  return words;
}

function newTool(tool: SurfaceTool): ExitChange[] {
  return tool.exits.filter(isBadInItself).map((exit) => {
    const when = situationWords(situationsOf(exit), exit, tool);
    return { when, before: null, after: exit, verdict: "worse", words: `${when} is ${exitWords(exit)}` };
  });
}

/** Finds the state of a tool before the change: the same name in the same file, else the one tool of that name. */
function earlierTools(before: Surface, renamed: ReadonlyMap<string, string>) {
  const byId = new Map(before.tools.map((tool) => [relativeName(tool.id, renamed), tool] as const));
  const byName = groupBy(before.tools, ({ name }) => name ?? "");
  return (tool: SurfaceTool): SurfaceTool | undefined => {
    const same = byId.get(tool.id);
    if (same || tool.name === null) return same;
    const [only, ...others] = byName.get(tool.name) ?? [];
    return others.length === 0 ? only : undefined;
  };
}

/**
 * What a change did to the error surface: per tool, each failure that the model now sees otherwise.
 *
 * @param renamed old path → new path, relative to the root
 */
export function surfaceDiff(before: Surface, after: Surface, renamed: ReadonlyMap<string, string>): ToolChange[] {
  const earlier = earlierTools(before, renamed);
  return after.tools.flatMap((tool): ToolChange[] => {
    const then = earlier(tool);
    const changes = then ? changesOf(then, tool) : newTool(tool);
    const { id, name, place } = tool;
    return changes.length === 0 && then ? [] : [{ id, name, place, isNew: !then, changes }];
  });
}

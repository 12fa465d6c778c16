import { findingsOf, markedText, type Finding, type LocatedResult } from "../finding.js";
import type { ChangedFile } from "../git/changes.js";

/** What a change did to the lines of a file. */
export type ChangedLines = Pick<ChangedFile, "added" | "cutBehind">;

/** A finding that the change is answerable for. */
export interface NewFinding {
  readonly finding: Finding;
  /** It stands on lines that the change added or rewrote; otherwise its cause is elsewhere in the change. */
  readonly isOnChangedLines: boolean;
}

function textOf({ message, source }: Finding): string {
  return markedText(source, message).replace(/\s+/gu, "");
}

/** Some of the lines that the finding marks are new, or something between them is gone. */
function isOn(changed: ChangedLines | undefined, { message }: Finding): boolean {
  if (!changed) return false;
  const { line: first, endLine: last = first } = message;
  for (let line = first; line <= last; line++)
    if (changed.added.has(line) || (line < last && changed.cutBehind.has(line))) return true;
  return false;
}

/** Takes one of equal things out of a bag. */
class Bag {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  take(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count > 0) this.#counts.set(key, count - 1);
    return count > 0;
  }
}

/** Renamed and moved code takes its findings along: the same rule on the same text, in the same function where lines are new. */
const KEYS = {
  moved: (finding: Finding): string => JSON.stringify([finding.message.ruleId, finding.scope, textOf(finding)]),
  same: (finding: Finding): string => JSON.stringify([finding.message.ruleId, textOf(finding)]),
} as const;

/**
 * The findings of the head that the base did not have.
 *
 * @param before results of the base, under the names that the files have in the head
 * @param changed what became of the lines, by absolute path
 */
export function newFindings(
  before: readonly LocatedResult[],
  after: readonly LocatedResult[],
  changed: ReadonlyMap<string, ChangedLines>,
  root: string,
): NewFinding[] {
  const old = findingsOf(before, root);
  const now = findingsOf(after, root);
  const known = new Set(old.map(({ fingerprint }) => fingerprint));
  const kept = new Set(now.map(({ fingerprint }) => fingerprint));
  const moved = new Bag();
  const same = new Bag();
  for (const finding of old)
    if (!kept.has(finding.fingerprint)) {
      moved.add(KEYS.moved(finding));
      same.add(KEYS.same(finding));
    }
  return now.flatMap((finding): NewFinding[] => {
    if (known.has(finding.fingerprint)) return [];
    const isOnChangedLines = isOn(changed.get(finding.filePath), finding);
    if (isOnChangedLines ? moved.take(KEYS.moved(finding)) : same.take(KEYS.same(finding))) return [];
    return [{ finding, isOnChangedLines }];
  });
}

import MagicString from "magic-string";

/** A change of the text: `text` stands where the range was. Offsets in UTF-16 code units. */
export interface Edit {
  readonly range: readonly [number, number];
  readonly text: string;
}

/** True if two lists of edits change the same place, or put something in at the same one; an insertion may stand beside a change. */
export function overlap(some: readonly Edit[], others: readonly Edit[]): boolean {
  return some.some(({ range: [start, end] }) =>
    others.some(({ range: [from, to] }) => (start === end && from === to ? start === from : from < end && start < to)),
  );
}

/** One edit that does what all of them do, the text between them included. */
export function mergeEdits(edits: readonly Edit[], text: string): Edit {
  const start = Math.min(...edits.map(({ range }) => range[0]));
  const end = Math.max(...edits.map(({ range }) => range[1]));
  const within = edits.map(({ range: [from, to], ...edit }): Edit => ({ ...edit, range: [from - start, to - start] }));
  return { range: [start, end], text: applyEdits(text.slice(start, end), within) };
}

/** The text with all edits made. They must not overlap; of those that put in at one place the first comes first. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const changed = new MagicString(text);
  for (const { range, text: replacement } of edits) {
    const [start, end] = range;
    if (start === end) changed.appendLeft(start, replacement);
    else if (replacement === "") changed.remove(start, end);
    else changed.update(start, end, replacement);
  }
  return changed.toString();
}

import type { Edit } from "../../edits/edit.js";

/** Where an offset of an edited text was before the edits; inside of what was put in: where that was put. */
function offsetBefore(offset: number, edits: readonly Edit[]): number {
  let shift = 0;
  for (const { range, text } of [...edits].sort((a, b) => a.range[0] - b.range[0])) {
    const start = range[0] + shift;
    if (offset < start) break;
    if (offset < start + text.length) return range[0];
    shift += text.length - (range[1] - range[0]);
  }
  return offset - shift;
}

/** Where an offset of the last text was in the first one. */
export function originalOffset(offset: number, history: readonly (readonly Edit[])[]): number {
  return history.reduceRight(offsetBefore, offset);
}

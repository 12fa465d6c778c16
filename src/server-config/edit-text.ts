import type { Edit } from "../edits/edit.js";
import type { JsonNode } from "./config-file.js";

/** A part of a text in the file, in UTF-16 units of its value. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** Where a unit of the value stands in the file: escapes are longer than what they stand for. */
function offsetIn(file: string, node: JsonNode, index: number): number {
  let at = node.offset + 1;
  for (let units = 0; units < index; units++) at += file[at] !== "\\" ? 1 : file[at + 1] === "u" ? 6 : 2;
  return at;
}

/** The range in the file of a part of a text. */
export function rangeOfPart(file: string, node: JsonNode, { start, end }: Part): [number, number] {
  return [offsetIn(file, node, start), offsetIn(file, node, end)];
}

/** Puts something in the place of a part of a text; the rest stays as it is written, escapes included. */
export function replacePart(file: string, node: JsonNode, part: Part, by: string): Edit {
  return { range: rangeOfPart(file, node, part), text: JSON.stringify(by).slice(1, -1) };
}

/** Puts a text in the place of a value, or of a key. */
export function replaceNode({ offset, length }: JsonNode, by: string): Edit {
  return { range: [offset, offset + length], text: JSON.stringify(by) };
}

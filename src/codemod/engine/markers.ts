import type { File } from "../../analysis/file.js";
import type { Edit } from "../../edits/edit.js";
import { indentOf, styleOf } from "../../edits/style.js";
import { startWithComments } from "../../edits/wait-constant.js";
import type { Node } from "../../syntax/tree.js";

/** What every marker begins with: the rule `no-leftover-marker` looks for it. */
export const MARKER = "mcp-errors-todo:";

/** A line above `anchor` that says what a person has to decide. */
export function markerEdit(anchor: Node, why: string, file: File): Edit {
  const comment = `/* ${MARKER} ${why.replaceAll("*/", "* /")} */`;
  const [at] = anchor.range;
  const indent = indentOf(anchor, file);
  if (indent === undefined) return { range: [at, at], text: `${comment} ` };
  return { range: [at, at], text: comment + styleOf(file).lineEnd + indent };
}

/** True if a marker stands above the anchor already. */
export function hasMarker(anchor: Node, file: File): boolean {
  const from = startWithComments(anchor, file);
  const [to] = anchor.range;
  return file
    .comments()
    .some(
      ({ value, range }) =>
        value.trimStart().startsWith(MARKER) &&
        ((range[0] >= from && range[1] <= to) || (range[1] <= to && file.text.slice(range[1], to).trim() === "")),
    );
}

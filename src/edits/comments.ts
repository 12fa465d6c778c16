import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import type { Edit } from "./edit.js";
import { indentAt, indented, indentOf, styleOf } from "./style.js";
import { forEachChild, type Node } from "../syntax/tree.js";
import { anchorOf } from "./anchor.js";

/**
 * The edits that keep the comments which others replace and do not put in again: each goes above the statement that it
 * stood in. Transforms carry over what they can place better; this is for the rest, so that none is ever lost.
 */
export function keepComments(edits: readonly Edit[], file: File): Edit[] {
  const inside = ({ range: [start, end] }: Edit): TSESTree.Comment[] =>
    file.comments().filter(({ range }) => range[0] >= start && range[1] <= end);
  let written: string | undefined;
  return edits.flatMap((edit) => {
    const lost = inside(edit).filter((comment) => {
      const text = withoutLayout(sourceOf(comment, file));
      written ??= withoutLayout(edits.map((each) => each.text).join("\n"));
      const at = written.indexOf(text);
      // The same comment twice is to be found twice.
      if (at >= 0) written = written.slice(0, at) + written.slice(at + text.length);
      return at < 0;
    });
    return lost.length > 0 ? [putAbove(anchorOf(nodeAround(edit.range, file.ast), file), lost, file)] : [];
  });
}

function putAbove(anchor: Node, comments: readonly TSESTree.Comment[], file: File): Edit {
  const { lineEnd } = styleOf(file);
  const [at] = anchor.range;
  const ownIndent = indentOf(anchor, file);
  const indent = ownIndent ?? indentAt(at, file);
  const text = comments.map((comment) => {
    const mustEndLine = comment.type === "Line" || ownIndent !== undefined;
    const source = indented(sourceOf(comment, file), indentAt(comment.range[0], file), indent);
    return source + (mustEndLine ? lineEnd + indent : " ");
  });
  return { range: [at, at], text: text.join("") };
}

/** The innermost node around a range. */
function nodeAround([start, end]: Edit["range"], root: Node): Node {
  let current = root;
  for (let next: Node | undefined = root; next;) {
    current = next;
    next = undefined;
    forEachChild(current, (child) => {
      if (child.range[0] <= start && end <= child.range[1]) next = child;
    });
  }
  return current;
}

const sourceOf = ({ range }: TSESTree.Comment, { text }: File): string => text.slice(range[0], range[1]);

/** Lines that were moved are indented otherwise. */
const withoutLayout = (text: string): string => text.replace(/\s+/gu, " ");

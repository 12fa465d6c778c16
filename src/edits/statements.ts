import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import type { Edit } from "./edit.js";
import { indentAt, indentOf, styleOf } from "./style.js";

/** Puts a statement behind the last one of a block, on a line of its own unless the block is written on one line. */
export function appendStatement(block: TSESTree.BlockStatement, statement: string, file: File): Edit {
  const { lineEnd, indent, semicolon } = styleOf(file);
  const text = statement + semicolon;
  const close = block.range[1] - 1;
  const outer = indentAt(block.range[0], file);
  const last = block.body.at(-1);
  const lineStart = file.lines.startOf(close);
  if (/^\s*$/u.test(file.text.slice(lineStart, close)) && lineStart > block.range[0]) {
    // The brace stands on its own line: the new one goes above it.
    const inner = (last && indentOf(last, file)) ?? outer + indent;
    return { range: [lineStart, lineStart], text: inner + text + lineEnd };
  }
  const inside = file.text.slice(block.range[0] + 1, close);
  if (inside.trim() === "")
    return { range: [block.range[0] + 1, close], text: `${lineEnd}${outer}${indent}${text}${lineEnd}${outer}` };
  // `{ log(error); }` stays on its line; a comment to the end of the line cannot be followed by anything.
  const end = block.range[0] + 1 + inside.trimEnd().length;
  const joint = last && !/[;}]$/u.test(file.textOf(last)) ? "; " : " ";
  const gap = inside.endsWith(" ") ? "" : " ";
  return { range: [end, end], text: `${joint}${text}${gap}` };
}

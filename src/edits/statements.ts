import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { keepComments } from "./comments.js";
import { applyEdits, type Edit } from "./edit.js";
import { columnOf } from "./helper-call.js";
import { indentAt, indentOf, styleOf } from "./style.js";
import type { Node } from "../syntax/tree.js";

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

/** The block begins and ends on one line. */
export function isOnOneLine({ range }: TSESTree.BlockStatement, { text }: File): boolean {
  return !text.slice(...range).includes("\n");
}

/**
 * The edits inside a block that is written on one line, as one edit that gives each statement a line of its own; as they
 * are where the line still fits the width.
 */
export function withinWidth(
  block: TSESTree.BlockStatement,
  edits: readonly Edit[],
  file: File,
  width: number,
): readonly Edit[] {
  const { lineEnd, indent } = styleOf(file);
  const [start, end] = block.range;
  const inside = [...keepComments(edits, file), ...edits];
  const part = (from: number, to: number): string => {
    const within = inside.filter(({ range }) => range[0] >= from && range[0] < to);
    return applyEdits(
      file.text.slice(from, to),
      within.map(({ range, text }) => ({ range: [range[0] - from, range[1] - from], text })),
    ).trim();
  };
  if (columnOf(start, file) + part(start, end).length <= width) return edits;
  const ends = [start + 1, ...block.body.map(({ range }) => range[1]), end];
  const parts = ends.slice(1).map((to, at) => part(ends[at] as number, to));
  // What was put in behind the last statement, before the brace.
  const added = (parts.pop() ?? "").slice(0, -1).replace(/^;/u, "").trim();
  const outer = indentAt(start, file);
  const lines = [...parts, added].flatMap((line) => (line === "" ? [] : [outer + indent + line]));
  const text = ["{", ...lines, `${outer}}`];
  return [{ range: [start, end], text: text.join(lineEnd) }];
}

/** Puts lines behind a statement, below a comment that ends its line. */
export function statementBehind(statement: Node, lines: readonly string[], file: File): Edit {
  const { lineEnd } = styleOf(file);
  const indent = indentAt(statement.range[0], file);
  const rest = /^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/u.exec(file.text.slice(statement.range[1]))?.[0].length ?? 0;
  const at = statement.range[1] + rest;
  return { range: [at, at], text: lines.map((line) => lineEnd + indent + line).join("") };
}

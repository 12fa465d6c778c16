import type { File } from "../analysis/file.js";
import type { Node } from "../syntax/tree.js";
import type { Edit } from "./edit.js";
import { styleOf } from "./style.js";

/** Declares waits as constants of the file, below its imports, with a comment that says that they were assumed. */
export function declareConstant(waits: readonly { name: string; seconds: number }[], file: File): Edit[] {
  if (waits.length === 0) return [];
  const { lineEnd, semicolon } = styleOf(file);
  const lines = waits.flatMap(({ name, seconds }) => [
    "/** Assumed, because the wait is unknown here. Replace it with the wait that the service asks for. */",
    `const ${name} = ${seconds}${semicolon}`,
  ]);
  const first = file.ast.body.find((statement) => !isHead(statement));
  if (!first) return [{ range: [file.text.length, file.text.length], text: lineEnd + lines.join(lineEnd) + lineEnd }];
  const at = startWithComments(first, file);
  return [{ range: [at, at], text: lines.join(lineEnd) + lineEnd + lineEnd }];
}

function isHead(statement: Node): boolean {
  if (statement.type === "ImportDeclaration" || statement.type === "TSImportEqualsDeclaration") return true;
  if (statement.type === "ExpressionStatement" && Boolean((statement as { directive?: unknown }).directive))
    return true;
  if (statement.type !== "VariableDeclaration") return false;
  return statement.declarations.some(
    ({ init }) =>
      init?.type === "CallExpression" && init.callee.type === "Identifier" && init.callee.name === "require",
  );
}

/** Where a statement begins with the comments that belong to it: those right above, without a blank line between. */
export function startWithComments(statement: Node, file: File): number {
  const { text } = file;
  let start = file.lines.startOf(statement.range[0]);
  if (text.slice(start, statement.range[0]).trim() !== "") return statement.range[0];
  for (const comment of [...file.comments()].reverse()) {
    if (comment.range[1] > start) continue;
    const between = text.slice(comment.range[1], start);
    const line = file.lines.startOf(comment.range[0]);
    if (!/^[ \t]*(?:\r\n|[\n\r\u2028\u2029])$/u.test(between) || text.slice(line, comment.range[0]).trim() !== "")
      break;
    if (text.startsWith("#!", line)) break;
    start = line;
  }
  return start;
}

import type { File } from "../analysis/file.js";
import { ancestors, isFunction, type Node } from "../syntax/tree.js";
import type { Edit } from "./edit.js";
import { indentAt, styleOf } from "./style.js";

/** Braces around a statement that gets several lines, and the indentation inside of them. */
export interface Braces {
  readonly edits: readonly Edit[];
  readonly inner: string;
}

/** The braces for the `return` or `throw` around a node, where it stands behind an `if` without any. */
export function bracesFor(node: Node, file: File): Braces | undefined {
  const statement = [node, ...ancestors(node)].find(
    ({ type }, at, all) =>
      (type === "ReturnStatement" || type === "ThrowStatement") && !all.slice(0, at).some((inner) => isFunction(inner)),
  );
  const parent = statement?.parent;
  if (!statement || parent?.type !== "IfStatement") return undefined;
  const { lineEnd, indent } = styleOf(file);
  const outer = indentAt(parent.range[0], file);
  const [start, end] = statement.range;
  const gap = start - file.text.slice(0, start).trimEnd().length;
  // A comment before it would come to stand inside of the braces, on the line of the `if`.
  if (!/(?:\)|\belse)$/u.test(file.text.slice(0, start - gap))) return undefined;
  const inner = outer + indent;
  const rest = parent.consequent === statement ? (/^\s+(?=else\b)/u.exec(file.text.slice(end))?.[0].length ?? 0) : 0;
  return {
    inner,
    edits: [
      { range: [start - gap, start], text: ` {${lineEnd}${inner}` },
      { range: [end, end + rest], text: `${lineEnd}${outer}}${rest > 0 ? " " : ""}` },
    ],
  };
}

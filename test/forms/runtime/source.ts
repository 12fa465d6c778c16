import { parseSync } from "oxc-parser";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly callee?: Node;
}

const trees = new Map<string, readonly Node[]>();

/** All calls of a text. */
function callsOf(file: string, text: string): readonly Node[] {
  const key = `${file}\n${text}`;
  const known = trees.get(key);
  if (known) return known;
  const calls: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && value !== null) {
      if ("callee" in value) calls.push(value as Node);
      Object.values(value).forEach(visit);
    }
  };
  visit(parseSync(file, text).program);
  trees.set(key, calls);
  return calls;
}

/** The text of the call whose callee is at a place (from 0). */
export function callAt(
  file: string,
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): string {
  const lines = text.split("\n");
  const offset = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + column;
  const around = callsOf(file, text).filter(({ callee }) => callee && callee.start <= offset && offset <= callee.end);
  const [inner] = around.sort(
    (a, b) => (a.callee?.end ?? 0) - (a.callee?.start ?? 0) - ((b.callee?.end ?? 0) - (b.callee?.start ?? 0)),
  );
  return inner ? text.slice(inner.start, inner.end) : (lines[line] ?? "").trim();
}

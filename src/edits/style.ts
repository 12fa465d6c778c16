import type { File } from "../analysis/file.js";
import { contains, walk, type Node } from "../syntax/tree.js";

/** How a file is written, so that what is put in looks like the rest. */
export interface Style {
  readonly quote: '"' | "'";
  readonly semicolon: ";" | "";
  readonly lineEnd: "\n" | "\r\n";
  /** One level of indentation. */
  readonly indent: string;
  readonly trailingComma: boolean;
  /** A lone statement behind an `if` stands in braces. */
  readonly braces: boolean;
}

const styles = new WeakMap<File, Style>();

/** The commonest quotes, indentation and line ends of a file. Computed once. */
export function styleOf(file: File): Style {
  let style = styles.get(file);
  if (!style) {
    style = readStyle(file);
    styles.set(file, style);
  }
  return style;
}

function readStyle(file: File): Style {
  const { text } = file;
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const bare = count(/\bif \(.*\) (?:return|throw)\b/gu);
  return {
    ...layoutOf(text),
    quote: quoteIn(file),
    semicolon: endsStatements(file) ? ";" : "",
    trailingComma: hasTrailingCommas(text),
    braces: bare === 0 || count(/\bif \([^\n]*\) \{\n/gu) > bare,
  };
}

/** Line ends and indentation of a text. */
export function layoutOf(text: string): Pick<Style, "lineEnd" | "indent"> {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return { lineEnd: count(/\r\n/gu) * 2 > count(/\n/gu) ? "\r\n" : "\n", indent: indentUnit(text) };
}

/** The quotes of strings in the code: what stands in template literals, and attributes of JSX, do not count. */
function quoteIn({ ast, text }: File): Style["quote"] {
  let single = 0;
  let double = 0;
  walk(ast, (node) => {
    if (node.type !== "Literal" || typeof node.value !== "string" || node.parent.type === "JSXAttribute") return;
    if (text[node.range[0]] === "'") single++;
    else double++;
  });
  return single > double ? "'" : '"';
}

/**
 * Lists over several lines end in a comma more often than not; without any, they do: formatters put them in. What ends in a
 * brace or a parenthesis may be the last statement of a callback.
 */
function hasTrailingCommas(text: string): boolean {
  const withComma = text.match(/,[ \t]*\r?\n[ \t]*[}\])]/gu)?.length ?? 0;
  const without = text.match(/["'`\]\w][ \t]*\r?\n[ \t]*(?:\]|\}[),;\]])/gu)?.length ?? 0;
  return withComma >= without;
}

/** Most statements at the top of the file end in a semicolon. */
function endsStatements({ ast, text }: File): boolean {
  let balance = 0;
  for (const { type, range } of ast.body)
    if (type === "ImportDeclaration" || type === "VariableDeclaration" || type === "ExpressionStatement")
      balance += text[range[1] - 1] === ";" ? 1 : -1;
  return balance >= 0;
}

function indentUnit(text: string): string {
  if (/^\t/mu.test(text)) return "\t";
  const steps = new Map<number, number>();
  let last = 0;
  for (const [, blank = ""] of text.matchAll(/^( *)[^\s*]/gmu)) {
    const step = blank.length - last;
    if (step > 1) steps.set(step, (steps.get(step) ?? 0) + 1);
    last = blank.length;
  }
  const [commonest] = [...steps].sort((a, b) => b[1] - a[1]);
  return " ".repeat(commonest?.[0] ?? 2);
}

/** The white space at the start of the line on which an offset stands. */
export function indentAt(offset: number, file: File): string {
  const start = file.lines.startOf(offset);
  return /^[ \t]*/u.exec(file.text.slice(start, offset))?.[0] ?? "";
}

/** The white space before a node on its line, if nothing else stands before it. */
export function indentOf(node: Node, file: File): string | undefined {
  const start = file.lines.startOf(node.range[0]);
  const before = file.text.slice(start, node.range[0]);
  return /^\s*$/u.test(before) ? before : undefined;
}

/** A string as the file would write it. */
export function quoted(value: string, { quote }: Style): string {
  const escaped = JSON.stringify(value);
  if (quote === '"' || value.includes("'")) return escaped;
  return `'${escaped.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/**
 * The source of a node for another place: lines behind the first move with it, unless a template literal spans lines (its
 * text would change).
 */
export function movedTo(node: Node, indent: string, file: File): string {
  const source = file.textOf(node);
  if (!source.includes("\n") || hasLongTemplate(node)) return source;
  // What follows `name:` on lines of its own stays there.
  const own = indentOf(node, file);
  if (own !== undefined && (node.parent?.type === "Property" || isAligned(node, source, own))) {
    const deeper = indent + styleOf(file).indent;
    return styleOf(file).lineEnd + deeper + indented(source, own, deeper);
  }
  return indented(
    source,
    own ?? lineIndent((node.parent?.type === "Property" ? node.parent : node).range[0], file),
    indent,
  );
}

/** `"…" +` over several lines that begin at the same column. */
function isAligned({ type }: Node, source: string, own: string): boolean {
  const [, ...rest] = source.split("\n");
  return (
    type === "BinaryExpression" && rest.every((line) => line.startsWith(own) && /^\S/u.test(line.slice(own.length)))
  );
}

/** The text with `indent` instead of `from` at the start of each line but the first. */
export function indented(text: string, from: string, indent: string): string {
  return text
    .split("\n")
    .map((line, at) => (at > 0 && line.startsWith(from) ? indent + line.slice(from.length) : line))
    .join("\n");
}

/** The indentation of what is put in one level deeper than the line of a node. */
export function deeperThan(node: Node, file: File): string {
  return lineIndent(node.range[0], file) + styleOf(file).indent;
}

/** The white space that the line of an offset starts with, whatever stands between. */
function lineIndent(offset: number, file: File): string {
  const start = file.lines.startOf(offset);
  return /^[ \t]*/u.exec(file.text.slice(start))?.[0] ?? "";
}

function hasLongTemplate(node: Node): boolean {
  return contains(node, (child) => child.type === "TemplateElement" && /[\r\n]/u.test(child.value.raw));
}

import type { File } from "../analysis/file.js";
import type { Piece } from "./inlined.js";
import { movedTo, quoted, styleOf } from "./style.js";
import { unwrap, type Node } from "../syntax/tree.js";

/** Source of the string that the pieces make together. */
export function joinPieces(pieces: readonly Piece[], indent: string, file: File): string {
  const filled = pieces.filter((piece) => !("words" in piece) || piece.words !== "");
  const [only, ...others] = filled;
  if (only && others.length === 0) return soleSource(only, indent, file);
  const values = filled.map((piece) => ("words" in piece ? piece.words : valueOf(piece)));
  if (values.every((value) => value !== undefined)) return quoted(values.join(""), styleOf(file));
  const last = filled.at(-1);
  // Strings that are added up over several lines stay so.
  if (filled.length === 2 && only && "words" in only && last && "node" in last && isSum(last.node))
    return `${quoted(only.words, styleOf(file))} + ${movedTo(last.node, indent, file)}`;
  return `\`${filled.map((piece) => templatePart(piece, file)).join("")}\``;
}

function isSum(node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === "BinaryExpression" && inner.operator === "+";
}

function soleSource(piece: Piece, indent: string, file: File): string {
  if ("node" in piece) return movedTo(piece.node, indent, file);
  return "words" in piece ? quoted(piece.words, styleOf(file)) : piece.source;
}

/** The string, where it is written out. */
function valueOf(piece: Exclude<Piece, { readonly words: string }>): string | undefined {
  const node = "node" in piece ? unwrap(piece.node) : undefined;
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

function templatePart(piece: Piece, file: File): string {
  if ("words" in piece) return escapeTemplate(piece.words);
  if ("source" in piece) return `\${${piece.source}}`;
  const inner = unwrap(piece.node);
  if (inner.type === "Literal" && typeof inner.value === "string") return escapeTemplate(inner.value);
  if (inner.type === "TemplateLiteral") return file.textOf(inner).slice(1, -1);
  return `\${${file.textOf(piece.node)}}`;
}

function escapeTemplate(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("`", "\\`")
    .replaceAll("${", "\\${")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
}

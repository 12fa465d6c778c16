import type { File } from "../analysis/file.js";
import { movedTo } from "./style.js";
import { unwrap, type Node } from "../syntax/tree.js";

/** Source of the string that several strings make together; one alone stays as it is written. */
export function joinTexts(nodes: readonly Node[], separator: string, indent: string, file: File): string {
  const [only, ...others] = nodes;
  if (only && others.length === 0) return movedTo(only, indent, file);
  const between = escapeTemplate(separator.replaceAll("\n", "\\n"), false);
  return `\`${nodes.map((node) => templatePart(node, file)).join(between)}\``;
}

function templatePart(node: Node, file: File): string {
  const inner = unwrap(node);
  if (inner.type === "Literal" && typeof inner.value === "string") return escapeTemplate(inner.value, true);
  if (inner.type === "TemplateLiteral") return file.textOf(inner).slice(1, -1);
  return `\${${file.textOf(node)}}`;
}

function escapeTemplate(text: string, isRaw: boolean): string {
  const escaped = text.replaceAll("`", "\\`").replaceAll("${", "\\${");
  if (!isRaw) return escaped;
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("`", "\\`")
    .replaceAll("${", "\\${")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
}

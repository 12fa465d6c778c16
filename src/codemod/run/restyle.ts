import MagicString from "magic-string";
import { walk } from "../../syntax/tree.js";
import type { Parse } from "../../syntax/parse.js";

/** How the project writes its files, as far as a file of ours can follow. */
export interface HouseStyle {
  readonly quote: '"' | "'";
  readonly indent: string;
  readonly lineEnd: "\n" | "\r\n";
}

const OWN_INDENT = "  ";

/** The text with the quotes, the indentation and the line ends of the project. Template literals keep every byte. */
export function restyled(text: string, filename: string, { quote, indent, lineEnd }: HouseStyle, parse: Parse): string {
  const result = parse(text, filename);
  if (!result.ok) throw new Error(`${filename}: ${result.failure.message}`);
  const { ast } = result.source;
  const output = new MagicString(text);
  const templates: (readonly [number, number])[] = [];
  walk(ast, (node) => {
    if (node.type === "TemplateLiteral") templates.push(node.range);
    if (node.type !== "Literal" || typeof node.value !== "string" || quote === '"') return;
    const source = text.slice(...node.range);
    if (/^"[^"'\\]*"$/u.test(source)) output.update(node.range[0], node.range[1], `'${source.slice(1, -1)}'`);
  });
  if (indent !== OWN_INDENT)
    for (const { index, 0: blank } of text.matchAll(/^(?: {2})+/gmu))
      if (!templates.some(([start, end]) => start < index && index < end))
        output.update(index, index + blank.length, indent.repeat(blank.length / OWN_INDENT.length));
  const styled = output.toString();
  return lineEnd === "\n" ? styled : styled.replaceAll("\n", lineEnd);
}

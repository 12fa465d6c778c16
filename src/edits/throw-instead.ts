import type { Node } from "../syntax/tree.js";
import { literalProperty } from "../syntax/names.js";
import { unwrap } from "../syntax/tree.js";
import type { File } from "../analysis/file.js";
import type { Edit } from "./edit.js";

/** The keys of a result of which a throw keeps everything. */
const KEPT = new Set(["isError", "content"]);

/**
 * `return { isError: true, content: [{ type: "text", text }] }` → `throw new Error(text)`; undefined where the result
 * holds more than one text, or does not stand in a `return` of its own.
 */
export function asThrow(returned: Node, file: File): Edit[] | undefined {
  const statement = returned.parent;
  const literal = unwrap(returned);
  if (statement?.type !== "ReturnStatement" || literal.type !== "ObjectExpression") return undefined;
  if (
    !literal.properties.every((entry) => entry.type === "Property" && "name" in entry.key && KEPT.has(entry.key.name))
  )
    return undefined;
  const content = literalProperty(literal, "content");
  const list = content && unwrap(content.value);
  const [block, second] = list?.type === "ArrayExpression" ? list.elements : [];
  const inner = block && unwrap(block);
  const text = inner?.type === "ObjectExpression" && !second ? literalProperty(inner, "text") : undefined;
  if (!text) return undefined;
  const end = file.text.slice(0, statement.range[1]).endsWith(";") ? ";" : "";
  return [{ range: statement.range, text: `throw new Error(${file.textOf(text.value)})${end}` }];
}

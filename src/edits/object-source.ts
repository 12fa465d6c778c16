import type { File } from "../analysis/file.js";
import { DEFAULT_WIDTH, lineWidth } from "./line-width.js";
import { indented, quoted, styleOf } from "./style.js";

const LITERALS = /^(?:true|false|null|this)$/u;

/** Source of a member of an object. */
export function memberOf(name: string, value: string, file: File): string {
  const isName = /^[A-Za-z_$][\w$]*$/u.test(name);
  // `true: true` has no short form: what stands there is no variable.
  if (value === name && isName && !LITERALS.test(name)) return name;
  return `${isName ? name : quoted(name, styleOf(file))}: ${value}`;
}

/**
 * Source of an object with these members: on one line where it fits, else one member a line.
 *
 * @param indent of the line that it starts on
 */
export function objectSource(members: readonly string[], indent: string, file: File): string {
  const single = `{ ${members.join(", ")} }`;
  const isLong = `${indent}details: ${single},`.length > (lineWidth(file.filename) ?? DEFAULT_WIDTH);
  if (!isLong && !single.includes("\n")) return single;
  return brokenObject(members, indent, file);
}

/** The same with one member a line. */
export function brokenObject(members: readonly string[], indent: string, file: File): string {
  const { lineEnd, indent: step, trailingComma } = styleOf(file);
  const lines = members.map((member) => indent + step + indented(member, indent, indent + step));
  return `{${lineEnd}${lines.join(`,${lineEnd}`)}${trailingComma ? "," : ""}${lineEnd}${indent}}`;
}

import type { File } from "../analysis/file.js";
import { indentAt, styleOf } from "./style.js";

/** One argument of a helper's constructor: `name: value`. */
export interface HelperField {
  readonly name: string;
  /** Source text. */
  readonly value: string;
}

export interface HelperCall {
  /** As it is named in the file: `toolError.validation`. */
  readonly callee: string;
  /** Arguments before the object: the caught error of `from`. */
  readonly first?: string;
  readonly fields: readonly HelperField[];
  /** Further arguments behind the object, as source text. */
  readonly last?: string;
  /** Comments that stood in what is replaced, as written. */
  readonly comments?: readonly string[];
}

/** Where a call stands, as far as its layout goes. */
export interface Layout {
  /** The offset at which it will start. */
  readonly at: number;
  /** Lines longer than this are broken at the members of the object. */
  readonly width: number;
  /** The indentation of its last line, where that is not the one of the line it starts on. */
  readonly outer?: string;
}

/**
 * The source of a helper call that starts at an offset of the file: on one line where it fits, else one member a line, in
 * the style of the file.
 */
export function writeCall(call: HelperCall, layout: Layout, file: File): string {
  const { at, width, outer = indentAt(at, file) } = layout;
  const { callee, first, fields, last, comments = [] } = call;
  const members = fields.map(({ name, value }) =>
    name === value ? name : `${name}:${/^\s/u.test(value) ? "" : " "}${value}`,
  );
  const around = (object: string): string =>
    `${callee}(${[first, object, last].filter((argument) => argument !== undefined && argument !== "").join(", ")})`;
  if (members.length === 0 && comments.length === 0) return around("");
  const single = around(`{ ${members.join(", ")} }`);
  if (comments.length === 0 && !single.includes("\n") && columnOf(at, file) + single.length <= width) return single;
  const { lineEnd, indent, trailingComma } = styleOf(file);
  // With a further object behind it, each argument stands on a line of its own.
  const close = last === undefined || last === "" ? outer : outer + indent;
  const inner = close + indent;
  const lines = [
    ...comments.map((comment) => inner + comment),
    ...members.map((member, index) => {
      const end = index < members.length - 1 || trailingComma ? "," : "";
      const field = fields[index];
      // Formatters give a string that is too long a line of its own; a template stays where it is.
      if (field && STRING.test(field.value) && widthOf(inner + member + end) > width)
        return `${inner}${field.name}:${lineEnd}${inner}${indent}${field.value}${end}`;
      return inner + member + end;
    }),
  ];
  const object = ["{", ...lines, `${close}}`].join(lineEnd);
  if (close === outer) return around(object);
  const given = [first, object, last].flatMap((argument) =>
    argument === undefined || argument === "" ? [] : argument,
  );
  const end = trailingComma ? "," : "";
  return [`${callee}(`, given.map((argument) => close + argument).join(`,${lineEnd}`) + end, `${outer})`].join(lineEnd);
}

/** A literal in quotes, on one line. */
const STRING = /^(["'])(?:(?!\1)[^\\\r\n]|\\.)*\1$/u;

function widthOf(text: string): number {
  return text.length + (text.match(/\t/gu)?.length ?? 0);
}

/** The column of an offset as an editor shows it: a tab is two wide, which is what formatters count. */
export function columnOf(at: number, { text, lines }: File): number {
  return widthOf(text.slice(lines.startOf(at), at));
}

import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import type { Edit } from "./edit.js";
import { roomForFlag } from "./flag-type.js";
import { indentOf } from "./style.js";
import { keyName, literalProperty } from "../syntax/names.js";

/** Adds a property behind the last one of a literal, on a line of its own where the others have theirs. */
export function addProperty(literal: TSESTree.ObjectExpression, text: string, file: File): Edit[] {
  const last = literal.properties.at(-1);
  if (!last) return [{ range: [literal.range[0] + 1, literal.range[1] - 1], text: ` ${text} ` }];
  const indent = indentOf(last, file);
  const lineEnd = file.text.includes("\r\n") ? "\r\n" : "\n";
  const isMultiline = indent !== undefined && file.text.slice(literal.range[0], last.range[0]).includes("\n");
  return [{ range: [last.range[1], last.range[1]], text: isMultiline ? `,${lineEnd}${indent}${text}` : `, ${text}` }];
}

/** Replaces the value of a property. */
export function setProperty(literal: TSESTree.ObjectExpression, name: string, value: string, file: File): Edit[] {
  const property = literalProperty(literal, name);
  return property ? [replaceValue(property, value)] : addProperty(literal, `${name}: ${value}`, file);
}

/** Another value of a property; one in shorthand gets its name written out. */
export function replaceValue({ key, value, shorthand, range }: TSESTree.Property, text: string): Edit {
  return shorthand && key.type === "Identifier"
    ? { range, text: `${key.name}: ${text}` }
    : { range: value.range, text };
}

/**
 * `isError: true` (or another value) on a result literal, and a place for it in the type that is declared for it; undefined
 * where the flag may come from a spread, or where that type stands in another file and has no place for it.
 */
export function addIsError(
  literal: TSESTree.ObjectExpression | TSESTree.ArrayExpression,
  file: File,
  value = "true",
): Edit[] | undefined {
  if (literal.type !== "ObjectExpression") return undefined;
  const hasSpread = literal.properties.some((entry) => entry.type === "SpreadElement");
  const hasComputed = literal.properties.some(
    (entry) => entry.type === "Property" && keyName(entry.key, entry.computed) === undefined,
  );
  if (hasSpread || hasComputed) return undefined;
  // A flag that is decided at run time is true of some results, and false of others.
  const flag = literalProperty(literal, "isError");
  if (flag && flag.value.type !== "Literal") return undefined;
  const type = roomForFlag(literal, file);
  if (isBlock(literal)) return type.room && type.edits.length === 0 ? asResult(literal, value) : undefined;
  return type.room ? [...type.edits, ...setProperty(literal, "isError", value, file)] : undefined;
}

/** A block of content by itself, of which the framework makes a result: the flag has no place in it. */
function isBlock(literal: TSESTree.ObjectExpression): boolean {
  return literalProperty(literal, "type") !== undefined && literalProperty(literal, "content") === undefined;
}

function asResult({ range: [start, end] }: TSESTree.ObjectExpression, value: string): Edit[] {
  return [
    { range: [start, start], text: "{ content: [" },
    { range: [end, end], text: `], isError: ${value} }` },
  ];
}

/** Takes a property out of a literal, with the comma that parts it from its neighbour. */
export function removeProperty(literal: TSESTree.ObjectExpression, name: string, file: File): Edit[] | undefined {
  const property = literalProperty(literal, name);
  if (!property) return undefined;
  const at = literal.properties.indexOf(property);
  const before = literal.properties[at - 1];
  const after = literal.properties[at + 1];
  const range: [number, number] = before
    ? [before.range[1], property.range[1]]
    : [property.range[0], after ? after.range[0] : property.range[1]];
  // A comment in between would go with it.
  return file.comments().some((comment) => comment.range[0] >= range[0] && comment.range[1] <= range[1])
    ? undefined
    : [{ range, text: "" }];
}

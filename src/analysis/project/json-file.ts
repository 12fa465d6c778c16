import { parse, type ParseError } from "jsonc-parser";
import { DISK, type FileTree } from "./file-tree.js";

/** A JSON file that is an object, comments and trailing commas allowed; undefined where it is absent or broken. */
export function readJson(file: string, tree: FileTree = DISK): Record<string, unknown> | undefined {
  const text = tree.read(file);
  if (text === undefined) return undefined;
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text.replace(/^\uFEFF/u, ""), errors, { allowTrailingComma: true });
    return errors.length === 0 ? asObject(value) : undefined;
  } catch {
    return undefined; // nested so deeply that the parser gives up
  }
}

/** A value of JSON that is an object, and no list. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** All texts of a value, however deep they stand in it. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

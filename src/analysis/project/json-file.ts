import { DISK, type FileTree } from "./file-tree.js";

/** Comments and trailing commas are legal in a tsconfig. */
function parseJsonc(text: string): unknown {
  const bare = text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, (_whole, string: string | undefined) => string ?? "")
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[\]}])/gu, (_whole, string: string | undefined) => string ?? "");
  return JSON.parse(bare);
}

/** A JSON file that is an object; undefined where it is absent or broken. */
export function readJson(file: string, tree: FileTree = DISK): Record<string, unknown> | undefined {
  const text = tree.read(file);
  if (text === undefined) return undefined;
  try {
    const value = parseJsonc(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // a broken manifest tells nothing
  }
}

/** All texts of a value, however deep they stand in it. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

import { readFileSync } from "node:fs";

/** Comments and trailing commas are legal in a tsconfig. */
function parseJsonc(text: string): unknown {
  const bare = text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, (_whole, string: string | undefined) => string ?? "")
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[\]}])/gu, (_whole, string: string | undefined) => string ?? "");
  return JSON.parse(bare);
}

/** A JSON file that is an object; undefined where it is absent or broken. */
export function readJson(file: string): Record<string, unknown> | undefined {
  try {
    const value = parseJsonc(readFileSync(file, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // an absent or broken manifest tells nothing
  }
}

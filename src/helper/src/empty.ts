import { cleanText, isObject, peek, toJson } from "./safe.js";
import { settings } from "./settings.js";

/** A success that says that nothing was found; structurally a `CallToolResult`. */
export type EmptyResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: { [key: string]: unknown };
};

export interface EmptyOptions {
  /** The tool's own empty output, e.g. `{ orders: [] }`: required by clients when the tool declares an output schema. */
  structuredContent?: { [key: string]: unknown } | undefined;
}

/**
 * "Nothing matched" is a success, not an error: `{ "found": false, "message": … }` and whatever `data` adds (an object's
 * members, or anything else as `results`). For a query that could not be run, use `toolError`. Throws nothing.
 */
export function emptyResult(message: string, data?: unknown, options?: EmptyOptions): EmptyResult {
  const more = toJson(data, settings.maxCharacters);
  const members = isObject(more) && !Array.isArray(more) ? more : more === undefined ? {} : { results: more };
  const body = { found: false, message: cleanText(message, 2000) || "Nothing was found.", ...members };
  const result: EmptyResult = { content: [{ type: "text", text: JSON.stringify({ ...body, found: false }) }] };
  const structuredContent = peek(options, "structuredContent");
  if (isObject(structuredContent)) result.structuredContent = structuredContent;
  return result;
}
